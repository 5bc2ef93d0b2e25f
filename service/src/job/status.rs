//! The state of the jobs, for administrators, metrics and the self-check.

use chrono::{DateTime, TimeDelta, Utc};
use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use shared::id::OrganizationId;
use shared::job::{JobResult, JobRun, JobStatus};
use shared::permission::Permission;

use super::repo::{self, JobRow};
use super::{Job, Jobs};
use crate::audit::Entry;
use crate::caller::Caller;
use database::ReadTx;

/// The time without a complete run after which a daily job is overdue.
const OVERDUE: TimeDelta = TimeDelta::days(2);

/// The recorded state of a job, for the operator of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobState {
    /// The job, its last run and its next one.
    pub status: JobStatus,
    /// The end of the last run without failures.
    pub last_success_at: Option<DateTime<Utc>>,
}

impl Jobs<'_> {
    /// Every job with its last and its next run. Needs `org:manage`.
    ///
    /// Jobs process all organizations, so the counts of a run are not shown.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<JobStatus>> {
        caller.require(Permission::OrgManage)?;
        Ok(self.states().await?.into_iter().map(|state| state.status).collect())
    }

    /// Every job with its last and its next run.
    pub async fn states(&self) -> Result<Vec<JobState>> {
        let mut tx = self.0.db.read().await?;
        let mut states = Vec::with_capacity(Job::ALL.len());
        for job in Job::ALL.iter().copied() {
            states.push(self.state(&mut tx, job).await?);
        }
        Ok(states)
    }

    /// Runs a job now and returns its new state. Needs `org:manage`: a run does only what the
    /// schedule does, and a second run changes nothing more.
    ///
    /// Errors: 409 `JOB_RUNNING`.
    pub async fn run_now(&self, caller: &Caller, job: Job) -> Result<JobStatus> {
        let caller = caller.require(Permission::OrgManage)?;
        if self.run(job).await?.is_none() {
            let message = "This job is already running. Reload the page in a moment.";
            return Err(Error::conflict(Code::JobRunning, message));
        }
        let mut act = self.0.act(caller).await?;
        let entry = Entry {
            action: AuditAction::JobStarted,
            entity_type: "job",
            entity_id: Some(job.to_string()),
            fields: &[],
        };
        act.audit(entry).await?;
        act.commit().await?;
        let mut tx = self.0.db.read().await?;
        Ok(self.state(&mut tx, job).await?.status)
    }

    /// The names of the jobs that should have run for this organization and have not for two days.
    pub(crate) async fn overdue(&self, organization: OrganizationId) -> Result<Vec<String>> {
        let mut tx = self.0.read_within(organization).await?;
        repo::overdue(&mut tx, self.0.now() - OVERDUE).await
    }

    async fn state(&self, tx: &mut ReadTx, job: Job) -> Result<JobState> {
        let row = repo::find(tx, job).await?;
        let now = self.0.now();
        let next_run_at = match &row {
            Some(row) => self.schedule(job)?.next_run(row.history(), now)?,
            None => self.schedule(job)?.next_after(now)?,
        };
        let status = JobStatus {
            name: job,
            schedule: job.schedule().to_owned(),
            time_zone: self.0.settings.time_zone.to_string(),
            last_run: row.as_ref().and_then(|row| last_run(row, now)),
            next_run_at,
        };
        Ok(JobState { status, last_success_at: row.and_then(|row| row.succeeded_at) })
    }
}

/// The run of a server that stopped or failed in the meantime was interrupted.
fn last_run(row: &JobRow, now: DateTime<Utc>) -> Option<JobRun> {
    let is_leased = row.leased_until.is_some_and(|until| until > now);
    let result = match row.result? {
        JobResult::Running if !is_leased => JobResult::Interrupted,
        result => result,
    };
    Some(JobRun { started_at: row.started_at?, finished_at: row.finished_at, result })
}
