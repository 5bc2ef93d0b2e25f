//! SQL of the feed.

use shared::error::{Error, Result};
use shared::event::{Event, EventCursor, EventQuery};
use shared::id::OrganizationId;

use crate::event::EventRow;
use crate::transaction::{ReadTx, WriteTx};
use database::statements;

statements! {
    ORGANIZATIONS = "SELECT DISTINCT organization_id FROM events WHERE feed_position IS NULL";
    HAS_UNNUMBERED = "SELECT EXISTS (SELECT 1 FROM events
        WHERE organization_id = $1 AND feed_position IS NULL)";
    /// Locks the row until the end of the transaction, and creates it if there is none.
    LOCK = "INSERT INTO event_feeds (organization_id, last_position) VALUES ($1, 0)
        ON CONFLICT (organization_id) DO UPDATE SET last_position = event_feeds.last_position
        RETURNING last_position";
    NUMBER = "WITH given (number, feed_position) AS (
            SELECT number, $2 + ROW_NUMBER() OVER (ORDER BY number) FROM events
            WHERE organization_id = $1 AND feed_position IS NULL ORDER BY number LIMIT $3)
        UPDATE events SET feed_position = given.feed_position FROM given
        WHERE events.number = given.number";
    EXTEND = "UPDATE event_feeds SET last_position = $2 WHERE organization_id = $1";
    END = "SELECT last_position FROM event_feeds WHERE organization_id = $1";
    // $4 the types between commas.
    PAGE (plan per value) = "SELECT feed_position, organization_id, id, type, occurred_at,
            entity_type, entity_id, data
        FROM events
        WHERE organization_id = $1 AND feed_position > $2 AND feed_position <= $3
            AND ($4 IS NULL OR $4 LIKE '%,' || type || ',%')
        ORDER BY feed_position LIMIT $5";
}

/// An event with its place in the feed.
#[derive(Debug)]
pub(super) struct Numbered {
    pub(super) cursor: EventCursor,
    pub(super) event: Event,
}

#[derive(Debug, database::FromRow)]
struct NumberedRow {
    feed_position: i64,
    #[sqlx(flatten)]
    event: EventRow,
}

impl TryFrom<NumberedRow> for Numbered {
    type Error = Error;

    fn try_from(row: NumberedRow) -> Result<Self> {
        let cursor = EventCursor::after(row.feed_position);
        Ok(Self { cursor, event: row.event.try_into()? })
    }
}

/// The organizations that have events without a position.
pub(super) async fn organizations(tx: &mut database::ReadTx) -> Result<Vec<OrganizationId>> {
    Ok(tx.sql(ORGANIZATIONS).scalars().await?)
}

pub(super) async fn has_unnumbered(tx: &mut ReadTx) -> Result<bool> {
    Ok(tx.sql(HAS_UNNUMBERED).scalar().await?)
}

/// Locks the feed until the end of the transaction; returns its last position.
pub(super) async fn lock(tx: &mut WriteTx) -> Result<i64> {
    Ok(tx.sql(LOCK).scalar().await?)
}

/// Assigns the positions after `end` to committed events without one, in the order of insertion;
/// returns the number of events.
pub(super) async fn number(tx: &mut WriteTx, end: i64, limit: i64) -> Result<i64> {
    let numbered = tx.sql(NUMBER).bind(end).bind(limit).execute().await?;
    Ok(i64::try_from(numbered).unwrap_or(i64::MAX))
}

pub(super) async fn extend(tx: &mut WriteTx, end: i64) -> Result<()> {
    tx.sql(EXTEND).bind(end).execute().await?;
    Ok(())
}

/// The cursor after the last event.
pub(super) async fn end(tx: &mut ReadTx) -> Result<EventCursor> {
    let position = tx.sql(END).optional::<(i64,)>().await?;
    Ok(position.map_or_else(EventCursor::default, |(position,)| EventCursor::after(position)))
}

/// The next events of the query up to the end.
pub(super) async fn page(
    tx: &mut ReadTx,
    query: &EventQuery,
    end: EventCursor,
) -> Result<Vec<Numbered>> {
    let types = (!query.types.is_empty()).then(|| {
        let named: Vec<&str> = query.types.iter().map(|it| it.as_str()).collect();
        format!(",{},", named.join(","))
    });
    let page = tx.sql(PAGE).bind(query.after.unwrap_or_default().position()).bind(end.position());
    let rows = page.bind(types).bind(i64::from(query.limit)).all::<NumberedRow>().await?;
    rows.into_iter().map(Numbered::try_from).collect()
}
