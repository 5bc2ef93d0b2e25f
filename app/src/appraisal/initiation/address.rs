//! The address of an initiation that is being prepared.

use chrono::{Datelike, NaiveDate};
use leptos_router::params::ParamsMap;
use shared::appraisal::initiation::{InitiationPreviewInput, InitiationTerms};
use shared::appraisal::{ReviewType, RoleCategory};
use shared::check::Checks;
use shared::error::FieldCode;
use shared::id::StaffId;

#[cfg(any(feature = "ssr", test))]
use crate::return_path::encode;

/// The current selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitiationAddress {
    /// The people to appraise, without duplicates, in the order of selection.
    pub people: Vec<StaffId>,
    /// The selected people who were started from this page.
    pub started: Vec<StaffId>,
    pub review_type: ReviewType,
    pub role_category: RoleCategory,
    /// The first day of the period, as entered.
    pub period_from: String,
    /// The last day of the period, as entered.
    pub period_to: String,
    /// True if a preview is requested.
    pub checked: bool,
}

impl InitiationAddress {
    /// Parses a query: the fields, then the additions and removals of the pressed button. The
    /// default period is the current year.
    pub fn read(query: &ParamsMap, today: NaiveDate) -> Self {
        // A group of checkboxes repeats its name for each selected one.
        let named = |name| ids(&query.get_all(name).unwrap_or_default().join(","));
        let mut people = named("people");
        for id in named("add") {
            if !people.contains(&id) {
                people.push(id);
            }
        }
        let removed = named("remove");
        people.retain(|id| !removed.contains(id));

        let text = |name, default: String| query.get(name).unwrap_or(default);
        Self {
            people,
            started: named("started"),
            review_type: parsed(query, "reviewType").unwrap_or(ReviewType::Annual),
            role_category: parsed(query, "roleCategory").unwrap_or(RoleCategory::Other),
            period_from: text("periodFrom", format!("{}-01-01", today.year())),
            period_to: text("periodTo", format!("{}-12-31", today.year())),
            checked: is_true(query, "check") || is_true(query, "checked"),
        }
    }

    /// The path with its query.
    #[cfg(any(feature = "ssr", test))]
    pub fn path(&self) -> String {
        let mut path = format!(
            "/appraisals/new?people={}&reviewType={}&roleCategory={}&periodFrom={}&periodTo={}",
            listed(&self.people),
            self.review_type,
            self.role_category,
            encode(&self.period_from),
            encode(&self.period_to),
        );
        if self.checked {
            path.push_str("&checked=true");
        }
        if !self.started.is_empty() {
            path.push_str("&started=");
            path.push_str(&listed(&self.started));
        }
        path
    }

    /// True if a preview was requested without selected people.
    pub fn has_nobody(&self) -> bool {
        self.checked && self.people.is_empty()
    }

    /// The terms. The manager form is selected for each person, once their reports are known.
    ///
    /// Errors: 400 naming the dates that are missing or in the wrong order.
    pub fn terms(&self) -> shared::Result<InitiationTerms> {
        let mut checks = Checks::new();
        let mut date = |field: &str, text: &str| {
            let date = text.parse::<NaiveDate>();
            checks.ensure(date.is_ok(), field, FieldCode::Invalid, "Enter a date.");
            date.unwrap_or_default()
        };
        let (period_from, period_to) =
            (date("periodFrom", &self.period_from), date("periodTo", &self.period_to));
        checks.finish()?;
        let terms = InitiationTerms {
            review_type: self.review_type,
            period_from,
            period_to,
            role_category: self.role_category,
            is_manager_role: false,
        };
        terms.check()?;
        Ok(terms)
    }

    /// The preview request, once the selection is complete.
    pub fn question(&self) -> Option<InitiationPreviewInput> {
        if !self.checked || self.people.is_empty() {
            return None;
        }
        let terms = self.terms().ok()?;
        Some(InitiationPreviewInput {
            staff_id: None,
            staff_ids: Some(self.people.clone()),
            review_type: terms.review_type,
            period_from: terms.period_from,
            period_to: terms.period_to,
            role_category: terms.role_category,
            is_manager_role: terms.is_manager_role,
        })
    }
}

/// A comma-separated list of people, for the address.
pub fn listed(people: &[StaffId]) -> String {
    people.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The people of a comma-separated list, without duplicates.
pub fn ids(text: &str) -> Vec<StaffId> {
    let mut ids: Vec<StaffId> = Vec::new();
    for id in text.split(',').filter_map(|id| id.parse().ok()) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

fn parsed<T: std::str::FromStr>(query: &ParamsMap, name: &str) -> Option<T> {
    query.get_str(name)?.parse().ok()
}

fn is_true(query: &ParamsMap, name: &str) -> bool {
    query.get_str(name).is_some_and(|text| text == "true")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "00000000-0000-0000-0000-000000000001";
    const TWO: &str = "00000000-0000-0000-0000-000000000002";

    fn read(pairs: &[(&'static str, &str)]) -> InitiationAddress {
        let mut query = ParamsMap::new();
        for (name, value) in pairs {
            query.insert(*name, (*value).to_owned());
        }
        InitiationAddress::read(&query, "2026-11-21".parse().unwrap())
    }

    #[test]
    fn at_first_it_is_the_annual_review_of_this_year() {
        let address = read(&[]);
        assert_eq!(address.review_type, ReviewType::Annual);
        assert_eq!((&*address.period_from, &*address.period_to), ("2026-01-01", "2026-12-31"));
        assert!(address.question().is_none());
    }

    #[test]
    fn buttons_add_and_remove_people_once() {
        let both = format!("{ONE},{TWO}");
        let address = read(&[("people", ONE), ("add", &both)]);
        assert_eq!(address.people.len(), 2);
        let address = read(&[("people", &both), ("remove", ONE)]);
        assert_eq!(address.people[0].to_string(), TWO);
    }

    #[test]
    fn the_address_contains_the_started_appraisals() {
        let address = read(&[("people", ONE), ("started", ONE), ("checked", "true")]);
        assert_eq!(address.started, address.people);
        assert!(address.path().ends_with(&format!("&checked=true&started={ONE}")));
    }

    #[test]
    fn people_may_come_one_by_one() {
        assert_eq!(read(&[("people", ONE), ("people", TWO)]).people.len(), 2);
    }

    #[test]
    fn invalid_input_stays_in_the_address() {
        let address = read(&[
            ("people", ONE),
            ("periodFrom", "2026-12-31"),
            ("periodTo", "2026-01-01"),
            ("check", "true"),
        ]);
        assert!(address.path().contains("periodFrom=2026-12-31&periodTo=2026-01-01"));
        let error = address.terms().unwrap_err();
        assert_eq!(error.problem().errors[0].field, "periodTo");
        assert!(address.question().is_none());
    }

    #[test]
    fn a_missing_date_is_named() {
        let error = read(&[("periodFrom", "")]).terms().unwrap_err();
        assert_eq!(error.problem().errors[0].field, "periodFrom");
    }

    #[test]
    fn a_checked_address_asks_for_everybody_chosen() {
        let address = read(&[("people", ONE), ("checked", "true")]);
        assert_eq!(address.question().unwrap().staff_ids.unwrap().len(), 1);
    }
}
