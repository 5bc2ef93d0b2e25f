//! Reversal of payments.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::vocabulary::FacilityStatus;
use shared::credit::vocabulary::LineStatus::{self, Overdue, Paid, Partial, Pending};
use shared::error::Code;
use shared::id::PaymentId;
use shared::page::PageRequest;

use crate::credit_desk::{
    CreditDesk, Terms, as_of, because, code, date, money, receipt, settlement,
};

on_both!(
    a_settlement_is_undone_to_the_last_row,
    every_kind_of_payment_is_undone_to_the_last_row,
    lines_past_due_but_not_marked_are_restored_by_a_reversal,
    lines_past_due_since_a_payment_are_overdue_after_its_reversal,
    payments_are_undone_from_the_latest_on,
    only_who_approves_undoes,
);

/// Every row of facilities and lines as text, without timestamps of changes.
pub(super) async fn rows(db: &TestDatabase) -> Vec<String> {
    rows_of(db, "%").await
}

/// The same for the facilities with such a reference.
pub(super) async fn rows_of(db: &TestDatabase, reference: &str) -> Vec<String> {
    const FACILITIES: &str = "SELECT facility_ref || ' ' || status || ' ' || schedule_version
            || ' ' || outstanding_principal || ' ' || COALESCE(CAST(oldest_due_date AS TEXT), '')
            || ' ' || COALESCE(CAST(next_due_date AS TEXT), '')
            || ' ' || COALESCE(CAST(next_due_amount AS TEXT), '')
            || ' ' || COALESCE(CAST(settled_at AS TEXT), '')
            || ' ' || COALESCE(CAST(settled_on AS TEXT), '') || ' '
            || COALESCE(settlement_type, '') || ' '
            || COALESCE(CAST(non_accrual_since AS TEXT), '') || ' '
            || COALESCE(non_accrual_reason, '')
        FROM facilities WHERE facility_ref LIKE $1 ORDER BY facility_ref";
    const LINES: &str = "SELECT f.facility_ref || ' ' || l.period || ' ' || l.payment_date || ' '
            || l.beginning_balance || ' ' || l.principal_portion || ' ' || l.profit_portion || ' '
            || l.ending_balance || ' ' || l.provider_ownership || ' ' || l.status || ' '
            || l.principal_paid || ' ' || l.profit_paid || ' ' || l.profit_waived
        FROM schedule_lines l JOIN facilities f ON f.id = l.facility_id
        WHERE f.facility_ref LIKE $1 ORDER BY f.facility_ref, l.period";
    const PAYMENTS: &str = "SELECT 'payments ' || COUNT(*)
        FROM payments p JOIN facilities f ON f.id = p.facility_id
        WHERE f.facility_ref LIKE $1 AND p.reversed_at IS NULL";
    let mut tx = db.read().await.unwrap();
    let mut rows: Vec<String> = Vec::new();
    for statement in [FACILITIES, LINES, PAYMENTS] {
        rows.extend(tx.sql(statement).bind(reference).scalars::<String>().await.unwrap());
    }
    rows
}

async fn a_settlement_is_undone_to_the_last_row(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    for (terms, amount) in [(Terms::HOUSE, None), (Terms::SMALL, Some("110"))] {
        desk.go_to("2026-01-31");
        let reference = desk.live(terms).await;
        let facilities = desk.world.service.facilities();
        let quote = facilities.settlement_quote(&desk.cashier, &reference, None).await.unwrap();
        assert!(amount.is_none_or(|amount| quote.quote.total == money(amount)));
        let before = rows(&desk.world.db).await;
        let amount = quote.quote.total.to_string();
        let paid = desk.record(&reference, settlement(&amount, "2026-01-31")).await.unwrap();
        assert_eq!(desk.facility(&reference).await.status, FacilityStatus::Settled);
        desk.ties_out().await;
        desk.go_to("2026-02-03");
        let undone = desk.undo(&reference, &paid).await.unwrap();
        assert!(undone.reversed_at.is_some());
        assert_eq!(undone.applied_to, paid.applied_to);
        assert_eq!(rows(&desk.world.db).await, before);
        let contra = desk.legs(&reference, undone.reversal_journal_id.unwrap()).await;
        assert_eq!(contra.len(), desk.journal(&paid, &reference).await.len());
        desk.ties_out().await;
        assert_eq!(code(desk.undo(&reference, &paid).await), Code::WrongState);
    }
}

async fn every_kind_of_payment_is_undone_to_the_last_row(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    for terms in [Terms::SMALL, Terms::LEASE, Terms::HOUSE] {
        desk.go_to("2026-01-31");
        let reference = desk.live(terms).await;
        desk.go_to("2026-03-15");
        let facilities = desk.world.service.facilities();
        facilities.overdue(&desk.shariah, &reference, as_of(None)).await.unwrap();
        let line = desk.lines(&reference).await.remove(0).total_payment.to_string();
        let before = rows(&desk.world.db).await;
        for amount in ["10", &line, "80", "95"] {
            let paid = desk.pay(&reference, amount, "2026-03-15").await.unwrap();
            assert_ne!(rows(&desk.world.db).await, before);
            desk.undo(&reference, &paid).await.unwrap();
            assert_eq!(rows(&desk.world.db).await, before, "{terms:?} {amount}");
        }
        facilities.stop_accrual(&desk.shariah, &reference, because("Lost")).await.unwrap();
        let before = rows(&desk.world.db).await;
        let owed = desk.facility(&reference).await.outstanding_principal.to_string();
        for amount in ["10", &owed] {
            let paid = desk.pay(&reference, amount, "2026-03-15").await.unwrap();
            desk.undo(&reference, &paid).await.unwrap();
            assert_eq!(rows(&desk.world.db).await, before, "{terms:?} {amount}");
        }
    }
    desk.ties_out().await;
}

/// Two lines are late, of which only the first is marked and paid.
async fn lines_past_due_but_not_marked_are_restored_by_a_reversal(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-04-04");
    let facilities = desk.world.service.facilities();
    let past = Some(date("2026-03-01"));
    facilities.overdue(&desk.shariah, &small, as_of(past)).await.unwrap();
    desk.pay(&small, "36.6666", "2026-04-04").await.unwrap();
    let facility = desk.facility(&small).await;
    assert_eq!((facility.status, facility.days_past_due), (FacilityStatus::Overdue, 4));
    assert_eq!(statuses(&desk, &small).await, [Paid, Pending, Pending]);
    let before = rows(&desk.world.db).await;
    let paid = desk.pay(&small, "10", "2026-04-04").await.unwrap();
    assert_eq!(statuses(&desk, &small).await, [Paid, Partial, Pending]);
    desk.undo(&small, &paid).await.unwrap();
    assert_eq!(rows(&desk.world.db).await, before);

    let again = facilities.overdue(&desk.shariah, &small, as_of(past)).await.unwrap();
    assert_eq!(again.status, FacilityStatus::Overdue);
    assert_eq!(rows(&desk.world.db).await, before);

    // A mark set after the payment stays after its reversal.
    let paid = desk.pay(&small, "10", "2026-04-04").await.unwrap();
    facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
    desk.undo(&small, &paid).await.unwrap();
    assert_eq!(statuses(&desk, &small).await, [Paid, Overdue, Pending]);
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Overdue);
}

async fn lines_past_due_since_a_payment_are_overdue_after_its_reversal(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    desk.go_to("2026-02-28");
    let paid = desk.pay(&small, "36.6666", "2026-02-28").await.unwrap();
    desk.go_to("2026-03-05");
    desk.undo(&small, &paid).await.unwrap();
    assert_eq!(statuses(&desk, &small).await, [Overdue, Pending, Pending]);
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Overdue);

    let paid = desk.record(&small, settlement("110", "2026-03-05")).await.unwrap();
    desk.go_to("2026-04-04");
    desk.undo(&small, &paid).await.unwrap();
    assert_eq!(statuses(&desk, &small).await, [Overdue, Overdue, Pending]);
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Overdue);

    // Received on non-accrual, and reversed after accrual is resumed.
    let other = desk.live(Terms::SMALL).await;
    facilities.stop_accrual(&desk.shariah, &other, because("Lost")).await.unwrap();
    desk.go_to("2026-05-05");
    let paid = desk.pay(&other, "33.3333", "2026-05-05").await.unwrap();
    facilities.resume_accrual(&desk.shariah, &other, because("Cured")).await.unwrap();
    desk.undo(&other, &paid).await.unwrap();
    let facility = desk.facility(&other).await;
    assert_eq!((facility.status, facility.days_past_due), (FacilityStatus::Overdue, 1));
    assert_eq!(statuses(&desk, &other).await, [Overdue, Pending, Pending]);
}

async fn statuses(desk: &CreditDesk, reference: &str) -> Vec<LineStatus> {
    desk.lines(reference).await.into_iter().map(|line| line.status).collect()
}

async fn payments_are_undone_from_the_latest_on(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let before = rows(&desk.world.db).await;
    desk.go_to("2026-02-10");
    let first = desk.pay(&lease, "100", "2026-02-01").await.unwrap();
    let second = desk.pay(&lease, "3000", "2026-02-10").await.unwrap();
    assert_eq!(code(desk.undo(&lease, &first).await), Code::WrongState);
    desk.undo(&lease, &second).await.unwrap();
    // The latest receipt is the first one again.
    let third = desk.pay(&lease, "50", "2026-02-02").await.unwrap();
    desk.undo(&lease, &third).await.unwrap();
    desk.undo(&lease, &first).await.unwrap();
    assert_eq!(rows(&desk.world.db).await, before);
    let payments = desk.world.service.payments();
    let page = payments.list(&desk.finance, &lease, PageRequest::default()).await.unwrap();
    let ids: Vec<PaymentId> = page.data.iter().map(|it| it.payment_id).collect();
    assert_eq!(ids, [third.payment_id, second.payment_id, first.payment_id]);
    assert!(page.data.iter().all(|it| it.reversed_at.is_some()));
    desk.ties_out().await;
}

async fn only_who_approves_undoes(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let other = desk.live(Terms::LEASE).await;
    let paid = desk.record(&lease, receipt("100", "2026-01-31")).await.unwrap();
    let payments = desk.world.service.payments();
    let id = paid.payment_id;
    for caller in [&desk.officer, &desk.reviewer, &desk.cashier, &desk.finance] {
        let undone = payments.reverse(caller, &lease, id, because("Bounced")).await;
        assert_eq!(code(undone), Code::Forbidden);
    }
    let foreign = &desk.world.foreign_admin;
    let undone = payments.reverse(foreign, &lease, id, because("Bounced")).await;
    assert_eq!(code(undone), Code::NotFound);
    let undone = payments.reverse(&desk.shariah, &other, id, because("Bounced")).await;
    assert_eq!(code(undone), Code::NotFound);
    let undone = payments.reverse(&desk.shariah, &lease, id, because(" ")).await;
    assert_eq!(code(undone), Code::ValidationFailed);
}
