//! Sign-in to the portal: with a password, and with a second factor if one is set up.

use shared::error::Result;
use shared::id::PortalAccountId;
use shared::mfa::{LoginOutcome, MfaLoginAnswer, MfaLoginInput};
use shared::portal::PortalLoginAnswer;
use shared::session::{LoginInput, TokenAnswer};

use super::{Portal, repo};
use crate::caller::RequestContext;
use crate::mail::{self, Message};
use crate::session::sign_in::{AcceptedSignIn, Account, Next};
use crate::transaction::WriteTx;

/// The page for new recovery codes.
const SECURITY_PAGE: &str = "/portal/settings/security";

impl Portal<'_> {
    /// Begins a session, or requests the second factor of an account that has one.
    ///
    /// Errors: 401 `INVALID_CREDENTIALS`, the same and after the same time for an unknown address,
    /// a wrong password and a blocked account; 429 after too many attempts; 503 when no core was
    /// free in time.
    pub async fn login(
        &self,
        input: LoginInput,
        request: RequestContext,
    ) -> Result<LoginOutcome<PortalLoginAnswer>> {
        let AcceptedSignIn { tx, account, next } = self.sign_in().login(&input, &request).await?;
        tx.commit().await?;
        Ok(match next {
            Next::Session(token) => LoginOutcome::SignedIn(Box::new(answer(&account, token))),
            Next::Code(question) => LoginOutcome::MfaRequired(question),
        })
    }

    /// Begins the session of a customer whose password was correct, with a code of their
    /// authenticator app or with a recovery code. The use of the last recovery code sends a mail.
    ///
    /// Errors: 401 `INVALID_PRE_AUTH_TOKEN`, 401 `INVALID_MFA_CODE`, 429 `MFA_LOCKED`; 429 after
    /// too many attempts; 503 when the code cannot be checked at the moment.
    pub async fn login_mfa(
        &self,
        input: MfaLoginInput,
        request: RequestContext,
    ) -> Result<MfaLoginAnswer<PortalLoginAnswer>> {
        let AcceptedSignIn { mut tx, account, next } =
            self.sign_in().login_mfa(&input, &request).await?;
        let (token, redeemed) = next;
        if redeemed.is_exhausting() {
            self.mail_codes_exhausted(&mut tx, &account).await?;
        }
        tx.commit().await?;
        Ok(redeemed.answer(answer(&account, token)))
    }

    /// Writes a mail to the contact address of the customer: no recovery code is left.
    async fn mail_codes_exhausted(&self, tx: &mut WriteTx, account: &Account) -> Result<()> {
        let organization = account.organization_id;
        let contact = repo::contact(tx, organization, PortalAccountId(account.id)).await?;
        let house = &account.organization_name;
        let page = format!("{}{SECURITY_PAGE}", self.0.settings.public_origin);
        let paragraphs = [
            format!("Dear {},", account.name),
            format!(
                "You have just signed in to the portal of {house} with your last recovery code. \
                 No recovery codes remain."
            ),
            format!(
                "If you lose your authenticator app you will lose access. Generate new codes in \
                 Settings, under Two-step verification: {page}"
            ),
            format!("If this wasn't you, change your password immediately and contact {house}."),
        ];
        let subject = format!("You have no recovery codes left for the portal of {house}");
        let message = Message::of_paragraphs(&contact, &subject, &paragraphs);
        mail::record(tx, self.0, organization, message).await
    }
}

fn answer(account: &Account, token: TokenAnswer) -> PortalLoginAnswer {
    PortalLoginAnswer {
        mfa_required: false,
        access_token: token.access_token,
        token_type: token.token_type,
        expires_in: token.expires_in,
        password_change_required: account.password_change_required,
    }
}
