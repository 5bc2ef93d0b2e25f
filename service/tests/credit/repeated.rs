//! Actions repeated with the idempotency key of their form.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::credit::account_map::{AccountMapInput, AccountMappingInput};
use shared::credit::closed_period::ClosedPeriod;
use shared::credit::vocabulary::{ProductType, Side};
use shared::error::Code;

use super::actions::{ACTIONS, Action, FIRST_DAY, Subject};
use crate::credit_desk::{CreditDesk, Terms, code, date};
use crate::support::keyed;

on_both!(
    every_act_that_is_sent_again_has_the_first_response_whatever_its_revision,
    the_two_clicks_of_a_double_click_are_one_act_and_have_one_response,
    the_key_of_one_facility_is_refused_for_another,
    a_change_of_accounts_that_is_sent_again_warns_again,
    a_period_that_is_closed_twice_under_one_key_stays_as_it_was_changed_since,
);

fn fresh_key(desk: &CreditDesk) -> String {
    desk.world.service.idempotency_keys().fresh()
}

/// A facility whose status allows the action, as its form shows it.
async fn form(desk: &CreditDesk, action: Action) -> Subject {
    let subject = action.subject(desk).await;
    let revision = Some(desk.find(&subject.reference).await.revision);
    Subject { revision, ..subject }
}

async fn every_act_that_is_sent_again_has_the_first_response_whatever_its_revision(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    for action in ACTIONS {
        let (subject, key) = (form(&desk, action).await, fresh_key(&desk));
        let first = action.attempt(&desk, &subject, Some(&key)).await.unwrap();
        let before = desk.dump().await;
        let again = action.attempt(&desk, &subject, Some(&key)).await.unwrap();
        assert_eq!(first, again, "{action:?}");
        assert!(desk.dump().await == before, "{action:?} was carried out twice");
    }
}

async fn the_two_clicks_of_a_double_click_are_one_act_and_have_one_response(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    for action in ACTIONS {
        let (subject, key) = (form(&desk, action).await, fresh_key(&desk));
        let clicks = (0..2).map(|_| action.attempt(&desk, &subject, Some(&key)));
        let responses: Vec<_> = join_all(clicks).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(responses[0], responses[1], "{action:?}");
    }
}

async fn the_key_of_one_facility_is_refused_for_another(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    for action in ACTIONS.into_iter().filter(|action| *action != Action::Create) {
        let (one, other) = (action.subject(&desk).await, action.subject(&desk).await);
        let key = fresh_key(&desk);
        action.attempt(&desk, &one, Some(&key)).await.unwrap();
        let before = desk.dump().await;
        let refused = action.attempt(&desk, &other, Some(&key)).await;
        assert_eq!(code(refused), Code::IdempotencyKeyReused, "{action:?}");
        assert!(desk.dump().await == before, "{action:?}");
    }
}

async fn a_change_of_accounts_that_is_sent_again_warns_again(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    desk.live(Terms::LEASE).await;
    let by = keyed(&desk.finance, &fresh_key(&desk));
    let change = || AccountMapInput {
        mappings: vec![AccountMappingInput {
            product_type: ProductType::Ijarah,
            event_type: "origination".to_owned(),
            side: Side::Credit,
            gl_account: Some("vendor_payable_2".to_owned()),
        }],
    };
    let maps = desk.world.service.account_map();
    let first = maps.change(&by, change()).await.unwrap();
    assert!(!first.warnings.is_empty());
    let before = desk.dump().await;
    assert_eq!(maps.change(&by, change()).await.unwrap(), first);
    assert_eq!(desk.dump().await, before);
}

async fn a_period_that_is_closed_twice_under_one_key_stays_as_it_was_changed_since(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    let periods = desk.world.service.closed_periods();
    let until = |day: &str| ClosedPeriod { closed_through: Some(date(day)) };
    let by = keyed(&desk.finance, &fresh_key(&desk));
    let first = periods.change(&by, until("2025-11-30")).await.unwrap();
    periods.change(&desk.finance, until("2025-12-31")).await.unwrap();
    assert_eq!(periods.change(&by, until("2025-11-30")).await.unwrap(), first);
    assert_eq!(periods.find(&desk.finance).await.unwrap(), until("2025-12-31"));
}
