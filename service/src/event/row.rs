//! Events as they are stored.

use chrono::{DateTime, Utc};
use shared::error::{Error, Result};
use shared::event::{Event, EventEntity, EventType, StoredEventData};
use shared::extensible::Extensible;
use shared::id::{EventId, OrganizationId};

use super::repo::unreadable;

/// The columns of an event, for readers of all types.
#[derive(Debug, database::FromRow)]
pub(crate) struct EventRow {
    organization_id: OrganizationId,
    id: EventId,
    #[sqlx(rename = "type")]
    event_type: Extensible<EventType>,
    occurred_at: DateTime<Utc>,
    entity_type: Extensible<EventEntity>,
    entity_id: String,
    data: String,
}

impl TryFrom<EventRow> for Event {
    type Error = Error;

    fn try_from(row: EventRow) -> Result<Self> {
        let data = StoredEventData::parse(&row.entity_type, &row.data);
        Ok(Self {
            id: row.id,
            event_type: row.event_type,
            occurred_at: row.occurred_at,
            organization_id: row.organization_id,
            entity_type: row.entity_type,
            entity_id: row.entity_id,
            data: data.map_err(|error| unreadable(row.id, &error))?,
        })
    }
}
