//! Tokens between a correct password and a session: each allows one successful attempt at the
//! second factor, or five failed ones.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use shared::error::Result;
use shared::mfa::MfaRequired;

use super::{Holder, Mfa, repo};
use crate::caller::RequestContext;
use crate::hexadecimal::hexadecimal;
use crate::random::random_bytes;
use crate::transaction::WriteTx;

/// The lifetime of a token in seconds.
const SECONDS: i64 = 300;
/// The maximum number of tokens per account; the oldest is revoked.
const LIVE_MAX: i64 = 10;
/// The maximum number of wrong codes per token.
pub(super) const ATTEMPTS_MAX: i64 = 5;
/// The time after which ended tokens are removed.
const RETENTION: TimeDelta = TimeDelta::days(1);

impl Mfa<'_> {
    /// Requests the second factor instead of beginning a session. The caller must hold the lock on
    /// the account, and must have verified that the password is still the one that was checked.
    pub(crate) async fn challenge(
        &self,
        tx: &mut WriteTx,
        holder: Holder,
        password_version: i64,
        request: &RequestContext,
    ) -> Result<MfaRequired> {
        let bytes = random_bytes::<32>();
        let bytes = bytes.map_err(|error| super::fault("no randomness", &error))?;
        let token = URL_SAFE_NO_PAD.encode(bytes);
        let now = self.context.now();
        let row = repo::NewToken {
            token_hash: hash(&token),
            password_version,
            now,
            expires_at: now + TimeDelta::seconds(SECONDS),
            ip: request.ip.as_deref(),
        };
        repo::add_token(tx, self.realm, holder, &row).await?;
        repo::burn_oldest(tx, self.realm, holder, (now, &row.token_hash), LIVE_MAX - 1).await?;
        Ok(MfaRequired { mfa_required: true, pre_auth_token: token, expires_in: SECONDS })
    }

    /// Revokes every token of an account, and the secret of an unconfirmed second factor: the
    /// password has changed, or the account is blocked. The person who began the enrolment may know
    /// that secret without being the owner.
    pub(crate) async fn burn_all(&self, tx: &mut WriteTx, holder: Holder) -> Result<()> {
        repo::abandon(tx, self.realm, holder).await?;
        Ok(repo::burn_all(tx, self.realm, holder, self.context.now()).await?)
    }

    /// Removes tokens that ended long ago, in every organization.
    pub(crate) async fn prune(
        &self,
        tx: &mut database::WriteTx<impl database::Scope>,
    ) -> Result<u64> {
        Ok(repo::prune_tokens(tx, self.realm, self.context.now() - RETENTION).await?)
    }
}

/// The stored form of a token.
pub(super) fn hash(token: &str) -> String {
    hexadecimal(&Sha256::digest(token))
}
