//! SQL of seeding.

use chrono::{DateTime, Utc};
use shared::appraisal::CatalogKind;
use shared::error::Result;
use shared::id::OrganizationId;
use uuid::Uuid;

use super::content::{CatalogItemContent, TemplateContent, TemplateItemContent};
use crate::transaction::{ReadTx, WriteTx};
use database::statements;

statements! {
    WITHOUT_TEMPLATES = "SELECT o.id FROM organizations o WHERE NOT EXISTS (
        SELECT 1 FROM appraisal_templates t WHERE t.organization_id = o.id) ORDER BY o.id";
    COUNT_TEMPLATES = "SELECT COUNT(*) FROM appraisal_templates WHERE organization_id = $1";
    CATALOG_KINDS = "SELECT DISTINCT kind FROM catalog_items WHERE organization_id = $1";
    ADD_TEMPLATES = "INSERT INTO appraisal_templates
        (organization_id, id, name, description, is_archived, created_at, updated_at)
        VALUES {rows: UUID, UUID, TEXT, TEXT, BOOLEAN, TIMESTAMPTZ, TIMESTAMPTZ}";
    ADD_TEMPLATE_ITEMS = "INSERT INTO appraisal_template_items
        (organization_id, id, template_id, category_label, category_weight, objective,
         kpi_description, target_guidance, weight, sort_order)
        VALUES {rows: UUID, UUID, UUID, TEXT, BIGINT, TEXT, TEXT, TEXT, BIGINT, BIGINT}";
    ADD_CATALOG_ITEMS = "INSERT INTO catalog_items
        (organization_id, id, kind, label, description, target_guidance, weight, sort_order)
        VALUES {rows: UUID, UUID, TEXT, TEXT, TEXT, TEXT, BIGINT, BIGINT}";
}

pub(super) async fn without_templates(tx: &mut database::ReadTx) -> Result<Vec<OrganizationId>> {
    Ok(tx.global(WITHOUT_TEMPLATES).scalars().await?)
}

pub(super) async fn has_template(tx: &mut ReadTx) -> Result<bool> {
    Ok(tx.sql(COUNT_TEMPLATES).scalar::<i64>().await? > 0)
}

/// The catalogs that have rows.
pub(super) async fn catalog_kinds(tx: &mut ReadTx) -> Result<Vec<CatalogKind>> {
    Ok(tx.sql(CATALOG_KINDS).scalars().await?)
}

pub(super) async fn add_templates(
    tx: &mut WriteTx,
    templates: &[(Uuid, &TemplateContent)],
    now: DateTime<Utc>,
) -> Result<()> {
    tx.insert(ADD_TEMPLATES, templates, |row, (id, template)| {
        row.bind(id).bind(template.name).bind(template.description).bind(false).bind(now).bind(now)
    })
    .execute()
    .await?;
    Ok(())
}

pub(super) async fn add_template_items(
    tx: &mut WriteTx,
    items: impl Iterator<Item = (Uuid, Uuid, i64, &'static TemplateItemContent)>,
) -> Result<()> {
    tx.insert(ADD_TEMPLATE_ITEMS, items, |row, (id, template, place, item)| {
        row.bind(id)
            .bind(template)
            .bind(item.category_label)
            .bind(item.category_weight)
            .bind(item.objective)
            .bind(item.kpi_description)
            .bind(item.target_guidance)
            .bind(item.weight)
            .bind(place)
    })
    .execute()
    .await?;
    Ok(())
}

pub(super) async fn add_catalog_items(
    tx: &mut WriteTx,
    items: impl Iterator<Item = (Uuid, CatalogKind, i64, &'static CatalogItemContent)>,
) -> Result<()> {
    tx.insert(ADD_CATALOG_ITEMS, items, |row, (id, kind, place, item)| {
        row.bind(id)
            .bind(kind)
            .bind(item.label)
            .bind(item.description)
            .bind(item.target_guidance)
            .bind(item.weight)
            .bind(place)
    })
    .execute()
    .await?;
    Ok(())
}
