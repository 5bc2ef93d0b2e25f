//! The letterhead of an organization, for staff and for customers, and its logo.

use shared::audit::AuditAction;
use shared::error::{Error, Result};
use shared::organization::{Letterhead, Logo, Organization};
use shared::permission::Permission;

use super::{Organizations, entry, find, repo};
use crate::caller::Caller;
use crate::context::Context;
use crate::portal::{Portal, PortalCaller};
use crate::transaction::ReadTx;

impl Organizations<'_> {
    /// The letterhead of the caller's organization.
    ///
    /// Errors: 403 while a temporary password is in use.
    pub async fn letterhead(&self, caller: &Caller) -> Result<Letterhead> {
        let mut tx = self.0.read(caller.require_own_password()?).await?;
        letterhead(self.0, &mut tx).await
    }

    /// The logo of the caller's organization.
    ///
    /// Errors: 403 while a temporary password is in use; 404 when there is none.
    pub async fn logo(&self, caller: &Caller) -> Result<Logo> {
        let mut tx = self.0.read(caller.require_own_password()?).await?;
        repo::logo(&mut tx).await?.ok_or_else(no_logo)
    }

    /// Replaces the logo. Needs `org:manage` and a session.
    ///
    /// Errors: 400 for a file that is too large, or not a PNG, JPEG or WebP image.
    pub async fn set_logo(&self, caller: &Caller, file: &[u8]) -> Result<Organization> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let logo = Logo::of_file(file)?;
        let mut act = self.0.act(caller).await?;
        repo::set_logo(&mut act, &logo).await?;
        let organization = find(&mut act).await?;
        act.audit(entry(AuditAction::OrganizationChanged, organization.id, &["logo"])).await?;
        act.commit().await?;
        Ok(organization)
    }

    /// Removes the logo, if there is one. Needs `org:manage` and a session.
    pub async fn remove_logo(&self, caller: &Caller) -> Result<()> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let mut act = self.0.act(caller).await?;
        if !repo::remove_logo(&mut act).await? {
            return Ok(());
        }
        let organization = caller.organization();
        act.audit(entry(AuditAction::OrganizationChanged, organization, &["logo"])).await?;
        act.commit().await
    }
}

impl Portal<'_> {
    /// The letterhead of the organization that finances the caller.
    ///
    /// Errors: 403 while the sign-in is not complete.
    pub async fn letterhead(&self, caller: &PortalCaller) -> Result<Letterhead> {
        caller.require_ready()?;
        let mut tx = self.0.read_within(caller.organization()).await?;
        letterhead(self.0, &mut tx).await
    }

    /// Its logo.
    ///
    /// Errors: 403 while the sign-in is not complete; 404 when there is none.
    pub async fn logo(&self, caller: &PortalCaller) -> Result<Logo> {
        caller.require_ready()?;
        let mut tx = self.0.read_within(caller.organization()).await?;
        repo::logo(&mut tx).await?.ok_or_else(no_logo)
    }
}

async fn letterhead(context: &Context, tx: &mut ReadTx) -> Result<Letterhead> {
    let row = repo::letterhead(tx).await?.ok_or_else(|| Error::not_found("Organization"))?;
    Ok(Letterhead {
        today: context.today(&row.time_zone),
        name: row.name,
        address: row.address,
        has_logo: row.has_logo,
    })
}

fn no_logo() -> Error {
    Error::not_found("Logo")
}
