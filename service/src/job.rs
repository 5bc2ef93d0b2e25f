//! Jobs: work that the clock starts, on one server at a time.

mod repo;

use chrono::TimeDelta;
use shared::calendar::confirmation_due_cutoff;
use shared::error::{Error, Result};
use shared::id::{EventId, OrganizationId, StaffId};
use shared::notification::NotificationKind;

use crate::clock::local_date;
use crate::context::{Context, Service};
use crate::notification::{self, NewNotification};
use repo::{DueStaff, OrganizationZone};

/// How long a job may hold its lease: a server that died gives it back after that.
const LEASE_MINUTES: i64 = 10;

/// A job of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Tells human resources who is due for confirmation.
    StaffConfirmationDue,
}

impl Job {
    /// Every job.
    pub const ALL: &'static [Self] = &[Self::StaffConfirmationDue];

    /// The name under which it is known.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StaffConfirmationDue => "staff-confirmation-due",
        }
    }

    /// When it runs: a cron expression of five fields.
    pub const fn schedule(self) -> &'static str {
        match self {
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
            Job::StaffConfirmationDue => self.staff_confirmation_due().await,
        };
        self.give_lease_back(job, &holder).await?;
        report.map(Some)
    }

    async fn take_lease(&self, job: Job, holder: &str) -> Result<bool> {
        let now = self.0.now();
        let until = now + TimeDelta::minutes(LEASE_MINUTES);
        let mut tx = self.0.db.begin().await?;
        let taken = repo::take_lease(&mut tx, job.name(), holder, now, until).await?;
        tx.commit().await?;
        Ok(taken)
    }

    async fn give_lease_back(&self, job: Job, holder: &str) -> Result<()> {
        let mut tx = self.0.db.begin().await?;
        repo::give_lease_back(&mut tx, job.name(), holder, self.0.now()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Tells human resources, once for each member of staff ever, that six months of employment
    /// have passed without confirmation. Whoever was missed on an earlier day is told of now; one
    /// failure stops nobody.
    async fn staff_confirmation_due(&self) -> Result<JobReport> {
        let mut tx = self.0.db.read().await?;
        let organizations = repo::organizations(&mut tx).await?;
        drop(tx);
        let mut report = JobReport::default();
        for organization in organizations {
            let staff = self.due(&organization).await?;
            for person in staff {
                match self.notify_due(organization.id, &person).await {
                    Ok(true) => report.done += 1,
                    Ok(false) => {}
                    Err(error) => {
                        tracing::error!(%error, staff = %person.id, "a due notice failed");
                        report.failed += 1;
                    }
                }
            }
            self.0.signals.changed(organization.id);
        }
        Ok(report)
    }

    async fn due(&self, organization: &OrganizationZone) -> Result<Vec<DueStaff>> {
        let today = local_date(self.0.now(), &organization.time_zone);
        let cutoff = confirmation_due_cutoff(today);
        let mut tx = self.0.db.read().await?;
        repo::due_staff(&mut tx, organization.id, cutoff).await
    }

    /// The stamp and the notification, in one transaction. False when somebody else was first, or
    /// the person was confirmed or blocked meanwhile.
    async fn notify_due(&self, organization: OrganizationId, person: &DueStaff) -> Result<bool> {
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
        let recipients = repo::human_resources(&mut tx, organization).await?;
        let notices: Vec<_> = recipients.into_iter().map(notice).collect();
        if notices.is_empty() {
            return Err(Error::not_found("Somebody with the role hr"));
        }
        notification::add(&mut tx, organization, &notices).await?;
        tx.commit().await?;
        Ok(true)
    }
}
