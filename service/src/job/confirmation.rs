//! Notification of due confirmations.

use chrono::NaiveDate;
use shared::calendar::confirmation_due_cutoff;
use shared::error::Result;
use shared::id::{EventId, OrganizationId, StaffId};
use shared::notification::NotificationKind;

use super::repo::{self, DueStaff};
use super::{BATCH, Job, JobReport, Jobs};
use crate::clock::local_date;
use crate::notification::{self, NewNotification};

/// A page of the staff who are due, and the recipients of the notification.
#[derive(Debug)]
struct Batch {
    people: Vec<DueStaff>,
    recipients: Vec<StaffId>,
}

impl Jobs<'_> {
    /// Notifies the role `hr`, once for each member of staff, that six months of employment have
    /// passed without confirmation. Staff missed on an earlier day are included, and one failure
    /// does not stop the rest. While no account has the role, a later run notifies them.
    pub(super) async fn staff_confirmation_due(&self, job: Job, holder: &str) -> Result<JobReport> {
        let mut report = JobReport::default();
        for organization in self.organizations().await? {
            let today = local_date(self.0.now(), &organization.time_zone);
            let cutoff = confirmation_due_cutoff(today);
            let mut last_notified = None;
            loop {
                let batch = self.batch(organization.id, cutoff, last_notified).await?;
                let Some(last) = batch.people.last() else { break };
                if batch.recipients.is_empty() {
                    let organization = organization.id;
                    tracing::warn!(%organization, "no one has the role hr: a later run notifies");
                    break;
                }
                if !self.renew_lease(job, holder).await? {
                    return Ok(report);
                }
                last_notified = Some(last.id);
                report = report.and(self.notify_batch(organization.id, batch).await);
            }
            self.0.signals.changed(organization.id);
        }
        Ok(report)
    }

    /// The next staff who are due, by id, and the recipients.
    async fn batch(
        &self,
        organization: OrganizationId,
        cutoff: NaiveDate,
        after: Option<StaffId>,
    ) -> Result<Batch> {
        let mut tx = self.0.read_within(organization).await?;
        let people = repo::due_staff(&mut tx, cutoff, after, BATCH).await?;
        let recipients =
            if people.is_empty() { Vec::new() } else { repo::human_resources(&mut tx).await? };
        Ok(Batch { people, recipients })
    }

    async fn notify_batch(&self, organization: OrganizationId, batch: Batch) -> JobReport {
        let Batch { people, recipients } = batch;
        let recipients = &*recipients;
        let outcomes =
            people.into_iter().map(|person| self.notify(organization, person, recipients));
        JobReport::of_each(outcomes).await
    }

    async fn notify(
        &self,
        organization: OrganizationId,
        person: DueStaff,
        recipients: &[StaffId],
    ) -> JobReport {
        let outcome = self.notify_due(organization, &person, recipients).await;
        JobReport::of(outcome, |error| {
            tracing::error!(%error, staff = %person.id, "a due notice failed");
        })
    }

    /// Writes the stamp and the notification, in one transaction. False when another run was first,
    /// or the person was confirmed or blocked in the meantime.
    async fn notify_due(
        &self,
        organization: OrganizationId,
        person: &DueStaff,
        recipients: &[StaffId],
    ) -> Result<bool> {
        let now = self.0.now();
        let mut tx = self.0.begin_within(organization).await?;
        if !repo::stamp(&mut tx, person.id, now).await? {
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
                "{} started on {}. Six months of employment have passed without confirmation. \
                 Start a probation review, or confirm the employment.",
                person.name, person.employment_start_date
            ),
            appraisal_id: None,
            leave_request_id: None,
            subject: person.id,
            status: None,
            link: format!("/people/{}/appraisals", person.id),
            created_at: now,
            read_at: None,
        };
        let notices: Vec<_> = recipients.iter().copied().map(notice).collect();
        notification::add(&mut tx, &notices).await?;
        tx.commit().await?;
        Ok(true)
    }
}
