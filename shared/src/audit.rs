//! The audit log: who did what to which record, never with values.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

mod action;

pub use action::{ACTIONS, is_action};

use crate::check::Checks;
use crate::error::Result;
use crate::id::{ApiTokenId, AuditEntryId, StaffId};
use crate::page::PageRequest;

text_enum! {
    /// What an entry is about.
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

/// One entry. `fields` are the names of what changed, never values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// Its id.
    pub id: AuditEntryId,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// What it is about.
    pub category: Category,
    /// What was done, as in `staff.changed`.
    pub action: String,
    /// Who did it; none for the command line.
    pub actor_id: Option<StaffId>,
    /// Their name at that time.
    pub actor_name: String,
    /// The kind of record.
    pub entity_type: String,
    /// The record.
    pub entity_id: Option<String>,
    /// What the record is called, or whose it is, today; none where the reader may not see it.
    pub entity_name: Option<String>,
    /// The members that changed.
    pub fields: Vec<String>,
    /// The request that did it.
    pub request_id: Option<String>,
    /// Where the request came from.
    pub ip: Option<String>,
    /// The API token by which they acted; none for a person who is signed in.
    pub api_token_id: Option<ApiTokenId>,
    /// Its name.
    pub api_token_name: Option<String>,
}

/// What the audit log is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditQuery {
    /// Only of this category.
    pub category: Option<Category>,
    /// Only this action.
    pub action: Option<String>,
    /// Only what this person did.
    pub actor_id: Option<StaffId>,
    /// Only of this record.
    pub entity_id: Option<String>,
    /// Only from this day on, where the organization is.
    pub from: Option<NaiveDate>,
    /// Only up to and with this day, where the organization is.
    pub to: Option<NaiveDate>,
    /// Which page.
    pub page: PageRequest,
}

impl AuditQuery {
    /// Errors: 400 for texts that are too long and days outside the calendar.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        for (field, value) in [("action", &self.action), ("entityId", &self.entity_id)] {
            if let Some(value) = value {
                checks.text(field, value);
            }
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
    /// What is wrong with a chain of seals.
    FindingKind {
        /// An entry, or its seal, is not what was sealed.
        EditedEntry = "edited_entry",
        /// A seal has no entry any more.
        RemovedEntry = "removed_entry",
        /// An entry was never sealed, or its seal was removed.
        MissingSeal = "missing_seal",
        /// The numbers of the seals do not follow each other.
        BrokenSequence = "broken_sequence",
        /// The last seal is not the one that was noted: the end of the log was cut off.
        WrongEnd = "wrong_end",
    }
}

/// One thing that is wrong with the audit log of an organization.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditFinding {
    /// What.
    pub kind: FindingKind,
    /// The entry; none when it is not known which.
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
