//! Withdrawn drafts.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::facility::{FacilityAction, FacilityQuery};
use shared::credit::journal::FacilityEventType;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Code;

use crate::credit_desk::{CreditDesk, because, code, join};

on_both!(
    a_draft_is_withdrawn_by_its_maker_for_a_reason_and_that_is_its_end,
    nobody_but_the_maker_withdraws_a_draft,
);

async fn a_draft_is_withdrawn_by_its_maker_for_a_reason_and_that_is_its_end(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let draft = desk.draft(ProductType::Ijarah).await;
    let blank = facilities.withdraw(&desk.officer, &draft, because(" ")).await;
    assert_eq!(code(blank), Code::ValidationFailed);
    let reason = "Wrong customer";
    let withdrawn = facilities.withdraw(&desk.officer, &draft, because(reason)).await.unwrap();
    assert_eq!(withdrawn.status, FacilityStatus::Withdrawn);
    assert_eq!(withdrawn.withdrawal_reason.as_deref(), Some(reason));
    assert_eq!(withdrawn.allowed_actions, []);
    for action in ["review", "withdraw", "approve", "reject", "asset_owned", "activate"] {
        let refused = desk.perform(action, &desk.world.admin, &draft).await;
        assert_eq!(code(refused), Code::WrongState, "{action}");
    }
    let latest = facilities.timeline(&desk.officer, &draft).await.unwrap().remove(0);
    assert_eq!(latest.event_type, FacilityEventType::Withdrawn);
    assert_eq!(
        (latest.actor_name.as_deref(), latest.text.as_deref()),
        (Some("Omar"), Some(reason))
    );
    let query = FacilityQuery { status: vec![FacilityStatus::Withdrawn], ..Default::default() };
    let found = facilities.list(&desk.officer, query).await.unwrap();
    assert_eq!(found.data.len(), 1);
    assert_eq!(facilities.waiting(&desk.officer).await.unwrap(), []);
}

async fn nobody_but_the_maker_withdraws_a_draft(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let draft = desk.draft(ProductType::Ijarah).await;
    let colleague = join(&desk.world, "Huda", "credit_officer").await;
    for (other, expected) in [
        (&colleague, Code::Forbidden),
        (&desk.world.admin, Code::Forbidden),
        (&desk.cashier, Code::Forbidden),
        (&desk.world.foreign_admin, Code::NotFound),
    ] {
        let before = desk.dump().await;
        assert_eq!(code(desk.perform("withdraw", other, &draft).await), expected);
        assert!(desk.dump().await == before);
    }
    let seen = desk.world.service.facilities().find(&colleague, &draft).await.unwrap();
    assert!(!seen.allowed_actions.contains(&FacilityAction::Withdraw));
    let own = desk.find(&draft).await;
    assert!(own.allowed_actions.contains(&FacilityAction::Withdraw));
}
