//! SQL of organizations.

use chrono::{DateTime, Utc};
use shared::credit::vocabulary::Presentation;
use shared::id::OrganizationId;
use shared::organization::Organization;

use crate::transaction::{ReadTx, WriteTx};
use database::{Engine, Result, statements};

statements! {
    EVERY = "SELECT id FROM organizations ORDER BY id";

    LOCK = "UPDATE organizations SET name = name WHERE id = $1";

    FIND = "SELECT id, name, time_zone, currency, customer_mfa_required,
            separate_shariah_approver, grace_days, non_accrual_days, murabaha_presentation,
            instalment_rounding
        FROM organizations WHERE id = $1";

    MURABAHA_PRESENTATION = "SELECT murabaha_presentation FROM organizations WHERE id = $1";

    ADD = "INSERT INTO organizations (id, name, time_zone, currency, customer_mfa_required,
            separate_shariah_approver, grace_days, non_accrual_days, created_at,
            murabaha_presentation, instalment_rounding)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

    SAVE = "UPDATE organizations
        SET name = $2, time_zone = $3, currency = $4, customer_mfa_required = $5,
            separate_shariah_approver = $6, grace_days = $7, non_accrual_days = $8,
            murabaha_presentation = $9, instalment_rounding = $10
        WHERE id = $1";
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

/// The presentation of murabahas that are activated now.
pub(crate) async fn murabaha_presentation(tx: &mut ReadTx) -> Result<Presentation> {
    tx.sql(MURABAHA_PRESENTATION).scalar().await
}

pub(super) async fn add(
    tx: &mut WriteTx,
    organization: &Organization,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(ADD)
        .bind(&organization.name)
        .bind(&organization.time_zone)
        .bind(&organization.currency)
        .bind(organization.customer_mfa_required)
        .bind(organization.separate_shariah_approver)
        .bind(organization.grace_days)
        .bind(organization.non_accrual_days)
        .bind(now)
        .bind(organization.murabaha_presentation)
        .bind(organization.instalment_rounding)
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn save(tx: &mut WriteTx, organization: &Organization) -> Result<()> {
    tx.sql(SAVE)
        .bind(&organization.name)
        .bind(&organization.time_zone)
        .bind(&organization.currency)
        .bind(organization.customer_mfa_required)
        .bind(organization.separate_shariah_approver)
        .bind(organization.grace_days)
        .bind(organization.non_accrual_days)
        .bind(organization.murabaha_presentation)
        .bind(organization.instalment_rounding)
        .execute()
        .await?;
    Ok(())
}
