//! The portfolio of a past day, by value dates: a payment counts from its value date on, unless it
//! was reversed. A payment that was reversed on a later day, since its own was closed, counts until
//! that day, and so do the waiver and the settlement that followed it. Non-accrual follows the
//! timeline.

use shared::error::Result;

use super::Boundaries;
use crate::credit::report::Group;
use crate::credit::total::total;
use crate::transaction::ReadTx;
use database::statements;

statements! {
    /// The state on a past day is the current state without the payments since. A line that had
    /// fallen due keeps its amounts, so that only unpaid lines, and lines that were late when a
    /// later payment arrived, have to be read.
    GROUPS (plan per value) = concat!("WITH waivers AS (
            SELECT * FROM dated_waivers WHERE organization_id = $1),
        since AS (
            SELECT p.facility_id, p.id, p.oldest_due_date, 1 AS sign, p.principal
            FROM payments p
            WHERE p.organization_id = $1 AND p.payment_date > $2 AND p.reversed_at IS NULL
            UNION ALL
            SELECT p.facility_id, p.id, p.oldest_due_date, -1 AS sign, -p.principal AS principal
            FROM payments p
            WHERE p.organization_id = $1 AND p.payment_date <= $2 AND p.reversed_on > $2),
        received AS (
            SELECT facility_id, SUM(principal) AS principal FROM since GROUP BY facility_id),
        moved AS (
            SELECT since.facility_id, l.period,
                SUM(since.sign * (l.principal_applied + l.profit_applied)) AS applied
            FROM since
            JOIN payment_lines l ON l.organization_id = $1 AND l.payment_id = since.id
            WHERE since.oldest_due_date < $3
            GROUP BY since.facility_id, l.period
            UNION
            SELECT w.facility_id, l.period, 0 AS applied
            FROM profit_waivers w
            JOIN profit_waiver_lines l ON l.organization_id = $1 AND l.waiver_id = w.id
            WHERE w.organization_id = $1 AND w.waived_on > $2 AND w.reversed_at IS NULL
            UNION ALL
            SELECT w.facility_id, l.period, -l.amount AS applied
            FROM waivers w
            JOIN profit_waiver_lines l ON l.organization_id = $1 AND l.waiver_id = w.id
            WHERE w.waived_on <= $2 AND w.reversed_on > $2),
        touched AS (
            SELECT facility_id, period, SUM(applied) AS applied
            FROM moved GROUP BY facility_id, period),
        parts AS (
            SELECT facility_id, period, payment_date,
                principal_portion + profit_portion - principal_paid - profit_paid AS owed
            FROM schedule_lines
            WHERE organization_id = $1 AND payment_date < $3
                AND status IN ('pending', 'partial', 'overdue')
            UNION ALL
            SELECT s.facility_id, s.period, s.payment_date,
                touched.applied + CASE WHEN s.status IN ('paid', 'waived')
                    THEN s.principal_portion + s.profit_portion - s.principal_paid - s.profit_paid
                    ELSE 0 END AS owed
            FROM touched
            JOIN schedule_lines s ON s.organization_id = $1
                AND s.facility_id = touched.facility_id AND s.period = touched.period
            WHERE s.payment_date < $3),
        unpaid AS (
            SELECT facility_id, payment_date, SUM(owed) AS owed
            FROM parts GROUP BY facility_id, period, payment_date HAVING SUM(owed) > 0),
        late AS (
            SELECT facility_id, MIN(payment_date) AS oldest, SUM(owed) AS owed
            FROM unpaid GROUP BY facility_id),
        earned AS (
            SELECT p.facility_id, SUM(p.profit + p.profit_waived) AS profit
            FROM facilities f
            JOIN payments p ON p.organization_id = f.organization_id AND p.facility_id = f.id
            WHERE f.organization_id = $1 AND f.product_type = 'murabaha'
                AND p.payment_date <= $2 AND (p.reversed_at IS NULL OR p.reversed_on > $2)
            GROUP BY p.facility_id),
        waived AS (
            SELECT facility_id, amount FROM waivers
            WHERE product_type = 'murabaha' AND waived_on <= $2
                AND (reversed_at IS NULL OR reversed_on > $2)),
        stopped AS (
            SELECT facility_id FROM facility_events
            WHERE organization_id = $1 AND at < $9 AND type IN ('non_accrual', 'accrual_resumed')
            GROUP BY facility_id
            HAVING SUM(CASE WHEN type = 'non_accrual' THEN 1 ELSE -1 END) > 0),
        reopened AS (
            SELECT DISTINCT facility_id FROM reversed_settlements
            WHERE organization_id = $1 AND settled_on <= $2 AND reversed_on > $2),
        standing AS (
            SELECT f.product_type, f.facility_amount,
                f.outstanding_principal + COALESCE(received.principal, 0) AS outstanding_principal,
                COALESCE(late.owed, 0) AS overdue_amount, late.oldest,
                COALESCE(f.settled_on <= $2, FALSE) OR reopened.facility_id IS NOT NULL
                    AS is_settled,
                stopped.facility_id IS NOT NULL AS is_stopped,
                COALESCE(f.fixed_total_profit, 0) - COALESCE(earned.profit, 0)
                    - COALESCE(waived.amount, 0) AS unearned_profit
            FROM facilities f
            LEFT JOIN received ON received.facility_id = f.id
            LEFT JOIN late ON late.facility_id = f.id
            LEFT JOIN earned ON earned.facility_id = f.id
            LEFT JOIN waived ON waived.facility_id = f.id
            LEFT JOIN stopped ON stopped.facility_id = f.id
            LEFT JOIN reopened ON reopened.facility_id = f.id
            WHERE f.organization_id = $1 AND f.activated_on <= $2),
        grouped AS (
            SELECT product_type, facility_amount, outstanding_principal, unearned_profit,
                CASE WHEN is_settled THEN 'settled' WHEN is_stopped THEN 'non_accrual'
                    WHEN oldest IS NOT NULL THEN 'overdue' ELSE 'active' END AS status,
                CASE WHEN is_settled THEN 0 ELSE overdue_amount END AS overdue_amount,
                CASE WHEN oldest IS NULL THEN 0
                    WHEN oldest >= $4 THEN 1 WHEN oldest >= $5 THEN 2
                    WHEN oldest >= $6 THEN 3 WHEN oldest >= $7 THEN 4
                    WHEN oldest >= $8 THEN 5 ELSE 6 END AS bucket
            FROM standing)
        SELECT product_type, status, CAST(bucket AS BIGINT) AS bucket, COUNT(*) AS count, ",
            total!("facility_amount"), " AS facility_amount, ",
            total!("outstanding_principal"), " AS outstanding_principal, ",
            total!("overdue_amount"), " AS overdue_amount, ",
            total!("unearned_profit"), " AS unearned_profit
        FROM grouped GROUP BY product_type, status, bucket");
}

/// The facilities that were active by then, in their state of that day.
pub(in crate::credit::report) async fn past(
    tx: &mut ReadTx,
    days: Boundaries,
) -> Result<Vec<Group>> {
    let mut groups = tx.sql(GROUPS).bind(days.as_of).bind(days.late_before);
    for day in days.ages {
        groups = groups.bind(day);
    }
    groups = groups.bind(days.ended_at);
    Ok(groups.all().await?)
}
