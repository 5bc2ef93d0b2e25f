//! SQL of the outbox, and of the notifications of appraisals.

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::{ReviewType, Status};
use shared::error::{Error, Result};
use shared::event::{AppraisalEventData, EventEntity, EventType};
use shared::id::{AppraisalId, EventId, OrganizationId, StaffId};
use shared::notification::NotificationKind;

use crate::transaction::{ReadTx, WriteTx};
use database::{Binding, Engine, Scope, statements};

statements! {
    ADD = "INSERT INTO events
            (organization_id, id, type, occurred_at, entity_type, entity_id, data)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    ADD_EACH = "INSERT INTO events
            (organization_id, id, type, occurred_at, entity_type, entity_id, data)
        VALUES {rows: UUID, UUID, TEXT, TIMESTAMPTZ, TEXT, TEXT, TEXT}";
    /// An event of another type belongs to a later version, whose servers dispatch it.
    WAITING = "SELECT organization_id, id, type, data FROM events
        WHERE dispatched_at IS NULL AND entity_type = 'appraisal' AND type IN
            ('appraisal.started', 'appraisal.stage_advanced', 'appraisal.finalized')
        ORDER BY number LIMIT 100";
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

/// A new event.
#[derive(Debug)]
pub(super) struct NewRow {
    pub(super) id: EventId,
    pub(super) event_type: EventType,
    pub(super) occurred_at: DateTime<Utc>,
    pub(super) entity_type: EventEntity,
    pub(super) entity_id: String,
    /// JSON.
    pub(super) data: String,
}

/// An event of an appraisal without notifications.
#[derive(Debug)]
pub(super) struct WaitingEvent {
    pub(super) organization_id: OrganizationId,
    pub(super) id: EventId,
    pub(super) kind: NotificationKind,
    pub(super) appraisal: AppraisalEventData,
}

#[derive(Debug, database::FromRow)]
struct WaitingRow {
    organization_id: OrganizationId,
    id: EventId,
    #[sqlx(rename = "type")]
    kind: NotificationKind,
    data: String,
}

impl TryFrom<WaitingRow> for WaitingEvent {
    type Error = Error;

    fn try_from(row: WaitingRow) -> Result<Self> {
        let WaitingRow { organization_id, id, kind, data } = row;
        let appraisal = serde_json::from_str(&data).map_err(|error| unreadable(id, &error))?;
        Ok(Self { organization_id, id, kind, appraisal })
    }
}

/// 500 for an event whose data is not that of its kind of record.
pub(super) fn unreadable(event: EventId, error: &serde_json::Error) -> Error {
    tracing::error!(%event, %error, "the data of an event cannot be read");
    Error::internal()
}

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

pub(super) async fn add(tx: &mut WriteTx, event: &NewRow) -> Result<()> {
    bind(tx.sql(ADD), event).execute().await?;
    Ok(())
}

pub(super) async fn add_each(tx: &mut WriteTx, events: &[NewRow]) -> Result<()> {
    tx.insert(ADD_EACH, events, bind).execute().await?;
    Ok(())
}

fn bind<B: Binding>(to: B, event: &NewRow) -> B {
    to.bind(event.id)
        .bind(event.event_type)
        .bind(event.occurred_at)
        .bind(event.entity_type)
        .bind(&event.entity_id)
        .bind(&event.data)
}

/// The oldest events without notifications; of all organizations, because the dispatcher serves
/// all.
pub(super) async fn waiting(tx: &mut database::ReadTx<impl Scope>) -> Result<Vec<WaitingEvent>> {
    let rows: Vec<WaitingRow> = tx.global(WAITING).all().await?;
    rows.into_iter().map(WaitingEvent::try_from).collect()
}

/// Returns true if this transaction claimed the event.
pub(super) async fn claim(tx: &mut WriteTx, event: EventId, now: DateTime<Utc>) -> Result<bool> {
    Ok(tx.sql(CLAIM).bind(event).bind(now).execute().await? == 1)
}

/// Locks the stage of the appraisal until the end of the transaction.
pub(super) async fn share(tx: &mut WriteTx, appraisal: AppraisalId) -> Result<()> {
    if tx.engine() == Engine::Postgres {
        tx.sql(SHARE).bind(appraisal).execute().await?;
    }
    Ok(())
}

pub(super) async fn facts(tx: &mut ReadTx, appraisal: AppraisalId) -> Result<Facts> {
    Ok(tx.sql(FACTS).bind(appraisal).one().await?)
}

pub(super) async fn managing_directors(tx: &mut ReadTx) -> Result<Vec<StaffId>> {
    Ok(tx.sql(MANAGING_DIRECTORS).scalars().await?)
}

pub(super) async fn human_resources(tx: &mut ReadTx) -> Result<Vec<StaffId>> {
    Ok(tx.sql(HUMAN_RESOURCES).scalars().await?)
}
