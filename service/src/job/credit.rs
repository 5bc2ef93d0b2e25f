//! Daily evaluation of overdue facilities.

use chrono::{Days, NaiveDate};
use shared::error::Result;
use shared::id::{FacilityId, OrganizationId};

use super::repo::OrganizationZone;
use super::{BATCH, Job, JobReport, Jobs};
use crate::clock::local_date;
use crate::credit::{self, DueFacility};

impl Jobs<'_> {
    /// Marks the lines that are late as of today, which also covers missed days. A facility whose
    /// status is current is skipped; one failure does not stop the others.
    pub(super) async fn credit_overdue_evaluation(
        &self,
        job: Job,
        holder: &str,
    ) -> Result<JobReport> {
        let mut report = JobReport::default();
        for organization in self.organizations().await? {
            let today = local_date(self.0.now(), &organization.time_zone);
            let mut after = None;
            loop {
                let batch = self.late_facilities(&organization, today, after).await?;
                let Some(last) = batch.last() else { break };
                if !self.renew_lease(job, holder).await? {
                    return Ok(report);
                }
                after = Some(last.id);
                report = report.and(self.evaluate_batch(organization.id, batch, today).await);
            }
        }
        Ok(report)
    }

    /// The next facilities whose status is not current, by id.
    async fn late_facilities(
        &self,
        organization: &OrganizationZone,
        today: NaiveDate,
        after: Option<FacilityId>,
    ) -> Result<Vec<DueFacility>> {
        let grace = Days::new(u64::try_from(organization.grace_days).unwrap_or_default());
        let late_before = today.checked_sub_days(grace).unwrap_or(today);
        let mut tx = self.0.read_within(organization.id).await?;
        credit::due_for_evaluation(&mut tx, late_before, after, BATCH).await
    }

    async fn evaluate_batch(
        &self,
        organization: OrganizationId,
        batch: Vec<DueFacility>,
        today: NaiveDate,
    ) -> JobReport {
        let evaluated =
            batch.into_iter().map(|facility| self.evaluate(organization, facility, today));
        JobReport::of_each(evaluated).await
    }

    async fn evaluate(
        &self,
        organization: OrganizationId,
        facility: DueFacility,
        today: NaiveDate,
    ) -> JobReport {
        let reference = &facility.facility_ref;
        let outcome = credit::evaluate_daily(self.0, organization, reference, today).await;
        JobReport::of(outcome, |error| {
            tracing::error!(%error, facility = reference, "an evaluation failed");
        })
    }
}
