//! Sealing and verification: the hash chain over an organization's entries.

use chrono::{DateTime, TimeDelta};
use shared::Result;
use shared::audit::{AuditFinding, FindingKind};
use shared::error::Error;
use shared::id::OrganizationId;

use super::Audit;
use super::chain::{START, Sealable};
use super::commitment;
use super::repo::{self, Head, LastSeal, Seal, SealedRow};
use crate::transaction::ReadTx;

/// The batch size of seals and findings, which limits transactions and responses.
const BATCH: i64 = 500;

/// The maximum age relative to the last sealed entry at which an entry is still sealed:
/// transactions end within a minute, and the clocks of servers differ by less than the rest. Older
/// unsealed entries were not written by this service, and verification reports them.
const LATE_MAX: TimeDelta = TimeDelta::hours(1);

/// The time for which a new entry may be unsealed before it is reported.
const GRACE: TimeDelta = TimeDelta::minutes(1);

/// The number of times that another server may win before this one gives up; it seals the same
/// entries.
const ATTEMPTS_MAX: usize = 20;

impl Audit<'_> {
    /// Seals unsealed entries in every organization. Safe at any time, on any number of servers at
    /// once.
    pub async fn seal_all(&self) -> Result<()> {
        let recent = self.0.now() - LATE_MAX;
        let mut tx = self.0.db.read().await?;
        let organizations = repo::organizations_without_seal(&mut tx, recent).await?;
        drop(tx);
        // A fault in one organization does not stop the others.
        let mut sealed = Ok(());
        for organization in organizations {
            sealed = self.seal(organization).await.and(sealed);
        }
        sealed
    }

    /// Seals unsealed entries in one organization.
    pub async fn seal(&self, organization: OrganizationId) -> Result<()> {
        let mut attempts = 0;
        loop {
            match self.seal_batch(organization).await? {
                Sealing::Complete => return Ok(()),
                Sealing::More => {}
                Sealing::Overtaken if attempts < ATTEMPTS_MAX => attempts += 1,
                Sealing::Overtaken => return Err(Error::unavailable()),
            }
        }
    }

    async fn seal_batch(&self, organization: OrganizationId) -> Result<Sealing> {
        let mut tx = self.0.begin_within(organization).await?;
        let last = repo::last_seal(&mut tx).await?;
        let last_at = last.as_ref().and_then(|seal| seal.at);
        // Entries written after the clock was set back have to be found as well.
        let from = last_at.map_or(DateTime::UNIX_EPOCH, |at| at.min(self.0.now()) - LATE_MAX);
        let end = end(last, repo::head(&mut tx).await?);
        let entries = repo::unsealed(&mut tx, from, BATCH).await?;
        let seals = seals_after(organization, end, entries.iter().map(Sealable::from));
        if seals.is_empty() {
            return Ok(Sealing::Complete);
        }
        let expected = u64::try_from(seals.len()).unwrap_or(u64::MAX);
        if repo::add_seals(&mut tx, &seals).await? != expected {
            return Ok(Sealing::Overtaken);
        }
        tx.commit().await?;
        Ok(if seals.len() < usize::try_from(BATCH).unwrap_or(0) {
            Sealing::Complete
        } else {
            Sealing::More
        })
    }

    /// Recomputes the chain of one organization and returns its faults.
    pub async fn verify(&self, organization: OrganizationId) -> Result<Vec<AuditFinding>> {
        let mut tx = self.0.read_within(organization).await?;
        let mut findings = verify_seals(&mut tx).await?;
        let before = self.0.now() - GRACE;
        let missing = repo::never_sealed(&mut tx, before, BATCH).await?;
        findings.extend(missing.into_iter().map(|entry_id| AuditFinding {
            kind: FindingKind::MissingSeal,
            entry_id: Some(entry_id),
            sequence: None,
        }));
        Ok(findings)
    }
}

/// The outcome of sealing a batch.
enum Sealing {
    Complete,
    More,
    Overtaken,
}

/// The end of the chain: the recorded end even if the seals end before it, so that the gap remains
/// visible.
fn end(last: Option<LastSeal>, head: Option<Head>) -> Head {
    let last = last.map(|seal| Head { sequence: seal.sequence, hash: seal.hash });
    let end = last.into_iter().chain(head).max_by_key(|end| end.sequence);
    end.unwrap_or(Head { sequence: 0, hash: START.to_owned() })
}

fn seals_after<'e>(
    organization: OrganizationId,
    end: Head,
    entries: impl Iterator<Item = Sealable<'e>>,
) -> Vec<Seal> {
    let Head { mut sequence, hash: mut previous } = end;
    entries
        .map(|entry| {
            sequence += 1;
            previous = entry.hash(organization, sequence, &previous);
            Seal { sequence, entry_id: entry.id(), hash: previous.clone() }
        })
        .collect()
}

async fn verify_seals(tx: &mut ReadTx) -> Result<Vec<AuditFinding>> {
    let organization = tx.organization();
    let mut findings = Vec::new();
    let mut last: Option<SealedRow> = None;
    loop {
        let after = last.as_ref().map_or(0, |row| row.sequence);
        let rows = repo::sealed(tx, after, BATCH).await?;
        if rows.is_empty() {
            let head = repo::head(tx).await?;
            findings.extend(wrong_end(last.as_ref(), head.as_ref()));
            return Ok(findings);
        }
        for row in rows {
            if let Some(kind) = fault(organization, last.as_ref(), &row) {
                let sequence = Some(row.sequence);
                let entry_id = Some(row.sealed_id);
                findings.push(AuditFinding { kind, entry_id, sequence });
            }
            last = Some(row);
        }
    }
}

/// The fault of a seal. After a gap the preceding hash is missing, so that only the gap is
/// reported.
fn fault(
    organization: OrganizationId,
    last: Option<&SealedRow>,
    row: &SealedRow,
) -> Option<FindingKind> {
    let (expected, previous) = last.map_or((1, START), |last| (last.sequence + 1, &*last.hash));
    if row.sequence != expected {
        return Some(FindingKind::BrokenSequence);
    }
    let Some(entry) = Sealable::of(row) else {
        return Some(FindingKind::RemovedEntry);
    };
    let intact = entry.hash(organization, row.sequence, previous) == row.hash
        && is_actor_intact(row).unwrap_or(false);
    (!intact).then_some(FindingKind::EditedEntry)
}

/// Returns true if name and address are those of the sealed commitment, or erased. None without an
/// entry.
fn is_actor_intact(row: &SealedRow) -> Option<bool> {
    let (commitment, salt) = (row.actor_commitment.as_deref()?, row.actor_salt.as_deref());
    let (name, ip) = (row.actor_name.as_deref()?, row.ip.as_deref());
    Some(commitment::is_intact(commitment, salt, name, ip))
}

/// A finding unless the seals end at the recorded end.
fn wrong_end(last: Option<&SealedRow>, head: Option<&Head>) -> Option<AuditFinding> {
    let last = last.map(|row| (row.sequence, row.hash.as_str()));
    let noted = head.map(|head| (head.sequence, head.hash.as_str()));
    let sequence = noted.or(last).map(|(sequence, _)| sequence);
    let finding = AuditFinding { kind: FindingKind::WrongEnd, entry_id: None, sequence };
    (last != noted).then_some(finding)
}
