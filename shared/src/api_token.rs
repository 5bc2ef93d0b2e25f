//! Tokens that integrations call the API with.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::error::Result;
use crate::id::{ApiTokenId, StaffId};
use crate::permission::{Permission, PermissionSet};

/// What every token begins with, so that a leaked one is recognized.
pub const API_TOKEN_PREFIX: &str = "mizan_";

/// How long a token may hold at most.
pub const API_TOKEN_LIFE_MAX: TimeDelta = TimeDelta::days(366);

/// A token, without the secret itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    /// Its id.
    pub id: ApiTokenId,
    /// What it is for.
    pub name: String,
    /// What it may do, as far as its creator may.
    pub permissions: Vec<Permission>,
    /// Whom it acts as.
    pub created_by_id: StaffId,
    /// Their name.
    pub created_by_name: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// When it was withdrawn.
    pub revoked_at: Option<DateTime<Utc>>,
}

/// A token to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApiTokenInput {
    /// What it is for.
    pub name: String,
    /// What it may do.
    pub permissions: Vec<Permission>,
    /// When it ends: within a year.
    pub expires_at: DateTime<Utc>,
}

/// A token right after it was made.
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

impl ApiTokenInput {
    /// The name and the set of permissions.
    ///
    /// Errors: 400 for a bad name, for no permission at all, and for an end that has passed or is
    /// more than a year away.
    pub fn check(&self, now: DateTime<Utc>) -> Result<(String, PermissionSet)> {
        let mut checks = Checks::new();
        let name = checks.name("name", &self.name);
        let permissions: PermissionSet = self.permissions.iter().copied().collect();
        checks.ensure(
            !permissions.is_empty(),
            "permissions",
            "REQUIRED",
            "Name at least one permission.",
        );
        let life = self.expires_at - now;
        checks.ensure(
            life > TimeDelta::zero() && life <= API_TOKEN_LIFE_MAX,
            "expiresAt",
            "OUT_OF_RANGE",
            "Give a time after now and within a year.",
        );
        checks.finish()?;
        Ok((name, permissions))
    }
}
