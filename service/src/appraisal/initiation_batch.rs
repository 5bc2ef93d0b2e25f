//! Batches of initiations: HR hands the people and their terms over, and a worker of the server
//! starts the appraisals.
//!
//! Each entry has a transaction of its own, which writes the appraisal and the outcome together: a
//! server that fails in between leaves the entry for the next one, and no appraisal is started
//! twice. A worker claims a batch for a while, so that servers do not repeat each other's work.

use std::collections::HashSet;
use std::time::Duration;

use chrono::TimeDelta;
use shared::appraisal::initiation::InitiationInput;
use shared::appraisal::initiation_batch::{
    InitiationBatch, InitiationBatchInput, InitiationBatchSummary, InitiationEntry,
};
use shared::audit::AuditAction;
use shared::error::{Code, Error, FieldCode, FieldError, Result};
use shared::id::{EventId, InitiationBatchId, StaffId};
use shared::notification::NotificationKind;
use shared::permission::Permission;

use super::Appraisals;
use super::repo;
use super::repo::initiation_batch::DueBatch;
use crate::act::Act;
use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::{Service, use_cases};
use crate::notification::{self, NewNotification};
use crate::session::Sessions;

/// The polling interval of the worker, for batches that another server has left.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// The duration of a claim on a batch; it is renewed for each [`ENTRIES_AT_ONCE`].
const CLAIM: TimeDelta = TimeDelta::seconds(30);
/// The number of batches that a worker reads at a time.
const BATCHES_AT_ONCE: i64 = 20;
/// The number of entries that a worker reads at a time.
const ENTRIES_AT_ONCE: i64 = 20;
/// The age up to which a batch is listed on the page that starts appraisals.
const LISTED: TimeDelta = TimeDelta::days(7);

impl Service {
    /// Processes batches until the future is dropped.
    pub async fn run_initiations(&self) {
        loop {
            if let Err(error) = self.initiation_batches().process_due().await {
                tracing::error!(%error, "appraisals wait to be started");
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            let woken = self.context().signals.until_batch_added();
            drop(tokio::time::timeout(POLL_INTERVAL, woken).await);
        }
    }
}

use_cases! {
    /// Batches of initiations.
    InitiationBatches, initiation_batches
}

impl InitiationBatches<'_> {
    /// Hands a batch over to the server; returns before the appraisals are started.
    ///
    /// Errors: 400 naming the entries that are impossible, or whose people are unknown.
    pub async fn add(
        &self,
        caller: &Caller,
        input: InitiationBatchInput,
    ) -> Result<InitiationBatchId> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        input.check()?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("appraisal.add_batch", &input).await? {
            return Ok(first);
        }
        check_people(&mut act, &input.entries).await?;
        let (id, stamp) = (InitiationBatchId(self.0.id()), act.stamp());
        repo::initiation_batch::add(&mut act, id, stamp, &input.entries).await?;
        let entry = Entry {
            action: AuditAction::InitiationBatchAdded,
            entity_type: "initiation_batch",
            entity_id: Some(id.to_string()),
            fields: &[],
        };
        act.audit(entry).await?;
        act.respond(id).await?;
        self.0.signals.committed(caller.organization());
        self.0.signals.batch_added();
        Ok(id)
    }

    /// A batch with its entries.
    ///
    /// Errors: 404 when it does not exist.
    pub async fn find(&self, caller: &Caller, id: InitiationBatchId) -> Result<InitiationBatch> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut tx = self.0.read(caller).await?;
        let summary = repo::initiation_batch::find(&mut tx, id).await?;
        let summary = summary.ok_or_else(|| Error::not_found("Batch"))?;
        Ok(InitiationBatch {
            summary,
            entries: repo::initiation_batch::entries(&mut tx, id).await?,
        })
    }

    /// The latest batches of the last seven days, newest first.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<InitiationBatchSummary>> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut tx = self.0.read(caller).await?;
        let mut batches = Vec::new();
        for id in repo::initiation_batch::latest(&mut tx, self.0.now() - LISTED).await? {
            batches.extend(repo::initiation_batch::find(&mut tx, id).await?);
        }
        Ok(batches)
    }

    /// Processes the batches that no other server is processing; returns the number of entries that
    /// now have an outcome. Safe to run on several servers at once.
    pub async fn process_due(&self) -> Result<usize> {
        let mut processed = 0;
        loop {
            let now = self.0.now();
            let mut tx = self.0.db.autocommit_read().await?;
            let due = repo::initiation_batch::due(&mut tx, now, now + CLAIM, BATCHES_AT_ONCE);
            let due = due.await?;
            drop(tx);
            if due.is_empty() {
                return Ok(processed);
            }
            for batch in due {
                processed += self.process(batch).await?;
            }
        }
    }

    async fn process(&self, mut batch: DueBatch) -> Result<usize> {
        let mut processed = 0;
        while self.claim(&mut batch).await? {
            let mut tx = self.0.read_within(batch.organization_id).await?;
            let waiting = repo::initiation_batch::waiting(&mut tx, batch.id, ENTRIES_AT_ONCE);
            let waiting = waiting.await?;
            drop(tx);
            if waiting.is_empty() {
                self.finish(&batch).await?;
                break;
            }
            // Loaded again and again, so that a permission which is withdrawn ends the batch.
            let sessions = Sessions(self.0);
            let caller = sessions.caller_of(batch.organization_id, batch.created_by_id).await;
            for entry in waiting {
                self.process_entry(&batch, caller.as_ref(), entry).await?;
                processed += 1;
            }
            self.0.signals.committed(batch.organization_id);
        }
        Ok(processed)
    }

    async fn claim(&self, batch: &mut DueBatch) -> Result<bool> {
        let until = self.0.now() + CLAIM;
        let mut tx = self.0.begin_within(batch.organization_id).await?;
        let is_claimed = repo::initiation_batch::claim(&mut tx, batch, until).await?;
        tx.commit().await?;
        batch.claimed_until = until;
        Ok(is_claimed)
    }

    /// Starts the appraisal of an entry, or records why it was refused.
    ///
    /// Errors: 503 for a temporary failure; the entry keeps waiting.
    async fn process_entry(
        &self,
        batch: &DueBatch,
        caller: Result<&Caller, &Error>,
        entry: InitiationEntry,
    ) -> Result<()> {
        let staff = entry.staff_id;
        let started = match caller {
            Ok(caller) => self.start_entry(caller, batch.id, entry).await,
            // The person who started the batch has no access any more.
            Err(error) if error.code() == Code::NotFound => {
                Err(Error::forbidden(Code::Forbidden, "Not permitted."))
            }
            Err(error) => Err(error.clone()),
        };
        let code = match started {
            Ok(()) => return Ok(()),
            Err(error @ Error::Unavailable(_)) => return Err(error),
            Err(error) => error.code(),
        };
        let mut tx = self.0.begin_within(batch.organization_id).await?;
        repo::initiation_batch::refuse(&mut tx, (batch.id, staff), code).await?;
        Ok(tx.commit().await?)
    }

    async fn start_entry(
        &self,
        caller: &Caller,
        batch: InitiationBatchId,
        entry: InitiationEntry,
    ) -> Result<()> {
        let staff = entry.staff_id;
        let mut act = self.0.act(caller.require(Permission::AppraisalsHrManage)?).await?;
        let appraisal = Appraisals(self.0).initiate_in(&mut act, &entry.terms.of(staff)).await?;
        // Another server has processed the entry in the meantime: its outcome stands.
        if !repo::initiation_batch::start(&mut act, (batch, staff), appraisal).await? {
            act.roll_back();
            return Ok(());
        }
        act.commit().await
    }

    /// Records the end of a batch and notifies the person who started it, in one transaction.
    async fn finish(&self, batch: &DueBatch) -> Result<()> {
        let now = self.0.now();
        let mut tx = self.0.begin_within(batch.organization_id).await?;
        if !repo::initiation_batch::finish(&mut tx, batch.id, now).await? {
            return Ok(());
        }
        if let Some(summary) = repo::initiation_batch::find(&mut tx, batch.id).await? {
            notification::add(&mut tx, &[self.notice(batch, &summary)]).await?;
        }
        tx.commit().await?;
        self.0.signals.changed(batch.organization_id);
        Ok(())
    }

    fn notice(&self, batch: &DueBatch, summary: &InitiationBatchSummary) -> NewNotification {
        let InitiationBatchSummary { started, total, refused, .. } = summary;
        let body = match refused {
            0 => "All appraisals were started. Employees were notified.".to_owned(),
            refused => format!("{refused} could not be started. Open the results to see why."),
        };
        NewNotification {
            id: self.0.id(),
            event_id: EventId(batch.id.0),
            recipient: batch.created_by_id,
            kind: NotificationKind::InitiationBatchFinished,
            title: format!("{started} of {total} appraisals started"),
            body,
            appraisal_id: None,
            leave_request_id: None,
            subject: batch.created_by_id,
            status: None,
            link: format!("/appraisals/batches/{}", batch.id),
            created_at: self.0.now(),
            read_at: None,
        }
    }
}

/// Errors: 400 naming the entries whose people are unknown.
async fn check_people(act: &mut Act<'_>, entries: &[InitiationInput]) -> Result<()> {
    let people: Vec<StaffId> = entries.iter().map(|entry| entry.staff_id).collect();
    let known = repo::initiation::candidates(act, &people).await?;
    let known: HashSet<StaffId> = known.into_iter().map(|it| it.id).collect();
    let unknown: Vec<FieldError> = (people.iter().enumerate())
        .filter(|(_, person)| !known.contains(person))
        .map(|(position, _)| {
            let field = format!("entries[{position}].staffId");
            FieldError::new(field, FieldCode::Unknown, "Unknown employee.")
        })
        .collect();
    if unknown.is_empty() { Ok(()) } else { Err(Error::validation(unknown)) }
}
