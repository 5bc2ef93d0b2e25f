//! A customer changes their own password.

use shared::error::{Error, Result};
use shared::session::{PasswordInput, TokenAnswer, invalid_current_password};

use super::repo::{self, AccountRow};
use super::{Portal, PortalCaller, actor, authentication_entry, begin, end_all};
use crate::audit::{self, Entry};
use crate::database::Tx;
use crate::session::realm::Realm;
use crate::session::throttle::{self, Slot};

impl Portal<'_> {
    /// Changes the caller's password, ends every session of theirs and begins a new one.
    ///
    /// Errors: 400 `INVALID_CURRENT_PASSWORD`; 400 naming `newPassword` when it is refused; 429
    /// after too many wrong ones; 503 when no core was free in time.
    pub async fn change_password(
        &self,
        caller: &PortalCaller,
        input: PasswordInput,
    ) -> Result<TokenAnswer> {
        input.check()?;
        let slot = throttle::admit_password(self.0, Realm::Customer, caller.account().0).await?;
        let account = self.account(caller).await?;
        let words = [&*account.email, &*account.name, &*account.organization_name];
        let (passwords, secrets) = (&self.0.passwords, &self.0.secrets);
        let hash = passwords.replacement(secrets, &input, &account.password_hash, words).await;
        let hash = match hash {
            Ok(Some(hash)) => hash,
            Ok(None) => return self.refuse_password(caller, &slot).await,
            Err(error) => {
                slot.give_back(self.0).await?;
                return Err(error);
            }
        };
        let mut tx = self.0.db.begin().await?;
        slot.clear(&mut tx).await?;
        let answer = self.replace_password(&mut tx, caller, &account, &hash).await?;
        tx.commit().await?;
        Ok(answer)
    }

    async fn account(&self, caller: &PortalCaller) -> Result<AccountRow> {
        let mut tx = self.0.db.read().await?;
        let account = repo::account(&mut tx, caller.organization(), caller.account()).await?;
        account.ok_or_else(Error::unauthenticated)
    }

    async fn refuse_password<T>(&self, caller: &PortalCaller, slot: &Slot) -> Result<T> {
        let mut tx = self.0.db.begin().await?;
        slot.lose(&mut tx).await?;
        let entry = authentication_entry("password.refused", caller.account());
        audit::record_of(&mut tx, self.0, &actor(caller), entry).await?;
        tx.commit().await?;
        Err(invalid_current_password())
    }

    async fn replace_password(
        &self,
        tx: &mut Tx,
        caller: &PortalCaller,
        account: &AccountRow,
        hash: &str,
    ) -> Result<TokenAnswer> {
        if !repo::set_password(tx, account, hash, self.0.now()).await? {
            return Err(Error::unauthenticated());
        }
        end_all(tx, self.0, &actor(caller), account.id).await?;
        let fields: &[&str] = &["password"];
        let entry = Entry { fields, ..authentication_entry("password.changed", account.id) };
        audit::record_of(tx, self.0, &actor(caller), entry).await?;
        let password_version = account.password_version + 1;
        let account = AccountRow { password_version, ..account.clone() };
        begin(tx, self.0, &account, caller.request()).await
    }
}
