//! Random histories: on every day, the balance of a statement agrees with the schedule and the
//! ledger.

use chrono::{Days, NaiveDate};
use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::closed_period::ClosedPeriod;
use shared::credit::statement::{AccountStatement, StatementQuery};
use shared::credit::vocabulary::{Presentation, ProductType};
use shared::error::{Code, Result};
use shared::total::Total;

use super::random::{Dice, random_action, undo};
use crate::credit_desk::{CreditDesk, Terms, because, date, receipt};

on_both!(the_balance_of_any_day_is_that_of_schedule_and_ledger);

/// The number of facilities of each kind, in either presentation.
fn facilities_of_a_kind() -> usize {
    if std::env::var_os("MIZAN_TEST_LONG").is_some() { 250 } else { 3 }
}

/// The number of actions on each facility.
const STEPS: usize = 12;
/// The periods that are checked for each facility.
const PERIODS: usize = 20;

/// The total owed that a facility showed at the end of a day.
struct Shown {
    reference: String,
    day: NaiveDate,
    owed: Total,
}

/// The figures of a facility on a day, each by its own statement. Parameters: the reference, the
/// day, and the last due date of the lines that count. They name the organization, because the
/// indexes begin with it: thousands of histories would take hours otherwise.
struct Books {
    activated_on: NaiveDate,
    product: ProductType,
    is_gross: bool,
    /// The facility amount less the principal of the payments that counted.
    principal: i64,
    /// The same by the events of the ledger.
    ledger_principal: i64,
    /// The profit or rent that had fallen due, less what was received of it.
    profit_due: i64,
    profit_received_of_it: i64,
    /// All profit or rent that was received, by the payments and by the ledger.
    profit_received: i64,
    ledger_income: i64,
    waived: i64,
    /// The balance of the account that the origination debited.
    account: i64,
}

/// The payments that counted on a day.
macro_rules! counted {
    () => {
        "p.payment_date <= $2 AND (p.reversed_on IS NULL OR p.reversed_on > $2)"
    };
}

const PRINCIPAL: &str = concat!(
    "SELECT f.facility_amount - CAST(COALESCE(SUM(p.principal), 0) AS BIGINT)
    FROM facilities f LEFT JOIN payments p
        ON p.organization_id = f.organization_id AND p.facility_id = f.id AND ",
    counted!(),
    " WHERE f.organization_id IN (SELECT id FROM organizations)
        AND f.facility_ref = $1 GROUP BY f.facility_amount"
);
const LEDGER_PRINCIPAL: &str = "SELECT CAST(COALESCE(SUM(
        CASE WHEN j.reversal_of_id IS NULL THEN 1 ELSE -1 END
        * CASE WHEN e.event_type = 'origination' THEN e.amount
            WHEN e.event_type IN ('installment_principal', 'extra_payment',
                'early_settlement_principal', 'non_accrual_receipt') THEN -e.amount
            ELSE 0 END), 0) AS BIGINT)
    FROM facilities f
    JOIN journals j ON j.organization_id = f.organization_id AND j.facility_id = f.id
    JOIN journal_entries e ON e.organization_id = j.organization_id AND e.journal_id = j.id
    WHERE f.organization_id IN (SELECT id FROM organizations)
        AND f.facility_ref = $1 AND j.value_date <= $2";
const PROFIT_DUE: &str = "SELECT CAST(COALESCE(SUM(CASE WHEN l.status IN ('paid', 'waived')
        THEN l.profit_paid + COALESCE(
            (SELECT SUM(n.amount) FROM profit_waivers v JOIN profit_waiver_lines n
                ON n.organization_id = v.organization_id AND n.waiver_id = v.id
            WHERE v.organization_id = f.organization_id AND v.facility_id = f.id
                AND v.reversed_at IS NULL AND n.period = l.period), 0)
        ELSE l.profit_portion END), 0) AS BIGINT)
    FROM facilities f
    JOIN schedule_lines l ON l.organization_id = f.organization_id AND l.facility_id = f.id
    WHERE f.organization_id IN (SELECT id FROM organizations)
        AND f.facility_ref = $1 AND l.payment_date <= $2";
const PROFIT_RECEIVED: &str = concat!(
    "SELECT CAST(COALESCE(SUM(n.profit_applied), 0) AS BIGINT)
    FROM facilities f
    JOIN payments p ON p.organization_id = f.organization_id AND p.facility_id = f.id
    JOIN payment_lines n ON n.organization_id = p.organization_id AND n.payment_id = p.id
    JOIN schedule_lines l ON l.organization_id = f.organization_id AND l.facility_id = f.id
        AND l.period = n.period
    WHERE f.organization_id IN (SELECT id FROM organizations)
        AND f.facility_ref = $1 AND l.payment_date <= $3 AND ",
    counted!()
);
const LEDGER_INCOME: &str = "SELECT CAST(COALESCE(SUM(
        CASE WHEN j.reversal_of_id IS NULL THEN e.amount ELSE -e.amount END), 0) AS BIGINT)
    FROM facilities f
    JOIN journals j ON j.organization_id = f.organization_id AND j.facility_id = f.id
    JOIN journal_entries e ON e.organization_id = j.organization_id AND e.journal_id = j.id
    WHERE f.organization_id IN (SELECT id FROM organizations)
        AND f.facility_ref = $1 AND j.value_date <= $2
        AND e.event_type IN ('installment_profit', 'early_settlement_profit',
            'profit_recognition')";
/// A waiver is reversed together with the payment that it followed.
const WAIVED: &str = "SELECT CAST(COALESCE(SUM(w.amount), 0) AS BIGINT)
    FROM facilities f
    JOIN profit_waivers w ON w.organization_id = f.organization_id AND w.facility_id = f.id
    LEFT JOIN payments p ON p.organization_id = f.organization_id AND p.facility_id = f.id
        AND p.reversed_at = w.reversed_at
    WHERE f.organization_id IN (SELECT id FROM organizations)
        AND f.facility_ref = $1 AND w.waived_on <= $2
        AND (w.reversed_at IS NULL OR p.reversed_on > $2)";
const ACCOUNT: &str = "SELECT CAST(COALESCE(SUM(CASE WHEN e.debit_account = o.debit_account
            THEN e.amount WHEN e.credit_account = o.debit_account THEN -e.amount
            ELSE 0 END), 0) AS BIGINT)
    FROM facilities f
    JOIN journal_entries o ON o.organization_id = f.organization_id
        AND o.journal_id = f.origination_journal_id AND o.event_type = 'origination'
    JOIN journals j ON j.organization_id = f.organization_id AND j.facility_id = f.id
    JOIN journal_entries e ON e.organization_id = j.organization_id AND e.journal_id = j.id
    WHERE f.organization_id IN (SELECT id FROM organizations)
        AND f.facility_ref = $1 AND j.value_date <= $2";

impl Books {
    async fn of(desk: &CreditDesk, reference: &str, day: NaiveDate) -> Self {
        const FACTS: &str = "SELECT activated_on, product_type, presentation
            FROM facilities
            WHERE organization_id IN (SELECT id FROM organizations) AND facility_ref = $1";
        let mut tx = desk.world.db.read().await.unwrap();
        let facts = tx.sql(FACTS).bind(reference).optional().await.unwrap();
        let (activated_on, product, presentation): (NaiveDate, ProductType, Presentation) =
            facts.unwrap();
        let due_by = match product {
            ProductType::Murabaha => date("9999-12-31"),
            ProductType::Ijarah | ProductType::DiminishingMusharakah => day.min(today(desk)),
        };
        let mut at = async |text: &'static str, day: NaiveDate| -> i64 {
            tx.sql(text).bind(reference).bind(day).scalar().await.unwrap()
        };
        let principal = at(PRINCIPAL, day).await;
        let ledger_principal = at(LEDGER_PRINCIPAL, day).await;
        let profit_due = at(PROFIT_DUE, due_by).await;
        let ledger_income = at(LEDGER_INCOME, day).await;
        let waived = at(WAIVED, day).await;
        let account = at(ACCOUNT, day).await;
        let mut received = async |due_by: NaiveDate| -> i64 {
            let received = tx.sql(PROFIT_RECEIVED).bind(reference).bind(day).bind(due_by);
            received.scalar().await.unwrap()
        };
        Self {
            activated_on,
            product,
            is_gross: product == ProductType::Murabaha && presentation == Presentation::Gross,
            principal,
            ledger_principal,
            profit_due,
            profit_received_of_it: received(due_by).await,
            profit_received: received(date("9999-12-31")).await,
            ledger_income,
            waived,
            account,
        }
    }

    /// The amount owed at the end of the day: schedule, ledger and account agree on it.
    fn owed(&self, day: NaiveDate, place: &str) -> Total {
        if day < self.activated_on {
            assert_eq!((self.ledger_principal, self.account), (0, 0), "{place}");
            return Total::ZERO;
        }
        let schedule = self.principal + self.profit_due - self.profit_received_of_it - self.waived;
        let in_advance = self.profit_received - self.profit_received_of_it;
        let ledger =
            self.ledger_principal + self.profit_due + in_advance - self.ledger_income - self.waived;
        assert_eq!(schedule, ledger, "{place}");
        let account = if self.is_gross { schedule } else { self.principal };
        assert_eq!(self.account, account, "{place} {:?}", self.product);
        Total::from_ten_thousandths(schedule.into())
    }
}

fn today(desk: &CreditDesk) -> NaiveDate {
    desk.world.service.now().date_naive()
}

async fn owed_on(desk: &CreditDesk, reference: &str, day: NaiveDate) -> Total {
    let place = format!("{reference} on {day}");
    Books::of(desk, reference, day).await.owed(day, &place)
}

async fn statement(
    desk: &CreditDesk,
    reference: &str,
    from: NaiveDate,
    to: NaiveDate,
) -> AccountStatement {
    let query = StatementQuery { from: Some(from), to: Some(to) };
    desk.world.service.facilities().statement(&desk.finance, reference, query).await.unwrap()
}

/// Opening balance, movements and closing balance add up, and agree with the books.
async fn adds_up(desk: &CreditDesk, reference: &str, from: NaiveDate, to: NaiveDate) {
    let statement = statement(desk, reference, from, to).await;
    let place = format!("{reference} from {from} to {to}");
    assert_eq!((statement.from, statement.to), (from, to));
    let mut balance = statement.opening;
    let mut day = from;
    for movement in &statement.movements {
        assert!(movement.debit.is_zero() != movement.credit.is_zero(), "{place}");
        assert!(day <= movement.date && movement.date <= to, "{place}");
        balance = balance + movement.debit.into() - movement.credit.into();
        assert_eq!(movement.balance, balance, "{place}");
        day = movement.date;
    }
    assert_eq!(statement.closing, balance, "{place}");
    assert_eq!(statement.opening, owed_on(desk, reference, from - Days::new(1)).await, "{place}");
    assert_eq!(statement.closing, owed_on(desk, reference, to).await, "{place}");
}

/// Receives all principal on non-accrual and waives the profit that is owed.
async fn give_up(desk: &CreditDesk, reference: &str, day: NaiveDate) -> Result<()> {
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, reference, because("Insolvent")).await?;
    let principal = desk.facility(reference).await.outstanding_principal.to_string();
    desk.record(reference, receipt(&principal, &day.to_string())).await?;
    facilities.waive_profit(&desk.shariah, reference, because("Hardship")).await.map(drop)
}

/// One action, a payment of an earlier day included. Returns the first day that it changes.
async fn step(
    desk: &CreditDesk,
    dice: &mut Dice,
    reference: &str,
    day: NaiveDate,
) -> Option<NaiveDate> {
    const CHANGED: &str = "SELECT MIN(p.payment_date)
        FROM facilities f
        JOIN payments p ON p.organization_id = f.organization_id AND p.facility_id = f.id
        WHERE f.organization_id IN (SELECT id FROM organizations)
            AND f.facility_ref = $1 AND (p.created_at = $2 OR p.reversed_at = $2)";
    let done = match dice.roll(9) {
        0 => {
            let earlier = day - Days::new(dice.roll(20));
            let input = receipt(&format!("{}.5", 1 + dice.roll(2_000)), &earlier.to_string());
            desk.record(reference, input).await.map(drop)
        }
        1 => give_up(desk, reference, day).await,
        2 => undo(desk, reference, &day.to_string()).await.map(drop),
        _ => random_action(desk, dice, reference, &day.to_string()).await.map(drop),
    };
    if let Err(error) = done {
        assert_ne!(error.code(), Code::InternalError, "{error:?}");
    }
    let mut tx = desk.world.db.read().await.unwrap();
    let changed = tx.sql(CHANGED).bind(reference).bind(desk.world.service.now());
    changed.scalar().await.unwrap()
}

async fn close(desk: &CreditDesk, day: NaiveDate) {
    let closed = ClosedPeriod { closed_through: Some(day) };
    let changed = desk.world.service.closed_periods().change(&desk.finance, closed).await;
    if let Err(error) = changed {
        assert_eq!(error.code(), Code::Forbidden, "only an earlier day is refused");
    }
}

/// Checks that the histories contain the difficult cases: reversals after a closed period, and
/// waivers of rent and of a sale price, some of them reversed.
async fn are_varied(desk: &CreditDesk) {
    const VARIETY: [&str; 4] = [
        "SELECT COUNT(*) FROM payments WHERE reversed_on > payment_date",
        "SELECT COUNT(*) FROM profit_waivers w JOIN facilities f ON f.id = w.facility_id
            WHERE f.product_type = 'murabaha' AND w.reversed_at IS NULL",
        "SELECT COUNT(*) FROM profit_waivers w JOIN facilities f ON f.id = w.facility_id
            WHERE f.product_type <> 'murabaha' AND w.reversed_at IS NULL",
        "SELECT COUNT(*) FROM profit_waivers WHERE reversed_at IS NOT NULL",
    ];
    let mut tx = desk.world.db.read().await.unwrap();
    for text in VARIETY {
        let count: i64 = tx.sql(text).scalar().await.unwrap();
        assert!(count > 0, "{text}");
    }
}

/// Facilities of every product and presentation.
async fn opened(desk: &CreditDesk) -> Vec<String> {
    let kinds = [Terms::SMALL, Terms::LEASE, Terms::HOUSE, Terms::MURABAHA];
    let mut references = Vec::new();
    for presentation in ["net", "gross"] {
        if presentation == "gross" {
            desk.show_gross().await;
        }
        for kind in kinds {
            for _ in 0..facilities_of_a_kind() {
                references.push(desk.live(kind).await);
            }
        }
    }
    references
}

/// Periods are closed at intervals, so that some reversals have a later value date than their
/// payment.
async fn the_balance_of_any_day_is_that_of_schedule_and_ledger(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-01").await;
    let mut dice = Dice(0x0BA1_A4CE_D0DD_B00C);
    let references = opened(&desk).await;
    let (first, mut day) = (date("2025-12-20"), date("2026-01-01"));
    let mut shown: Vec<Shown> = Vec::new();
    let mut turning_points = vec![first, day];
    for number in 0..STEPS {
        day = day + Days::new(1 + dice.roll(25));
        desk.go_to(&day.to_string());
        turning_points.push(day);
        if number % 3 == 2 {
            let first_open = day - Days::new(5);
            close(&desk, first_open - Days::new(1)).await;
            turning_points.push(first_open);
        }
        for reference in &references {
            if let Some(changed) = step(&desk, &mut dice, reference, day).await {
                shown.retain(|it| it.reference != *reference || it.day < changed);
            }
            let owed = desk.facility(reference).await.total_owed.into();
            shown.push(Shown { reference: reference.clone(), day, owed });
        }
    }
    // Without statistics, SQLite would search payments by their date instead of their facility.
    desk.run("ANALYZE").await;
    for Shown { reference, day, owed } in shown {
        let closing = statement(&desk, &reference, first, day).await.closing;
        assert_eq!(closing, owed, "{reference} on {day}");
    }
    // Most errors would show on the days of an action, the day before or the day after.
    turning_points.push(day + Days::new(60));
    let mut random_day = || {
        let point = dice.roll(turning_points.len().try_into().unwrap());
        let point = turning_points[usize::try_from(point).unwrap()];
        point + Days::new(dice.roll(3)) - Days::new(1)
    };
    for reference in &references {
        for _ in 0..PERIODS {
            let (one, other) = (random_day(), random_day());
            adds_up(&desk, reference, one.min(other), one.max(other)).await;
        }
    }
    are_varied(&desk).await;
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
}
