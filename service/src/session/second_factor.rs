//! The second factor of staff.

use shared::error::Result;
use shared::mfa::{MfaCompleteInput, MfaEnabled, MfaSetup, RecoveryCodes, RegenerateInput};

use super::Sessions;
use crate::audit::Actor;
use crate::caller::Caller;

impl Sessions<'_> {
    /// Begins the enrolment of the caller's second factor; within 15 minutes always the same
    /// secret.
    ///
    /// Errors: 409 `MFA_ALREADY_ENABLED`; 403 for API tokens; 429 after too many.
    pub async fn mfa_setup(&self, caller: &Caller) -> Result<MfaSetup> {
        caller.require_own_sign_in()?;
        self.sign_in().mfa_setup(&Actor::of(caller), caller.staff().0).await
    }

    /// The same after the caller has entered their password again, as the page requires.
    ///
    /// Errors: 400 `INVALID_CURRENT_PASSWORD`; 409 `MFA_ALREADY_ENABLED`; 403 for API tokens; 429
    /// after too many.
    pub async fn mfa_begin(&self, caller: &Caller, current_password: &str) -> Result<MfaSetup> {
        caller.require_own_sign_in()?;
        let own = (caller.staff().0, caller.require_session()?.0);
        self.sign_in().mfa_begin(&Actor::of(caller), own, current_password).await
    }

    /// Enables the caller's second factor with the first code, and returns the recovery codes, this
    /// once.
    ///
    /// Errors: 400 `INVALID_MFA_CODE`; 400 naming `currentPassword` once the sign-in is more than
    /// 15 minutes old; 400 `INVALID_CURRENT_PASSWORD`; 409 when nothing is pending; 429
    /// `MFA_LOCKED`.
    pub async fn mfa_complete(
        &self,
        caller: &Caller,
        input: MfaCompleteInput,
    ) -> Result<MfaEnabled> {
        caller.require_own_sign_in()?;
        let own = (caller.staff().0, caller.require_session()?.0);
        self.sign_in().mfa_complete(&Actor::of(caller), own, &input).await
    }

    /// Replaces the caller's recovery codes, with password and code.
    ///
    /// Errors: 400 `REAUTHENTICATION_FAILED`; 409 `MFA_NOT_ENABLED`; 429 after too many.
    pub async fn regenerate_recovery_codes(
        &self,
        caller: &Caller,
        input: RegenerateInput,
    ) -> Result<RecoveryCodes> {
        caller.require_own_sign_in()?;
        let staff = caller.staff().0;
        self.sign_in().regenerate_recovery_codes(&Actor::of(caller), staff, &input).await
    }

    /// The number of hash computations so far.
    #[cfg(any(test, feature = "test-support"))]
    pub fn hashes_for_testing(&self) -> u64 {
        self.0.passwords.runs()
    }
}
