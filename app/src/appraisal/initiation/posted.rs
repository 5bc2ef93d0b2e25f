//! The posted form of an initiation: those who are ticked, and the terms of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shared::appraisal::initiation::InitiationInput;
use shared::appraisal::initiation_batch::InitiationBatchInput;
use shared::appraisal::{ReviewType, RoleCategory};
use shared::check::Checks;
use shared::date::parse_date;
use shared::error::{Error, FieldCode, FieldError, Result};
use shared::id::StaffId;

/// The posted form. Terms are by person, under the names of [`field_name`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostedBatch {
    /// The people who are ticked.
    #[serde(default)]
    chosen: Vec<StaffId>,
    /// The people who get the form of a manager.
    #[serde(default)]
    managers: Vec<StaffId>,
    review_type: ReviewType,
    #[serde(default)]
    from: BTreeMap<String, String>,
    #[serde(default)]
    to: BTreeMap<String, String>,
    #[serde(default)]
    category: BTreeMap<String, String>,
}

/// A term of a person that has an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// First day of the period.
    From,
    /// Last day of the period.
    To,
    /// The role category.
    Category,
}

impl Part {
    const fn as_str(self) -> &'static str {
        match self {
            Self::From => "from",
            Self::To => "to",
            Self::Category => "category",
        }
    }
}

/// The id of an input, which is also the path of its error.
pub fn input_id(part: Part, person: StaffId) -> String {
    format!("{}-{person}", part.as_str())
}

/// The name of an input. A name that consists of digits would be parsed as an index, hence the
/// prefix.
pub fn field_name(part: Part, person: StaffId) -> String {
    format!("batch[{}][person-{person}]", part.as_str())
}

impl PostedBatch {
    /// The input of the batch.
    ///
    /// Errors: 400 naming the inputs whose values are missing or impossible.
    pub fn input(&self) -> Result<InitiationBatchInput> {
        let mut checks = Checks::new();
        let entries = self.chosen.iter().map(|person| self.entry(*person, &mut checks));
        let batch = InitiationBatchInput { entries: entries.collect() };
        checks.finish()?;
        batch.check().map_err(|error| self.named(&error))?;
        Ok(batch)
    }

    fn entry(&self, staff_id: StaffId, checks: &mut Checks) -> InitiationInput {
        let mut date = |part, values| {
            let date = value(values, staff_id).and_then(parse_date);
            let id = input_id(part, staff_id);
            checks.ensure(date.is_some(), &id, FieldCode::Invalid, "Enter a date.");
            date.unwrap_or_default()
        };
        let period_from = date(Part::From, &self.from);
        let period_to = date(Part::To, &self.to);
        let category = value(&self.category, staff_id).and_then(|text| text.parse().ok());
        let id = input_id(Part::Category, staff_id);
        checks.ensure(category.is_some(), &id, FieldCode::Missing, "Select a role category.");
        InitiationInput {
            staff_id,
            review_type: self.review_type,
            period_from,
            period_to,
            role_category: category.unwrap_or(RoleCategory::Other),
            is_manager_role: self.managers.contains(&staff_id),
        }
    }

    /// The same error at the inputs of the page.
    fn named(&self, error: &Error) -> Error {
        let errors = error.problem().errors.iter();
        Error::validation(errors.map(|it| self.named_field(it)).collect())
    }

    fn named_field(&self, error: &FieldError) -> FieldError {
        let field = self.input_of(&error.field).unwrap_or_else(|| "ready-title".to_owned());
        FieldError { field, ..error.clone() }
    }

    /// The id of the input of a path such as `entries[3].periodTo`.
    fn input_of(&self, path: &str) -> Option<String> {
        let (position, field) = path.strip_prefix("entries[")?.split_once("].")?;
        let person = *self.chosen.get(position.parse::<usize>().ok()?)?;
        let part = match field {
            "periodFrom" => Part::From,
            "periodTo" => Part::To,
            "roleCategory" => Part::Category,
            _ => return None,
        };
        Some(input_id(part, person))
    }
}

fn value(values: &BTreeMap<String, String>, person: StaffId) -> Option<&str> {
    values.get(&format!("person-{person}")).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "00000000-0000-0000-0000-000000000001";
    const TWO: &str = "00000000-0000-0000-0000-000000000002";

    fn posted(chosen: &[&str], to: &str) -> PostedBatch {
        let each =
            |value: &str| [ONE, TWO].map(|id| (format!("person-{id}"), value.to_owned())).into();
        PostedBatch {
            chosen: chosen.iter().map(|id| id.parse().unwrap()).collect(),
            managers: vec![TWO.parse().unwrap()],
            review_type: ReviewType::Annual,
            from: each("2026-01-01"),
            to: each(to),
            category: each("sales"),
        }
    }

    fn faults<T: std::fmt::Debug>(result: Result<T>) -> Vec<String> {
        let error = result.unwrap_err();
        error.problem().errors.iter().map(|it| it.field.clone()).collect()
    }

    #[test]
    fn only_those_who_are_ticked_are_started() {
        let batch = posted(&[TWO], "2026-12-31").input().unwrap();
        assert_eq!(batch.entries.len(), 1);
        let entry = &batch.entries[0];
        assert_eq!(entry.staff_id.to_string(), TWO);
        assert!(entry.is_manager_role);
        assert_eq!(entry.role_category, RoleCategory::Sales);
        assert_eq!(entry.period_to.to_string(), "2026-12-31");
    }

    #[test]
    fn an_impossible_period_is_named_at_its_input() {
        assert_eq!(faults(posted(&[ONE, TWO], "").input())[1], format!("to-{TWO}"));
        let before = posted(&[ONE, TWO], "2025-12-31").input();
        assert_eq!(faults(before), [format!("to-{ONE}"), format!("to-{TWO}")]);
    }

    #[test]
    fn at_least_one_person_is_ticked() {
        assert_eq!(faults(posted(&[], "2026-12-31").input()), ["ready-title"]);
    }
}
