//! How long the portfolio takes over very many facilities.

use std::time::Instant;

use service::database::test_support::TestDatabase;

use crate::desk::{Desk, Terms};

/// As many as the report has to be fast for.
const MANY: i64 = 100_000;
/// The lines of each of them.
const LINES: i64 = 12;

/// Copies of the facility that there is, a third of them late.
const FACILITIES: &str = "INSERT INTO facilities (organization_id, id, facility_ref, customer_id,
        product_type, schedule_method, asset_cost, down_payment, facility_amount, rate,
        term_periods, periods_per_year, asset_description, status, asset_status, asset_owned_at,
        schedule_start, schedule_version, outstanding_principal, next_due_date, next_due_amount,
        created_by_id, presentation, activated_at, activated_on, origination_journal_id,
        created_at, updated_at)
    SELECT f.organization_id, {id}, 'CF-' || n.number, f.customer_id, f.product_type,
        f.schedule_method, f.asset_cost, f.down_payment, f.facility_amount, f.rate,
        f.term_periods, f.periods_per_year, f.asset_description,
        CASE WHEN n.number % 3 = 0 THEN 'overdue' ELSE 'active' END, f.asset_status,
        f.asset_owned_at, f.schedule_start, 1, f.outstanding_principal, f.next_due_date,
        f.next_due_amount, f.created_by_id, f.presentation, f.activated_at, f.activated_on,
        f.origination_journal_id, f.created_at, f.updated_at
    FROM facilities f, {numbers}";
const SCHEDULES: &str = "INSERT INTO schedule_lines (organization_id, facility_id, period,
        payment_date, beginning_balance, principal_portion, profit_portion, ending_balance,
        provider_ownership, status, principal_paid, profit_paid, profit_waived)
    SELECT l.organization_id, g.id, l.period, l.payment_date, l.beginning_balance,
        l.principal_portion, l.profit_portion, l.ending_balance, l.provider_ownership,
        CASE WHEN g.status = 'overdue' AND l.period = 1 THEN 'overdue' ELSE 'pending' END,
        0, 0, 0
    FROM schedule_lines l
    JOIN facilities f ON f.id = l.facility_id AND f.facility_ref LIKE 'CF-2%-%'
    JOIN facilities g ON g.organization_id = f.organization_id AND g.id <> f.id";
const JOURNALS: &str = "INSERT INTO journals (organization_id, id, facility_id, value_date,
        posted_at, posted_by_id)
    SELECT g.organization_id, g.id, g.id, j.value_date, j.posted_at, j.posted_by_id
    FROM journals j JOIN facilities g ON g.id <> j.facility_id";
const ENTRIES: &str = "INSERT INTO journal_entries (organization_id, journal_id, position,
        product_type, event_type, debit_account, credit_account, amount)
    SELECT j.organization_id, j.id, 1, 'ijarah', 'origination', 'ijarah_asset',
        'asset_in_possession', f.facility_amount
    FROM journals j JOIN facilities f ON f.id = j.facility_id
    WHERE f.origination_journal_id <> j.id";

/// The statements in the words of the one database and of the other.
fn worded(text: &'static str, is_postgres: bool) -> &'static str {
    let (id, numbers) = if is_postgres {
        ("gen_random_uuid()", format!("generate_series(1, {MANY}) AS n (number)"))
    } else {
        let numbers = format!(
            "(WITH RECURSIVE n (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n
            WHERE number < {MANY}) SELECT number FROM n) AS n"
        );
        ("randomblob(16)", numbers)
    };
    text.replace("{id}", id).replace("{numbers}", &numbers).leak()
}

async fn measure(db: TestDatabase, is_postgres: bool) {
    let desk = Desk::on(db, "2026-01-31").await;
    desk.live(Terms { periods: 12, ..Terms::LEASE }).await;
    assert_eq!(LINES, 12);
    for statement in [FACILITIES, SCHEDULES, JOURNALS, ENTRIES] {
        desk.run(worded(statement, is_postgres)).await;
    }
    if is_postgres {
        desk.run("ANALYZE").await;
    }
    desk.go_to("2026-03-02");
    let reports = desk.world.service.credit_reports();
    for day in [None, Some(crate::desk::date("2026-03-01"))] {
        let start = Instant::now();
        let report = reports.portfolio(&desk.finance, day).await.unwrap();
        let time = start.elapsed();
        assert_eq!(report.totals.count, u64::try_from(MANY).unwrap() + 1);
        assert!(report.tie_out.difference.is_zero(), "{report:?}");
        println!("{:?}, {day:?}: {time:.2?}", desk.world.db.engine());
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a benchmark: run it alone, with --ignored --nocapture, in release"]
async fn the_portfolio_of_a_hundred_thousand_facilities() {
    measure(TestDatabase::sqlite().await, false).await;
    if let Some(db) = TestDatabase::postgres().await {
        measure(db, true).await;
    }
}
