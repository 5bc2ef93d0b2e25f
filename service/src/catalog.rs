//! Catalogs: the four lists of rows that every form of the organization contains.

mod repo;

use shared::appraisal::CatalogKind;
use shared::audit::AuditAction;
use shared::catalog::{Catalog, CatalogInput, CatalogItemInput};
use shared::error::Result;
use shared::permission::Permission;
use shared::template::stale;

use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::use_cases;
use crate::organization;

use_cases! {
    /// Catalogs.
    Catalogs, catalogs
}

impl Catalogs<'_> {
    /// One catalog. Needs `appraisals:hr_manage`.
    pub async fn find(&self, caller: &Caller, kind: CatalogKind) -> Result<Catalog> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut tx = self.0.read(caller).await?;
        let items = repo::items(&mut tx, kind).await?;
        Ok(Catalog { kind, items })
    }

    /// Replaces all rows of a catalog. Existing appraisals keep their form. Needs
    /// `appraisals:hr_manage`.
    ///
    /// Errors: 400 `INVALID_WEIGHTS`; 409 `STALE_REVISION` when the catalog has changed since it
    /// was loaded. Nothing is written then.
    pub async fn replace(
        &self,
        caller: &Caller,
        kind: CatalogKind,
        input: CatalogInput,
    ) -> Result<Catalog> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let input = input.check(kind)?;
        let mut act = self.0.act(caller).await?;
        organization::repo::lock(&mut act).await?;
        let before = repo::items(&mut act, kind).await?;
        if before.iter().cloned().map(CatalogItemInput::from).eq(input.items.iter().cloned()) {
            return Ok(Catalog { kind, items: before });
        }
        if input.based_on.is_some() && input.based_on != before.first().map(|item| item.id) {
            return Err(stale("catalog"));
        }
        repo::remove_items(&mut act, kind).await?;
        repo::add_items(&mut act, kind, &input.items, || self.0.id()).await?;
        act.audit(entry(kind)).await?;
        let items = repo::items(&mut act, kind).await?;
        act.commit().await?;
        Ok(Catalog { kind, items })
    }
}

fn entry(kind: CatalogKind) -> Entry<'static> {
    Entry {
        action: AuditAction::CatalogReplaced,
        entity_type: "catalog",
        entity_id: Some(kind.to_string()),
        fields: &["items"],
    }
}
