//! The names of the accounts of the general ledger.

mod repo;

use shared::audit::AuditAction;
use shared::credit::account_name::{AccountNameInput, AccountNames, AccountNamesInput};
use shared::error::Result;
use shared::permission::Permission;

use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::{Context, Service};
use crate::organization;

/// The names of accounts.
#[derive(Debug)]
pub struct NamesOfAccounts<'s>(pub(crate) &'s Context);

impl Service {
    /// The names of accounts.
    pub fn account_names(&self) -> NamesOfAccounts<'_> {
        NamesOfAccounts(self.context())
    }
}

impl NamesOfAccounts<'_> {
    /// The named accounts, by code. Needs `credit:config_manage` or `credit:view`.
    pub async fn find(&self, caller: &Caller) -> Result<AccountNames> {
        let caller =
            caller.require_any(&[Permission::CreditConfigManage, Permission::CreditView])?;
        let mut tx = self.0.read(caller).await?;
        Ok(repo::all(&mut tx).await?)
    }

    /// Names accounts and removes names; other names stay unchanged. Needs `credit:config_manage`.
    ///
    /// Errors: 400 naming every invalid field.
    pub async fn change(&self, caller: &Caller, input: AccountNamesInput) -> Result<AccountNames> {
        let caller = caller.require(Permission::CreditConfigManage)?;
        let input = input.check()?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("account_names.change", &input).await? {
            return Ok(first);
        }
        organization::repo::lock(&mut act).await?;
        let before = repo::all(&mut act).await?;
        let is_new =
            |change: &&AccountNameInput| before.name(&change.code) != change.name.as_deref();
        let changes: Vec<_> = input.accounts.iter().filter(is_new).collect();
        if changes.is_empty() {
            return Ok(before);
        }
        let named = changes.iter().copied().filter(|change| change.name.is_some());
        repo::set(&mut act, named, (caller.staff(), self.0.now())).await?;
        let removed = changes.iter().copied().filter(|change| change.name.is_none());
        repo::remove(&mut act, removed).await?;
        let fields: Vec<_> =
            changes.iter().map(|change| format!("glAccountName={}", change.code)).collect();
        let fields: Vec<_> = fields.iter().map(String::as_str).collect();
        act.audit(entry(&fields)).await?;
        let names = repo::all(&mut act).await?;
        act.respond(names).await
    }
}

fn entry<'f>(fields: &'f [&'f str]) -> Entry<'f> {
    Entry {
        action: AuditAction::AccountNamesChanged,
        entity_type: "account_names",
        entity_id: None,
        fields,
    }
}
