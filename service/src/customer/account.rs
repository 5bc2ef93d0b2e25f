//! The portal account of a customer: creation, blocking and resets by staff.

use shared::audit::AuditAction;
use shared::error::{Code, Error, FieldCode, FieldError, Result};
use shared::id::{CustomerId, PortalAccountId};
use shared::permission::Permission;
use shared::portal::{PortalAccount, PortalAccountCreated, PortalAccountInput};
use shared::staff::TemporaryPassword;

use super::{Customers, find, repo};
use crate::audit::{Actor, Entry};
use crate::caller::Caller;
use crate::session::sign_in::{Reset, SignIn};
use crate::transaction::{ReadTx, WriteTx};
use shared::realm::Realm;

impl Customers<'_> {
    /// Creates the customer's account, with a temporary password that is shown once. Needs
    /// `customers:manage`.
    ///
    /// Errors: 409 `PORTAL_ACCOUNT_EXISTS`; 400 `EMAIL_TAKEN`, also by a customer of another
    /// organization.
    pub async fn create_account(
        &self,
        caller: &Caller,
        id: CustomerId,
        input: PortalAccountInput,
    ) -> Result<PortalAccountCreated> {
        let caller = caller.require(Permission::CustomersManage)?;
        let caller = caller.require_person()?;
        let temporary = self.sign_in().temporary_password().await?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("portal_account.create", &(id, &input)).await? {
            return Ok(first);
        }
        repo::lock(&mut act, id).await?;
        let customer = find(&mut act, id).await?;
        if customer.portal_account.is_some() {
            let message = "This customer already has a portal account.";
            return Err(Error::conflict(Code::PortalAccountExists, message));
        }
        let email = input.check(&customer.email)?;
        let new = repo::account::NewAccount {
            id: PortalAccountId(self.0.id()),
            customer: id,
            email: &email,
            password_hash: &temporary.hash,
        };
        repo::account::add(&mut act, &new, self.0.now())
            .await
            .map_err(|error| error.unique_or(email_taken()))?;
        let entry = entry(AuditAction::PortalAccountCreated, new.id, &["email"]);
        act.audit(entry).await?;
        let account = self.account(&mut act, id).await?;
        let temporary_password = temporary.password;
        let created = PortalAccountCreated { account, temporary_password };
        act.respond_with_secret(created).await
    }

    /// Blocks the customer and ends their sessions at once; a repetition changes nothing. Needs
    /// `customers:manage`.
    pub async fn block_account(&self, caller: &Caller, id: CustomerId) -> Result<PortalAccount> {
        self.set_blocked(caller, id, true).await
    }

    /// Unblocks the customer; a repetition changes nothing. Needs `customers:manage`.
    pub async fn unblock_account(&self, caller: &Caller, id: CustomerId) -> Result<PortalAccount> {
        caller.require(Permission::CustomersManage)?;
        caller.require_person()?;
        self.set_blocked(caller, id, false).await
    }

    /// Issues a temporary password and ends the customer's sessions. Needs `customers:manage`.
    pub async fn reset_account_password(
        &self,
        caller: &Caller,
        id: CustomerId,
    ) -> Result<TemporaryPassword> {
        self.reset(caller, id, Reset::Password).await
    }

    /// Removes the customer's second factor, issues a temporary password and ends their sessions,
    /// so that the old password alone does not give access. Needs `customers:manage`.
    ///
    /// Errors: 409 `MFA_NOT_ENABLED` when there is none.
    pub async fn reset_account_mfa(
        &self,
        caller: &Caller,
        id: CustomerId,
    ) -> Result<TemporaryPassword> {
        self.reset(caller, id, Reset::SecondFactor).await
    }

    async fn reset(
        &self,
        caller: &Caller,
        id: CustomerId,
        reset: Reset,
    ) -> Result<TemporaryPassword> {
        let caller = caller.require(Permission::CustomersManage)?;
        let caller = caller.require_person()?;
        let temporary = self.sign_in().temporary_password().await?;
        let action = match reset {
            Reset::Password => "portal_account.reset_password",
            Reset::SecondFactor => "portal_account.reset_mfa",
        };
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated(action, &id).await? {
            return Ok(first);
        }
        let account = self.lock_account(&mut act, id).await?;
        let (actor, account) = (Actor::of(&caller), (account.id.0, &*account.email));
        self.sign_in().reset(&mut act, &actor, account, reset, &temporary).await?;
        act.respond_with_secret(TemporaryPassword { temporary_password: temporary.password }).await
    }

    /// Ends every session of the customer. Needs `org:manage`.
    pub async fn end_account_sessions(
        &self,
        caller: &Caller,
        id: CustomerId,
    ) -> Result<PortalAccount> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let mut act = self.0.act(caller).await?;
        let account = self.lock_account(&mut act, id).await?;
        self.sign_in().end_all(&mut act, &Actor::of(&caller), account.id.0).await?;
        act.commit().await?;
        Ok(account)
    }

    async fn set_blocked(
        &self,
        caller: &Caller,
        id: CustomerId,
        is_blocked: bool,
    ) -> Result<PortalAccount> {
        let caller = caller.require(Permission::CustomersManage)?;
        let mut act = self.0.act(caller).await?;
        let account = self.lock_account(&mut act, id).await?;
        if account.is_blocked == is_blocked {
            return Ok(account);
        }
        let now = self.0.now();
        repo::account::set_blocked(&mut act, account.id, is_blocked, now).await?;
        let action = if is_blocked {
            AuditAction::PortalAccountBlocked
        } else {
            AuditAction::PortalAccountUnblocked
        };
        let entry = entry(action, account.id, &["isBlocked"]);
        act.audit(entry).await?;
        if is_blocked {
            self.sign_in().end_all(&mut act, &Actor::of(&caller), account.id.0).await?;
        }
        act.commit().await?;
        Ok(PortalAccount { is_blocked, ..account })
    }

    /// Loads the account and locks the customer.
    ///
    /// Errors: 404 for an unknown customer, and for one without an account.
    async fn lock_account(&self, tx: &mut WriteTx, id: CustomerId) -> Result<PortalAccount> {
        repo::lock(tx, id).await?;
        self.account(tx, id).await
    }

    async fn account(&self, tx: &mut ReadTx, id: CustomerId) -> Result<PortalAccount> {
        let customer = find(tx, id).await?;
        customer.portal_account.ok_or_else(|| Error::not_found("Portal account"))
    }

    fn sign_in(&self) -> SignIn<'_> {
        SignIn::new(self.0, Realm::Customer)
    }
}

fn email_taken() -> Error {
    let message = "This email address is already used for portal sign-in. Enter another one.";
    let detail = FieldError::new("email", FieldCode::EmailTaken, message);
    Error::invalid_with(Code::EmailTaken, message, vec![detail])
}

fn entry<'f>(action: AuditAction, id: PortalAccountId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "portal_account", entity_id: Some(id.to_string()), fields }
}
