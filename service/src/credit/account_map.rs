//! The posting account map: which account of the general ledger each event goes to.

mod repo;

use shared::audit::Category;
use shared::credit::account_map::AccountMappingInput;
use shared::credit::account_map::{AccountMap, AccountMapInput, AccountMapping};
use shared::error::Result;
use shared::permission::Permission;

use crate::audit::{self, Entry};
use crate::caller::Caller;
use crate::context::{Context, Service};
use crate::organization;

/// The posting account map.
#[derive(Debug)]
pub struct AccountMaps<'s>(pub(crate) &'s Context);

impl Service {
    /// The posting account map.
    pub fn account_map(&self) -> AccountMaps<'_> {
        AccountMaps(self.context())
    }
}

impl AccountMaps<'_> {
    /// The map as it stands. Needs `credit:config_manage` or `credit:view`.
    pub async fn find(&self, caller: &Caller) -> Result<AccountMap> {
        if !caller.may(Permission::CreditConfigManage) {
            caller.require(Permission::CreditView)?;
        }
        let mut tx = self.0.db.read().await?;
        Ok(repo::map(&mut tx, caller.organization()).await?)
    }

    /// Sets accounts and takes them out; places that are not named stay as they are. Needs
    /// `credit:config_manage`.
    ///
    /// Errors: 400 naming what cannot be accepted.
    pub async fn change(&self, caller: &Caller, input: AccountMapInput) -> Result<AccountMap> {
        caller.require(Permission::CreditConfigManage)?;
        let input = input.check()?;
        let organization = caller.organization();
        let mut tx = self.0.db.begin().await?;
        organization::repo::lock(&mut tx, organization).await?;
        let before = repo::all(&mut tx, organization).await?;
        let changes: Vec<_> =
            input.mappings.iter().filter(|change| !is_done(&before, change)).collect();
        if changes.is_empty() {
            return Ok(repo::map(&mut tx, organization).await?);
        }
        let set = changes.iter().copied().filter(|change| change.gl_account.is_some());
        repo::set(&mut tx, organization, set, (caller.staff(), self.0.now())).await?;
        let cleared = changes.iter().copied().filter(|change| change.gl_account.is_none());
        repo::clear(&mut tx, organization, cleared).await?;
        let fields: Vec<String> = changes.iter().map(|change| place(change)).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        audit::record(&mut tx, self.0, caller, entry(&fields)).await?;
        let map = repo::map(&mut tx, organization).await?;
        tx.commit().await?;
        Ok(map)
    }
}

/// True when the map says already what the change asks for.
fn is_done(mappings: &[AccountMapping], change: &AccountMappingInput) -> bool {
    let mapped = mappings.iter().find(|mapping| {
        (mapping.product_type, &mapping.event_type, mapping.side)
            == (change.product_type, &change.event_type, change.side)
    });
    mapped.map(|mapping| &mapping.gl_account) == change.gl_account.as_ref()
}

/// A place as the trail names it; a space would read as two.
fn place(change: &AccountMappingInput) -> String {
    let AccountMappingInput { product_type, event_type, side, .. } = change;
    format!("{product_type}/{event_type}/{side}").replace(' ', "_")
}

fn entry<'f>(fields: &'f [&'f str]) -> Entry<'f> {
    Entry {
        category: Category::Credit,
        action: "account_map.changed",
        entity_type: "account_map",
        entity_id: None,
        fields,
    }
}
