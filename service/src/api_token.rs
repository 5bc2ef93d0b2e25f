//! API tokens for integrations: each acts with the identity of its creator.

mod elsewhere;
mod repo;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use shared::api_token::{API_TOKEN_PREFIX, ApiToken, ApiTokenCreated, ApiTokenInput};
use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use shared::id::{ApiTokenId, StaffId};
use shared::permission::Permission;

use crate::audit::{self, Actor, Entry};
use crate::caller::{Caller, Credential};
use crate::context::{Context, use_cases};
use crate::hexadecimal::hexadecimal;
use crate::random::random_bytes;
use crate::transaction::{ReadTx, WriteTx};
pub(crate) use elsewhere::notify_of_sign_in;

use_cases! {
    /// API tokens of integrations.
    ApiTokens, api_tokens
}

impl ApiTokens<'_> {
    /// Every token, newest first. Needs `org:manage`.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<ApiToken>> {
        let caller = caller.require(Permission::OrgManage)?;
        let mut tx = self.0.read(caller).await?;
        let rows = repo::list(&mut tx).await?;
        Ok(rows.into_iter().map(ApiToken::from).collect())
    }

    /// The caller's own valid tokens, newest first.
    ///
    /// Errors: 403 for API tokens.
    pub async fn own(&self, caller: &Caller) -> Result<Vec<ApiToken>> {
        caller.require_session()?;
        let caller = caller.signed_in();
        let mut tx = self.0.read(caller).await?;
        let rows = repo::list_own(&mut tx, caller.staff(), self.0.now()).await?;
        Ok(rows.into_iter().map(ApiToken::from).collect())
    }

    /// Creates a token and returns its secret, once. Needs `org:manage` and a session: a token that
    /// could create tokens could exceed its own limits.
    pub async fn create(&self, caller: &Caller, input: ApiTokenInput) -> Result<ApiTokenCreated> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let (name, permissions) = input.check(self.0.now())?;
        let token = secret()?;
        let api_token = ApiToken {
            id: ApiTokenId(self.0.id()),
            name,
            permissions: permissions.into_iter().collect(),
            created_by_id: caller.staff(),
            created_by_name: caller.name().to_owned(),
            created_at: self.0.now(),
            expires_at: input.expires_at,
            last_used_at: None,
            revoked_at: None,
        };
        let mut act = self.0.act(caller).await?;
        hold_session(&mut act, &caller).await?;
        if let Some(first) = act.repeated("api_token.create", &input).await? {
            return Ok(first);
        }
        let hash = hexadecimal(&Sha256::digest(&token));
        repo::add(&mut act, &api_token, &hash).await?;
        let entry = entry(
            AuditAction::ApiTokenCreated,
            api_token.id,
            &["name", "permissions", "expiresAt"],
        );
        act.audit(entry).await?;
        let created = ApiTokenCreated { api_token, token };
        act.respond_with_secret(created).await
    }

    /// Replaces a token by a new one with the same name, permissions and length of life, and
    /// returns the new secret, once; the token itself is revoked from the next request on. Needs
    /// `org:manage` and a session, as [`Self::create`] does.
    ///
    /// Errors: 403 for the token of another person, in whose name the new one would act; 409 for a
    /// revoked or an expired one.
    pub async fn rotate(&self, caller: &Caller, id: ApiTokenId) -> Result<ApiTokenCreated> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let token = secret()?;
        let now = self.0.now();
        let mut act = self.0.act(caller).await?;
        hold_session(&mut act, &caller).await?;
        if let Some(first) = act.repeated("api_token.rotate", &id).await? {
            return Ok(first);
        }
        let former = find(&mut act, id).await?;
        if former.created_by_id != caller.staff() {
            let message = "Only its creator can rotate a token. Revoke it and create your own.";
            return Err(Error::forbidden(Code::Forbidden, message));
        }
        if former.expires_at <= now || !repo::revoke(&mut act, id, now).await? {
            let message = "The token is no longer valid. Create a new one.";
            return Err(Error::conflict(Code::WrongState, message));
        }
        let api_token = ApiToken {
            id: ApiTokenId(self.0.id()),
            created_at: now,
            expires_at: former.next_expiry(now),
            last_used_at: None,
            ..former
        };
        repo::add(&mut act, &api_token, &hexadecimal(&Sha256::digest(&token))).await?;
        let created = ["name", "permissions", "expiresAt"];
        act.audit_each([
            entry(AuditAction::ApiTokenRotated, id, &["revokedAt"]),
            entry(AuditAction::ApiTokenCreated, api_token.id, &created),
        ])
        .await?;
        act.respond_with_secret(ApiTokenCreated { api_token, token }).await
    }

    /// Revokes a token from the next request on; a repetition is not an error. Needs `org:manage`.
    pub async fn revoke(&self, caller: &Caller, id: ApiTokenId) -> Result<ApiToken> {
        let caller = caller.require(Permission::OrgManage)?;
        let mut act = self.0.act(caller).await?;
        if repo::revoke(&mut act, id, self.0.now()).await? {
            let entry = entry(AuditAction::ApiTokenRevoked, id, &["revokedAt"]);
            act.audit(entry).await?;
        }
        let api_token = find(&mut act, id).await?;
        act.commit().await?;
        Ok(api_token)
    }
}

/// Errors: 404.
async fn find(tx: &mut ReadTx, id: ApiTokenId) -> Result<ApiToken> {
    let row = repo::find(tx, id).await?;
    Ok(row.ok_or_else(|| Error::not_found("API token"))?.into())
}

/// Revokes a member of staff's tokens, except those to keep: anyone who had the password may have
/// created them.
pub(crate) async fn end_of(
    tx: &mut WriteTx,
    context: &Context,
    actor: &Actor<'_>,
    (staff, keep): (StaffId, &[ApiTokenId]),
) -> Result<()> {
    for id in repo::live_of(tx, staff).await? {
        if keep.contains(&id) {
            continue;
        }
        repo::revoke(tx, id, context.now()).await?;
        let entry = entry(AuditAction::ApiTokenRevoked, id, &["revokedAt"]);
        audit::record_of(tx, context, actor, entry).await?;
    }
    Ok(())
}

/// Locks the session of the caller until the transaction ends: a concurrent password change that
/// ends both waits for it, and then finds the token.
///
/// Errors: 401 when the session has ended by now.
async fn hold_session(tx: &mut WriteTx, caller: &Caller) -> Result<()> {
    match caller.credential() {
        Credential::Session(session) => {
            let is_live = repo::hold_session(tx, session).await?;
            if is_live { Ok(()) } else { Err(Error::unauthenticated()) }
        }
        Credential::ApiToken(_) | Credential::CommandLine => Ok(()),
    }
}

fn secret() -> Result<String> {
    let bytes = random_bytes::<32>().map_err(|error| {
        tracing::error!(%error, "the operating system has no randomness");
        Error::internal()
    })?;
    Ok(format!("{API_TOKEN_PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)))
}

fn entry<'f>(action: AuditAction, id: ApiTokenId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "api_token", entity_id: Some(id.to_string()), fields }
}
