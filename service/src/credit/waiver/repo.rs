//! SQL of waivers of suspended profit.

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::schedule::Line;
use shared::credit::vocabulary::LineStatus;
use shared::error::Result;
use shared::id::{FacilityId, JournalId};
use shared::money::Money;
use uuid::Uuid;

use crate::act::{Act, ReadTx, WriteTx};
use database::statements;

statements! {
    ADD = "INSERT INTO profit_waivers (organization_id, id, facility_id, amount, reason, waived_on,
            waived_at, waived_by_id, journal_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    ADD_LINES = "INSERT INTO profit_waiver_lines (organization_id, waiver_id, period, amount,
            status_before)
        VALUES {rows: UUID, UUID, BIGINT, BIGINT, TEXT}";
    IN_EFFECT = "SELECT id, amount, reason, waived_on, journal_id FROM profit_waivers
        WHERE organization_id = $1 AND facility_id = $2 AND reversed_at IS NULL";
    LINES = "SELECT period, amount, status_before FROM profit_waiver_lines
        WHERE organization_id = $1 AND waiver_id = $2 ORDER BY period";
    REVERSE = "UPDATE profit_waivers SET reversed_at = $3, reversal_journal_id = $4
        WHERE organization_id = $1 AND id = $2";
}

/// A waiver.
#[derive(Clone, Debug, database::FromRow)]
pub(in crate::credit) struct WaiverRow {
    pub(in crate::credit) id: Uuid,
    pub(in crate::credit) amount: Money,
    pub(in crate::credit) reason: String,
    pub(in crate::credit) waived_on: NaiveDate,
    pub(in crate::credit) journal_id: Option<JournalId>,
}

/// The amount that a waiver gave up of a line.
#[derive(Clone, Copy, Debug, database::FromRow)]
pub(in crate::credit) struct WaivedLine {
    #[sqlx(try_from = "i64")]
    pub(in crate::credit) period: u32,
    pub(in crate::credit) amount: Money,
    pub(in crate::credit) status_before: LineStatus,
}

impl WaivedLine {
    /// Restores the line to its state before the waiver.
    pub(in crate::credit) fn restore(self, line: &mut Line) {
        line.profit_waived = line.profit_waived.minus(self.amount).unwrap_or_default();
        line.status = self.status_before;
    }
}

pub(in crate::credit) async fn add(
    act: &mut Act<'_>,
    facility: FacilityId,
    waiver: &WaiverRow,
) -> Result<()> {
    let (by, at) = act.stamp();
    act.sql(ADD)
        .bind(waiver.id)
        .bind(facility)
        .bind(waiver.amount)
        .bind(&waiver.reason)
        .bind(waiver.waived_on)
        .bind(at)
        .bind(by)
        .bind(waiver.journal_id)
        .execute()
        .await?;
    Ok(())
}

pub(in crate::credit) async fn add_lines(
    tx: &mut WriteTx,
    waiver: Uuid,
    lines: &[WaivedLine],
) -> Result<()> {
    tx.insert(ADD_LINES, lines, |row, line| {
        row.bind(waiver).bind(i64::from(line.period)).bind(line.amount).bind(line.status_before)
    })
    .execute()
    .await?;
    Ok(())
}

/// The waiver that was not reversed, if there is one.
pub(in crate::credit) async fn in_effect(
    tx: &mut ReadTx,
    facility: FacilityId,
) -> Result<Option<WaiverRow>> {
    Ok(tx.sql(IN_EFFECT).bind(facility).optional().await?)
}

pub(in crate::credit) async fn lines(tx: &mut ReadTx, waiver: Uuid) -> Result<Vec<WaivedLine>> {
    Ok(tx.sql(LINES).bind(waiver).all().await?)
}

/// Marks a waiver as reversed.
pub(in crate::credit) async fn reverse(
    tx: &mut WriteTx,
    waiver: Uuid,
    at: DateTime<Utc>,
    journal: Option<JournalId>,
) -> Result<()> {
    tx.sql(REVERSE).bind(waiver).bind(at).bind(journal).execute().await?;
    Ok(())
}
