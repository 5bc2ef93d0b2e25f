//! The account map: the general ledger account of each event and side.

mod repo;

use shared::audit::AuditAction;
use shared::credit::account_map::{
    AccountMap, AccountMapInput, AccountMapping, AccountMappingInput, AccountWarning,
};
use shared::error::Result;
use shared::permission::Permission;

use super::journal;
use crate::audit::{self, Entry};
use crate::caller::Caller;
use crate::context::use_cases;
use crate::organization;
use crate::transaction::ReadTx;

use_cases! {
    /// The account map.
    AccountMaps, account_map
}

impl AccountMaps<'_> {
    /// The current map. Needs `credit:config_manage` or `credit:view`.
    pub async fn find(&self, caller: &Caller) -> Result<AccountMap> {
        let caller =
            caller.require_any(&[Permission::CreditConfigManage, Permission::CreditView])?;
        let mut tx = self.0.read(caller).await?;
        Ok(repo::map(&mut tx).await?)
    }

    /// Sets accounts and removes them; other places stay unchanged. The response also warns of
    /// replaced accounts that still carry a balance. Needs `credit:config_manage`.
    ///
    /// Errors: 400 naming every invalid field; 400 `SAME_ACCOUNT` where an event would debit and
    /// credit one account, including existing mappings.
    pub async fn change(&self, caller: &Caller, input: AccountMapInput) -> Result<AccountMap> {
        let caller = caller.require(Permission::CreditConfigManage)?;
        let input = input.check()?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("account_map.change", &input).await? {
            return Ok(first);
        }
        organization::repo::lock(&mut act).await?;
        let before = repo::all(&mut act).await?;
        input.apply(&before)?;
        let changes: Vec<_> =
            input.mappings.iter().filter(|change| !is_done(&before, change)).collect();
        if changes.is_empty() {
            return Ok(repo::map(&mut act).await?);
        }
        let set = changes.iter().copied().filter(|change| change.gl_account.is_some());
        repo::set(&mut act, set, (caller.staff(), self.0.now())).await?;
        let cleared = changes.iter().copied().filter(|change| change.gl_account.is_none());
        repo::clear(&mut act, cleared).await?;
        let fields: Vec<String> = changes.iter().map(|change| named(&before, change)).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        act.audit(entry(&fields)).await?;
        let mut map = repo::map(&mut act).await?;
        map.warnings.extend(self.replaced(&mut act, &caller, &before, &input).await?);
        act.respond(map).await
    }

    /// The replaced accounts that still carry a balance.
    async fn replaced(
        &self,
        tx: &mut ReadTx,
        caller: &Caller,
        before: &[AccountMapping],
        input: &AccountMapInput,
    ) -> Result<Vec<AccountWarning>> {
        let replaced: Vec<_> = input.replaced(before).collect();
        if replaced.is_empty() {
            return Ok(Vec::new());
        }
        let today = self.0.today(caller.time_zone());
        let balances = journal::balances(tx, None, today).await?;
        let warnings = replaced.into_iter().filter_map(|mapping| {
            let row = balances.iter().find(|row| row.gl_account == mapping.gl_account)?;
            (!row.balance.is_zero()).then(|| AccountWarning::replaced(mapping, row.balance))
        });
        Ok(warnings.collect())
    }
}

/// The account mapped at the place of a change.
fn account<'m>(mappings: &'m [AccountMapping], change: &AccountMappingInput) -> Option<&'m str> {
    let mapping = mappings.iter().find(|mapping| change.is_at(mapping));
    mapping.map(|mapping| mapping.gl_account.as_str())
}

/// Returns true if the change is already in the map.
fn is_done(mappings: &[AccountMapping], change: &AccountMappingInput) -> bool {
    account(mappings, change) == change.gl_account.as_deref()
}

/// A place with its old and its new account, for the audit entry:
/// `ijarah/origination/debit=1310→1320`.
fn named(before: &[AccountMapping], change: &AccountMappingInput) -> String {
    let AccountMappingInput { product_type, event_type, side, gl_account } = change;
    let place = format!("{product_type}/{event_type}/{side}");
    audit::change(&place, account(before, change), gl_account.as_deref())
}

fn entry<'f>(fields: &'f [&'f str]) -> Entry<'f> {
    Entry {
        action: AuditAction::AccountMapChanged,
        entity_type: "account_map",
        entity_id: None,
        fields,
    }
}
