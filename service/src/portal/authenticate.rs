//! Authentication at the portal: the only place that creates a [`PortalCaller`].

use shared::error::{Error, Result};
use shared::id::{PortalAccountId, PortalSessionId};

use super::caller::Parts;
use super::{Portal, PortalCaller, repo};
use crate::caller::RequestContext;
use crate::session::authenticate::write_down;
use crate::session::token::{self, Claims};
use crate::session::{IDLE, LAST_SEEN_INTERVAL};
use shared::realm::Realm;

impl Portal<'_> {
    /// The customer who owns this token: one statement, so that a block applies from the next
    /// request on.
    ///
    /// Errors: 401 for an invalid token, including tokens of staff.
    pub async fn authenticate(&self, token: &str, request: RequestContext) -> Result<PortalCaller> {
        let now = self.0.now();
        let claims: Claims<PortalAccountId, PortalSessionId> =
            token::read(&self.0.secrets, Realm::Customer, token, now)?;
        let person = (claims.org, claims.sub);
        let mut tx = self.0.db.autocommit_read().await?;
        let row = repo::caller(&mut tx, person, claims.sid, (now, now - IDLE)).await?;
        drop(tx);
        let row = row.ok_or_else(Error::unauthenticated)?;
        if now - row.last_seen_at >= LAST_SEEN_INTERVAL {
            write_down(self.sign_in().seen(claims.org, claims.sid.0)).await;
        }
        Ok(PortalCaller::new(Parts {
            organization: claims.org,
            time_zone: row.time_zone,
            currency: row.currency,
            customer: row.customer_id,
            account: claims.sub,
            session: claims.sid,
            name: row.name,
            password_change_required: row.password_change_required,
            mfa_enrollment_required: row.mfa_enrollment_required,
            request,
        }))
    }
}
