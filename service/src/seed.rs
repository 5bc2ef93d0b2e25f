//! Seeding: the initial templates and catalogs of an organization.

use std::collections::HashSet;

pub mod content;
mod repo;

use shared::appraisal::CatalogKind;
use shared::error::Result;

use crate::context::{Context, use_cases};
use crate::transaction::WriteTx;
use content::{BEHAVIOURS, COMPETENCIES, CatalogItemContent, MANAGERIAL_COMPETENCIES};
use content::{RISK_COMPLIANCE_KPIS, TEMPLATES};

use_cases! {
    /// Seeding of organizations without templates.
    Seeds, seeds
}

impl Seeds<'_> {
    /// Seeds every organization without templates. A failure is logged and does not prevent the
    /// start of the service.
    pub async fn seed_all(&self) {
        if let Err(error) = self.try_seed_all().await {
            tracing::error!(%error, "the organizations without templates could not be seeded");
        }
    }

    async fn try_seed_all(&self) -> Result<()> {
        let mut tx = self.0.db.read().await?;
        let organizations = repo::without_templates(&mut tx).await?;
        drop(tx);
        for organization in organizations {
            let mut tx = self.0.begin_within(organization).await?;
            match seed(&mut tx, self.0).await {
                Ok(()) => tx.commit().await?,
                Err(error) => tracing::error!(%error, %organization, "seeding failed"),
            }
        }
        Ok(())
    }
}

/// Writes the templates and catalogs, unless the organization has any template: deleted ones are
/// not restored. A catalog that has rows stays unchanged.
pub(crate) async fn seed(tx: &mut WriteTx, context: &Context) -> Result<()> {
    if repo::has_template(tx).await? {
        return Ok(());
    }
    let now = context.now();
    let templates: Vec<_> = TEMPLATES.iter().map(|template| (context.id(), template)).collect();
    repo::add_templates(tx, &templates, now).await?;
    let items = templates.iter().flat_map(|(template, content)| {
        (1_i64..).zip(content.items).map(|(place, item)| (context.id(), *template, place, item))
    });
    repo::add_template_items(tx, items).await?;
    let present: HashSet<_> = repo::catalog_kinds(tx).await?.into_iter().collect();
    let catalogs: [(CatalogKind, &[CatalogItemContent]); 4] = [
        (CatalogKind::RiskComplianceKpi, &RISK_COMPLIANCE_KPIS),
        (CatalogKind::Competency, &COMPETENCIES),
        (CatalogKind::ManagerialCompetency, &MANAGERIAL_COMPETENCIES),
        (CatalogKind::Behaviour, &BEHAVIOURS),
    ];
    let missing = catalogs.into_iter().filter(|(kind, _)| !present.contains(kind));
    let rows: Vec<_> = missing
        .flat_map(|(kind, content)| {
            (1_i64..).zip(content).map(move |(place, item)| (context.id(), kind, place, item))
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    repo::add_catalog_items(tx, rows.into_iter()).await
}
