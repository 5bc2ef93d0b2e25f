//! Jobs: work that the clock starts, on one server at a time.

mod credit;
mod repo;

use chrono::{NaiveDate, TimeDelta};
use futures::StreamExt;
use futures::stream;
use shared::calendar::confirmation_due_cutoff;
use shared::error::Result;
use shared::id::{EventId, OrganizationId, StaffId};
use shared::notification::NotificationKind;

use crate::clock::local_date;
use crate::context::{Context, Service};
use crate::notification::{self, NewNotification};
use repo::DueStaff;

/// How long a lease holds unless it is renewed: a server that died gives it back after that.
const LEASE: TimeDelta = TimeDelta::minutes(2);

/// How many records are read at a time, so that memory does not grow with the organization. The
/// lease is renewed as often.
const BATCH: i64 = 500;

/// How many of them are told of at a time, each in a transaction of their own.
const AT_ONCE: usize = 4;

/// A job of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Marks the facilities that have become late.
    CreditOverdueEvaluation,
    /// Tells human resources who is due for confirmation.
    StaffConfirmationDue,
}

impl Job {
    /// Every job.
    pub const ALL: &'static [Self] = &[Self::CreditOverdueEvaluation, Self::StaffConfirmationDue];

    /// The name under which it is known.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CreditOverdueEvaluation => "credit-overdue-evaluation",
            Self::StaffConfirmationDue => "staff-confirmation-due",
        }
    }

    /// When it runs: a cron expression of five fields.
    pub const fn schedule(self) -> &'static str {
        match self {
            Self::CreditOverdueEvaluation => "0 1 * * *",
            Self::StaffConfirmationDue => "0 10 * * *",
        }
    }

    /// The job of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|job| job.name() == name)
    }
}

/// What a run of a job did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobReport {
    /// Records that were worked on.
    pub done: usize,
    /// Records that failed; the log says why.
    pub failed: usize,
}

impl JobReport {
    fn and(self, other: Self) -> Self {
        Self { done: self.done + other.done, failed: self.failed + other.failed }
    }
}

/// Some of those who are due, and whom to tell of them.
#[derive(Debug)]
struct Batch {
    people: Vec<DueStaff>,
    recipients: Vec<StaffId>,
}

/// The jobs.
#[derive(Debug)]
pub struct Jobs<'s>(&'s Context);

impl Service {
    /// The jobs.
    pub fn jobs(&self) -> Jobs<'_> {
        Jobs(self.context())
    }
}

impl Jobs<'_> {
    /// Runs a job now, unless another server is running it: then `None`.
    pub async fn run(&self, job: Job) -> Result<Option<JobReport>> {
        let holder = self.0.ids.unordered().to_string();
        if !self.take_lease(job, &holder).await? {
            return Ok(None);
        }
        let report = match job {
            Job::CreditOverdueEvaluation => self.credit_overdue_evaluation(job, &holder).await,
            Job::StaffConfirmationDue => self.staff_confirmation_due(job, &holder).await,
        };
        self.give_lease_back(job, &holder).await?;
        report.map(Some)
    }

    async fn take_lease(&self, job: Job, holder: &str) -> Result<bool> {
        let mut tx = self.0.db.begin().await?;
        let taken = repo::take_lease(&mut tx, job.name(), holder, self.0.now(), LEASE).await?;
        tx.commit().await?;
        Ok(taken)
    }

    /// Keeps the lease for the next part of a long run; false when it ran out and somebody else
    /// took it.
    async fn renew_lease(&self, job: Job, holder: &str) -> Result<bool> {
        let until = self.0.now() + LEASE;
        let mut tx = self.0.db.begin().await?;
        let kept = repo::extend_lease(&mut tx, job.name(), holder, until).await?;
        tx.commit().await?;
        Ok(kept)
    }

    async fn give_lease_back(&self, job: Job, holder: &str) -> Result<()> {
        let mut tx = self.0.db.begin().await?;
        repo::extend_lease(&mut tx, job.name(), holder, self.0.now()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Tells human resources, once for each member of staff ever, that six months of employment
    /// have passed without confirmation. Whoever was missed on an earlier day is told of now; one
    /// failure stops nobody. While nobody has the role `hr` there is nobody to tell, and a later
    /// run does.
    async fn staff_confirmation_due(&self, job: Job, holder: &str) -> Result<JobReport> {
        let mut tx = self.0.db.read().await?;
        let organizations = repo::organizations(&mut tx).await?;
        drop(tx);
        let mut report = JobReport::default();
        for organization in organizations {
            let today = local_date(self.0.now(), &organization.time_zone);
            let cutoff = confirmation_due_cutoff(today);
            let mut told = None;
            loop {
                let batch = self.batch(organization.id, cutoff, told).await?;
                let Some(last) = batch.people.last() else { break };
                if batch.recipients.is_empty() {
                    let organization = organization.id;
                    tracing::warn!(%organization, "nobody has the role hr: a later run tells them");
                    break;
                }
                if !self.renew_lease(job, holder).await? {
                    tracing::warn!(job = job.name(), "the lease was lost to another server");
                    return Ok(report);
                }
                told = Some(last.id);
                report = report.and(self.notify_batch(organization.id, batch).await);
            }
            self.0.signals.changed(organization.id);
        }
        Ok(report)
    }

    /// The next people who are due, by id, and whom to tell.
    async fn batch(
        &self,
        organization: OrganizationId,
        cutoff: NaiveDate,
        after: Option<StaffId>,
    ) -> Result<Batch> {
        let mut tx = self.0.db.read().await?;
        let people = repo::due_staff(&mut tx, organization, cutoff, after, BATCH).await?;
        let recipients = if people.is_empty() {
            Vec::new()
        } else {
            repo::human_resources(&mut tx, organization).await?
        };
        Ok(Batch { people, recipients })
    }

    async fn notify_batch(&self, organization: OrganizationId, batch: Batch) -> JobReport {
        let Batch { people, recipients } = batch;
        let recipients = &*recipients;
        let told = people.into_iter().map(|person| self.notify(organization, person, recipients));
        let mut told = stream::iter(told).buffer_unordered(AT_ONCE);
        let mut report = JobReport::default();
        while let Some(one) = told.next().await {
            report = report.and(one);
        }
        report
    }

    async fn notify(
        &self,
        organization: OrganizationId,
        person: DueStaff,
        recipients: &[StaffId],
    ) -> JobReport {
        match self.notify_due(organization, &person, recipients).await {
            Ok(true) => JobReport { done: 1, failed: 0 },
            Ok(false) => JobReport::default(),
            Err(error) => {
                tracing::error!(%error, staff = %person.id, "a due notice failed");
                JobReport { done: 0, failed: 1 }
            }
        }
    }

    /// The stamp and the notification, in one transaction. False when somebody else was first, or
    /// the person was confirmed or blocked meanwhile.
    async fn notify_due(
        &self,
        organization: OrganizationId,
        person: &DueStaff,
        recipients: &[StaffId],
    ) -> Result<bool> {
        let now = self.0.now();
        let mut tx = self.0.db.begin().await?;
        if !repo::stamp(&mut tx, organization, person.id, now).await? {
            return Ok(false);
        }
        let event_id = EventId(self.0.id());
        let notice = |recipient: StaffId| NewNotification {
            id: self.0.id(),
            event_id,
            recipient,
            kind: NotificationKind::StaffConfirmationDue,
            title: format!("{} is due for confirmation", person.name),
            body: format!(
                "{} started on {}: six months of employment have passed without confirmation. \
                 Start a probationary appraisal, or confirm the employment.",
                person.name, person.employment_start_date
            ),
            appraisal_id: None,
            subject: person.id,
            status: None,
            link: format!("/people/{}/appraisals", person.id),
            created_at: now,
        };
        let notices: Vec<_> = recipients.iter().copied().map(notice).collect();
        notification::add(&mut tx, organization, &notices).await?;
        tx.commit().await?;
        Ok(true)
    }
}
