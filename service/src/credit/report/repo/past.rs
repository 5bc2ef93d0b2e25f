//! The portfolio of a past day, from value dates: a payment counts from its value date until the
//! value date of its reversal.

use shared::error::Result;
use shared::id::OrganizationId;

use super::Boundaries;
use crate::credit::report::Group;
use crate::database::{Tx, statements};

statements! {
    /// A line stood then as the first standing payment since found it, or else as it stands now,
    /// less what a payment had put on it that has been undone since.
    GROUPS = "WITH received AS (
            SELECT p.facility_id, SUM(p.principal) AS principal
            FROM payments p
            LEFT JOIN journals r ON r.organization_id = p.organization_id
                AND r.id = p.reversal_journal_id
            WHERE p.organization_id = $1 AND p.payment_date <= $2
                AND (r.id IS NULL OR r.value_date > $2)
            GROUP BY p.facility_id),
        later AS (
            SELECT p.facility_id, l.period, MIN(p.number) AS number
            FROM payments p
            JOIN payment_lines l ON l.organization_id = p.organization_id AND l.payment_id = p.id
            WHERE p.organization_id = $1 AND p.payment_date > $2 AND p.reversed_at IS NULL
            GROUP BY p.facility_id, l.period),
        before AS (
            SELECT later.facility_id, l.period, l.status_before,
                l.principal_portion_before + l.profit_portion_before
                    - l.principal_paid_before - l.profit_paid_before AS owed
            FROM later
            JOIN payments p ON p.organization_id = $1 AND p.facility_id = later.facility_id
                AND p.number = later.number
            JOIN payment_lines l ON l.organization_id = $1 AND l.payment_id = p.id
                AND l.period = later.period),
        undone AS (
            SELECT p.facility_id, l.period, SUM(l.principal_applied + l.profit_applied) AS applied,
                MAX(CASE WHEN l.status_after IN ('paid', 'waived') THEN 1 ELSE 0 END) AS is_closed
            FROM payments p
            JOIN journals r ON r.organization_id = p.organization_id
                AND r.id = p.reversal_journal_id
            JOIN payment_lines l ON l.organization_id = p.organization_id AND l.payment_id = p.id
            WHERE p.organization_id = $1 AND p.payment_date <= $2 AND r.value_date > $2
            GROUP BY p.facility_id, l.period),
        late AS (
            SELECT s.facility_id, MIN(s.payment_date) AS oldest,
                SUM(COALESCE(before.owed, s.principal_portion + s.profit_portion
                        - s.principal_paid - s.profit_paid) - COALESCE(undone.applied, 0)) AS owed
            FROM schedule_lines s
            JOIN facilities f ON f.organization_id = s.organization_id AND f.id = s.facility_id
            LEFT JOIN before ON before.facility_id = s.facility_id AND before.period = s.period
            LEFT JOIN undone ON undone.facility_id = s.facility_id AND undone.period = s.period
            WHERE s.organization_id = $1 AND f.activated_on <= $2 AND s.payment_date < $3
                AND COALESCE(before.status_before, s.status) NOT IN ('paid', 'waived')
                AND COALESCE(undone.is_closed, 0) = 0
            GROUP BY s.facility_id),
        standing AS (
            SELECT f.product_type, f.facility_amount,
                f.facility_amount - COALESCE(received.principal, 0) AS outstanding_principal,
                COALESCE(late.owed, 0) AS overdue_amount, late.oldest, f.non_accrual_since
            FROM facilities f
            LEFT JOIN received ON received.facility_id = f.id
            LEFT JOIN late ON late.facility_id = f.id
            WHERE f.organization_id = $1 AND f.activated_on <= $2),
        grouped AS (
            SELECT product_type, facility_amount, outstanding_principal,
                CASE WHEN outstanding_principal = 0 THEN 'settled'
                    WHEN non_accrual_since <= $2 THEN 'non_accrual'
                    WHEN oldest IS NOT NULL THEN 'overdue' ELSE 'active' END AS status,
                CASE WHEN outstanding_principal = 0 THEN 0 ELSE overdue_amount
                    END AS overdue_amount,
                CASE WHEN oldest IS NULL THEN 0
                    WHEN oldest >= $4 THEN 1 WHEN oldest >= $5 THEN 2
                    WHEN oldest >= $6 THEN 3 WHEN oldest >= $7 THEN 4
                    WHEN oldest >= $8 THEN 5 ELSE 6 END AS bucket
            FROM standing)
        SELECT product_type, status, CAST(bucket AS BIGINT) AS bucket, COUNT(*) AS count,
            CAST(SUM(facility_amount) AS BIGINT) AS facility_amount,
            CAST(SUM(outstanding_principal) AS BIGINT) AS outstanding_principal,
            CAST(SUM(overdue_amount) AS BIGINT) AS overdue_amount
        FROM grouped GROUP BY product_type, status, bucket";
}

/// The facilities that had come to life by then, as they stood.
pub(in crate::credit::report) async fn past(
    tx: &mut Tx,
    organization: OrganizationId,
    days: Boundaries,
) -> Result<Vec<Group>> {
    let mut groups = tx.sql(GROUPS).bind(organization).bind(days.as_of).bind(days.late_before);
    for day in days.ages {
        groups = groups.bind(day);
    }
    Ok(groups.all().await?)
}
