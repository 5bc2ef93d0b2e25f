//! SQL of reports. No statement runs per facility.

mod compliance;
mod past;
pub(super) mod repeated;

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::vocabulary::ProductType;
use shared::error::Result;
use shared::total::Total;

use super::Group;
use crate::credit::total::total;
use crate::transaction::ReadTx;
pub(super) use compliance::{compliance, exceptions, income_while_non_accrual, waivers};
use database::statements;
pub(super) use past::past;

statements! {
    GRACE_DAYS = "SELECT grace_days FROM organizations WHERE id = $1";

    /// By the stored columns; the oldest unpaid due date determines the lateness of a facility.
    PRESENT (plan per value) = concat!("SELECT product_type, status, bucket, COUNT(*) AS count, ",
            total!("facility_amount"), " AS facility_amount, ",
            total!("outstanding_principal"), " AS outstanding_principal,
            '0:0' AS overdue_amount, ",
            total!("unearned_profit"), " AS unearned_profit
        FROM (SELECT product_type, status, facility_amount, outstanding_principal,
                COALESCE(fixed_total_profit, 0) AS unearned_profit,
                CAST(CASE WHEN oldest_due_date IS NULL OR oldest_due_date >= $2 THEN 0
                    WHEN oldest_due_date >= $3 THEN 1 WHEN oldest_due_date >= $4 THEN 2
                    WHEN oldest_due_date >= $5 THEN 3 WHEN oldest_due_date >= $6 THEN 4
                    WHEN oldest_due_date >= $7 THEN 5 ELSE 6 END AS BIGINT) AS bucket
            FROM facilities
            WHERE organization_id = $1
                AND status IN ('active', 'overdue', 'non_accrual', 'settled')) AS live
        GROUP BY product_type, status, bucket");
    OVERDUE = concat!("SELECT f.product_type, f.status, CAST(0 AS BIGINT) AS bucket,
            CAST(0 AS BIGINT) AS count, '0:0' AS facility_amount, '0:0' AS outstanding_principal, ",
            total!("l.principal_portion - l.principal_paid + l.profit_portion - l.profit_paid"),
            " AS overdue_amount, '0:0' AS unearned_profit
        FROM schedule_lines l
        JOIN facilities f ON f.organization_id = l.organization_id AND f.id = l.facility_id
        WHERE l.organization_id = $1 AND l.payment_date < $2
            AND l.status IN ('pending', 'partial', 'overdue')
            AND f.status IN ('active', 'overdue', 'non_accrual')
        GROUP BY f.product_type, f.status");

    /// The earned or waived part of the price of murabahas.
    PRICED = concat!("SELECT f.product_type, f.status, CAST(0 AS BIGINT) AS bucket,
            CAST(0 AS BIGINT) AS count, '0:0' AS facility_amount, '0:0' AS outstanding_principal,
            '0:0' AS overdue_amount, ",
            total!("-(p.profit + p.profit_waived)"), " AS unearned_profit
        FROM facilities f CROSS JOIN payments p
        WHERE p.organization_id = f.organization_id AND p.facility_id = f.id
            AND f.organization_id = $1 AND f.product_type = 'murabaha'
            AND f.origination_journal_id IS NOT NULL AND p.reversed_at IS NULL
        GROUP BY f.product_type, f.status");

    /// The part of it that an approver has waived.
    WAIVED_PRICES = concat!("SELECT f.product_type, f.status, CAST(0 AS BIGINT) AS bucket,
            CAST(0 AS BIGINT) AS count, '0:0' AS facility_amount, '0:0' AS outstanding_principal,
            '0:0' AS overdue_amount, ", total!("-w.amount"), " AS unearned_profit
        FROM profit_waivers w
        JOIN facilities f ON f.organization_id = w.organization_id AND f.id = w.facility_id
        WHERE w.organization_id = $1 AND w.reversed_at IS NULL AND f.product_type = 'murabaha'
        GROUP BY f.product_type, f.status");

    // SQLite joins a CROSS JOIN in the written order; by itself it would begin with the larger
    // table.

    /// Every entry counts once, and reversals are then deducted twice: this avoids a lookup of the
    /// journal for each entry.
    LEDGER = concat!("SELECT ", total!("e.amount"), "
        FROM principal_entries e WHERE e.organization_id = $1");
    UNDONE = concat!("SELECT ", total!("e.amount"), "
        FROM journals j CROSS JOIN principal_entries e
        WHERE e.organization_id = j.organization_id AND e.journal_id = j.id
            AND j.organization_id = $1 AND j.reversal_of_id IS NOT NULL");
    SINCE = concat!("SELECT ",
            total!("CASE WHEN j.reversal_of_id IS NULL THEN e.amount ELSE -e.amount END"), "
        FROM journals j CROSS JOIN principal_entries e
        WHERE e.organization_id = j.organization_id AND e.journal_id = j.id
            AND j.organization_id = $1 AND j.value_date > $2");

    /// The balances of the accounts, regardless of the events' names.
    ACCOUNTS (plan per value) = concat!("SELECT ", total!("amount"), "
        FROM carrying_entries
        WHERE organization_id = $1 AND ($2 IS NULL OR value_date <= $2)");

    RECOGNISED = concat!("SELECT product_type,
            SUBSTR(CAST(value_date AS TEXT), 1, 7) AS month, ", total!("amount"), " AS amount
        FROM income_entries
        WHERE organization_id = $1 AND value_date >= $2 AND value_date <= $3
        GROUP BY product_type, SUBSTR(CAST(value_date AS TEXT), 1, 7)");
    /// A payment reversed on a later day, since its own was closed, counts on both days.
    WAIVED (plan per value) = concat!("SELECT f.product_type,
            SUBSTR(CAST(p.day AS TEXT), 1, 7) AS month, ",
            total!("p.profit_waived"), " AS amount
        FROM (SELECT facility_id, payment_date AS day, profit_waived FROM payments
            WHERE organization_id = $1 AND profit_waived > 0
                AND (reversed_at IS NULL OR reversed_on > payment_date)
                AND payment_date >= $2 AND payment_date <= $3
            UNION ALL
            SELECT facility_id, reversed_on AS day, -profit_waived AS profit_waived FROM payments
            WHERE organization_id = $1 AND profit_waived > 0 AND reversed_on > payment_date
                AND reversed_on >= $2 AND reversed_on <= $3) AS p
        JOIN facilities f ON f.organization_id = $1 AND f.id = p.facility_id
        GROUP BY f.product_type, SUBSTR(CAST(p.day AS TEXT), 1, 7)");
    /// Suspended profit that an approver waived. A waiver reversed on a later day counts on both.
    WAIVED_SUSPENDED = concat!("WITH waivers AS (
            SELECT * FROM dated_waivers WHERE organization_id = $1)
        SELECT w.product_type,
            SUBSTR(CAST(w.day AS TEXT), 1, 7) AS month, ", total!("w.amount"), " AS amount
        FROM (SELECT product_type, waived_on AS day, amount FROM waivers
            WHERE (reversed_at IS NULL OR reversed_on > waived_on)
                AND waived_on >= $2 AND waived_on <= $3
            UNION ALL
            SELECT product_type, reversed_on AS day, -amount AS amount FROM waivers
            WHERE reversed_on > waived_on AND reversed_on >= $2 AND reversed_on <= $3) AS w
        GROUP BY w.product_type, SUBSTR(CAST(w.day AS TEXT), 1, 7)");
    /// By due date, whenever the facility went on non-accrual: amounts unpaid at that time remain
    /// unrecognised as well.
    SUSPENDED = concat!("SELECT f.product_type,
            SUBSTR(CAST(l.payment_date AS TEXT), 1, 7) AS month, ",
            total!("l.profit_portion - l.profit_paid"), " AS amount
        FROM facilities f
        JOIN schedule_lines l ON l.organization_id = f.organization_id AND l.facility_id = f.id
        WHERE f.organization_id = $1 AND f.status = 'non_accrual'
            AND l.payment_date >= $2 AND l.payment_date <= $3
            AND l.status IN ('pending', 'partial', 'overdue')
            AND l.profit_portion > l.profit_paid
        GROUP BY f.product_type, SUBSTR(CAST(l.payment_date AS TEXT), 1, 7)");

    /// Nothing falls due any more once a facility is settled. Profit waived by a settlement is
    /// still in the portion of its line; profit waived by an extra payment is not.
    DUE (plan per value) = concat!("SELECT SUBSTR(CAST(l.payment_date AS TEXT), 1, 7) AS month, ",
            total!("l.principal_portion + CASE WHEN l.status IN ('paid', 'waived')
                THEN l.profit_paid ELSE l.profit_portion END"), " AS amount
        FROM schedule_lines l
        JOIN facilities f ON f.organization_id = l.organization_id AND f.id = l.facility_id
        WHERE l.organization_id = $1 AND l.payment_date >= $2 AND l.payment_date <= $3
            AND f.status IN ('active', 'overdue', 'non_accrual', 'settled')
            AND (f.settled_on IS NULL OR l.payment_date <= f.settled_on)
        GROUP BY SUBSTR(CAST(l.payment_date AS TEXT), 1, 7)");
    RECEIVED (plan per value) = concat!("SELECT SUBSTR(CAST(p.day AS TEXT), 1, 7) AS month, ",
            total!("p.amount"), " AS amount
        FROM (SELECT payment_date AS day, amount FROM payments
            WHERE organization_id = $1 AND (reversed_at IS NULL OR reversed_on > payment_date)
                AND payment_date >= $2 AND payment_date <= $3
            UNION ALL
            SELECT reversed_on AS day, -amount AS amount FROM payments
            WHERE organization_id = $1 AND reversed_on > payment_date
                AND reversed_on >= $2 AND reversed_on <= $3) AS p
        GROUP BY SUBSTR(CAST(p.day AS TEXT), 1, 7)");
}

/// The dates that separate the arrears buckets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boundaries {
    pub(super) as_of: NaiveDate,
    /// An unpaid line that fell due before this day is late.
    pub(super) late_before: NaiveDate,
    /// The first days of each bucket, youngest first.
    pub(super) ages: [NaiveDate; 5],
    /// The end of the day in the organization's time zone.
    pub(super) ended_at: DateTime<Utc>,
}

/// The kind of an amount in the income report.
#[derive(Clone, Copy, Debug)]
pub(super) enum Income {
    Recognised,
    Waived,
    Suspended,
}

/// An amount of a product in a month.
#[derive(Debug, database::FromRow)]
pub(super) struct Amount {
    pub(super) product_type: ProductType,
    pub(super) month: String,
    pub(super) amount: Total,
}

/// An amount of a month.
#[derive(Debug, database::FromRow)]
pub(super) struct MonthAmount {
    pub(super) month: String,
    pub(super) amount: Total,
}

/// Days after the due date before a line counts as late.
pub(super) async fn grace_days(tx: &mut ReadTx) -> Result<i64> {
    Ok(tx.sql(GRACE_DAYS).scalar().await?)
}

/// Facilities in their current state, and their arrears.
pub(super) async fn present(tx: &mut ReadTx, days: Boundaries) -> Result<Vec<Group>> {
    let mut present = tx.sql(PRESENT).bind(days.late_before);
    for day in days.ages {
        present = present.bind(day);
    }
    let mut groups: Vec<Group> = present.all().await?;
    groups.extend(tx.sql(OVERDUE).bind(days.late_before).all::<Group>().await?);
    groups.extend(tx.sql(PRICED).all::<Group>().await?);
    groups.extend(tx.sql(WAIVED_PRICES).all::<Group>().await?);
    Ok(groups)
}

/// Originations less principal received, according to the journals.
pub(super) async fn ledger(tx: &mut ReadTx) -> Result<Total> {
    let posted: Total = tx.sql(LEDGER).scalar().await?;
    let undone: Total = tx.sql(UNDONE).scalar().await?;
    Ok(posted - undone - undone)
}

/// The same according to the journals up to a day: all of them, less the later ones.
pub(super) async fn past_ledger(tx: &mut ReadTx, as_of: NaiveDate) -> Result<Total> {
    let since: Total = tx.sql(SINCE).bind(as_of).scalar().await?;
    Ok(ledger(tx).await? - since)
}

/// The balances of the accounts that originations debited, less the deferred profit; up to a day,
/// or all.
pub(super) async fn accounts(tx: &mut ReadTx, as_of: Option<NaiveDate>) -> Result<Total> {
    Ok(tx.sql(ACCOUNTS).bind(as_of).scalar().await?)
}

/// Recognised income, less reversals.
pub(super) async fn recognised(
    tx: &mut ReadTx,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<Amount>> {
    Ok(tx.sql(RECOGNISED).bind(from).bind(to).all().await?)
}

/// Profit and rent that payments and approvers waived, less reversals.
pub(super) async fn waived(tx: &mut ReadTx, from: NaiveDate, to: NaiveDate) -> Result<Vec<Amount>> {
    let mut waived: Vec<Amount> = tx.sql(WAIVED).bind(from).bind(to).all().await?;
    let suspended = tx.sql(WAIVED_SUSPENDED).bind(from).bind(to);
    waived.extend(suspended.all::<Amount>().await?);
    Ok(waived)
}

/// Profit and rent that fell due on facilities on non-accrual, and was not received.
pub(super) async fn suspended(
    tx: &mut ReadTx,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<Amount>> {
    Ok(tx.sql(SUSPENDED).bind(from).bind(to).all().await?)
}

/// The scheduled amounts that fell due.
pub(super) async fn due(
    tx: &mut ReadTx,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<MonthAmount>> {
    Ok(tx.sql(DUE).bind(from).bind(to).all().await?)
}

/// The received amounts, less reversals.
pub(super) async fn received(
    tx: &mut ReadTx,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<MonthAmount>> {
    Ok(tx.sql(RECEIVED).bind(from).bind(to).all().await?)
}
