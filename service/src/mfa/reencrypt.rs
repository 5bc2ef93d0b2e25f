//! Re-encryption after a change of keys, so that the old key can be removed.

use shared::error::Result;
use shared::id::OrganizationId;
use uuid::Uuid;

use super::cipher::{self, Opened};
use super::repo::{self, SecretRow};
use super::{Holder, Mfa, Realm};
use crate::context::use_cases;
use crate::{organization, webhook};

/// The number of secrets per transaction.
const PART: usize = 200;

/// The result of re-encrypting secrets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reencrypted {
    /// The number of re-encrypted secrets.
    pub done: u64,
    /// The number of secrets that no key can decrypt; `check` names them.
    pub unreadable: u64,
}

impl Reencrypted {
    fn and(self, other: Self) -> Self {
        Self { done: self.done + other.done, unreadable: self.unreadable + other.unreadable }
    }
}

use_cases! {
    /// The second factors of all accounts.
    SecondFactors, second_factors
}

impl SecondFactors<'_> {
    /// Re-encrypts every secret that uses an old key under the current key, those of webhooks too.
    /// Sign-ins continue in the meantime, and an interruption keeps the completed part.
    pub async fn reencrypt(&self) -> Result<Reencrypted> {
        let mut tx = self.0.db.read().await?;
        let organizations = organization::repo::every(&mut tx).await?;
        drop(tx);
        let mut report = Reencrypted::default();
        for organization in organizations {
            for realm in [Realm::Staff, Realm::Customer] {
                let found = Mfa::new(self.0, realm).reencrypt(organization).await?;
                report = report.and(found);
            }
            report = report.and(webhook::reencrypt(self.0, organization).await?);
        }
        Ok(report)
    }
}

impl Mfa<'_> {
    /// The accounts whose secret no key can decrypt.
    pub(crate) async fn unreadable(&self, organization: OrganizationId) -> Result<Vec<Uuid>> {
        let secrets = self.secrets(organization).await?;
        let unreadable = secrets.iter().filter(|row| self.opened(organization, row).is_none());
        Ok(unreadable.map(|row| row.account_id).collect())
    }

    async fn reencrypt(&self, organization: OrganizationId) -> Result<Reencrypted> {
        let mut report = Reencrypted::default();
        for part in self.secrets(organization).await?.chunks(PART) {
            let mut tx = self.context.begin_within(organization).await?;
            for row in part {
                let Some(opened) = self.opened(organization, row) else {
                    report.unreadable += 1;
                    continue;
                };
                if !opened.is_outdated {
                    continue;
                }
                let location = self.location(holder(organization, row), row.id);
                let sealed = cipher::seal(self.settings(), &location, &opened.secret)?;
                let texts = (&*row.encrypted_secret, &*sealed);
                let credential = (organization, row.id);
                if repo::reencrypt(&mut tx, self.realm, credential, texts).await? {
                    report.done += 1;
                }
            }
            tx.commit().await?;
        }
        Ok(report)
    }

    async fn secrets(&self, organization: OrganizationId) -> Result<Vec<SecretRow>> {
        let mut tx = self.context.read_within(organization).await?;
        Ok(repo::secrets(&mut tx, self.realm, organization).await?)
    }

    fn opened(&self, organization: OrganizationId, row: &SecretRow) -> Option<Opened> {
        let location = self.location(holder(organization, row), row.id);
        cipher::try_open(self.settings(), &location, &row.encrypted_secret)
    }
}

fn holder(organization: OrganizationId, row: &SecretRow) -> Holder {
    Holder { organization, account: row.account_id }
}
