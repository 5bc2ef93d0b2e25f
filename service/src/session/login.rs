//! Sign-in: with a password, and with a second factor if one is set up.

use shared::error::Result;
use shared::id::StaffId;
use shared::mfa::{LoginOutcome, MfaLoginAnswer, MfaLoginInput};
use shared::session::{LoginAnswer, LoginInput, TokenAnswer};

use super::sign_in::{AcceptedSignIn, Account, Next};
use super::{Sessions, me};
use crate::caller::RequestContext;
use crate::transaction::ReadTx;

impl Sessions<'_> {
    /// Begins a session, or requests the second factor of an account that has one.
    ///
    /// Errors: 401 `INVALID_CREDENTIALS`, the same and after the same time for an unknown address,
    /// a wrong password and a blocked account; 429 after too many attempts; 503 when no core was
    /// free in time.
    pub async fn login(&self, input: LoginInput, request: RequestContext) -> Result<LoginOutcome> {
        let AcceptedSignIn { mut tx, account, next } =
            self.sign_in().login(&input, &request).await?;
        let outcome = match next {
            Next::Session(token) => {
                LoginOutcome::SignedIn(Box::new(answer(&mut tx, &account, token).await?))
            }
            Next::Code(question) => LoginOutcome::MfaRequired(question),
        };
        tx.commit().await?;
        Ok(outcome)
    }

    /// Begins the session of an account whose password was correct, with a code of its
    /// authenticator app or with a recovery code.
    ///
    /// Errors: 401 `INVALID_PRE_AUTH_TOKEN`, 401 `INVALID_MFA_CODE`, 429 `MFA_LOCKED`; 429 after
    /// too many attempts; 503 when the code cannot be checked at the moment.
    pub async fn login_mfa(
        &self,
        input: MfaLoginInput,
        request: RequestContext,
    ) -> Result<MfaLoginAnswer> {
        let AcceptedSignIn { mut tx, account, next } =
            self.sign_in().login_mfa(&input, &request).await?;
        let (token, redeemed) = next;
        let login = answer(&mut tx, &account, token).await?;
        tx.commit().await?;
        Ok(redeemed.answer(login))
    }
}

/// The token, and the profile of the person.
async fn answer(tx: &mut ReadTx, account: &Account, token: TokenAnswer) -> Result<LoginAnswer> {
    let staff = me(tx, account.organization_id, StaffId(account.id)).await?;
    Ok(LoginAnswer {
        access_token: token.access_token,
        token_type: token.token_type,
        expires_in: token.expires_in,
        mfa_required: false,
        password_change_required: staff.password_change_required,
        staff,
    })
}
