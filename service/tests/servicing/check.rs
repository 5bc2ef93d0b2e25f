//! The self-check finds planted faults.

use database::Engine;
use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::vocabulary::{CreditEvent, ProductType};

use crate::credit_desk::{CreditDesk, Terms, because, date, settlement, sides, total};

on_both!(
    injected_faults_of_facilities_are_found,
    profit_that_is_deferred_in_one_of_ledger_and_schedule_alone_is_found,
    a_facility_that_its_maker_passed_is_found,
    principal_that_was_credited_to_a_wrong_account_is_found_and_reported,
    profit_that_was_forgiven_without_a_waiver_is_found,
    a_title_that_passed_before_the_lease_was_settled_is_found,
);

async fn codes(desk: &CreditDesk) -> String {
    let findings = desk.world.service.self_check().run().await.unwrap();
    let mut codes: Vec<_> = findings.into_iter().map(|it| it.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes.join(" ")
}

/// The statements that damage and repair data, and the code of the finding.
const FAULTS: [(&str, &str, &str); 11] = [
    (
        "UPDATE facilities SET outstanding_principal = outstanding_principal + 1
            WHERE status = 'active'",
        "UPDATE facilities SET outstanding_principal = outstanding_principal - 1
            WHERE status = 'active'",
        "OUTSTANDING_AGAINST_SCHEDULE",
    ),
    (
        "UPDATE facilities SET next_due_date = '2026-02-27' WHERE product_type = 'ijarah'",
        "UPDATE facilities SET next_due_date = '2026-02-28' WHERE product_type = 'ijarah'",
        "OUTSTANDING_AGAINST_SCHEDULE",
    ),
    (
        "UPDATE facilities SET oldest_due_date = NULL WHERE product_type = 'ijarah'",
        "UPDATE facilities SET oldest_due_date = next_due_date WHERE product_type = 'ijarah'",
        "OUTSTANDING_AGAINST_SCHEDULE",
    ),
    (
        "UPDATE schedule_lines SET principal_paid = principal_paid + 1 WHERE period = 3
            AND facility_id IN (SELECT id FROM facilities WHERE product_type = 'ijarah')",
        "UPDATE schedule_lines SET principal_paid = principal_paid - 1 WHERE period = 3
            AND facility_id IN (SELECT id FROM facilities WHERE product_type = 'ijarah')",
        "ACCOUNTS_AGAINST_SCHEDULE OUTSTANDING_AGAINST_SCHEDULE SCHEDULE_AGAINST_LEDGER",
    ),
    (
        "UPDATE schedule_lines SET status = 'paid'
            WHERE facility_id IN (SELECT id FROM facilities WHERE product_type = 'ijarah')",
        "UPDATE schedule_lines SET status = 'pending'
            WHERE facility_id IN (SELECT id FROM facilities WHERE product_type = 'ijarah')",
        "OUTSTANDING_AGAINST_SCHEDULE STATUS_AGAINST_SCHEDULE",
    ),
    (
        "UPDATE facilities SET outstanding_principal = 1 WHERE status = 'settled'",
        "UPDATE facilities SET outstanding_principal = 0 WHERE status = 'settled'",
        "OUTSTANDING_AGAINST_SCHEDULE STATUS_AGAINST_SCHEDULE",
    ),
    (
        "UPDATE facilities SET asset_owned_at = NULL WHERE product_type = 'ijarah'",
        "UPDATE facilities SET asset_owned_at = activated_at WHERE product_type = 'ijarah'",
        "ACTIVATED_WITHOUT_OWNERSHIP",
    ),
    (
        "UPDATE payment_lines SET profit_applied = profit_applied + 1 WHERE period = 1",
        "UPDATE payment_lines SET profit_applied = profit_applied - 1 WHERE period = 1",
        "PAYMENT_AGAINST_LINES",
    ),
    (
        "UPDATE payments SET status_before = 'non_accrual' WHERE status_before = 'active'",
        "UPDATE payments SET status_before = 'active' WHERE extra_amount = extra_amount
            AND profit > 0",
        "INCOME_WHILE_NON_ACCRUAL",
    ),
    (
        "INSERT INTO journals SELECT j.organization_id, f.id, j.facility_id, j.value_date,
            j.posted_at, j.posted_by_id, NULL FROM journals j
            JOIN facilities f ON f.origination_journal_id = j.id
            WHERE f.product_type = 'ijarah'",
        "",
        "JOURNAL_UNBALANCED JOURNAL_WITHOUT_ACT",
    ),
    (
        "INSERT INTO journal_entries SELECT organization_id, reversal_journal_id, 9, 'murabaha',
            'profit_recognition', 'cash', 'murabaha_income', 7 FROM payments
            WHERE reversal_journal_id IS NOT NULL",
        "",
        "JOURNAL_UNBALANCED JOURNAL_WITHOUT_ACT REVERSAL_MISMATCH",
    ),
];

async fn injected_faults_of_facilities_are_found(db: TestDatabase) {
    let mut desk = CreditDesk::on(db, "2026-01-31").await;
    let settled = desk.live(Terms::MURABAHA).await;
    desk.record(&settled, settlement("5900", "2026-01-31")).await.unwrap();
    let small = desk.live(Terms::SMALL).await;
    desk.live(Terms::LEASE).await;
    let undone = desk.pay(&small, "20", "2026-01-31").await.unwrap();
    desk.undo(&small, &undone).await.unwrap();
    desk.pay(&small, "20", "2026-01-31").await.unwrap();
    let lost = desk.live(Terms::HOUSE).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &lost, because("Lost")).await.unwrap();
    desk.pay(&lost, "20", "2026-01-31").await.unwrap();
    assert_eq!(codes(&desk).await, "");
    desk.leave_damaged();
    for (damage, repair, expected) in FAULTS {
        desk.run(damage).await;
        assert_eq!(codes(&desk).await, expected, "{damage}");
        if !repair.is_empty() {
            desk.run(repair).await;
            assert_eq!(codes(&desk).await, "", "{repair}");
        }
    }
}

async fn profit_that_is_deferred_in_one_of_ledger_and_schedule_alone_is_found(db: TestDatabase) {
    let mut desk = CreditDesk::on(db, "2026-01-31").await;
    desk.show_gross().await;
    let small = desk.live(Terms::SMALL).await;
    let undone = desk.pay(&small, "20", "2026-01-31").await.unwrap();
    desk.undo(&small, &undone).await.unwrap();
    desk.pay(&small, "4", "2026-01-31").await.unwrap();
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &small, because("Lost")).await.unwrap();
    let quote = facilities.settlement_quote(&desk.finance, &small, None).await.unwrap().quote;
    let owed = quote.total.to_string();
    let waived = async || {
        let paid = desk.record(&small, settlement(&owed, "2026-01-31")).await.unwrap();
        facilities.waive_profit(&desk.shariah, &small, because("Hardship")).await.unwrap();
        assert_eq!(codes(&desk).await, "");
        paid
    };
    let paid = waived().await;
    desk.undo(&small, &paid).await.unwrap();
    waived().await;
    desk.leave_damaged();
    desk.run("UPDATE schedule_lines SET profit_waived = 0 WHERE profit_waived > 0").await;
    assert_eq!(codes(&desk).await, "DEFERRED_PROFIT_AGAINST_SCHEDULE");
}

/// The database refuses such a row unless its constraints are disabled.
async fn a_facility_that_its_maker_passed_is_found(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.live(Terms::LEASE).await;
    let damage = "UPDATE facilities SET reviewed_by_id = created_by_id";
    let mut tx = desk.world.db.begin().await.unwrap();
    assert!(tx.sql(damage).execute().await.is_err());
    drop(tx);
    let look_away = match desk.world.db.engine() {
        Engine::Sqlite => "PRAGMA ignore_check_constraints = TRUE",
        Engine::Postgres => {
            "DO 'DECLARE it TEXT; BEGIN
                FOR it IN SELECT conname FROM pg_constraint
                    WHERE conrelid = ''facilities''::regclass AND contype = ''c''
                LOOP EXECUTE format(''ALTER TABLE facilities DROP CONSTRAINT %I'', it); END LOOP;
            END'"
        }
    };
    let mut tx = desk.world.db.begin().await.unwrap();
    tx.sql(look_away).execute().await.unwrap();
    tx.sql(damage).execute().await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(codes(&desk).await, "MAKER_IS_CHECKER");
}

/// The events and the schedule agree: only the account balances reveal that the asset account was
/// not credited.
async fn principal_that_was_credited_to_a_wrong_account_is_found_and_reported(db: TestDatabase) {
    let mut desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    desk.live(Terms::HOUSE).await;
    let event = CreditEvent::InstallmentPrincipal;
    desk.map(&sides(ProductType::Ijarah, event, ["bank", "cash"])).await;
    desk.pay(&lease, "100", "2026-01-31").await.unwrap();
    desk.leave_damaged();
    let reports = desk.world.service.credit_reports();
    for day in [None, Some(date("2026-01-31"))] {
        let report = reports.portfolio(&desk.finance, day).await.unwrap();
        assert!(report.tie_out.difference.is_zero());
        assert_eq!(report.tie_out.accounts_difference, total("50"));
    }
    desk.go_to("2026-02-05");
    let past = reports.portfolio(&desk.finance, Some(date("2026-01-31"))).await.unwrap();
    assert_eq!(past.tie_out.accounts_difference, total("50"));
    assert_eq!(codes(&desk).await, "ACCOUNTS_AGAINST_SCHEDULE");
    // One account on both sides, which an earlier release accepted.
    desk.run(
        "UPDATE account_mappings SET gl_account = 'cash'
            WHERE product_type = 'ijarah' AND event_type = 'installment_principal'",
    )
    .await;
    desk.pay(&lease, "100", "2026-02-05").await.unwrap();
    let report = reports.portfolio(&desk.finance, None).await.unwrap();
    assert!(report.tie_out.difference.is_zero());
    assert_eq!(report.tie_out.accounts_difference, total("150"));
}

async fn profit_that_was_forgiven_without_a_waiver_is_found(db: TestDatabase) {
    let mut desk = CreditDesk::on(db, "2026-01-31").await;
    let facilities = desk.world.service.facilities();
    for terms in [Terms::SMALL, Terms::LEASE] {
        desk.go_to("2026-01-31");
        let reference = desk.live(terms).await;
        desk.go_to("2026-03-15");
        facilities.stop_accrual(&desk.shariah, &reference, because("Lost")).await.unwrap();
        let owed = desk.facility(&reference).await.outstanding_principal.to_string();
        desk.pay(&reference, &owed, "2026-03-15").await.unwrap();
        facilities.waive_profit(&desk.shariah, &reference, because("Hardship")).await.unwrap();
    }
    assert_eq!(codes(&desk).await, "");
    desk.leave_damaged();
    desk.run("UPDATE profit_waiver_lines SET amount = amount + 1").await;
    assert_eq!(codes(&desk).await, "PROFIT_FORGIVEN_WITHOUT_WAIVER");
    desk.run("DELETE FROM profit_waiver_lines").await;
    desk.run("DELETE FROM profit_waivers").await;
    assert_eq!(codes(&desk).await, "PROFIT_FORGIVEN_WITHOUT_WAIVER");
}

async fn a_title_that_passed_before_the_lease_was_settled_is_found(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.live(Terms::LEASE).await;
    desk.run("UPDATE facilities SET ownership_transferred_at = activated_at").await;
    assert_eq!(codes(&desk).await, "TRANSFERRED_BEFORE_SETTLEMENT");
}
