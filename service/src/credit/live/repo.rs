//! SQL of servicing that concerns several nouns.

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::vocabulary::FacilityStatus;
use shared::error::Result;
use shared::id::FacilityId;
use uuid::Uuid;

use super::NonAccrual;
use crate::clock::local_date;
use crate::transaction::{ReadTx, WriteTx};
use database::{Row, statements};

statements! {
    /// The policies and the payments together, so that a payment takes few statements. For the
    /// maximum date alone a database scans the dates of all facilities.
    CIRCUMSTANCES = "SELECT o.time_zone, o.grace_days, o.non_accrual_days, p.payments,
            p.received_on, e.resumed_at
        FROM organizations o
        CROSS JOIN (SELECT COALESCE(MAX(number), 0) AS payments,
                MAX(CASE WHEN reversed_at IS NULL THEN payment_date END) AS received_on
            FROM payments WHERE organization_id = $1 AND facility_id = $2) p
        CROSS JOIN (SELECT MAX(CASE WHEN type = 'accrual_resumed' THEN at END) AS resumed_at
            FROM facility_events WHERE organization_id = $1 AND facility_id = $2) e
        WHERE o.id = $1";
    SET_NON_ACCRUAL = "UPDATE facilities SET non_accrual_since = $3, non_accrual_reason = $4
        WHERE organization_id = $1 AND id = $2";
    /// Live facilities with an unpaid line whose mark does not match its lateness.
    DUE_FOR_EVALUATION = "SELECT f.id, f.facility_ref FROM facilities f
        WHERE f.organization_id = $1 AND f.id > $3
            AND f.status IN ('active', 'overdue', 'non_accrual')
            AND f.id IN (SELECT l.facility_id FROM schedule_lines l
                WHERE l.organization_id = $1 AND l.payment_date < $2
                    AND l.status IN ('pending', 'partial', 'overdue') AND l.status <> 'overdue'
                UNION
                SELECT l.facility_id FROM schedule_lines l
                WHERE l.organization_id = $1 AND l.payment_date >= $2
                    AND l.status IN ('pending', 'partial', 'overdue') AND l.status = 'overdue')
        ORDER BY f.id LIMIT $4";
    /// The facilities whose lines the next statement marks.
    RAISE_REVISIONS = "UPDATE facilities SET revision = revision + 1
        WHERE organization_id = $1 AND status IN ('active', 'overdue', 'non_accrual')
            AND id IN (SELECT l.facility_id FROM schedule_lines l
                WHERE l.organization_id = $1 AND l.payment_date < $2
                    AND l.status IN ('pending', 'partial', 'overdue') AND l.status <> 'overdue'
                UNION
                SELECT l.facility_id FROM schedule_lines l
                WHERE l.organization_id = $1 AND l.payment_date >= $2
                    AND l.status IN ('pending', 'partial', 'overdue') AND l.status = 'overdue')";
    REGRADE_LINES = "UPDATE schedule_lines SET status = CASE
                WHEN payment_date < $2 THEN 'overdue'
                WHEN principal_paid > 0 OR profit_paid > 0 THEN 'partial' ELSE 'pending' END
        WHERE organization_id = $1
            AND ((status IN ('pending', 'partial') AND payment_date < $2)
                OR (status = 'overdue' AND payment_date >= $2))
            AND facility_id IN (SELECT f.id FROM facilities f WHERE f.organization_id = $1
                AND f.status IN ('active', 'overdue', 'non_accrual'))";
    CLEARED = "SELECT f.id, f.facility_ref FROM facilities f
        WHERE f.organization_id = $1 AND f.status = 'overdue'
            AND NOT EXISTS (SELECT 1 FROM schedule_lines l
                WHERE l.organization_id = f.organization_id AND l.facility_id = f.id
                    AND l.status = 'overdue')";
    LATE = "SELECT f.id, f.facility_ref FROM facilities f
        WHERE f.organization_id = $1 AND f.status = 'active'
            AND EXISTS (SELECT 1 FROM schedule_lines l
                WHERE l.organization_id = f.organization_id AND l.facility_id = f.id
                    AND l.status = 'overdue')";
    SET_STATUS = "WITH given (id) AS (VALUES {rows: UUID})
        UPDATE facilities SET status = $2, updated_at = $3, revision = revision + 1 FROM given
        WHERE facilities.organization_id = $1 AND facilities.id = given.id";
}

/// The data that servicing actions depend on, in addition to the facility itself.
#[derive(Clone, Debug, database::FromRow)]
pub(in crate::credit) struct Circumstances {
    time_zone: String,
    /// Days after the due date before a line counts as late.
    #[sqlx(try_from = "i64")]
    pub(in crate::credit) grace_days: u32,
    /// Days past due from which a facility may go on non-accrual.
    #[sqlx(try_from = "i64")]
    pub(in crate::credit) non_accrual_days: u32,
    /// The number of payments, including reversed ones.
    pub(in crate::credit) payments: i64,
    /// The value date of the latest payment that was not reversed.
    pub(in crate::credit) received_on: Option<NaiveDate>,
    resumed_at: Option<DateTime<Utc>>,
}

impl Circumstances {
    /// The day on which accrual was resumed, if it was stopped before.
    pub(in crate::credit) fn resumed_on(&self) -> Option<NaiveDate> {
        self.resumed_at.map(|at| local_date(at, &self.time_zone))
    }
}

/// A facility whose status is not current.
#[derive(Debug, database::FromRow)]
pub(crate) struct DueFacility {
    pub(crate) id: FacilityId,
    pub(crate) facility_ref: String,
}

pub(super) async fn circumstances(tx: &mut ReadTx, facility: FacilityId) -> Result<Circumstances> {
    Ok(tx.sql(CIRCUMSTANCES).bind(facility).one().await?)
}

pub(super) async fn set_non_accrual(
    tx: &mut WriteTx,
    facility: FacilityId,
    non_accrual: &NonAccrual,
) -> Result<()> {
    let (since, reason) = match non_accrual {
        NonAccrual::Keep => return Ok(()),
        NonAccrual::Begin { since, reason } => (Some(*since), Some(reason.as_str())),
        NonAccrual::End => (None, None),
    };
    let statement = tx.sql(SET_NON_ACCRUAL).bind(facility);
    statement.bind(since).bind(reason).execute().await?;
    Ok(())
}

/// The next live facilities whose status is not current, by id.
pub(crate) async fn due_for_evaluation(
    tx: &mut ReadTx,
    late_before: NaiveDate,
    after: Option<FacilityId>,
    limit: i64,
) -> Result<Vec<DueFacility>> {
    let after = after.unwrap_or(FacilityId(Uuid::nil()));
    let due = tx.sql(DUE_FOR_EVALUATION).bind(late_before);
    Ok(due.bind(after).bind(limit).all().await?)
}

/// Marks the unpaid lines of live facilities: those that fell due before the day are late.
pub(in crate::credit) async fn regrade_lines(
    tx: &mut WriteTx,
    late_before: NaiveDate,
) -> Result<()> {
    tx.sql(RAISE_REVISIONS).bind(late_before).execute().await?;
    tx.sql(REGRADE_LINES).bind(late_before).execute().await?;
    Ok(())
}

/// The facilities whose lines make them active or overdue, contrary to their status.
pub(in crate::credit) async fn regraded(
    tx: &mut ReadTx,
    status: FacilityStatus,
) -> Result<Vec<DueFacility>> {
    let text = if status == FacilityStatus::Active { CLEARED } else { LATE };
    Ok(tx.sql(text).all().await?)
}

pub(in crate::credit) async fn set_status(
    tx: &mut WriteTx,
    (status, at): (FacilityStatus, DateTime<Utc>),
    facilities: &[FacilityId],
) -> Result<()> {
    let rows = tx.sql(SET_STATUS).bind(status).bind(at);
    rows.rows(facilities.iter().copied(), Row::bind).execute().await?;
    Ok(())
}
