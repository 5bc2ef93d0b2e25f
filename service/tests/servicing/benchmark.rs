//! Duration of the portfolio report and the daily job for a very large number of facilities.

use std::time::Instant;

use database::Engine;
use database::test_support::TestDatabase;
use service::job::Job;
use shared::credit::vocabulary::FacilityStatus;

use crate::credit_desk::{CreditDesk, Terms, date};

/// The number of facilities for which the report has to be fast.
const MANY: u32 = 100_000;
/// Each of them has two years of lines, of which the first six are paid.
const LINES: u32 = 24;
const PAID: usize = 6;
/// The interval of late facilities.
const LATE_ONE_IN: u32 = 20;

const TODAY: &str = "2026-08-20";
/// The end of last month, and the day since which half of the total was received.
const PAST_DAYS: [&str; 2] = ["2026-07-31", "2026-05-15"];

/// Copies of the existing facility.
const FACILITIES: &str = "INSERT INTO facilities (organization_id, id, facility_ref, customer_id,
        product_type, schedule_method, asset_cost, down_payment, facility_amount, rate,
        term_periods, periods_per_year, asset_description, status, asset_status, asset_owned_at,
        schedule_start, schedule_version, outstanding_principal, oldest_due_date,
        next_due_date, next_due_amount, created_by_id, presentation, activated_at,
        activated_on, origination_journal_id, created_at, updated_at)
    SELECT f.organization_id, {id}, 'CF-' || n.number, f.customer_id, f.product_type,
        f.schedule_method, f.asset_cost, f.down_payment, f.facility_amount, f.rate,
        f.term_periods, f.periods_per_year, f.asset_description, f.status, f.asset_status,
        f.asset_owned_at, f.schedule_start, 1, f.outstanding_principal,
        CASE WHEN n.number % {late} = 0 THEN '2026-08-10' ELSE f.oldest_due_date END,
        CASE WHEN n.number % {late} = 0 THEN '2026-08-10' ELSE f.next_due_date END,
        f.next_due_amount, f.created_by_id, f.presentation, f.activated_at, f.activated_on,
        f.origination_journal_id, f.created_at, f.updated_at
    FROM facilities f, {numbers}";
const SCHEDULES: &str = "INSERT INTO schedule_lines (organization_id, facility_id, period,
        payment_date, beginning_balance, principal_portion, profit_portion, ending_balance,
        provider_ownership, status, principal_paid, profit_paid, profit_waived)
    SELECT l.organization_id, g.id, l.period,
        CASE WHEN l.period = {next} THEN g.next_due_date ELSE l.payment_date END,
        l.beginning_balance, l.principal_portion, l.profit_portion, l.ending_balance,
        l.provider_ownership, l.status, l.principal_paid, l.profit_paid, l.profit_waived
    FROM schedule_lines l JOIN facilities g ON g.id <> l.facility_id";
const JOURNALS: &str = "INSERT INTO journals (organization_id, id, facility_id, value_date,
        posted_at, posted_by_id)
    SELECT j.organization_id, {id}, g.id, j.value_date, j.posted_at, j.posted_by_id
    FROM journals j JOIN facilities g ON g.id <> j.facility_id";
const ENTRIES: &str = "INSERT INTO journal_entries (organization_id, journal_id, position,
        product_type, event_type, debit_account, credit_account, amount)
    SELECT e.organization_id, k.id, e.position, e.product_type, e.event_type, e.debit_account,
        e.credit_account, e.amount
    FROM journal_entries e
    JOIN journals j ON j.organization_id = e.organization_id AND j.id = e.journal_id
    JOIN journals k ON k.organization_id = j.organization_id AND k.value_date = j.value_date
        AND k.facility_id <> j.facility_id";
const PAYMENTS: &str = "INSERT INTO payments (organization_id, id, facility_id, number, amount,
        payment_date, reference, early_settlement, extra_payment, extra_amount, principal, profit,
        profit_waived, journal_id, status_before, schedule_version_before, created_at,
        created_by_id, oldest_due_date)
    SELECT p.organization_id, {id}, k.facility_id, p.number, p.amount, p.payment_date,
        p.reference, p.early_settlement, p.extra_payment, p.extra_amount, p.principal, p.profit,
        p.profit_waived, k.id, p.status_before, p.schedule_version_before, p.created_at,
        p.created_by_id, p.oldest_due_date
    FROM payments p
    JOIN journals k ON k.organization_id = p.organization_id AND k.value_date = p.payment_date
        AND k.facility_id <> p.facility_id";
const PAYMENT_LINES: &str = "INSERT INTO payment_lines (organization_id, payment_id, period,
        principal_applied, profit_applied, status_after, beginning_balance_before,
        principal_portion_before, profit_portion_before, ending_balance_before,
        provider_ownership_before, status_before, principal_paid_before, profit_paid_before,
        profit_waived_before)
    SELECT l.organization_id, q.id, l.period, l.principal_applied, l.profit_applied,
        l.status_after, l.beginning_balance_before, l.principal_portion_before,
        l.profit_portion_before, l.ending_balance_before, l.provider_ownership_before,
        l.status_before, l.principal_paid_before, l.profit_paid_before, l.profit_waived_before
    FROM payment_lines l
    JOIN payments p ON p.organization_id = l.organization_id AND p.id = l.payment_id
    JOIN payments q ON q.organization_id = p.organization_id AND q.number = p.number
        AND q.facility_id <> p.facility_id";

/// The statements in the dialect of each database.
fn worded(text: &'static str, engine: Engine) -> &'static str {
    let (id, numbers) = match engine {
        Engine::Postgres => {
            ("gen_random_uuid()", format!("generate_series(1, {MANY}) AS n (number)"))
        }
        Engine::Sqlite => (
            "randomblob(16)",
            format!(
                "(WITH RECURSIVE n (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n
                WHERE number < {MANY}) SELECT number FROM n) AS n"
            ),
        ),
    };
    let late = match engine {
        Engine::Postgres => "DATE '2026-08-10'",
        Engine::Sqlite => "'2026-08-10'",
    };
    let text = text.replace("'2026-08-10'", late).replace("{id}", id);
    let text = text.replace("{numbers}", &numbers).replace("{late}", &LATE_ONE_IN.to_string());
    text.replace("{next}", &(PAID + 1).to_string()).leak()
}

/// One facility created through the service, and copies inserted directly.
async fn book(db: TestDatabase) -> CreditDesk {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let engine = desk.world.db.engine();
    let reference = desk.live(Terms { periods: LINES, ..Terms::LEASE }).await;
    for line in desk.lines(&reference).await.into_iter().take(PAID) {
        let day = line.payment_date.to_string();
        desk.go_to(&day);
        desk.pay(&reference, &line.total_payment.to_string(), &day).await.unwrap();
    }
    for statement in [FACILITIES, SCHEDULES, JOURNALS, ENTRIES, PAYMENTS, PAYMENT_LINES] {
        let mut tx = desk.world.db.begin().await.unwrap();
        let quickly = match engine {
            Engine::Postgres => "SET LOCAL session_replication_role = replica",
            Engine::Sqlite => "PRAGMA cache_size = -400000",
        };
        tx.sql(quickly).execute().await.unwrap();
        tx.sql(worded(statement, engine)).execute().await.unwrap();
        tx.commit().await.unwrap();
    }
    if engine == Engine::Postgres {
        desk.run("ANALYZE").await;
    }
    desk.go_to(TODAY);
    desk
}

async fn measure_portfolio(desk: &CreditDesk) {
    let reports = desk.world.service.credit_reports();
    let days = [None, Some(date(PAST_DAYS[0])), Some(date(PAST_DAYS[1]))];
    for day in [days, days].concat() {
        let start = Instant::now();
        let report = reports.portfolio(&desk.finance, day).await.unwrap();
        let time = start.elapsed();
        assert_eq!(report.totals.count, u64::from(MANY) + 1);
        assert!(report.tie_out.difference.is_zero(), "{report:?}");
        println!("{:?}, portfolio, {day:?}: {time:.2?}", desk.world.db.engine());
    }
}

/// The peak memory since the reset, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

async fn measure_job(desk: &CreditDesk) {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let (memory, statements) = (peak(), desk.world.db.statements());
    let late = MANY / LATE_ONE_IN;
    for expected in [late, 0] {
        let start = Instant::now();
        let report = desk.world.service.jobs().run(Job::CreditOverdueEvaluation).await;
        let done = report.unwrap().unwrap().done;
        let time = start.elapsed();
        assert_eq!(done, usize::try_from(expected).unwrap());
        let engine = desk.world.db.engine();
        println!("{engine:?}, daily evaluation, {done} became late: {time:.2?}");
    }
    let statements = desk.world.db.statements() - statements;
    println!(
        "{statements} statements, {} for each; {} MiB more than before",
        statements / u64::from(late),
        peak().saturating_sub(memory) / 1024,
    );
    let query = shared::credit::facility::FacilityQuery {
        status: vec![FacilityStatus::Overdue],
        ..Default::default()
    };
    let list = desk.world.service.facilities().list(&desk.finance, query).await.unwrap();
    assert_eq!(list.pagination.total, u64::from(late));
}

async fn measure(db: TestDatabase) {
    let start = Instant::now();
    let desk = book(db).await;
    println!("{:?}, {MANY} facilities made in {:.0?}", desk.world.db.engine(), start.elapsed());
    measure_portfolio(&desk).await;
    measure_job(&desk).await;
    measure_portfolio(&desk).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a benchmark: run it alone, with --ignored --nocapture"]
async fn a_hundred_thousand_facilities_on_sqlite() {
    Box::pin(measure(TestDatabase::sqlite().await)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a benchmark: run it alone, with --ignored --nocapture"]
async fn a_hundred_thousand_facilities_on_postgres() {
    if let Some(db) = TestDatabase::postgres().await {
        Box::pin(measure(db)).await;
    }
}
