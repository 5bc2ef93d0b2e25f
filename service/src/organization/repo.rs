//! SQL of organizations.

use chrono::{DateTime, Utc};
use shared::credit::vocabulary::Presentation;
use shared::id::OrganizationId;
use shared::organization::{Logo, Organization};

use crate::transaction::{ReadTx, WriteTx};
use database::{Binding, Engine, Result, statements};

statements! {
    EVERY = "SELECT id FROM organizations ORDER BY id";

    LOCK = "UPDATE organizations SET name = name WHERE id = $1";

    FIND = "SELECT id, name, time_zone, currency, customer_mfa_required,
            separate_shariah_approver, grace_days, non_accrual_days, murabaha_presentation,
            instalment_rounding, address, stage_target_days
        FROM organizations WHERE id = $1";

    STAGE_TARGET_DAYS = "SELECT stage_target_days FROM organizations WHERE id = $1";

    MURABAHA_PRESENTATION = "SELECT murabaha_presentation FROM organizations WHERE id = $1";

    ADD = "INSERT INTO organizations (id, name, time_zone, currency, customer_mfa_required,
            separate_shariah_approver, grace_days, non_accrual_days, murabaha_presentation,
            instalment_rounding, address, stage_target_days, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

    SAVE = "UPDATE organizations
        SET name = $2, time_zone = $3, currency = $4, customer_mfa_required = $5,
            separate_shariah_approver = $6, grace_days = $7, non_accrual_days = $8,
            murabaha_presentation = $9, instalment_rounding = $10, address = $11,
            stage_target_days = $12
        WHERE id = $1";

    LETTERHEAD = "SELECT name, address, time_zone,
            EXISTS (SELECT 1 FROM organization_logos WHERE organization_id = $1) AS has_logo
        FROM organizations WHERE id = $1";

    LOGO = "SELECT format, content FROM organization_logos WHERE organization_id = $1";

    SET_LOGO = "INSERT INTO organization_logos (organization_id, format, content)
        VALUES ($1, $2, $3)
        ON CONFLICT (organization_id) DO UPDATE
            SET format = excluded.format, content = excluded.content";

    REMOVE_LOGO = "DELETE FROM organization_logos WHERE organization_id = $1";
}

/// All organizations, for maintenance of the whole database.
pub(crate) async fn every(tx: &mut database::ReadTx) -> Result<Vec<OrganizationId>> {
    tx.global(EVERY).scalars().await
}

/// SQLite has no such clause, but its writers wait for each other anyway.
const SHARE: &str = "SELECT id FROM organizations WHERE id = $1 FOR SHARE";

/// Serializes changes that have to see each other, such as those of line managers. References to
/// the organization are not blocked.
pub(crate) async fn lock(tx: &mut WriteTx) -> Result<()> {
    tx.sql(LOCK).execute().await?;
    Ok(())
}

/// Waits for changes that hold [`lock`], and makes them wait. Other shared locks are compatible.
pub(crate) async fn share(tx: &mut WriteTx) -> Result<()> {
    if tx.engine() == Engine::Postgres {
        tx.sql(SHARE).execute().await?;
    }
    Ok(())
}

pub(crate) async fn find(tx: &mut ReadTx) -> Result<Option<Organization>> {
    tx.sql(FIND).optional().await
}

/// The days within which each stage of an appraisal should be completed.
pub(crate) async fn stage_target_days(tx: &mut ReadTx) -> Result<i64> {
    tx.sql(STAGE_TARGET_DAYS).scalar().await
}

/// The presentation of murabahas that are activated now.
pub(crate) async fn murabaha_presentation(tx: &mut ReadTx) -> Result<Presentation> {
    tx.sql(MURABAHA_PRESENTATION).scalar().await
}

pub(super) async fn add(
    tx: &mut WriteTx,
    organization: &Organization,
    now: DateTime<Utc>,
) -> Result<()> {
    bind(tx.sql(ADD), organization).bind(now).execute().await?;
    Ok(())
}

pub(super) async fn save(tx: &mut WriteTx, organization: &Organization) -> Result<()> {
    bind(tx.sql(SAVE), organization).execute().await?;
    Ok(())
}

fn bind<B: Binding>(to: B, organization: &Organization) -> B {
    to.bind(&organization.name)
        .bind(&organization.time_zone)
        .bind(&organization.currency)
        .bind(organization.customer_mfa_required)
        .bind(organization.separate_shariah_approver)
        .bind(organization.grace_days)
        .bind(organization.non_accrual_days)
        .bind(organization.murabaha_presentation)
        .bind(organization.instalment_rounding)
        .bind(&organization.address)
        .bind(organization.stage_target_days)
}

/// The stored part of a letterhead.
#[derive(Debug, database::FromRow)]
pub(super) struct LetterheadRow {
    pub(super) name: String,
    pub(super) address: String,
    pub(super) time_zone: String,
    pub(super) has_logo: bool,
}

pub(super) async fn letterhead(tx: &mut ReadTx) -> Result<Option<LetterheadRow>> {
    tx.sql(LETTERHEAD).optional().await
}

pub(super) async fn logo(tx: &mut ReadTx) -> Result<Option<Logo>> {
    tx.sql(LOGO).optional().await
}

pub(super) async fn set_logo(tx: &mut WriteTx, logo: &Logo) -> Result<()> {
    tx.sql(SET_LOGO).bind(logo.format).bind(&*logo.content).execute().await?;
    Ok(())
}

/// Returns false if there was none.
pub(super) async fn remove_logo(tx: &mut WriteTx) -> Result<bool> {
    Ok(tx.sql(REMOVE_LOGO).execute().await? > 0)
}
