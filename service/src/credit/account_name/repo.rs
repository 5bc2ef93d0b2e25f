//! SQL of the names of accounts.

use chrono::{DateTime, Utc};
use shared::credit::account_name::{AccountNameInput, AccountNames};
use shared::id::StaffId;

use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

statements! {
    ALL = "SELECT code, name FROM gl_accounts WHERE organization_id = $1";
    SET = "INSERT INTO gl_accounts (organization_id, code, name, updated_at, updated_by_id)
        VALUES {rows: UUID, TEXT, TEXT, TIMESTAMPTZ, UUID}
        ON CONFLICT (organization_id, code) DO UPDATE
            SET name = excluded.name, updated_at = excluded.updated_at,
                updated_by_id = excluded.updated_by_id";
    REMOVE = "WITH given (code) AS (VALUES {rows: TEXT})
        DELETE FROM gl_accounts WHERE organization_id = $1 AND EXISTS (
            SELECT 1 FROM given WHERE given.code = gl_accounts.code)";
}

/// The named accounts, by code.
pub(super) async fn all(tx: &mut ReadTx) -> Result<AccountNames> {
    let mut accounts: Vec<shared::credit::account_name::AccountName> = tx.sql(ALL).all().await?;
    accounts.sort_by(|one, other| one.code.cmp(&other.code));
    Ok(AccountNames { accounts })
}

pub(super) async fn set<'n>(
    tx: &mut WriteTx,
    names: impl IntoIterator<Item = &'n AccountNameInput>,
    (actor, now): (StaffId, DateTime<Utc>),
) -> Result<()> {
    tx.insert(SET, names, |row, account| {
        row.bind(&account.code).bind(&account.name).bind(now).bind(actor)
    })
    .execute()
    .await?;
    Ok(())
}

pub(super) async fn remove<'n>(
    tx: &mut WriteTx,
    names: impl IntoIterator<Item = &'n AccountNameInput>,
) -> Result<()> {
    tx.sql(REMOVE).rows(names, |row, account| row.bind(&account.code)).execute().await?;
    Ok(())
}
