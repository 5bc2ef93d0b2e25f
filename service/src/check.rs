//! The self-check: searches for violations of invariants of the database.

mod repo;

use std::collections::HashMap;

use chrono::TimeDelta;
use shared::error::Result;
use shared::id::OrganizationId;
use shared::leave::policy::YEARS;
use shared::scoring::{Post, ScoredRow, score};

use crate::context::{Context, Service};
use crate::leave::{self, Accounts};
use crate::mail::StuckMail;
use crate::mfa::{Mfa, Realm};
use crate::{organization, webhook};
use repo::{Broken, EqualCorrections, StampedRow};

/// The interval within which two equal corrections count as a duplicate.
const DOUBLED_WITHIN: TimeDelta = TimeDelta::minutes(1);

/// A violation of an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Stable code.
    pub code: &'static str,
    /// The organization.
    pub organization: OrganizationId,
    /// The fault and the record.
    pub message: String,
}

/// The self-check.
#[derive(Debug)]
pub struct SelfCheck<'s> {
    service: &'s Service,
    context: &'s Context,
}

impl Service {
    /// The self-check.
    pub fn self_check(&self) -> SelfCheck<'_> {
        SelfCheck { service: self, context: self.context() }
    }
}

impl SelfCheck<'_> {
    /// Verifies the whole database and returns the faults; nothing is changed, except that unsealed
    /// audit entries are sealed first.
    pub async fn run(&self) -> Result<Vec<Finding>> {
        self.service.audit().seal_all().await?;
        let mut tx = self.context.db.read().await?;
        let organizations = organization::repo::every(&mut tx).await?;
        drop(tx);
        let mut findings = Vec::new();
        for organization in organizations {
            findings.extend(self.broken_rules(organization).await?);
            findings.extend(self.stamps(organization).await?);
            findings.extend(self.leave(organization).await?);
            findings.extend(self.corrections(organization).await?);
            findings.extend(self.mail(organization).await?);
            findings.extend(self.second_factors(organization).await?);
            findings.extend(self.webhooks(organization).await?);
            findings.extend(self.jobs(organization).await?);
            for finding in self.service.audit().verify(organization).await? {
                let message = finding.to_string();
                findings.push(Finding { code: "AUDIT_CHAIN", organization, message });
            }
        }
        Ok(findings)
    }

    async fn broken_rules(&self, organization: OrganizationId) -> Result<Vec<Finding>> {
        let mut tx = self.context.read_within(organization).await?;
        let mut findings = Vec::new();
        for rule in repo::Rule::every() {
            let broken: Vec<Broken> = repo::broken(&mut tx, rule).await?;
            findings.extend(broken.into_iter().map(|it| Finding {
                code: rule.code(),
                organization,
                message: format!("{}: {} {}", rule.sentence(), it.entity, it.id),
            }));
        }
        Ok(findings)
    }

    /// Negative leave balances, computed by the same function as on every page.
    async fn leave(&self, organization: OrganizationId) -> Result<Vec<Finding>> {
        let mut tx = self.context.read_within(organization).await?;
        let years = (*YEARS.start(), *YEARS.end());
        let accounts = Accounts::load(&mut tx, None, years).await?;
        let people = leave::repo::account::people(&mut tx, true).await?;
        let people: HashMap<_, _> = people.iter().map(|person| (person.id, person)).collect();
        let findings = accounts.keys().filter_map(|(staff, leave_type, year)| {
            let balance = accounts.balance(people.get(&staff)?, leave_type, year);
            balance.available.filter(|days| days.is_negative())?;
            let message = format!("More {leave_type} leave of {year} than there is: staff {staff}");
            Some(Finding { code: "LEAVE_OVERDRAWN", organization, message })
        });
        Ok(findings.collect())
    }

    /// Duplicate corrections of leave, as from a double click.
    async fn corrections(&self, organization: OrganizationId) -> Result<Vec<Finding>> {
        let mut tx = self.context.read_within(organization).await?;
        let alike = repo::equal_corrections(&mut tx).await?;
        let is_doubled = |pair: &EqualCorrections| {
            pair.written_at.signed_duration_since(pair.other_written_at).abs() <= DOUBLED_WITHIN
        };
        let doubled = alike.into_iter().filter(is_doubled).map(|pair| Finding {
            code: "LEAVE_CORRECTION_DOUBLED",
            organization,
            message: format!(
                "One person wrote the same correction of leave twice within a minute; if one of \
                 them was meant, write a correction that takes the other back: leave adjustment {}",
                pair.id
            ),
        });
        Ok(doubled.collect())
    }

    /// Undelivered mail.
    async fn mail(&self, organization: OrganizationId) -> Result<Vec<Finding>> {
        let stuck = self.service.mails().stuck(organization).await?;
        let finding = |mail: StuckMail| {
            let id = mail.id;
            let message = match mail.abandoned_at {
                None => format!("A mail waits to be sent: mail {id}"),
                Some(_) => format!(
                    "A mail was given up: mail {id}. `mizan mail retry` tries again, \
                     `mizan mail discard {id}` removes it"
                ),
            };
            Finding { code: "MAIL_WAITING", organization, message }
        };
        Ok(stuck.into_iter().map(finding).collect())
    }

    /// Daily jobs that have not run for two days.
    async fn jobs(&self, organization: OrganizationId) -> Result<Vec<Finding>> {
        let overdue = self.service.jobs().overdue(organization).await?;
        let finding = |job: String| {
            let message = format!(
                "No complete run for two days; see the log of the servers with BACKGROUND=on, or \
                 run `mizan job run {job}`: job {job}"
            );
            Finding { code: "JOB_OVERDUE", organization, message }
        };
        Ok(overdue.into_iter().map(finding).collect())
    }

    /// Second factors that no key of this service can decrypt: their owners cannot sign in with the
    /// app.
    async fn second_factors(&self, organization: OrganizationId) -> Result<Vec<Finding>> {
        let mut findings = Vec::new();
        for realm in [Realm::Staff, Realm::Customer] {
            let unreadable = Mfa::new(self.context, realm).unreadable(organization).await?;
            findings.extend(unreadable.into_iter().map(|account| Finding {
                code: "SECOND_FACTOR_UNREADABLE",
                organization,
                message: format!(
                    "No key opens the second factor; set the one it was made with, or reset it: \
                     {} {account}",
                    realm.entity_type()
                ),
            }));
        }
        Ok(findings)
    }

    /// Webhooks whose secret no key of this service can decrypt: their events cannot be signed.
    async fn webhooks(&self, organization: OrganizationId) -> Result<Vec<Finding>> {
        let unreadable = webhook::unreadable(self.context, organization).await?;
        let finding = |webhook| {
            let message = format!(
                "No key opens the signing secret; set the one it was made with, or rotate it: \
                 webhook {webhook}"
            );
            Finding { code: "WEBHOOK_SECRET_UNREADABLE", organization, message }
        };
        Ok(unreadable.into_iter().map(finding).collect())
    }

    /// Stamped scores that differ from a recomputation.
    async fn stamps(&self, organization: OrganizationId) -> Result<Vec<Finding>> {
        let mut tx = self.context.read_within(organization).await?;
        let stamped = repo::stamped(&mut tx).await?;
        let mut rows: HashMap<_, Vec<ScoredRow>> = HashMap::new();
        for item in repo::stamped_items(&mut tx).await? {
            rows.entry(item.appraisal_id).or_default().push(item.row());
        }
        let mut findings = Vec::new();
        for stamp in stamped {
            let rows = rows.remove(&stamp.id).unwrap_or_default();
            if !recomputes(&stamp, &rows) {
                let message =
                    format!("The stamped scores do not recompute: appraisal {}", stamp.id);
                findings.push(Finding { code: "SCORE_MISMATCH", organization, message });
            }
        }
        Ok(findings)
    }
}

fn recomputes(stamp: &StampedRow, rows: &[ScoredRow]) -> bool {
    let post = Post { role_category: stamp.role_category, is_manager_role: stamp.is_manager_role };
    let card = score(post, rows);
    stamp.kpi_score == Some(card.kpi_score)
        && stamp.competency_score == Some(card.competency_score)
        && stamp.behaviour_score == Some(card.behaviour_score)
        && stamp.overall_score == Some(card.overall_score)
        && stamp.overall_band == Some(card.overall_band)
        && rows.iter().all(|row| row.supervisor_score.is_some())
}
