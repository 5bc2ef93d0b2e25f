//! Mail: written in the transaction of the change that it reports, and sent after it.
//!
//! A row of `mails` is a message to be sent. The worker claims a row for a while, passes it to the
//! transport and records the result. Delivery is at least once: when a server fails between the
//! two, the next one sends again under the same id, by which a provider recognizes duplicates.

mod repo;
#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::BoxFuture;
use shared::error::Result;
use shared::id::OrganizationId;
use uuid::Uuid;

use crate::context::{Context, Service, use_cases};
use database::{Scope, WriteTx};

/// The polling interval of the worker.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// The duration of a claim on a mail; longer than a transport may take.
const CLAIM: TimeDelta = TimeDelta::minutes(2);
/// The wait after the first failure, doubled after each further one.
const BACK_OFF: TimeDelta = TimeDelta::minutes(1);
/// The maximum wait between two attempts.
const BACK_OFF_MAX: TimeDelta = TimeDelta::hours(6);
/// A mail that waits for longer is reported as stuck.
const STUCK_AFTER: TimeDelta = TimeDelta::minutes(10);
/// The number of attempts after which a mail is given up.
const ATTEMPTS_MAX: i64 = 10;

/// One mail.
#[derive(Clone, PartialEq, Eq, database::FromRow)]
pub struct Mail {
    /// The organization on whose behalf the mail is sent.
    pub organization_id: OrganizationId,
    /// Its id, the same in every attempt.
    pub id: Uuid,
    /// The address.
    pub recipient: String,
    /// The subject line.
    pub subject: String,
    /// The message as plain text.
    pub text: String,
    /// The same message as HTML.
    pub html: String,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// The number of previous attempts.
    pub attempts: i64,
}

impl fmt::Debug for Mail {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Mail").field("id", &self.id).finish_non_exhaustive()
    }
}

/// An undelivered mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, database::FromRow)]
pub(crate) struct StuckMail {
    /// Its id.
    pub(crate) id: Uuid,
    /// The time when it was given up; none while it is retried.
    pub(crate) abandoned_at: Option<DateTime<Utc>>,
}

/// The contents and the recipient of a mail.
#[derive(Clone, Debug)]
pub struct Message {
    /// The address.
    pub recipient: String,
    /// The subject line.
    pub subject: String,
    /// The message as plain text.
    pub text: String,
    /// The same message as HTML.
    pub html: String,
}

impl Message {
    /// A mail of plain paragraphs. The text is the same in both formats; HTML in it is escaped.
    pub fn of_paragraphs(recipient: &str, subject: &str, paragraphs: &[String]) -> Self {
        let html: Vec<_> =
            paragraphs.iter().map(|it| format!("<p>{}</p>\n", escaped(it))).collect();
        Self {
            recipient: recipient.to_owned(),
            subject: subject.replace(char::is_control, " "),
            text: format!("{}\n", paragraphs.join("\n\n")),
            html: html.concat(),
        }
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Delivers mail.
pub trait Transport: Send + Sync {
    /// Sends one mail within a minute.
    ///
    /// Errors: the reason, for an operator and without secrets; the mail is retried.
    fn send<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, std::result::Result<(), String>>;
}

/// Writes a mail, in the transaction of the change that it reports.
pub(crate) async fn record(
    tx: &mut WriteTx<impl Scope>,
    context: &Context,
    organization: OrganizationId,
    message: Message,
) -> Result<()> {
    let mail = Mail {
        organization_id: organization,
        id: context.id(),
        recipient: message.recipient,
        subject: message.subject,
        text: message.text,
        html: message.html,
        created_at: context.now(),
        attempts: 0,
    };
    repo::add(tx, &mail).await
}

use_cases! {
    /// The worker that sends mail.
    Mails, mails
}

impl Service {
    /// Sends mail until the future is dropped.
    pub async fn run_mail(&self, transport: &dyn Transport) {
        loop {
            if let Err(error) = self.mails().send_due(transport).await {
                tracing::error!(%error, "mail waits: it could not be read");
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}

impl Mails<'_> {
    /// Sends every due mail, and returns the number of claimed mails.
    ///
    /// Safe to run on several servers at once: an attempt is claimed before it is made.
    pub async fn send_due(&self, transport: &dyn Transport) -> Result<usize> {
        let mut tx = self.0.db.read().await?;
        let due = repo::due(&mut tx, self.0.now()).await?;
        drop(tx);
        let mut sent = 0;
        for mail in &due {
            if self.claim(mail).await? && self.attempt(mail, transport).await? {
                sent += 1;
            }
        }
        Ok(sent)
    }

    /// Mails of the organization that were given up, or have waited for more than ten minutes.
    pub(crate) async fn stuck(&self, organization: OrganizationId) -> Result<Vec<StuckMail>> {
        let mut tx = self.0.db.read().await?;
        repo::stuck(&mut tx, organization, self.0.now() - STUCK_AFTER).await
    }

    /// Makes the worker retry every mail that was given up, with as many attempts as a new one.
    ///
    /// Returns the number of such mails.
    pub async fn retry(&self) -> Result<u64> {
        let mut tx = self.0.db.begin().await?;
        let count = repo::retry(&mut tx, self.0.now()).await?;
        tx.commit().await?;
        Ok(count)
    }

    /// Removes a mail that was given up and is no longer needed.
    ///
    /// Returns false when no such mail exists.
    pub async fn discard(&self, id: Uuid) -> Result<bool> {
        let mut tx = self.0.db.begin().await?;
        let was_there = repo::discard(&mut tx, id).await?;
        tx.commit().await?;
        Ok(was_there)
    }

    async fn claim(&self, mail: &Mail) -> Result<bool> {
        let mut tx = self.0.db.begin().await?;
        let claimed = repo::claim(&mut tx, mail, self.0.now() + CLAIM).await?;
        tx.commit().await?;
        Ok(claimed)
    }

    /// No transaction is open during the delivery.
    async fn attempt(&self, mail: &Mail, transport: &dyn Transport) -> Result<bool> {
        let answer = transport.send(mail).await;
        let now = self.0.now();
        let mut tx = self.0.db.begin().await?;
        match &answer {
            Ok(()) => repo::delivered(&mut tx, mail, now).await?,
            Err(error) => {
                let attempt = mail.attempts + 1;
                let abandoned = (attempt >= ATTEMPTS_MAX).then_some(now);
                let next = now + back_off(attempt);
                tracing::warn!(mail = %mail.id, attempt, error, "a mail could not be sent");
                repo::failed(&mut tx, mail, (attempt, error), next, abandoned).await?;
            }
        }
        tx.commit().await?;
        Ok(answer.is_ok())
    }
}

/// The waiting time after that attempt failed.
fn back_off(attempt: i64) -> TimeDelta {
    let doublings = u32::try_from(attempt.saturating_sub(1)).unwrap_or(u32::MAX);
    let factor = 1_i32.checked_shl(doublings).filter(|factor| *factor > 0).unwrap_or(i32::MAX);
    BACK_OFF.checked_mul(factor).map_or(BACK_OFF_MAX, |wait| wait.min(BACK_OFF_MAX))
}
