//! Notification of API tokens that are about to expire.

use chrono::{DateTime, Days, Utc};
use shared::api_token::API_TOKEN_NOTICE_DAYS;
use shared::error::Result;
use shared::id::{ApiTokenId, EventId};
use shared::notification::NotificationKind;

use super::repo::{self, ExpiringToken, OrganizationZone};
use super::{BATCH, Job, JobReport, Jobs};
use crate::clock::{local_date, start_of_day};
use crate::notification::{self, NewNotification};

/// The page that lists and rotates tokens.
const PAGE: &str = "/api-tokens";

impl Jobs<'_> {
    /// Notifies the holder of each API token once, from [`API_TOKEN_NOTICE_DAYS`] days before its
    /// date of expiry. One failure does not stop the rest.
    pub(super) async fn api_token_expiry(&self, job: Job, holder: &str) -> Result<JobReport> {
        let mut report = JobReport::default();
        for organization in self.organizations().await? {
            let mut last = None;
            loop {
                let tokens = self.expiring(&organization, last).await?;
                let Some(token) = tokens.last() else { break };
                if !self.renew_lease(job, holder).await? {
                    return Ok(report);
                }
                last = Some(token.id);
                let of = &organization;
                let notices = tokens.into_iter().map(|token| self.notify_token(of, token));
                report = report.and(JobReport::of_each(notices).await);
            }
            self.0.signals.changed(organization.id);
        }
        Ok(report)
    }

    /// The next tokens whose notice has begun, by id.
    async fn expiring(
        &self,
        organization: &OrganizationZone,
        after: Option<ApiTokenId>,
    ) -> Result<Vec<ExpiringToken>> {
        let (now, zone) = (self.0.now(), &*organization.time_zone);
        let days = Days::new(API_TOKEN_NOTICE_DAYS.unsigned_abs() + 1);
        let before = local_date(now, zone).checked_add_days(days);
        let before = before.map_or(DateTime::<Utc>::MAX_UTC, |day| start_of_day(day, zone));
        let mut tx = self.0.read_within(organization.id).await?;
        repo::expiring_tokens(&mut tx, (now, before), after, BATCH).await
    }

    async fn notify_token(
        &self,
        organization: &OrganizationZone,
        token: ExpiringToken,
    ) -> JobReport {
        let outcome = self.notify_expiry(organization, &token).await;
        JobReport::of(outcome, |error| {
            tracing::error!(%error, token = %token.id, "a notice of expiry failed");
        })
    }

    /// Writes the stamp and the notification, in one transaction.
    async fn notify_expiry(
        &self,
        organization: &OrganizationZone,
        token: &ExpiringToken,
    ) -> Result<bool> {
        let now = self.0.now();
        let mut tx = self.0.begin_within(organization.id).await?;
        if !repo::stamp_token(&mut tx, token.id, now).await? {
            return Ok(false);
        }
        let (name, day) = (&token.name, local_date(token.expires_at, &organization.time_zone));
        let notice = NewNotification {
            id: self.0.id(),
            event_id: EventId(self.0.id()),
            recipient: token.created_by_id,
            kind: NotificationKind::ApiTokenExpiring,
            title: format!("API token {name} is about to expire"),
            body: format!(
                "It expires on {}. Rotate it before that date, or the integration that uses it \
                 stops working.",
                day.format("%-d %B %Y")
            ),
            appraisal_id: None,
            leave_request_id: None,
            subject: token.created_by_id,
            status: None,
            link: PAGE.to_owned(),
            created_at: now,
            read_at: None,
        };
        notification::add(&mut tx, &[notice]).await?;
        tx.commit().await?;
        Ok(true)
    }
}
