//! SQL of second factors and of pre-authentication tokens, for either realm.

mod texts;

use chrono::{DateTime, Utc};
use shared::error::Error;
use shared::id::OrganizationId;
use uuid::Uuid;

use super::{Holder, Realm};
use database::{ReadTx, Result, Scope, WriteTx};
use texts::Texts;

const fn texts(realm: Realm) -> &'static Texts {
    match realm {
        Realm::Staff => &texts::staff::TEXTS,
        Realm::Customer => &texts::customer::TEXTS,
    }
}

/// The second factor of an account.
#[derive(Clone, database::FromRow)]
pub(super) struct CredentialRow {
    pub id: Uuid,
    pub encrypted_secret: String,
    /// False while the enrolment is pending.
    pub enabled: bool,
    backup_codes_hashes: String,
    /// The newest time step whose code was accepted.
    pub totp_last_step: Option<i64>,
    /// Wrong codes since the last correct one.
    pub totp_failures: i64,
    pub started_at: DateTime<Utc>,
}

impl CredentialRow {
    /// The hashes of the remaining recovery codes.
    ///
    /// Errors: 500 when they cannot be read.
    pub(super) fn hashes(&self) -> shared::Result<Vec<String>> {
        hashes(&self.backup_codes_hashes)
    }
}

/// A secret and its owner.
#[derive(database::FromRow)]
pub(super) struct SecretRow {
    pub id: Uuid,
    pub account_id: Uuid,
    pub encrypted_secret: String,
}

/// A secret to be confirmed by a first code.
pub(super) struct NewCredential<'r> {
    pub id: Uuid,
    pub encrypted_secret: &'r str,
    pub now: DateTime<Utc>,
    /// A pending secret created at that time or earlier is replaced.
    pub pending_over: DateTime<Utc>,
}

/// A pre-authentication token.
pub(super) struct NewToken<'r> {
    pub token_hash: String,
    pub password_version: i64,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub ip: Option<&'r str>,
}

/// The owner of a token.
#[derive(Clone, Debug, database::FromRow)]
pub(super) struct TokenRow {
    organization_id: OrganizationId,
    account_id: Uuid,
    pub password_version: i64,
}

impl TokenRow {
    pub(super) fn holder(&self) -> Holder {
        Holder { organization: self.organization_id, account: self.account_id }
    }
}

/// Parses the array of hashes.
///
/// Errors: 503 when it is invalid: the account has to be repaired, and the code was not wrong.
pub(super) fn hashes(text: &str) -> shared::Result<Vec<String>> {
    serde_json::from_str(text).map_err(|error| {
        tracing::error!(%error, "the hashes of recovery codes cannot be read");
        Error::unavailable()
    })
}

fn array(hashes: &[String]) -> shared::Result<String> {
    serde_json::to_string(hashes).map_err(|_| Error::internal())
}

pub(super) async fn find(
    tx: &mut ReadTx<impl Scope>,
    realm: Realm,
    holder: Holder,
) -> Result<Option<CredentialRow>> {
    tx.global(texts(realm).find).bind(holder.organization).bind(holder.account).optional().await
}

/// Stores a new secret, unless one is enabled or pending.
pub(super) async fn start(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    holder: Holder,
    new: &NewCredential<'_>,
) -> Result<()> {
    tx.global(texts(realm).start)
        .bind(holder.organization)
        .bind(new.id)
        .bind(holder.account)
        .bind(new.encrypted_secret)
        .bind(new.now)
        .bind(new.pending_over)
        .execute()
        .await?;
    Ok(())
}

/// Completes the enrolment; false when it is not pending any more.
pub(super) async fn enable(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (organization, id): (OrganizationId, Uuid),
    (step, hashes): (i64, &[String]),
    (now, pending_over): (DateTime<Utc>, DateTime<Utc>),
) -> shared::Result<bool> {
    let enabled = tx
        .global(texts(realm).enable)
        .bind(organization)
        .bind(id)
        .bind(pending_over)
        .bind(array(hashes)?)
        .bind(step)
        .bind(now)
        .execute()
        .await?;
    Ok(enabled == 1)
}

/// Consumes a time step; false when it, or a later one, is consumed already.
pub(super) async fn burn_step(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (organization, id): (OrganizationId, Uuid),
    step: i64,
) -> Result<bool> {
    let text = texts(realm).burn_step;
    Ok(tx.global(text).bind(organization).bind(id).bind(step).execute().await? == 1)
}

/// Consumes a recovery code and returns the remaining ones; none when it was consumed before. A
/// concurrent change of the array causes a retry, so that two different codes never overwrite each
/// other.
pub(super) async fn remove_hash(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (organization, id): (OrganizationId, Uuid),
    hash: &str,
) -> shared::Result<Option<Vec<String>>> {
    let texts = texts(realm);
    loop {
        let found = tx.global(texts.hashes).bind(organization).bind(id);
        let Some((before,)) = found.optional::<(String,)>().await? else { return Ok(None) };
        let mut left = hashes(&before)?;
        let Some(position) = left.iter().position(|it| it == hash) else { return Ok(None) };
        left.remove(position);
        let write = tx.global(texts.replace_hashes).bind(organization).bind(id);
        if write.bind(before).bind(array(&left)?).execute().await? == 1 {
            return Ok(Some(left));
        }
    }
}

/// Replaces all recovery codes and consumes the time step that permits it; false when it was
/// consumed already.
pub(super) async fn regenerate(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (organization, id): (OrganizationId, Uuid),
    (step, hashes): (i64, &[String]),
) -> shared::Result<bool> {
    let write = tx.global(texts(realm).regenerate).bind(organization).bind(id);
    Ok(write.bind(step).bind(array(hashes)?).execute().await? == 1)
}

/// The secrets of all accounts, including pending ones.
pub(super) async fn secrets(
    tx: &mut ReadTx<impl Scope>,
    realm: Realm,
    organization: OrganizationId,
) -> Result<Vec<SecretRow>> {
    tx.global(texts(realm).secrets).bind(organization).all().await
}

/// Stores a secret under the current key; false when the secret has changed in the meantime.
pub(super) async fn reencrypt(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (organization, id): (OrganizationId, Uuid),
    (before, after): (&str, &str),
) -> Result<bool> {
    let write = tx.global(texts(realm).reencrypt).bind(organization).bind(id);
    Ok(write.bind(before).bind(after).execute().await? == 1)
}

/// Counts a wrong code.
pub(super) async fn fail(tx: &mut WriteTx<impl Scope>, realm: Realm, holder: Holder) -> Result<()> {
    let write = tx.global(texts(realm).fail);
    write.bind(holder.organization).bind(holder.account).execute().await?;
    Ok(())
}

pub(super) async fn forgive(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    holder: Holder,
) -> Result<()> {
    let write = tx.global(texts(realm).forgive);
    write.bind(holder.organization).bind(holder.account).execute().await?;
    Ok(())
}

pub(super) async fn delete(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    holder: Holder,
) -> Result<bool> {
    let write = tx.global(texts(realm).delete);
    Ok(write.bind(holder.organization).bind(holder.account).execute().await? == 1)
}

pub(super) async fn add_token(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    holder: Holder,
    token: &NewToken<'_>,
) -> Result<()> {
    tx.global(texts(realm).add_token)
        .bind(&token.token_hash)
        .bind(holder.organization)
        .bind(holder.account)
        .bind(token.password_version)
        .bind(token.now)
        .bind(token.expires_at)
        .bind(token.ip)
        .execute()
        .await?;
    Ok(())
}

/// Counts an attempt with a token as failed until it succeeds; none when the token is consumed,
/// expired or has no attempt left.
pub(super) async fn reserve(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    token_hash: &str,
    (now, attempts_max): (DateTime<Utc>, i64),
) -> Result<Option<TokenRow>> {
    tx.global(texts(realm).reserve).bind(token_hash).bind(now).bind(attempts_max).optional().await
}

/// Uncounts an attempt that could not be judged.
pub(super) async fn give_back(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    token_hash: &str,
) -> Result<()> {
    tx.global(texts(realm).give_back).bind(token_hash).execute().await?;
    Ok(())
}

/// Consumes a token; false when it is consumed already, or expired.
pub(super) async fn burn(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    token_hash: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    Ok(tx.global(texts(realm).burn).bind(token_hash).bind(now).execute().await? == 1)
}

pub(super) async fn burn_all(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    holder: Holder,
    now: DateTime<Utc>,
) -> Result<()> {
    let write = tx.global(texts(realm).burn_all);
    write.bind(holder.organization).bind(holder.account).bind(now).execute().await?;
    Ok(())
}

/// Deletes an unconfirmed second factor.
pub(super) async fn abandon(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    holder: Holder,
) -> Result<()> {
    let write = tx.global(texts(realm).abandon);
    write.bind(holder.organization).bind(holder.account).execute().await?;
    Ok(())
}

/// Revokes the tokens of an account except the new one and the newest before it.
pub(super) async fn burn_oldest(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    holder: Holder,
    (now, new_token): (DateTime<Utc>, &str),
    others_max: i64,
) -> Result<()> {
    tx.global(texts(realm).burn_oldest)
        .bind(holder.organization)
        .bind(holder.account)
        .bind(now)
        .bind(new_token)
        .bind(others_max)
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn prune_tokens(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    before: DateTime<Utc>,
) -> Result<u64> {
    tx.global(texts(realm).prune_tokens).bind(before).execute().await
}
