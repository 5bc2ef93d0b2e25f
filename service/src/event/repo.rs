//! SQL of the outbox.

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::{ReviewType, Status};
use shared::error::Result;
use shared::id::{AppraisalId, OrganizationId, StaffId};

use super::Event;
use database::{Engine, ReadTx, Scope, WriteTx, statements};

statements! {
    ADD = "INSERT INTO events
        (organization_id, id, type, occurred_at, appraisal_id, staff_id, actor_id, status, outcome)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    WAITING = "SELECT organization_id, id, type, occurred_at, appraisal_id, staff_id, actor_id,
            status, outcome
        FROM events WHERE dispatched_at IS NULL ORDER BY occurred_at, id LIMIT 100";
    CLAIM = "UPDATE events SET dispatched_at = $3
        WHERE organization_id = $1 AND id = $2 AND dispatched_at IS NULL";
    FACTS = "SELECT a.line_manager_staff_id, a.department_head_staff_id, a.review_type,
            a.period_from, a.period_to, a.status, s.name AS subject_name
        FROM appraisals a
        JOIN staff s ON s.organization_id = a.organization_id AND s.id = a.staff_id
        WHERE a.organization_id = $1 AND a.id = $2";
    MANAGING_DIRECTORS = "SELECT id FROM staff
        WHERE organization_id = $1 AND role_key = 'md' AND is_blocked = FALSE";
    HUMAN_RESOURCES = "SELECT id FROM staff
        WHERE organization_id = $1 AND is_blocked = FALSE
            AND role_key IN (SELECT key FROM roles WHERE organization_id = $1
                AND ' ' || permissions || ' ' LIKE '% appraisals:hr_manage %')";
}

/// SQLite has no such clause, but its writers wait for each other anyway.
const SHARE: &str =
    "SELECT status FROM appraisals WHERE organization_id = $1 AND id = $2 FOR SHARE";

/// The contents of an event's notifications, read after the commit.
#[derive(Debug, database::FromRow)]
pub(super) struct Facts {
    pub(super) line_manager_staff_id: StaffId,
    pub(super) department_head_staff_id: Option<StaffId>,
    pub(super) review_type: ReviewType,
    pub(super) period_from: NaiveDate,
    pub(super) period_to: NaiveDate,
    pub(super) status: Status,
    pub(super) subject_name: String,
}

pub(super) async fn add(tx: &mut WriteTx<impl Scope>, event: &Event) -> Result<()> {
    tx.global(ADD)
        .bind(event.organization_id)
        .bind(event.id)
        .bind(event.kind)
        .bind(event.occurred_at)
        .bind(event.appraisal_id)
        .bind(event.staff_id)
        .bind(event.actor_id)
        .bind(event.status)
        .bind(event.outcome)
        .execute()
        .await?;
    Ok(())
}

/// The oldest events without notifications; of all organizations, because the dispatcher serves
/// all.
pub(super) async fn waiting(tx: &mut ReadTx<impl Scope>) -> Result<Vec<Event>> {
    Ok(tx.global(WAITING).all().await?)
}

/// Returns true if this transaction claimed the event.
pub(super) async fn claim(
    tx: &mut WriteTx<impl Scope>,
    event: &Event,
    now: DateTime<Utc>,
) -> Result<bool> {
    let claimed =
        tx.global(CLAIM).bind(event.organization_id).bind(event.id).bind(now).execute().await?;
    Ok(claimed == 1)
}

/// Locks the stage of the appraisal until the end of the transaction.
pub(super) async fn share(
    tx: &mut WriteTx<impl Scope>,
    organization: OrganizationId,
    appraisal: AppraisalId,
) -> Result<()> {
    if tx.engine() == Engine::Postgres {
        tx.global(SHARE).bind(organization).bind(appraisal).execute().await?;
    }
    Ok(())
}

pub(super) async fn facts(
    tx: &mut ReadTx<impl Scope>,
    organization: OrganizationId,
    appraisal: AppraisalId,
) -> Result<Facts> {
    Ok(tx.global(FACTS).bind(organization).bind(appraisal).one().await?)
}

pub(super) async fn managing_directors(
    tx: &mut ReadTx<impl Scope>,
    organization: OrganizationId,
) -> Result<Vec<StaffId>> {
    Ok(tx.global(MANAGING_DIRECTORS).bind(organization).scalars().await?)
}

pub(super) async fn human_resources(
    tx: &mut ReadTx<impl Scope>,
    organization: OrganizationId,
) -> Result<Vec<StaffId>> {
    Ok(tx.global(HUMAN_RESOURCES).bind(organization).scalars().await?)
}
