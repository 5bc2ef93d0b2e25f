//! The proposed terms of an initiation, derived from the record of each person.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use chrono::{Datelike, Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};

use super::initiation::{InitiationPreview, InitiationTerms};
use super::vocabulary::{ReviewType, RoleCategory};
use crate::calendar::CONFIRMATION_DUE_MONTHS;
use crate::error::UnknownText;
use crate::id::{DepartmentId, StaffId};
use crate::permission::MD;

/// The last month in which an annual review concerns the year before.
const REVIEW_OF_LAST_YEAR_UNTIL: u32 = 3;

/// The people of a proposal, in addition to those selected by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StaffGroup {
    /// Everyone in the organization.
    Everyone,
    /// Those who are due for confirmation.
    DueForConfirmation,
    /// Those of a department.
    Department(DepartmentId),
}

const EVERYONE: &str = "everyone";
const DUE: &str = "due";

impl Display for StaffGroup {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everyone => formatter.write_str(EVERYONE),
            Self::DueForConfirmation => formatter.write_str(DUE),
            Self::Department(department) => department.fmt(formatter),
        }
    }
}

impl FromStr for StaffGroup {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            EVERYONE => Ok(Self::Everyone),
            DUE => Ok(Self::DueForConfirmation),
            _ => text
                .parse()
                .map(Self::Department)
                .map_err(|_| UnknownText { kind: "StaffGroup", text: text.to_owned() }),
        }
    }
}

/// The input of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposalQuery {
    /// The type of review.
    pub review_type: ReviewType,
    /// The people selected by hand.
    pub people: Vec<StaffId>,
    /// A group of people.
    pub group: Option<StaffGroup>,
}

/// The proposal for one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The template, the reviewers, and the conditions that prevent the initiation.
    pub preview: InitiationPreview,
    /// The job title.
    pub job_title: Option<String>,
    /// The department.
    pub department_name: Option<String>,
    /// The derived terms.
    pub terms: InitiationTerms,
}

/// The proposals for the requested people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposals {
    /// One for each person, up to the maximum size of a batch.
    pub people: Vec<Proposal>,
    /// True if the group has more people than a batch may have.
    pub has_more: bool,
}

impl Proposals {
    /// The people whose appraisals can be started.
    pub fn startable(&self) -> impl Iterator<Item = &Proposal> {
        self.people.iter().filter(|it| it.preview.blockers.is_empty())
    }

    /// The people whose appraisals cannot be started.
    pub fn blocked(&self) -> impl Iterator<Item = &Proposal> {
        self.people.iter().filter(|it| !it.preview.blockers.is_empty())
    }
}

/// The first and the last day of the period that a review covers.
///
/// * Probation: from the first day of employment to the last day before confirmation is due.
/// * Annual: the calendar year, in the first quarter the year before.
/// * Mid-year: the first half of the calendar year.
///
/// Annual and mid-year reviews begin on the first day of employment if that is later.
pub fn proposed_period(
    review_type: ReviewType,
    today: NaiveDate,
    employment_start_date: NaiveDate,
) -> (NaiveDate, NaiveDate) {
    let year = match today.month() {
        1..=REVIEW_OF_LAST_YEAR_UNTIL => today.year() - 1,
        _ => today.year(),
    };
    let (first, last) = match review_type {
        ReviewType::Probationary => {
            return (employment_start_date, end_of_probation(employment_start_date));
        }
        ReviewType::Annual => (day(year, 1, 1), day(year, 12, 31)),
        ReviewType::MidYear => (day(today.year(), 1, 1), day(today.year(), 6, 30)),
    };
    let joined_within = (first..=last).contains(&employment_start_date);
    (if joined_within { employment_start_date } else { first }, last)
}

fn end_of_probation(employment_start_date: NaiveDate) -> NaiveDate {
    employment_start_date
        .checked_add_months(Months::new(CONFIRMATION_DUE_MONTHS))
        .and_then(|due| due.checked_sub_days(Days::new(1)))
        .unwrap_or(employment_start_date)
}

fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
}

/// The role category: that of the last appraisal, else that of the role.
///
/// * `last`: the category of the person's last appraisal, if any.
/// * `role_key`: the key of the person's role.
pub fn proposed_category(last: Option<RoleCategory>, role_key: &str) -> RoleCategory {
    match last {
        Some(last) => last,
        None if role_key == MD => RoleCategory::SeniorExecutive,
        None => RoleCategory::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(review_type: ReviewType, today: &str, start: &str) -> (String, String) {
        let (today, start) = (today.parse().unwrap(), start.parse().unwrap());
        let (from, to) = proposed_period(review_type, today, start);
        (from.to_string(), to.to_string())
    }

    fn dates(from: &str, to: &str) -> (String, String) {
        (from.to_owned(), to.to_owned())
    }

    #[test]
    fn a_probation_review_covers_the_probation() {
        let of = |start| period(ReviewType::Probationary, "2026-11-28", start);
        assert_eq!(of("2026-05-04"), dates("2026-05-04", "2026-11-03"));
        assert_eq!(of("2025-08-31"), dates("2025-08-31", "2026-02-27"));
    }

    #[test]
    fn an_annual_review_covers_the_year_and_the_last_one_in_the_first_quarter() {
        let at = |today| period(ReviewType::Annual, today, "2019-03-01");
        assert_eq!(at("2026-11-28"), dates("2026-01-01", "2026-12-31"));
        assert_eq!(at("2026-04-01"), dates("2026-01-01", "2026-12-31"));
        assert_eq!(at("2026-03-31"), dates("2025-01-01", "2025-12-31"));
    }

    #[test]
    fn a_mid_year_review_covers_the_first_half_of_the_year() {
        let at = |today| period(ReviewType::MidYear, today, "2019-03-01");
        assert_eq!(at("2026-02-01"), dates("2026-01-01", "2026-06-30"));
        assert_eq!(at("2026-11-28"), dates("2026-01-01", "2026-06-30"));
    }

    #[test]
    fn the_period_of_a_newcomer_begins_with_the_employment() {
        let joined = |start| period(ReviewType::Annual, "2026-11-28", start);
        assert_eq!(joined("2026-05-04"), dates("2026-05-04", "2026-12-31"));
        assert_eq!(joined("2027-02-01"), dates("2026-01-01", "2026-12-31"), "not yet employed");
        assert_eq!(
            period(ReviewType::MidYear, "2026-11-28", "2026-09-01"),
            dates("2026-01-01", "2026-06-30"),
            "the period never ends before it begins",
        );
    }

    #[test]
    fn the_category_is_that_of_the_last_appraisal() {
        assert_eq!(proposed_category(Some(RoleCategory::Sales), MD), RoleCategory::Sales);
        assert_eq!(proposed_category(None, MD), RoleCategory::SeniorExecutive);
        assert_eq!(proposed_category(None, "hr"), RoleCategory::Other);
    }

    #[test]
    fn a_group_has_one_text() {
        let department = "0192e4a0-0000-7000-8000-000000000001";
        for text in ["everyone", "due", department] {
            assert_eq!(text.parse::<StaffGroup>().unwrap().to_string(), text);
        }
        assert!("everybody".parse::<StaffGroup>().is_err());
    }
}
