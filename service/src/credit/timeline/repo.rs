//! SQL of timelines.

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::journal::{FacilityEvent, FacilityEventType};
use shared::credit::payment::EarlierPayment;
use shared::error::Result;
use shared::extensible::Extensible;
use shared::id::{FacilityEventId, FacilityId, JournalId};
use shared::money::Money;

use super::Event;
use crate::context::Context;
use crate::transaction::{ReadTx, WriteTx};
use database::{Binding, statements};

statements! {
    RECORD = "INSERT INTO facility_events
            (organization_id, id, facility_id, at, type, actor_id, text, journal_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    RECORD_OF_EACH = "INSERT INTO facility_events
            (organization_id, id, facility_id, at, type, actor_id, text, journal_id)
        VALUES {rows: UUID, UUID, UUID, TIMESTAMPTZ, TEXT, UUID, TEXT, UUID}";
    /// For a payment, with the latest earlier one that had its reference and was not reversed at
    /// that time.
    LIST = "SELECT e.id, e.at, e.type, s.name AS actor_name, e.text, e.journal_id,
            q.amount AS earlier_amount, q.payment_date AS earlier_date
        FROM facility_events e
        LEFT JOIN staff s ON s.organization_id = e.organization_id AND s.id = e.actor_id
        LEFT JOIN payments p ON p.organization_id = e.organization_id
            AND p.facility_id = e.facility_id AND p.journal_id = e.journal_id
            AND e.type = 'payment_received'
        LEFT JOIN payments q ON q.organization_id = p.organization_id
            AND q.facility_id = p.facility_id
            AND q.number = (SELECT MAX(n.number) FROM payments n
                WHERE n.organization_id = p.organization_id AND n.facility_id = p.facility_id
                    AND n.reference = p.reference AND n.reference <> '' AND n.number < p.number
                    AND (n.reversed_at IS NULL OR n.reversed_at > p.created_at))
        WHERE e.organization_id = $1 AND e.facility_id = $2
        ORDER BY e.at DESC, e.id DESC";
}

#[derive(Debug, database::FromRow)]
struct EventRow {
    id: FacilityEventId,
    at: DateTime<Utc>,
    #[sqlx(rename = "type")]
    event_type: Extensible<FacilityEventType>,
    actor_name: Option<String>,
    text: Option<String>,
    journal_id: Option<JournalId>,
    earlier_amount: Option<Money>,
    earlier_date: Option<NaiveDate>,
}

impl From<EventRow> for FacilityEvent {
    fn from(row: EventRow) -> Self {
        Self {
            id: row.id,
            at: row.at,
            event_type: row.event_type,
            actor_name: row.actor_name,
            text: row.text,
            journal_id: row.journal_id,
            same_reference: row
                .earlier_amount
                .zip(row.earlier_date)
                .map(|(amount, payment_date)| EarlierPayment { amount, payment_date }),
        }
    }
}

/// Records one event: one statement.
pub(in crate::credit) async fn record(
    tx: &mut WriteTx,
    context: &Context,
    facility: FacilityId,
    event: Event<'_>,
) -> Result<()> {
    bind(tx.sql(RECORD), context, facility, event).execute().await?;
    Ok(())
}

/// Records the same event for several facilities.
pub(in crate::credit) async fn record_of_each(
    tx: &mut WriteTx,
    context: &Context,
    facilities: &[FacilityId],
    event: Event<'_>,
) -> Result<()> {
    let bind = |row, facility: &FacilityId| bind(row, context, *facility, event);
    tx.insert(RECORD_OF_EACH, facilities, bind).execute().await?;
    Ok(())
}

fn bind<B: Binding>(to: B, context: &Context, facility: FacilityId, event: Event<'_>) -> B {
    to.bind(FacilityEventId(context.id()))
        .bind(facility)
        .bind(context.now())
        .bind(event.event_type)
        .bind(event.actor)
        .bind(event.text)
        .bind(event.journal)
}

/// The timeline of one facility, newest first.
pub(in crate::credit) async fn list(
    tx: &mut ReadTx,
    facility: FacilityId,
) -> Result<Vec<FacilityEvent>> {
    let rows = tx.sql(LIST).bind(facility).all::<EventRow>().await?;
    Ok(rows.into_iter().map(FacilityEvent::from).collect())
}
