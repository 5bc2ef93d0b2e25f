//! Invariants under concurrent requests.

use std::collections::BTreeSet;
use std::time::Duration;

use database::test_support::TestDatabase;
use database::{Engine, on_both};
use futures::future::join_all;
use shared::credit::facility::FacilityQuery;
use shared::credit::journal::JournalQuery;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Code;

use crate::credit_desk::{CreditDesk, code};

on_both!(
    of_twenty_activations_at_once_one_posts_its_journal,
    of_twenty_approvals_at_once_each_step_is_passed_once,
    references_made_at_once_are_all_different,
    a_creation_does_not_wait_for_another_of_the_organization,
);

async fn of_twenty_activations_at_once_one_posts_its_journal(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facility_ref = desk.reach(ProductType::Murabaha, FacilityStatus::Approved).await;
    desk.perform("asset_owned", &desk.shariah, &facility_ref).await.unwrap();
    let activating = (0..20).map(|_| desk.perform("activate", &desk.shariah, &facility_ref));
    let (live, refused): (Vec<_>, Vec<_>) =
        join_all(activating).await.into_iter().partition(Result::is_ok);
    assert_eq!(live.len(), 1);
    for refused in refused {
        assert_eq!(code(refused), Code::WrongState);
    }
    let journals = desk.world.service.journals();
    let page = journals.list(&desk.finance, JournalQuery::default()).await.unwrap();
    assert_eq!(page.pagination.total, 1);
}

async fn of_twenty_approvals_at_once_each_step_is_passed_once(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facility_ref = desk.reach(ProductType::Ijarah, FacilityStatus::PendingReview).await;
    let people = [&desk.reviewer, &desk.shariah, &desk.officer, &desk.world.admin];
    let approving = (0..20).map(|turn| desk.perform("approve", people[turn % 4], &facility_ref));
    join_all(approving).await;
    let facility = desk.facility(&facility_ref).await;
    assert_ne!(facility.reviewed_by_id, facility.approved_by_id);
    let timeline = desk.world.service.facilities().timeline(&desk.officer, &facility_ref).await;
    let kinds: Vec<_> =
        timeline.unwrap().into_iter().map(|event| event.event_type.known().unwrap()).collect();
    let different: BTreeSet<_> = kinds.iter().collect();
    assert_eq!(different.len(), kinds.len());
}

async fn references_made_at_once_are_all_different(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let creating = (0..40).map(|_| {
        let input = desk.input(ProductType::Murabaha);
        facilities.create(&desk.officer, input)
    });
    let made = join_all(creating).await;
    let references: BTreeSet<_> = made.into_iter().map(|it| it.unwrap().facility_ref).collect();
    assert_eq!(references.len(), 40);
    assert!(references.iter().all(|it| it.starts_with("CF-20261121-") && it.len() == 16));
}

/// SQLite has one writer at a time.
async fn a_creation_does_not_wait_for_another_of_the_organization(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    if desk.world.db.engine() == Engine::Sqlite {
        return;
    }
    let mut uncommitted = desk.world.db.begin().await.unwrap();
    let count = "SELECT COALESCE(CAST(change_list_length($1, 'facilities', 1) AS TEXT), '')";
    uncommitted.sql(count).bind(desk.world.organization).scalar::<String>().await.unwrap();
    let facilities = desk.world.service.facilities();
    let creating = facilities.create(&desk.officer, desk.input(ProductType::Murabaha));
    tokio::time::timeout(Duration::from_secs(30), creating).await.unwrap().unwrap();
    drop(uncommitted);
    let page = facilities.list(&desk.officer, FacilityQuery::default()).await.unwrap();
    assert_eq!(page.pagination.total, 1);
}
