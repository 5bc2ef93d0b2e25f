//! Batches of initiations, which the server works through.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::initiation::{InitiationInput, InitiationTerms};
use crate::error::{Code, Error, FieldCode, FieldError, Result};
use crate::id::{AppraisalId, InitiationBatchId, StaffId};

/// The maximum number of people in one batch.
pub const INITIATION_BATCH_MAX: usize = 500;

/// The people of a new batch and their terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitiationBatchInput {
    /// One entry for each person.
    pub entries: Vec<InitiationInput>,
}

impl InitiationBatchInput {
    /// Errors: 400 for no entries or more than [`INITIATION_BATCH_MAX`]; 400 naming the entries
    /// with an impossible period or a second entry for one person.
    pub fn check(&self) -> Result<()> {
        if self.entries.is_empty() || self.entries.len() > INITIATION_BATCH_MAX {
            let message = format!("Select 1 to {INITIATION_BATCH_MAX} employees.");
            return Err(Error::field("entries", FieldCode::Invalid, message));
        }
        let (mut seen, mut errors) = (HashSet::new(), Vec::new());
        for (position, entry) in self.entries.iter().enumerate() {
            let at = |field: &str| format!("entries[{position}].{field}");
            if !seen.insert(entry.staff_id) {
                let field = at("staffId");
                errors.push(FieldError::new(field, FieldCode::Duplicate, "Duplicate entry."));
            }
            if let Err(error) = entry.terms().check() {
                let faults = error.problem().errors.iter();
                errors.extend(faults.map(|it| FieldError { field: at(&it.field), ..it.clone() }));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(Error::validation(errors)) }
    }
}

/// The outcome of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InitiationOutcome {
    /// The entry waits for its turn.
    Waiting,
    /// The appraisal was started.
    Started(AppraisalId),
    /// The initiation was refused with this code.
    Refused(Code),
}

/// An entry of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitiationEntry {
    /// The person.
    pub staff_id: StaffId,
    /// Their name.
    pub staff_name: String,
    /// The terms.
    pub terms: InitiationTerms,
    /// The outcome.
    pub outcome: InitiationOutcome,
}

/// A batch without its entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitiationBatchSummary {
    /// The batch.
    pub id: InitiationBatchId,
    /// The name of the person who started it.
    pub created_by_name: String,
    /// The time at which it was started.
    pub created_at: DateTime<Utc>,
    /// The time at which the last entry was processed.
    pub finished_at: Option<DateTime<Utc>>,
    /// The number of entries.
    pub total: u64,
    /// The number of started appraisals.
    pub started: u64,
    /// The number of refused initiations.
    pub refused: u64,
}

impl InitiationBatchSummary {
    /// The number of entries that wait for their turn.
    pub fn waiting(&self) -> u64 {
        self.total.saturating_sub(self.started).saturating_sub(self.refused)
    }
}

/// A batch with its entries, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitiationBatch {
    /// The batch.
    pub summary: InitiationBatchSummary,
    /// Its entries.
    pub entries: Vec<InitiationEntry>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appraisal::{ReviewType, RoleCategory};
    use uuid::Uuid;

    fn entry(person: u128) -> InitiationInput {
        InitiationInput {
            staff_id: StaffId(Uuid::from_u128(person)),
            review_type: ReviewType::Annual,
            period_from: "2026-01-01".parse().unwrap(),
            period_to: "2026-12-31".parse().unwrap(),
            role_category: RoleCategory::Other,
            is_manager_role: false,
        }
    }

    fn faults(entries: Vec<InitiationInput>) -> Vec<String> {
        let error = InitiationBatchInput { entries }.check().unwrap_err();
        error.problem().errors.iter().map(|it| it.field.clone()).collect()
    }

    #[test]
    fn a_batch_has_one_to_five_hundred_entries() {
        let of = |count: u128| InitiationBatchInput { entries: (0..count).map(entry).collect() };
        assert!(of(1).check().is_ok());
        assert!(of(500).check().is_ok());
        assert!(of(0).check().is_err());
        assert!(of(501).check().is_err());
    }

    #[test]
    fn a_person_occurs_once() {
        assert_eq!(faults(vec![entry(1), entry(2), entry(1)]), ["entries[2].staffId"]);
    }

    #[test]
    fn a_period_that_ends_before_it_begins_is_named_by_its_entry() {
        let wrong = InitiationInput { period_to: "2025-12-31".parse().unwrap(), ..entry(2) };
        assert_eq!(faults(vec![entry(1), wrong]), ["entries[1].periodTo"]);
    }
}
