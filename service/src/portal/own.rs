//! A customer's own password and second factor.

use shared::error::Result;
use shared::mfa::{MfaCompleteInput, MfaEnabled, MfaSetup, RecoveryCodes, RegenerateInput};
use shared::session::{PasswordInput, TokenAnswer};

use super::{Portal, PortalCaller, actor};

impl Portal<'_> {
    /// Changes the caller's password, ends all their sessions and begins a new one.
    ///
    /// Errors: 400 `INVALID_CURRENT_PASSWORD`; 400 naming `newPassword` when it is refused; 429
    /// after too many wrong ones; 503 when no core was free in time.
    pub async fn change_password(
        &self,
        caller: &PortalCaller,
        input: PasswordInput,
    ) -> Result<TokenAnswer> {
        self.sign_in().change_password(&actor(caller), caller.account().0, &input).await
    }

    /// Begins the enrolment of the caller's second factor; within 15 minutes always the same
    /// secret.
    ///
    /// Errors: 409 `MFA_ALREADY_ENABLED`; 403 while a temporary password is in use; 429 after too
    /// many.
    pub async fn mfa_setup(&self, caller: &PortalCaller) -> Result<MfaSetup> {
        caller.require_own_password()?;
        self.sign_in().mfa_setup(&actor(caller), caller.account().0).await
    }

    /// The same after the caller has entered their password again, as the page requires.
    ///
    /// Errors: 400 `INVALID_CURRENT_PASSWORD`; 409 `MFA_ALREADY_ENABLED`; 403 while a temporary
    /// password is in use; 429 after too many.
    pub async fn mfa_begin(
        &self,
        caller: &PortalCaller,
        current_password: &str,
    ) -> Result<MfaSetup> {
        caller.require_own_password()?;
        let own = (caller.account().0, caller.session().0);
        self.sign_in().mfa_begin(&actor(caller), own, current_password).await
    }

    /// Enables the caller's second factor with the first code, and returns the recovery codes, this
    /// once.
    ///
    /// Errors: 400 `INVALID_MFA_CODE`; 400 naming `currentPassword` once the sign-in is more than
    /// 15 minutes old; 400 `INVALID_CURRENT_PASSWORD`; 409 when nothing is pending; 429
    /// `MFA_LOCKED`.
    pub async fn mfa_complete(
        &self,
        caller: &PortalCaller,
        input: MfaCompleteInput,
    ) -> Result<MfaEnabled> {
        caller.require_own_password()?;
        let own = (caller.account().0, caller.session().0);
        self.sign_in().mfa_complete(&actor(caller), own, &input).await
    }

    /// Replaces the caller's recovery codes, with password and code.
    ///
    /// Errors: 403 `MFA_ENROLLMENT_REQUIRED`; 400 `REAUTHENTICATION_FAILED`; 409
    /// `MFA_NOT_ENABLED`; 429 after too many.
    pub async fn regenerate_recovery_codes(
        &self,
        caller: &PortalCaller,
        input: RegenerateInput,
    ) -> Result<RecoveryCodes> {
        caller.require_ready()?;
        let account = caller.account().0;
        self.sign_in().regenerate_recovery_codes(&actor(caller), account, &input).await
    }
}
