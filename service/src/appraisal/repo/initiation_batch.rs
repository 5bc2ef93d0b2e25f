//! SQL of batches of initiations.

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::initiation::{InitiationInput, InitiationTerms};
use shared::appraisal::initiation_batch::{
    InitiationBatchSummary, InitiationEntry, InitiationOutcome,
};
use shared::appraisal::{ReviewType, RoleCategory};
use shared::error::{Code, Result};
use shared::extensible::Extensible;
use shared::id::{AppraisalId, InitiationBatchId, OrganizationId, StaffId};

use crate::transaction::{ReadTx, WriteTx};
use database::statements;

statements! {
    ADD = "INSERT INTO initiation_batches
        (organization_id, id, created_by_id, created_at, claimed_until)
        VALUES ($1, $2, $3, $4, $4)";
    ADD_ENTRIES = "INSERT INTO initiation_entries
        (organization_id, batch_id, staff_id, review_type, period_from, period_to, role_category,
         is_manager_role)
        VALUES {rows: UUID, UUID, UUID, TEXT, DATE, DATE, TEXT, BOOLEAN}";
    FIND = "SELECT b.id, s.name AS created_by_name, b.created_at, b.finished_at,
            (SELECT COUNT(*) FROM initiation_entries e
                WHERE e.organization_id = b.organization_id AND e.batch_id = b.id) AS total,
            (SELECT COUNT(*) FROM initiation_entries e
                WHERE e.organization_id = b.organization_id AND e.batch_id = b.id
                    AND e.appraisal_id IS NOT NULL) AS started,
            (SELECT COUNT(*) FROM initiation_entries e
                WHERE e.organization_id = b.organization_id AND e.batch_id = b.id
                    AND e.refusal IS NOT NULL) AS refused
        FROM initiation_batches b
        JOIN staff s ON s.organization_id = b.organization_id AND s.id = b.created_by_id
        WHERE b.organization_id = $1 AND b.id = $2";
    LATEST = "SELECT id FROM initiation_batches
        WHERE organization_id = $1 AND created_at > $2 ORDER BY created_at DESC, id DESC LIMIT 5";
    ENTRIES = "SELECT e.staff_id, s.name AS staff_name, e.review_type, e.period_from, e.period_to,
            e.role_category, e.is_manager_role, e.appraisal_id, e.refusal
        FROM initiation_entries e CROSS JOIN staff s
        WHERE e.organization_id = $1 AND e.batch_id = $2
            AND s.organization_id = e.organization_id AND s.id = e.staff_id
        ORDER BY s.name_sort_key, s.id";
    WAITING = "SELECT e.staff_id, s.name AS staff_name, e.review_type, e.period_from, e.period_to,
            e.role_category, e.is_manager_role, e.appraisal_id, e.refusal
        FROM initiation_entries e
        JOIN staff s ON s.organization_id = e.organization_id AND s.id = e.staff_id
        WHERE e.organization_id = $1 AND e.batch_id = $2 AND e.appraisal_id IS NULL
            AND e.refusal IS NULL
        ORDER BY e.staff_id LIMIT $3";
    /// A claim that ends later than any possible claim was made while a clock was wrong.
    DUE = "SELECT organization_id, id, created_by_id, claimed_until FROM initiation_batches
        WHERE finished_at IS NULL AND (claimed_until <= $1 OR claimed_until > $2)
        ORDER BY claimed_until LIMIT $3";
    CLAIM = "UPDATE initiation_batches SET claimed_until = $4
        WHERE organization_id = $1 AND id = $2 AND claimed_until = $3 AND finished_at IS NULL";
    START = "UPDATE initiation_entries SET appraisal_id = $4
        WHERE organization_id = $1 AND batch_id = $2 AND staff_id = $3
            AND appraisal_id IS NULL AND refusal IS NULL";
    REFUSE = "UPDATE initiation_entries SET refusal = $4
        WHERE organization_id = $1 AND batch_id = $2 AND staff_id = $3
            AND appraisal_id IS NULL AND refusal IS NULL";
    FINISH = "UPDATE initiation_batches SET finished_at = $3
        WHERE organization_id = $1 AND id = $2 AND finished_at IS NULL";
}

/// A batch that a worker may process.
#[derive(Debug, database::FromRow)]
pub(in crate::appraisal) struct DueBatch {
    pub(in crate::appraisal) organization_id: OrganizationId,
    pub(in crate::appraisal) id: InitiationBatchId,
    pub(in crate::appraisal) created_by_id: StaffId,
    pub(in crate::appraisal) claimed_until: DateTime<Utc>,
}

#[derive(database::FromRow)]
struct SummaryRow {
    id: InitiationBatchId,
    created_by_name: String,
    created_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
    total: i64,
    started: i64,
    refused: i64,
}

#[derive(database::FromRow)]
struct EntryRow {
    staff_id: StaffId,
    staff_name: String,
    review_type: ReviewType,
    period_from: NaiveDate,
    period_to: NaiveDate,
    role_category: RoleCategory,
    is_manager_role: bool,
    appraisal_id: Option<AppraisalId>,
    refusal: Option<Extensible<Code>>,
}

impl EntryRow {
    fn entry(self) -> InitiationEntry {
        let outcome = match (self.appraisal_id, self.refusal) {
            (Some(id), _) => InitiationOutcome::Started(id),
            (None, Some(code)) => {
                InitiationOutcome::Refused(code.known().unwrap_or(Code::InternalError))
            }
            (None, None) => InitiationOutcome::Waiting,
        };
        let terms = InitiationTerms {
            review_type: self.review_type,
            period_from: self.period_from,
            period_to: self.period_to,
            role_category: self.role_category,
            is_manager_role: self.is_manager_role,
        };
        InitiationEntry { staff_id: self.staff_id, staff_name: self.staff_name, terms, outcome }
    }
}

pub(in crate::appraisal) async fn add(
    tx: &mut WriteTx,
    id: InitiationBatchId,
    (created_by, at): (StaffId, DateTime<Utc>),
    entries: &[InitiationInput],
) -> Result<()> {
    tx.sql(ADD).bind(id).bind(created_by).bind(at).execute().await?;
    tx.insert(ADD_ENTRIES, entries, |row, entry| {
        row.bind(id)
            .bind(entry.staff_id)
            .bind(entry.review_type)
            .bind(entry.period_from)
            .bind(entry.period_to)
            .bind(entry.role_category)
            .bind(entry.is_manager_role)
    })
    .execute()
    .await?;
    Ok(())
}

pub(in crate::appraisal) async fn find(
    tx: &mut ReadTx,
    id: InitiationBatchId,
) -> Result<Option<InitiationBatchSummary>> {
    let row: Option<SummaryRow> = tx.sql(FIND).bind(id).optional().await?;
    let count = |count: i64| u64::try_from(count).unwrap_or(0);
    Ok(row.map(|row| InitiationBatchSummary {
        id: row.id,
        created_by_name: row.created_by_name,
        created_at: row.created_at,
        finished_at: row.finished_at,
        total: count(row.total),
        started: count(row.started),
        refused: count(row.refused),
    }))
}

/// The latest batches since a time, newest first.
pub(in crate::appraisal) async fn latest(
    tx: &mut ReadTx,
    since: DateTime<Utc>,
) -> Result<Vec<InitiationBatchId>> {
    Ok(tx
        .sql(LATEST)
        .bind(since)
        .all::<(InitiationBatchId,)>()
        .await?
        .into_iter()
        .map(|it| it.0)
        .collect())
}

pub(in crate::appraisal) async fn entries(
    tx: &mut ReadTx,
    id: InitiationBatchId,
) -> Result<Vec<InitiationEntry>> {
    let rows: Vec<EntryRow> = tx.sql(ENTRIES).bind(id).all().await?;
    Ok(rows.into_iter().map(EntryRow::entry).collect())
}

/// The next entries without an outcome.
pub(in crate::appraisal) async fn waiting(
    tx: &mut ReadTx,
    id: InitiationBatchId,
    limit: i64,
) -> Result<Vec<InitiationEntry>> {
    let rows: Vec<EntryRow> = tx.sql(WAITING).bind(id).bind(limit).all().await?;
    Ok(rows.into_iter().map(EntryRow::entry).collect())
}

/// The unfinished batches of all organizations that no server is processing.
///
/// * `claim_end`: the end of a claim that is made now.
pub(in crate::appraisal) async fn due(
    tx: &mut database::ReadTx,
    now: DateTime<Utc>,
    claim_end: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<DueBatch>> {
    Ok(tx.sql(DUE).bind(now).bind(claim_end).bind(limit).all().await?)
}

/// Claims a batch, or renews the claim; false when another server has claimed or finished it.
pub(in crate::appraisal) async fn claim(
    tx: &mut WriteTx,
    batch: &DueBatch,
    until: DateTime<Utc>,
) -> Result<bool> {
    let claimed = tx.sql(CLAIM).bind(batch.id).bind(batch.claimed_until).bind(until);
    Ok(claimed.execute().await? == 1)
}

/// Records the started appraisal; false when the entry has an outcome already.
pub(in crate::appraisal) async fn start(
    tx: &mut WriteTx,
    (batch, staff): (InitiationBatchId, StaffId),
    appraisal: AppraisalId,
) -> Result<bool> {
    Ok(tx.sql(START).bind(batch).bind(staff).bind(appraisal).execute().await? == 1)
}

/// Records the refusal, unless the entry has an outcome already.
pub(in crate::appraisal) async fn refuse(
    tx: &mut WriteTx,
    (batch, staff): (InitiationBatchId, StaffId),
    code: Code,
) -> Result<()> {
    tx.sql(REFUSE).bind(batch).bind(staff).bind(code).execute().await?;
    Ok(())
}

/// Records the end of a batch; false when another server was first.
pub(in crate::appraisal) async fn finish(
    tx: &mut WriteTx,
    id: InitiationBatchId,
    at: DateTime<Utc>,
) -> Result<bool> {
    Ok(tx.sql(FINISH).bind(id).bind(at).execute().await? == 1)
}
