//! Filling of normalized forms that an earlier version did not store.

use shared::error::Result;
use shared::id::OrganizationId;
use shared::staff::normalized_staff_number;

use super::repo;
use crate::context::{Context, Service};
use crate::organization;
use database::WriteTx;

/// The stored normalized forms of texts.
#[derive(Debug)]
pub struct Forms<'s>(&'s Context);

impl Service {
    /// The stored normalized forms of texts, by which lists are searched and sorted.
    pub fn forms(&self) -> Forms<'_> {
        Forms(self.context())
    }
}

impl Forms<'_> {
    /// Fills in missing forms, a batch in each transaction, and normalizes the staff numbers of an
    /// earlier version. Part of every upgrade, after the migrations. Several servers may do so at
    /// once.
    pub async fn fill(&self) -> Result<()> {
        let mut tx = self.0.db.read().await?;
        let organizations = organization::repo::every(&mut tx).await?;
        drop(tx);
        for organization in organizations {
            while self.fill_batch(organization).await? {}
        }
        Ok(())
    }

    /// Returns false when nothing was missing.
    async fn fill_batch(&self, organization: OrganizationId) -> Result<bool> {
        let mut tx = self.0.db.read().await?;
        let is_missing = repo::is_any_missing(&mut tx, organization).await?;
        drop(tx);
        if !is_missing {
            return Ok(false);
        }
        let mut tx = self.0.db.begin().await?;
        // The other servers wait, and find nothing missing.
        organization::repo::lock(&mut tx, organization).await?;
        fill_staff(&mut tx, organization).await?;
        let customers = repo::customers(&mut tx, organization).await?;
        repo::fill_customers(&mut tx, organization, &customers).await?;
        let accounts = repo::accounts(&mut tx, organization).await?;
        repo::fill_accounts(&mut tx, organization, &accounts).await?;
        let facilities = repo::facilities(&mut tx, organization).await?;
        repo::fill_facilities(&mut tx, organization, &facilities).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// A number whose normal form is in use by another person stays unchanged: a person has to decide.
async fn fill_staff(tx: &mut WriteTx, organization: OrganizationId) -> Result<()> {
    let mut rows = repo::staff(tx, organization).await?;
    for row in &mut rows {
        let number = normalized_staff_number(&row.staff_number);
        if number == row.staff_number {
            continue;
        }
        if repo::renumber(tx, organization, row.id, &number).await? {
            row.staff_number = number;
        } else {
            let staff = row.id;
            tracing::warn!(%organization, %staff, "two people have the same staff number");
        }
    }
    repo::fill_staff(tx, organization, &rows).await?;
    Ok(())
}
