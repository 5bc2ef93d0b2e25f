//! Authentication of requests: the only place that creates a [`Caller`].

use std::time::Duration;

use sha2::{Digest, Sha256};
use shared::api_token::API_TOKEN_PREFIX;
use shared::error::{Error, Result};
use shared::id::{OrganizationId, StaffId};

use super::repo::{self, CallerRow, Liveness};
use super::{IDLE, LAST_SEEN_INTERVAL, Sessions, token};
use crate::caller::{Caller, CallerParts, Credential, RequestContext};
use crate::hexadecimal::hexadecimal;
use crate::role::permission_list::parse_permissions;
use shared::realm::Realm;

/// The maximum length of a token, in bytes.
const API_TOKEN_LENGTH_MAX: usize = 200;

/// The maximum time that a request waits for the update of its last use.
const LAST_SEEN_TIMEOUT: Duration = Duration::from_secs(1);

impl Sessions<'_> {
    /// The owner of this session token or API token: one statement, so that a block, a revocation
    /// or a change of role applies from the next request on.
    ///
    /// Errors: 401 for an invalid token.
    pub async fn authenticate(&self, token: &str, request: RequestContext) -> Result<Caller> {
        if token.starts_with(API_TOKEN_PREFIX) {
            self.authenticate_api_token(token, request).await
        } else {
            self.authenticate_session(token, request).await
        }
    }

    async fn authenticate_session(&self, token: &str, request: RequestContext) -> Result<Caller> {
        let claims = token::read(&self.0.secrets, Realm::Staff, token, self.0.now())?;
        let person = (claims.org, claims.sub);
        let mut tx = self.0.db.autocommit_read().await?;
        let row = repo::caller_of_session(&mut tx, person, claims.sid, self.liveness()).await?;
        drop(tx);
        let row = row.ok_or_else(Error::unauthenticated)?;
        if self.is_worth_writing(&row) {
            self.seen(Credential::Session(claims.sid), claims.org).await;
        }
        Ok(caller(row, Credential::Session(claims.sid), request))
    }

    async fn authenticate_api_token(&self, token: &str, request: RequestContext) -> Result<Caller> {
        if token.len() > API_TOKEN_LENGTH_MAX {
            return Err(Error::unauthenticated());
        }
        let hash = hexadecimal(&Sha256::digest(token));
        let mut tx = self.0.db.autocommit_read().await?;
        let row = repo::caller_of_api_token(&mut tx, &hash, self.0.now()).await?;
        drop(tx);
        let (id, allowed, row) = row.ok_or_else(Error::unauthenticated)?.split();
        if self.is_worth_writing(&row) {
            self.seen(Credential::ApiToken(id), row.organization_id).await;
        }
        let allowed = parse_permissions(&allowed);
        let mut parts = parts(row, Credential::ApiToken(id), request);
        parts.permissions.retain(|permission| allowed.contains(permission));
        Ok(Caller::new(parts))
    }

    /// Reloads the caller, with their current role and permissions.
    ///
    /// Errors: 401 when the caller's credential is no longer valid.
    pub async fn again(&self, caller: &Caller) -> Result<Caller> {
        let (person, credential) = ((caller.organization(), caller.staff()), caller.credential());
        let mut tx = self.0.db.autocommit_read().await?;
        let (row, allowed) = match credential {
            Credential::Session(session) => {
                let row = repo::caller_of_session(&mut tx, person, session, self.liveness());
                (row.await?, None)
            }
            Credential::ApiToken(id) => {
                match repo::caller_of_api_token_id(&mut tx, person, id, self.0.now()).await? {
                    Some(token) => {
                        let (_, allowed, row) = token.split();
                        (Some(row), Some(parse_permissions(&allowed)))
                    }
                    None => (None, None),
                }
            }
            Credential::CommandLine => return Ok(caller.clone()),
        };
        let row = row.ok_or_else(Error::unauthenticated)?;
        let mut parts = parts(row, credential, RequestContext::default());
        parts.permissions.retain(|it| allowed.as_ref().is_none_or(|allowed| allowed.contains(it)));
        Ok(Caller::new(parts))
    }

    /// The caller for a member of staff, for the command line and the demo.
    ///
    /// Errors: 404 for an unknown or blocked person.
    pub(crate) async fn caller_of(
        &self,
        organization: OrganizationId,
        staff: StaffId,
    ) -> Result<Caller> {
        let mut tx = self.0.db.read().await?;
        let row = repo::caller_of_staff(&mut tx, organization, staff).await?;
        let row = row.ok_or_else(|| Error::not_found("Staff member"))?;
        Ok(caller(row, Credential::CommandLine, RequestContext::default()))
    }

    /// The caller for a member of staff with a password of their own.
    #[cfg(any(test, feature = "test-support"))]
    pub async fn caller_for_testing(
        &self,
        organization: OrganizationId,
        staff: StaffId,
    ) -> Result<Caller> {
        let mut tx = self.0.db.read().await?;
        let row = repo::caller_of_staff(&mut tx, organization, staff).await?;
        let mut row = row.ok_or_else(|| Error::not_found("Staff member"))?;
        row.password_change_required = false;
        Ok(caller(row, Credential::CommandLine, RequestContext::default()))
    }

    fn liveness(&self) -> Liveness {
        let now = self.0.now();
        Liveness { now, seen_after: now - IDLE }
    }

    fn is_worth_writing(&self, row: &CallerRow) -> bool {
        row.last_seen_at.is_none_or(|seen| self.0.now() - seen >= LAST_SEEN_INTERVAL)
    }

    /// A failed update of the last use neither refuses nor delays a request.
    async fn seen(&self, credential: Credential, organization: OrganizationId) {
        write_down(self.try_seen(credential, organization)).await;
    }

    async fn try_seen(&self, credential: Credential, organization: OrganizationId) -> Result<()> {
        match credential {
            Credential::Session(session) => self.sign_in().seen(organization, session.0).await,
            Credential::ApiToken(id) => {
                let mut tx = self.0.db.begin().await?;
                repo::api_token_seen(&mut tx, organization, id, self.0.now()).await?;
                Ok(tx.commit().await?)
            }
            Credential::CommandLine => Ok(()),
        }
    }
}

/// Waits for the update of a last use, but not for long, and ignores its failure.
pub(crate) async fn write_down(writing: impl Future<Output = Result<()>>) {
    match tokio::time::timeout(LAST_SEEN_TIMEOUT, writing).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the use of a session could not be written down"),
        Err(_) => tracing::warn!("the use of a session took too long to be written down"),
    }
}

fn caller(row: CallerRow, credential: Credential, request: RequestContext) -> Caller {
    Caller::new(parts(row, credential, request))
}

fn parts(row: CallerRow, credential: Credential, request: RequestContext) -> CallerParts {
    CallerParts {
        organization: row.organization_id,
        time_zone: row.time_zone,
        staff: row.staff_id,
        name: row.name,
        permissions: parse_permissions(&row.role_permissions),
        role: row.role_key,
        password_change_required: row.password_change_required,
        credential,
        request,
        idempotency_key: None,
    }
}
