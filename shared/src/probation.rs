//! Employees on probation and their due dates.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::appraisal::Status;
use crate::calendar::{confirmation_due_cutoff, confirmation_due_date, confirmation_due_within};
use crate::id::{AppraisalId, DepartmentId, StaffId};
use crate::leave::balance::Balance;
use crate::page::{Page, PageRequest};

/// Selects those who are due for confirmation within a number of days, or the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueFilter {
    /// True for those who are due.
    pub is_due: bool,
    /// The number of days; 0 for those who are due today.
    pub within: u32,
}

impl DueFilter {
    /// The filter of the query parameters `due` and `dueWithin`; the latter alone selects those who
    /// are due.
    pub fn of(due: Option<bool>, within: Option<u32>) -> Option<Self> {
        let is_due = due.or_else(|| within.map(|_| true))?;
        Some(Self { is_due, within: within.unwrap_or_default() })
    }

    /// The latest start of employment of those who are due.
    pub fn cutoff(self, today: NaiveDate) -> NaiveDate {
        confirmation_due_within(today, self.within)
    }
}

/// The query parameters of a list of people on probation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbationQuery {
    /// Only those due for confirmation, or only the others.
    pub due: Option<DueFilter>,
    /// Only of this department.
    pub department_id: Option<DepartmentId>,
    /// The requested page.
    pub page: PageRequest,
}

/// The end of a probation period, relative to a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProbationTerm {
    /// First day of employment.
    pub employment_start_date: NaiveDate,
    /// The first day on which confirmation is due.
    pub due_date: NaiveDate,
    /// Days until then; negative once it has passed.
    pub days_left: i64,
    /// True from the due date on.
    pub due_for_confirmation: bool,
}

impl ProbationTerm {
    /// The probation period of an employee with this start date, as of today.
    pub fn new(employment_start_date: NaiveDate, today: NaiveDate) -> Self {
        let due_date = confirmation_due_date(employment_start_date);
        Self {
            employment_start_date,
            due_date,
            days_left: due_date.signed_duration_since(today).num_days(),
            due_for_confirmation: employment_start_date <= confirmation_due_cutoff(today),
        }
    }
}

/// The employees on probation, for their page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbationOverview {
    /// One page of them.
    pub people: Page<Probation>,
    /// True if an account that can sign in has the role `hr`: only these are notified that a
    /// confirmation is due.
    pub has_recipient: bool,
}

/// An employee whose employment is not confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Probation {
    /// The employee.
    pub staff_id: StaffId,
    /// Their staff number.
    pub staff_number: String,
    /// Their name.
    pub staff_name: String,
    /// Their department.
    pub department_name: Option<String>,
    /// The probation period.
    #[serde(flatten)]
    pub term: ProbationTerm,
    /// The time when human resources were notified that confirmation is due.
    pub confirmation_due_notified_at: Option<DateTime<Utc>>,
    /// True when they may not sign in.
    pub is_blocked: bool,
    /// Their casual leave of this year, the only type they may take.
    pub casual_leave: Balance,
    /// Their open appraisal.
    pub appraisal: Option<OpenAppraisal>,
}

/// An appraisal that is not finalized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OpenAppraisal {
    /// The appraisal.
    pub id: AppraisalId,
    /// The status of the appraisal.
    pub status: Status,
    /// The start of the current stage.
    pub waiting_since: DateTime<Utc>,
}

/// The letter that tells an employee that their employment is confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfirmationLetter {
    /// The employee.
    pub staff_id: StaffId,
    /// Their staff number.
    pub staff_number: String,
    /// Their name.
    pub staff_name: String,
    /// Their post.
    pub job_title: Option<String>,
    /// Their department.
    pub department_name: Option<String>,
    /// First day of employment.
    pub employment_start_date: NaiveDate,
    /// The date of the confirmation.
    pub employment_confirmed_at: NaiveDate,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::is_due_for_confirmation;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn the_days_left_turn_negative_after_the_due_date() {
        let term = |today| ProbationTerm::new(date("2026-05-21"), date(today));
        let seen = |today| (term(today).days_left, term(today).due_for_confirmation);
        assert_eq!(seen("2026-11-20"), (1, false));
        assert_eq!(seen("2026-11-21"), (0, true));
        assert_eq!(seen("2026-12-01"), (-10, true));
    }

    #[test]
    fn the_term_and_the_badge_agree_on_every_day_of_ten_years() {
        let starts = ["2026-02-28", "2027-08-29", "2026-08-30", "2026-08-31", "2028-02-29"];
        for start in starts.map(date) {
            let mut today = date("2026-01-01");
            while today < date("2036-01-01") {
                let term = ProbationTerm::new(start, today);
                assert_eq!(term.due_for_confirmation, term.days_left <= 0, "{start} {today}");
                let badge = is_due_for_confirmation(start, None, today);
                assert_eq!(term.due_for_confirmation, badge, "{start} {today}");
                today = today.succ_opt().unwrap();
            }
        }
    }
}
