//! Repeated requests.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::credit::facility::{FacilityQuery, RevisionInput};
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Code;

use crate::credit_desk::{CreditDesk, code};
use crate::support::keyed;

on_both!(
    the_same_key_and_body_give_the_first_answer,
    two_at_once_under_one_key_are_one_act,
    another_body_under_the_key_is_refused,
    a_key_is_one_callers_own_and_ends_after_a_day,
    a_refused_request_leaves_its_key_free,
);

async fn count(desk: &CreditDesk) -> u64 {
    let facilities = desk.world.service.facilities();
    facilities.list(&desk.officer, FacilityQuery::default()).await.unwrap().pagination.total
}

async fn the_same_key_and_body_give_the_first_answer(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let input = desk.input(ProductType::Murabaha);
    let officer = keyed(&desk.officer, "k");
    let first = facilities.create(&officer, input.clone()).await.unwrap();
    desk.perform("review", &desk.officer, &first.facility_ref).await.unwrap();
    let before = desk.dump().await;
    let again = facilities.create(&officer, input).await.unwrap();
    assert_eq!(first, again);
    assert_eq!(desk.dump().await, before);

    desk.perform("approve", &desk.reviewer, &first.facility_ref).await.unwrap();
    desk.perform("approve", &desk.shariah, &first.facility_ref).await.unwrap();
    desk.perform("asset_owned", &desk.shariah, &first.facility_ref).await.unwrap();
    let activate = async |key| {
        let shariah = keyed(&desk.shariah, key);
        facilities.activate(&shariah, &first.facility_ref, RevisionInput::default()).await
    };
    let live = activate("a").await.unwrap();
    let before = desk.dump().await;
    let again = activate("a").await.unwrap();
    assert_eq!(live, again);
    assert_eq!(desk.dump().await, before);
    assert_eq!(code(activate("b").await), Code::WrongState);
}

async fn two_at_once_under_one_key_are_one_act(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let (officer, shariah) = (keyed(&desk.officer, "k"), keyed(&desk.shariah, "k"));
    let creating = (0..8).map(|_| facilities.create(&officer, desk.input(ProductType::Ijarah)));
    let made: Vec<_> = join_all(creating).await.into_iter().map(Result::unwrap).collect();
    assert!(made.iter().all(|facility| *facility == made[0]));
    assert_eq!(count(&desk).await, 1);
    let facility_ref = desk.reach(ProductType::Ijarah, FacilityStatus::Approved).await;
    desk.perform("asset_owned", &desk.shariah, &facility_ref).await.unwrap();
    let activating =
        (0..8).map(|_| facilities.activate(&shariah, &facility_ref, RevisionInput::default()));
    let live: Vec<_> = join_all(activating).await.into_iter().map(Result::unwrap).collect();
    assert!(live.iter().all(|facility| *facility == live[0]));
}

async fn another_body_under_the_key_is_refused(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let input = desk.input(ProductType::Ijarah);
    let officer = keyed(&desk.officer, "k");
    facilities.create(&officer, input.clone()).await.unwrap();
    let other = shared::credit::facility::FacilityInput { term_periods: 13, ..input };
    let refused = facilities.create(&officer, other).await;
    assert_eq!(code(refused), Code::IdempotencyKeyReused);
    assert_eq!(count(&desk).await, 1);
}

async fn a_key_is_one_callers_own_and_ends_after_a_day(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let input = desk.input(ProductType::Ijarah);
    let create = async |by| facilities.create(&keyed(by, "k"), input.clone()).await.unwrap();
    create(&desk.officer).await;
    create(&desk.world.admin).await;
    assert_eq!(count(&desk).await, 2);
    desk.world.clock.advance(TimeDelta::hours(24) - TimeDelta::seconds(1));
    assert_eq!(desk.world.service.idempotency_keys().prune().await.unwrap(), 0);
    create(&desk.officer).await;
    assert_eq!(count(&desk).await, 2);
    desk.world.clock.advance(TimeDelta::seconds(1));
    create(&desk.officer).await;
    assert_eq!(count(&desk).await, 3);
    assert_eq!(desk.world.service.idempotency_keys().prune().await.unwrap(), 1);
}

async fn a_refused_request_leaves_its_key_free(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let facility_ref = desk.reach(ProductType::Murabaha, FacilityStatus::Approved).await;
    let shariah = keyed(&desk.shariah, "k");
    let activate =
        async || facilities.activate(&shariah, &facility_ref, RevisionInput::default()).await;
    assert_eq!(code(activate().await), Code::Vr001);
    desk.perform("asset_owned", &desk.shariah, &facility_ref).await.unwrap();
    let live = activate().await.unwrap();
    assert_eq!(live.status, FacilityStatus::Active);
}
