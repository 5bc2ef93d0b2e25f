//! Actions based on the revision that their caller has seen.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use service::Caller;
use shared::credit::facility::{AssetOwnedInput, Facility, RevisionInput, TransferInput};
use shared::credit::payment::{AsOfInput, PaymentInput, ReasonInput};
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::{Code, Result};
use shared::organization::OrganizationPatch;
use shared::page::PageRequest;

use crate::credit_desk::{CreditDesk, Terms, as_of, because, code, join, receipt, settlement};
use crate::support::keyed;

on_both!(
    every_change_of_a_facility_raises_its_revision_and_nothing_else_does,
    a_waiver_and_a_transfer_raise_the_revision,
    other_days_of_grace_raise_the_revision_of_the_facilities_whose_lines_they_mark,
    no_act_rests_on_a_facility_that_has_changed_since,
    two_cashiers_with_the_same_form_post_one_transfer,
    of_many_payments_at_once_on_the_same_facility_one_is_taken,
    of_two_approvers_at_once_one_acts,
    a_form_that_is_sent_twice_has_the_same_answer_whatever_its_revision,
);

const ACTIONS: [&str; 12] = [
    "review",
    "withdraw",
    "approve",
    "reject",
    "asset_owned",
    "activate",
    "pay",
    "overdue",
    "stop",
    "resume",
    "waive",
    "transfer",
];

/// An action by a caller who has seen that revision.
async fn attempt(desk: &CreditDesk, action: &str, at: &str, revision: Option<i64>) -> Result<()> {
    let (facilities, payments) = (desk.world.service.facilities(), desk.world.service.payments());
    let seen = RevisionInput { revision };
    let reason = ReasonInput { revision, ..because("Since it has to be") };
    let status = desk.find(at).await.status;
    let approver =
        if status == FacilityStatus::ShariahReview { &desk.shariah } else { &desk.reviewer };
    match action {
        "review" => facilities.review(&desk.officer, at, seen).await.map(drop),
        "withdraw" => facilities.withdraw(&desk.officer, at, reason).await.map(drop),
        "approve" => facilities.approve(approver, at, seen).await.map(drop),
        "reject" => facilities.reject(&desk.reviewer, at, reason).await.map(drop),
        "asset_owned" => {
            let document_ref = Some("Invoice 17".to_owned());
            let document = AssetOwnedInput { document_ref, revision };
            facilities.own_asset(&desk.shariah, at, document).await.map(drop)
        }
        "activate" => facilities.activate(&desk.shariah, at, seen).await.map(drop),
        "pay" => {
            let input = PaymentInput { revision, ..receipt("10", "2026-01-31") };
            payments.record(&desk.cashier, at, input).await.map(drop)
        }
        "reverse" => {
            let page = payments.list(&desk.cashier, at, PageRequest::default()).await.unwrap();
            let id = page.data[0].payment_id;
            payments.reverse(&desk.shariah, at, id, reason).await.map(drop)
        }
        "overdue" => {
            let today = AsOfInput { as_of: None, revision };
            facilities.overdue(&desk.shariah, at, today).await.map(drop)
        }
        "stop" => facilities.stop_accrual(&desk.shariah, at, reason).await.map(drop),
        "resume" => facilities.resume_accrual(&desk.shariah, at, reason).await.map(drop),
        "waive" => facilities.waive_profit(&desk.shariah, at, reason).await.map(drop),
        "transfer" => {
            let document = TransferInput { document_ref: "Deed 7".to_owned(), revision };
            facilities.transfer_ownership(&desk.shariah, at, document).await.map(drop)
        }
        _ => panic!("no such action: {action}"),
    }
}

async fn raises(desk: &CreditDesk, name: &str, at: &str) {
    let before = desk.find(at).await.revision;
    let stale = attempt(desk, name, at, Some(before - 1)).await;
    assert_eq!(code(stale), Code::StaleRevision, "{name}");
    assert_eq!(desk.find(at).await.revision, before, "{name}");
    attempt(desk, name, at, Some(before)).await.unwrap();
    assert!(desk.find(at).await.revision > before, "{name}");
}

async fn every_change_of_a_facility_raises_its_revision_and_nothing_else_does(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let facility = desk.draft(ProductType::Ijarah).await;
    for name in
        ["review", "approve", "approve", "asset_owned", "activate", "pay", "reverse", "stop"]
    {
        raises(&desk, name, &facility).await;
    }
    raises(&desk, "resume", &facility).await;
    let [withdrawn, rejected] =
        [desk.draft(ProductType::Ijarah).await, desk.draft(ProductType::Ijarah).await];
    raises(&desk, "withdraw", &withdrawn).await;
    raises(&desk, "review", &rejected).await;
    raises(&desk, "reject", &rejected).await;

    let facilities = desk.world.service.facilities();
    let evaluated = async || {
        let found = facilities.overdue(&desk.shariah, &facility, as_of(None)).await;
        found.unwrap().revision
    };
    let before = desk.find(&facility).await.revision;
    assert_eq!(evaluated().await, before);
    desk.go_to("2026-04-30");
    let late = evaluated().await;
    assert!(late > before);
    assert_eq!(evaluated().await, late);
}

async fn a_waiver_and_a_transfer_raise_the_revision(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    raises(&desk, "stop", &small).await;
    desk.pay(&small, "100", "2026-01-31").await.unwrap();
    raises(&desk, "waive", &small).await;
    let lease = desk.live(Terms::LEASE).await;
    let facilities = desk.world.service.facilities();
    let quote = facilities.settlement_quote(&desk.cashier, &lease, None).await.unwrap().quote;
    let input = settlement(&quote.total.to_string(), "2026-01-31");
    desk.record(&lease, input).await.unwrap();
    raises(&desk, "transfer", &lease).await;
}

async fn other_days_of_grace_raise_the_revision_of_the_facilities_whose_lines_they_mark(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let [late, paid] = [desk.live(Terms::SMALL).await, desk.live(Terms::SMALL).await];
    desk.pay(&paid, "36.6666", "2026-01-31").await.unwrap();
    desk.go_to("2026-03-05");
    let facilities = desk.world.service.facilities();
    facilities.overdue(&desk.shariah, &late, as_of(None)).await.unwrap();
    let before = [desk.find(&late).await, desk.find(&paid).await];
    let patch = OrganizationPatch { grace_days: Some(9), ..OrganizationPatch::default() };
    desk.world.service.organizations().change(&desk.world.admin, patch).await.unwrap();
    let after = [desk.find(&late).await, desk.find(&paid).await];
    assert_eq!(after[0].status, FacilityStatus::Active);
    assert!(after[0].revision > before[0].revision);
    assert_eq!(after[1].revision, before[1].revision);
}

async fn no_act_rests_on_a_facility_that_has_changed_since(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    for status in [
        FacilityStatus::Draft,
        FacilityStatus::PendingReview,
        FacilityStatus::Approved,
        FacilityStatus::Active,
    ] {
        let at = desk.reach(ProductType::Ijarah, status).await;
        let newer = desk.find(&at).await.revision + 1;
        let before = desk.dump().await;
        for name in ACTIONS {
            let refused = attempt(&desk, name, &at, Some(newer)).await;
            assert_eq!(code(refused), Code::StaleRevision, "{status} {name}");
        }
        assert!(desk.dump().await == before, "{status}");
    }
}

/// The form of a cashier: the cashier with its key, and the input with the facility's revision.
fn form(desk: &CreditDesk, cashier: &Caller, facility: &Facility) -> (Caller, PaymentInput) {
    let key = desk.world.service.idempotency_keys().fresh();
    let revision = Some(facility.revision);
    (keyed(cashier, &key), PaymentInput { revision, ..receipt("20", "2026-01-31") })
}

async fn two_cashiers_with_the_same_form_post_one_transfer(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let other = join(&desk.world, "Huda", "cashier").await;
    let small = desk.live(Terms::SMALL).await;
    let payments = desk.world.service.payments();
    let seen = desk.facility(&small).await;
    let pay = async |(cashier, input)| payments.record(&cashier, &small, input).await;
    let (first, second) = (form(&desk, &desk.cashier, &seen), form(&desk, &other, &seen));
    pay(first).await.unwrap();
    let before = desk.dump().await;
    let refused = pay(second).await;
    assert_eq!(code(refused), Code::StaleRevision);
    assert!(desk.dump().await == before);
    // A second tab of the first cashier has a key of its own and fails on the revision as well.
    let refused = pay(form(&desk, &desk.cashier, &seen)).await;
    assert_eq!(code(refused), Code::StaleRevision);
    // After a reload the same payment may be recorded again.
    let seen = desk.facility(&small).await;
    pay(form(&desk, &other, &seen)).await.unwrap();
}

async fn of_many_payments_at_once_on_the_same_facility_one_is_taken(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let other = join(&desk.world, "Huda", "cashier").await;
    let small = desk.live(Terms::SMALL).await;
    let payments = desk.world.service.payments();
    let seen = desk.facility(&small).await;
    let cashiers = [&desk.cashier, &other];
    let recording = (0..10).map(async |turn: usize| {
        let (cashier, input) = form(&desk, cashiers[turn % 2], &seen);
        payments.record(&cashier, &small, input).await
    });
    let (taken, refused): (Vec<_>, Vec<_>) =
        join_all(recording).await.into_iter().partition(Result::is_ok);
    assert_eq!(taken.len(), 1);
    for refused in refused {
        assert_eq!(code(refused), Code::StaleRevision);
    }
    let page = payments.list(&desk.cashier, &small, PageRequest::default()).await.unwrap();
    assert_eq!(page.pagination.total, 1);
}

async fn of_two_approvers_at_once_one_acts(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let at = desk.reach(ProductType::Ijarah, FacilityStatus::PendingReview).await;
    let seen = RevisionInput { revision: Some(desk.find(&at).await.revision) };
    let facilities = desk.world.service.facilities();
    let people = [&desk.reviewer, &desk.world.admin];
    let deciding = people.map(|by| facilities.approve(by, &at, seen));
    let (acted, refused): (Vec<_>, Vec<_>) =
        join_all(deciding).await.into_iter().partition(Result::is_ok);
    assert_eq!(acted.len(), 1);
    for refused in refused {
        assert_eq!(code(refused), Code::StaleRevision);
    }
    assert_eq!(desk.find(&at).await.status, FacilityStatus::ShariahReview);
}

async fn a_form_that_is_sent_twice_has_the_same_answer_whatever_its_revision(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let payments = desk.world.service.payments();
    let (cashier, input) = form(&desk, &desk.cashier, &desk.facility(&small).await);
    let first = payments.record(&cashier, &small, input.clone()).await.unwrap();
    let before = desk.dump().await;
    let again = payments.record(&cashier, &small, input).await.unwrap();
    assert_eq!(first, again);
    assert!(desk.dump().await == before);
}
