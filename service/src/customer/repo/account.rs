//! SQL of portal accounts.

use chrono::{DateTime, Utc};
use shared::id::{CustomerId, PortalAccountId};

use crate::search::folded;
use crate::session::password;
use crate::transaction::WriteTx;
use database::{Result, statements};

statements! {
    ADD = "INSERT INTO portal_accounts (organization_id, id, customer_id, email, is_blocked,
            password_hash, password_scheme, password_version, password_change_required,
            created_at, updated_at, email_folded)
        VALUES ($1, $2, $3, $4, FALSE, $5, $6, 1, TRUE, $7, $7, $8)";

    SET_BLOCKED = "UPDATE portal_accounts SET is_blocked = $3, updated_at = $4
        WHERE organization_id = $1 AND id = $2";
}

/// An account to be added, with a temporary password.
#[derive(Debug)]
pub(in crate::customer) struct NewAccount<'r> {
    pub id: PortalAccountId,
    pub customer: CustomerId,
    pub email: &'r str,
    pub password_hash: &'r str,
}

pub(in crate::customer) async fn add(
    tx: &mut WriteTx,
    account: &NewAccount<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(ADD)
        .bind(account.id)
        .bind(account.customer)
        .bind(account.email)
        .bind(account.password_hash)
        .bind(password::SCHEME)
        .bind(now)
        .bind(folded(account.email))
        .execute()
        .await?;
    Ok(())
}

pub(in crate::customer) async fn set_blocked(
    tx: &mut WriteTx,
    account: PortalAccountId,
    is_blocked: bool,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(SET_BLOCKED).bind(account).bind(is_blocked).bind(now).execute().await?;
    Ok(())
}
