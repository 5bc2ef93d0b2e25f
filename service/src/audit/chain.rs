//! The hash of a seal: covers all fields of the entry, its sequence and the previous hash.

use chrono::{DateTime, Utc};
use serde_json::json;
use sha2::{Digest, Sha256};
use shared::id::{ApiTokenId, AuditEntryId, OrganizationId, StaffId};

use super::repo::{EntryRow, SealedRow};

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
    actor_name: &'e str,
    entity_type: &'e str,
    entity_id: Option<&'e str>,
    fields: &'e str,
    request_id: Option<&'e str>,
    ip: Option<&'e str>,
    api_token_id: Option<ApiTokenId>,
}

impl<'e> From<&'e EntryRow> for Sealable<'e> {
    fn from(row: &'e EntryRow) -> Self {
        Self {
            id: row.id,
            at: row.at,
            category: row.category.as_str(),
            action: &row.action,
            actor_id: row.actor_id,
            actor_name: &row.actor_name,
            entity_type: &row.entity_type,
            entity_id: row.entity_id.as_deref(),
            fields: &row.fields,
            request_id: row.request_id.as_deref(),
            ip: row.ip.as_deref(),
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
            actor_name: row.actor_name.as_deref()?,
            entity_type: row.entity_type.as_deref()?,
            entity_id: row.entity_id.as_deref(),
            fields: row.fields.as_deref()?,
            request_id: row.request_id.as_deref(),
            ip: row.ip.as_deref(),
            api_token_id: row.api_token_id,
        })
    }

    pub(super) fn id(&self) -> AuditEntryId {
        self.id
    }

    /// SHA-256, in hexadecimal, of a JSON array: no two entries have the same representation. An
    /// entry without a token has the same hash as before tokens existed.
    pub(super) fn hash(
        &self,
        organization: OrganizationId,
        sequence: i64,
        previous: &str,
    ) -> String {
        let mut text = json!([
            if self.api_token_id.is_some() { "mizan audit 2" } else { "mizan audit 1" },
            previous,
            organization,
            sequence,
            self.id,
            self.at.timestamp_micros(),
            self.category,
            self.action,
            self.actor_id,
            self.actor_name,
            self.entity_type,
            self.entity_id,
            self.fields,
            self.request_id,
            self.ip,
        ]);
        if let (Some(members), Some(token)) = (text.as_array_mut(), self.api_token_id) {
            members.push(json!(token));
        }
        hexadecimal(&Sha256::digest(text.to_string()))
    }
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
