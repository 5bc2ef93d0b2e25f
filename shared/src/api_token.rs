//! API tokens for integrations.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::error::{FieldCode, Result};
use crate::id::{ApiTokenId, StaffId};
use crate::permission::{Permission, PermissionSet};

/// The prefix of every API token, so that secret scanners recognize a leaked one.
pub const API_TOKEN_PREFIX: &str = "mizan_";

/// The maximum lifetime of a token.
pub const API_TOKEN_LIFE_MAX: TimeDelta = TimeDelta::days(366);

/// The number of days before the date of expiry from which a token counts as expiring soon.
pub const API_TOKEN_NOTICE_DAYS: i64 = 14;

/// The validity of a token at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// It was revoked.
    Revoked,
    /// It was not revoked and has expired.
    Expired,
    /// It is valid and expires after that number of days, at most [`API_TOKEN_NOTICE_DAYS`]; 0 on
    /// the date of expiry.
    ExpiresSoon(i64),
    /// It is valid for longer.
    Valid,
}

/// The days until a date of expiry, if the notice has begun: 0 on that date.
pub fn days_of_notice(expires_on: NaiveDate, today: NaiveDate) -> Option<i64> {
    let days = (expires_on - today).num_days().max(0);
    (days <= API_TOKEN_NOTICE_DAYS).then_some(days)
}

/// A token, without the secret itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    /// Its id.
    pub id: ApiTokenId,
    /// The purpose of the token.
    pub name: String,
    /// The granted permissions, limited to those its creator holds.
    pub permissions: Vec<Permission>,
    /// The member of staff whose identity the token uses.
    pub created_by_id: StaffId,
    /// The name of that member of staff.
    pub created_by_name: String,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// The time of expiry.
    pub expires_at: DateTime<Utc>,
    /// The time of the last use, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The time of revocation.
    pub revoked_at: Option<DateTime<Utc>>,
}

/// The input for a new token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApiTokenInput {
    /// The purpose of the token.
    pub name: String,
    /// The permissions to grant.
    pub permissions: Vec<Permission>,
    /// The time of expiry: within a year.
    pub expires_at: DateTime<Utc>,
}

/// A new token with its secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApiTokenCreated {
    /// The record.
    #[serde(flatten)]
    pub api_token: ApiToken,
    /// The secret; shown once.
    pub token: String,
}

impl std::fmt::Debug for ApiTokenCreated {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("ApiTokenCreated").field(&self.api_token).finish()
    }
}

impl ApiToken {
    /// The validity of the token.
    ///
    /// * `local_date`: the date of an instant in the time zone of the organization.
    pub fn validity(
        &self,
        now: DateTime<Utc>,
        local_date: impl Fn(DateTime<Utc>) -> NaiveDate,
    ) -> Validity {
        if self.revoked_at.is_some() {
            return Validity::Revoked;
        }
        if self.expires_at <= now {
            return Validity::Expired;
        }
        match days_of_notice(local_date(self.expires_at), local_date(now)) {
            Some(days) => Validity::ExpiresSoon(days),
            None => Validity::Valid,
        }
    }

    /// The time of expiry of a token that replaces this one now: it lives as long as this one was
    /// created for, and no longer than a token may.
    pub fn next_expiry(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let life = (self.expires_at - self.created_at).min(API_TOKEN_LIFE_MAX);
        now.checked_add_signed(life).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }
}

impl ApiTokenInput {
    /// The input for a token that is valid for a number of days.
    pub fn valid_for(
        days: u32,
        now: DateTime<Utc>,
        name: String,
        permissions: Vec<Permission>,
    ) -> Self {
        let expires_at = now.checked_add_signed(TimeDelta::days(days.into()));
        let expires_at = expires_at.unwrap_or(DateTime::<Utc>::MAX_UTC);
        Self { name, permissions, expires_at }
    }

    /// Returns the name and the set of permissions.
    ///
    /// Errors: 400 for an invalid name, for no permissions, and for a time of expiry in the past or
    /// more than a year away.
    pub fn check(&self, now: DateTime<Utc>) -> Result<(String, PermissionSet)> {
        let mut checks = Checks::new();
        let name = checks.name("name", &self.name);
        let permissions: PermissionSet = self.permissions.iter().copied().collect();
        checks.ensure(
            !permissions.is_empty(),
            "permissions",
            FieldCode::Required,
            "Select at least one permission.",
        );
        let life = self.expires_at - now;
        checks.ensure(
            life > TimeDelta::zero() && life <= API_TOKEN_LIFE_MAX,
            "expiresAt",
            FieldCode::OutOfRange,
            "Enter a time in the future, within one year.",
        );
        checks.finish()?;
        Ok((name, permissions))
    }
}

#[cfg(test)]
mod tests;
