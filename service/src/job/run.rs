//! A run of a job: due or not, under a lease, and recorded.

use chrono::{DateTime, Utc};
use shared::error::{Error, Result};
use shared::job::JobResult;

use super::repo::{self, JobRow};
use super::schedule::Schedule;
use super::{Checked, Job, JobReport, Jobs, LEASE};
use database::WriteTx;

/// The right to run a job, until the lease ends.
struct Claim {
    holder: String,
    started_at: DateTime<Utc>,
}

/// The reason why a job was not claimed.
enum Unclaimed {
    Busy,
    NotDue(DateTime<Utc>),
}

impl Jobs<'_> {
    /// Runs a job now, unless another server is running it: then `None`.
    pub async fn run(&self, job: Job) -> Result<Option<JobReport>> {
        match self.claim(job, false).await? {
            Ok(claim) => Ok(Some(self.perform(job, &claim).await?)),
            Err(Unclaimed::Busy | Unclaimed::NotDue(_)) => {
                tracing::info!(job = job.as_str(), "job run skipped: another server is running it");
                Ok(None)
            }
        }
    }

    /// Runs a job if a time of its schedule has passed since its last complete run: at that time,
    /// and after an outage once for all missed times.
    pub async fn run_if_due(&self, job: Job) -> Result<Checked> {
        let next = self.planned(job).await?;
        if next > self.0.now() {
            return Ok(Checked::NotDue(next));
        }
        match self.claim(job, true).await? {
            Ok(claim) => Ok(Checked::Ran(self.perform(job, &claim).await?)),
            Err(Unclaimed::Busy) => {
                tracing::info!(job = job.as_str(), "job run skipped: another server is running it");
                Ok(Checked::Busy)
            }
            Err(Unclaimed::NotDue(next)) => {
                tracing::info!(job = job.as_str(), "job run skipped: another server has run it");
                Ok(Checked::NotDue(next))
            }
        }
    }

    /// The time of the next run, recorded for all servers. A new job waits for the first time of
    /// its schedule from now on.
    async fn planned(&self, job: Job) -> Result<DateTime<Utc>> {
        let mut tx = self.0.db.read().await?;
        let row = repo::find(&mut tx, job).await?;
        drop(tx);
        let now = self.0.now();
        let next = match &row {
            Some(row) => self.schedule(job)?.next_run(row.history(), now)?,
            None => self.schedule(job)?.next_after(now)?,
        };
        if row.is_none_or(|row| row.next_run_at != next && next > now) {
            let mut tx = self.0.db.begin().await?;
            repo::plan(&mut tx, job, now, next).await?;
            tx.commit().await?;
            tracing::info!(job = job.as_str(), next_run = %next, "job scheduled");
        }
        Ok(next)
    }

    pub(super) fn schedule(&self, job: Job) -> Result<Schedule> {
        Schedule::of(job, self.0.settings.time_zone)
    }

    /// Takes the lease and records the start, in one transaction. The history is read again under
    /// the lease, so that servers which check at the same time run the job once.
    async fn claim(&self, job: Job, only_if_due: bool) -> Result<Result<Claim, Unclaimed>> {
        let (holder, now) = (self.0.ids.unordered().to_string(), self.0.now());
        let mut tx = self.0.db.begin().await?;
        if !repo::take_lease(&mut tx, job.as_str(), &holder, now, LEASE).await? {
            return Ok(Err(Unclaimed::Busy));
        }
        let row = repo::find(&mut tx, job).await?;
        let schedule = self.schedule(job)?;
        if let Some(history) = row.as_ref().map(JobRow::history).filter(|_| only_if_due)
            && !schedule.is_due(history, now)?
        {
            return Ok(Err(Unclaimed::NotDue(schedule.next_run(history, now)?)));
        }
        repo::start(&mut tx, job, now, schedule.next_after(now)?).await?;
        tx.commit().await?;
        if row.as_ref().is_some_and(|row| row.result == Some(JobResult::Running)) {
            tracing::warn!(job = job.as_str(), "the previous run of the job was interrupted");
        }
        let scheduled_for = row.filter(|_| only_if_due).map(|row| row.next_run_at.to_rfc3339());
        tracing::info!(job = job.as_str(), scheduled_for, "job started");
        Ok(Ok(Claim { holder, started_at: now }))
    }

    async fn perform(&self, job: Job, claim: &Claim) -> Result<JobReport> {
        let ran = match job {
            Job::ApiTokenExpiry => self.api_token_expiry(job, &claim.holder).await,
            Job::CreditOverdueEvaluation => {
                self.credit_overdue_evaluation(job, &claim.holder).await
            }
            Job::StaffConfirmationDue => self.staff_confirmation_due(job, &claim.holder).await,
        };
        let name = job.as_str();
        match &ran {
            Ok(report) => {
                tracing::info!(job = name, done = report.done, failed = report.failed, "job ran");
            }
            Err(error) => tracing::error!(job = name, %error, "job failed"),
        }
        self.finish(job, claim, ran.as_ref()).await?;
        ran
    }

    /// Records the result of the run and releases the lease, in one transaction. If another server
    /// holds the lease by now, that server runs the job and records it.
    async fn finish(&self, job: Job, claim: &Claim, ran: Result<&JobReport, &Error>) -> Result<()> {
        let now = self.0.now();
        let mut tx = self.0.db.begin().await?;
        if !repo::extend_lease(&mut tx, job.as_str(), &claim.holder, now).await? {
            tracing::warn!(job = job.as_str(), "the lease of the job was lost to another server");
            return Ok(());
        }
        self.record(&mut tx, job, (claim.started_at, now), ran).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn record(
        &self,
        tx: &mut WriteTx,
        job: Job,
        (started_at, now): (DateTime<Utc>, DateTime<Utc>),
        ran: Result<&JobReport, &Error>,
    ) -> Result<()> {
        let Some(mut row) = repo::find(tx, job).await? else { return Ok(()) };
        row.finished_at = Some(now);
        let report = ran.copied().unwrap_or_default();
        row.result = Some(match ran {
            Ok(JobReport { failed: 0, .. }) => JobResult::Succeeded,
            Ok(_) => JobResult::PartlyFailed,
            Err(_) => JobResult::Failed,
        });
        if ran.is_ok() {
            row.covered_until = started_at;
        }
        if row.result == Some(JobResult::Succeeded) {
            row.succeeded_at = Some(now);
        }
        row.next_run_at = self.schedule(job)?.next_run(row.history(), now)?;
        let error = ran.err().map(ToString::to_string);
        repo::finish(tx, job, &row, report, error).await
    }

    /// Renews the lease for the next batch of a long run; false when it ended and another server
    /// took it.
    pub(super) async fn renew_lease(&self, job: Job, holder: &str) -> Result<bool> {
        let until = self.0.now() + LEASE;
        let mut tx = self.0.db.begin().await?;
        let is_extended = repo::extend_lease(&mut tx, job.as_str(), holder, until).await?;
        tx.commit().await?;
        Ok(is_extended)
    }
}
