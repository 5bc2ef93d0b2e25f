//! What stands between a right password and a session: a token for one try of the second factor
//! that succeeds, or for five that do not.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use shared::error::Result;
use shared::mfa::MfaRequired;

use super::{Holder, Mfa, repo};
use crate::audit::hexadecimal;
use crate::caller::RequestContext;
use crate::database::Tx;
use crate::random::random_bytes;

/// Seconds within which the code has to come.
const SECONDS: i64 = 300;
/// The most tokens that somebody has at a time; the oldest gives way.
const LIVE_MAX: i64 = 10;
/// The wrong codes that a token stands.
pub(super) const ATTEMPTS_MAX: i64 = 5;
/// Tokens that ended this long ago are removed.
const KEEP_ENDED: TimeDelta = TimeDelta::days(1);

impl Mfa<'_> {
    /// Asks for the second factor instead of beginning a session. The caller holds the lock on
    /// the account, and has made sure that the password is still the one that was checked.
    pub(crate) async fn challenge(
        &self,
        tx: &mut Tx,
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

    /// Makes every token of somebody worthless, and the secret of a second factor that waits for
    /// its first code: their password has changed, or they are blocked. Whoever began to set it
    /// up may know that secret and be somebody else.
    pub(crate) async fn burn_all(&self, tx: &mut Tx, holder: Holder) -> Result<()> {
        repo::abandon(tx, self.realm, holder).await?;
        Ok(repo::burn_all(tx, self.realm, holder, self.context.now()).await?)
    }

    /// Removes tokens that ended long ago, in every organization.
    pub(crate) async fn prune(&self, tx: &mut Tx) -> Result<u64> {
        Ok(repo::prune_tokens(tx, self.realm, self.context.now() - KEEP_ENDED).await?)
    }
}

/// What is stored of a token.
pub(super) fn hash(token: &str) -> String {
    hexadecimal(&Sha256::digest(token))
}
