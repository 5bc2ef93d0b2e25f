//! The audit log: actions on records, with the names of changed fields but no values.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

mod action;

pub use action::AuditAction;

use crate::check::Checks;
use crate::date::strict_date;
use crate::error::Result;
use crate::extensible::Extensible;
use crate::id::{ApiTokenId, AuditEntryId, StaffId};
use crate::page::PageRequest;

text_enum! {
    /// The subject area of an audit entry.
    Category {
        /// Staff, departments and appraisals.
        StaffManagement = "staff_management",
        /// Leave.
        Leave = "leave",
        /// Sign-in, passwords and sessions.
        Authentication = "authentication",
        /// Customers.
        Customers = "customers",
        /// Credit.
        Credit = "credit",
        /// The organization, its roles and its integrations.
        Organization = "organization",
    }
}

/// The name of an actor whose name and network address were erased.
pub const ERASED: &str = "Erased";

/// An audit entry. `fields` are the names of the changed fields, never values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// Its id.
    pub id: AuditEntryId,
    /// The time of the action.
    pub at: DateTime<Utc>,
    /// The subject area.
    #[cfg_attr(feature = "openapi", schema(value_type = Category))]
    pub category: Extensible<Category>,
    /// The action.
    #[cfg_attr(feature = "openapi", schema(value_type = AuditAction))]
    pub action: Extensible<AuditAction>,
    /// The member of staff who performed the action; none for the command line.
    pub actor_id: Option<StaffId>,
    /// The name of the actor at that time; `Erased` once it was erased.
    pub actor_name: String,
    /// The kind of record.
    pub entity_type: String,
    /// The record.
    pub entity_id: Option<String>,
    /// The current name of the record or of its owner; none where the reader may not see it.
    pub entity_name: Option<String>,
    /// The changed fields.
    pub fields: Vec<String>,
    /// The request that caused it.
    pub request_id: Option<String>,
    /// The client address of the request.
    pub ip: Option<String>,
    /// The API token used for the action; none for an interactive session.
    pub api_token_id: Option<ApiTokenId>,
    /// The name of the API token.
    pub api_token_name: Option<String>,
}

/// The query parameters of the audit log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditQuery {
    /// Only of this category.
    pub category: Option<Category>,
    /// Only this action.
    pub action: Option<AuditAction>,
    /// Only actions of this person.
    pub actor_id: Option<StaffId>,
    /// Only of this record.
    pub entity_id: Option<String>,
    /// Only from this day on, in the organization's time zone.
    #[serde(default, deserialize_with = "strict_date")]
    pub from: Option<NaiveDate>,
    /// Only up to and including this day, in the organization's time zone.
    #[serde(default, deserialize_with = "strict_date")]
    pub to: Option<NaiveDate>,
    /// The requested page.
    pub page: PageRequest,
}

impl AuditQuery {
    /// Errors: 400 for overlong texts and days outside the calendar.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        if let Some(id) = &self.entity_id {
            checks.text("entityId", id);
        }
        for (field, value) in [("from", self.from), ("to", self.to)] {
            if let Some(value) = value {
                checks.date(field, value);
            }
        }
        checks.finish()
    }
}

text_enum! {
    /// The kind of fault in a chain of seals.
    FindingKind {
        /// The entry, its seal, or the name or address of its actor differs from what was sealed.
        EditedEntry = "edited_entry",
        /// A seal without its entry.
        RemovedEntry = "removed_entry",
        /// An entry was never sealed, or its seal was removed.
        MissingSeal = "missing_seal",
        /// The numbers of the seals are not consecutive.
        BrokenSequence = "broken_sequence",
        /// The last seal differs from the recorded one: entries at the end of the log were removed.
        WrongEnd = "wrong_end",
    }
}

/// A fault found in the audit log of an organization.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditFinding {
    /// The kind of fault.
    pub kind: FindingKind,
    /// The entry; none when it is unknown.
    pub entry_id: Option<AuditEntryId>,
    /// The number of the seal, when there is one.
    pub sequence: Option<i64>,
}

impl std::fmt::Display for AuditFinding {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.entry_id, self.sequence) {
            (Some(entry), _) => write!(formatter, "Audit entry {entry}: {}", self.kind),
            (None, Some(sequence)) => write!(formatter, "Audit seal {sequence}: {}", self.kind),
            (None, None) => write!(formatter, "Audit log: {}", self.kind),
        }
    }
}
