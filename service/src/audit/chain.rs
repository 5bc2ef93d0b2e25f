//! The hash of a seal: covers the entry, its sequence and the previous hash. The name and the
//! network address of the actor are represented by their commitment.

use chrono::{DateTime, Utc};
use serde_json::json;
use sha2::{Digest, Sha256};
use shared::id::{ApiTokenId, AuditEntryId, OrganizationId, StaffId};

use super::repo::{SealedRow, UnsealedRow};
use crate::hexadecimal::hexadecimal;

/// The previous hash of the first seal.
pub(super) const START: &str = "";

/// The fields of an entry that its seal covers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sealable<'e> {
    id: AuditEntryId,
    at: DateTime<Utc>,
    category: &'e str,
    action: &'e str,
    actor_id: Option<StaffId>,
    actor_commitment: &'e str,
    entity_type: &'e str,
    entity_id: Option<&'e str>,
    fields: &'e str,
    request_id: Option<&'e str>,
    api_token_id: Option<ApiTokenId>,
}

impl<'e> From<&'e UnsealedRow> for Sealable<'e> {
    fn from(row: &'e UnsealedRow) -> Self {
        Self {
            id: row.id,
            at: row.at,
            category: &row.category,
            action: &row.action,
            actor_id: row.actor_id,
            actor_commitment: &row.actor_commitment,
            entity_type: &row.entity_type,
            entity_id: row.entity_id.as_deref(),
            fields: &row.fields,
            request_id: row.request_id.as_deref(),
            api_token_id: row.api_token_id,
        }
    }
}

impl<'e> Sealable<'e> {
    /// The entry of a seal, if it still exists.
    pub(super) fn of(row: &'e SealedRow) -> Option<Self> {
        Some(Self {
            id: row.id?,
            at: row.at?,
            category: row.category.as_deref()?,
            action: row.action.as_deref()?,
            actor_id: row.actor_id,
            actor_commitment: row.actor_commitment.as_deref()?,
            entity_type: row.entity_type.as_deref()?,
            entity_id: row.entity_id.as_deref(),
            fields: row.fields.as_deref()?,
            request_id: row.request_id.as_deref(),
            api_token_id: row.api_token_id,
        })
    }

    pub(super) fn id(&self) -> AuditEntryId {
        self.id
    }

    /// SHA-256, in hexadecimal, of a JSON array: no two entries have the same representation.
    pub(super) fn hash(
        &self,
        organization: OrganizationId,
        sequence: i64,
        previous: &str,
    ) -> String {
        let text = json!([
            "mizan audit 1",
            previous,
            organization,
            sequence,
            self.id,
            self.at.timestamp_micros(),
            self.category,
            self.action,
            self.actor_id,
            self.actor_commitment,
            self.entity_type,
            self.entity_id,
            self.fields,
            self.request_id,
            self.api_token_id,
        ]);
        hexadecimal(&Sha256::digest(text.to_string()))
    }
}
