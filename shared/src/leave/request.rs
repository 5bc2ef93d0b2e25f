//! Leave requests.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::LeaveType;
use super::balance::BalanceEffect;
use super::days::Days;
use super::period::{Period, YearDays};
use super::policy::reason;
use super::status::{LeaveAction, LeaveStatus};
use crate::check::{Checks, is_blank};
use crate::date::strict_date;
use crate::error::Result;
use crate::id::{LeaveRequestId, StaffId};
use crate::page::PageRequest;
use crate::patch::null_is_absent;

/// The input for a new request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeaveRequestInput {
    /// The type.
    #[serde(rename = "type")]
    pub leave_type: LeaveType,
    /// The first day.
    #[serde(deserialize_with = "strict_date")]
    pub start_date: NaiveDate,
    /// The last day.
    #[serde(deserialize_with = "strict_date")]
    pub end_date: NaiveDate,
    /// Only the afternoon of the first day.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<bool>))]
    pub start_half: bool,
    /// Only the morning of the last day.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<bool>))]
    pub end_half: bool,
    /// The reason.
    pub reason: String,
}

impl LeaveRequestInput {
    /// The dates.
    pub fn period(&self) -> Period {
        Period {
            start: self.start_date,
            end: self.end_date,
            start_half: self.start_half,
            end_half: self.end_half,
        }
    }

    /// Returns the input with its reason trimmed.
    ///
    /// Errors: 400 naming every invalid field.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        self.period().check(&mut checks);
        self.reason = reason(&mut checks, &self.reason);
        checks.finish()?;
        Ok(self)
    }
}

/// The input of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct LeaveDecisionInput {
    /// A comment to the requester.
    pub comment: Option<String>,
}

impl LeaveDecisionInput {
    /// Returns the comment trimmed; a blank one becomes none.
    ///
    /// Errors: 400 for an overlong comment.
    pub fn check(self) -> Result<Option<String>> {
        let comment = self.comment.map(|text| text.trim().to_owned());
        let comment = comment.filter(|text| !is_blank(text));
        let mut checks = Checks::new();
        checks.text("comment", comment.as_deref().unwrap_or_default());
        checks.finish()?;
        Ok(comment)
    }
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeaveRequest {
    /// Its id.
    pub id: LeaveRequestId,
    /// The requester.
    pub staff_id: StaffId,
    /// Their name.
    pub staff_name: String,
    /// Their department.
    pub department_name: Option<String>,
    /// The type.
    #[serde(rename = "type")]
    pub leave_type: LeaveType,
    /// The first day.
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// Only the afternoon of the first day.
    pub start_half: bool,
    /// Only the morning of the last day.
    pub end_half: bool,
    /// The working days, by the calendar at the time of the request.
    pub days: Days,
    /// The same days by year.
    pub days_by_year: Vec<YearDays>,
    /// The effect of an approval on the balances, by year: in lists for readers who may approve the
    /// request, and none for a type that is not tracked.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub balance_effect: Vec<BalanceEffect>,
    /// The reason.
    pub reason: String,
    /// The status of the request.
    pub status: LeaveStatus,
    /// The person who decides on it; none if any manager of leave may decide.
    pub decider_name: Option<String>,
    /// The person who made the decision, or who cancelled the request.
    pub decided_by_name: Option<String>,
    /// The time of the decision.
    pub decided_at: Option<DateTime<Utc>>,
    /// The comment on the decision.
    pub decision_comment: Option<String>,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// The time of the last change.
    pub updated_at: DateTime<Utc>,
    /// The actions that the reader may perform.
    pub allowed_actions: Vec<LeaveAction>,
}

impl LeaveRequest {
    /// The dates.
    pub fn period(&self) -> Period {
        Period {
            start: self.start_date,
            end: self.end_date,
            start_half: self.start_half,
            end_half: self.end_half,
        }
    }
}

/// The dates of a request, and its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct ExistingLeave {
    /// The request.
    pub id: LeaveRequestId,
    /// Its dates.
    #[cfg_attr(feature = "database", sqlx(flatten))]
    pub period: Period,
    /// The status of the request.
    pub status: LeaveStatus,
}

impl ExistingLeave {
    /// The first request that conflicts with the dates: pending or approved, with an overlap of at
    /// least half a day.
    pub fn conflicting(requests: &[Self], dates: Period) -> Option<&Self> {
        requests.iter().find(|it| it.status.holds_days() && it.period.overlaps(dates))
    }
}

text_enum! {
    /// The scope of a list of requests.
    LeaveScope {
        /// The reader's own requests.
        Mine = "mine",
        /// Requests that the reader decides on.
        Team = "team",
        /// All requests of the organization; needs `leave:manage`.
        All = "all",
    }
}

/// The query parameters of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveQuery {
    /// The scope.
    pub scope: LeaveScope,
    /// Only in this status.
    pub status: Option<LeaveStatus>,
    /// Only of this person.
    pub staff_id: Option<StaffId>,
    /// Only with a day in this year.
    pub year: Option<i32>,
    /// The requested page.
    pub page: PageRequest,
}

impl LeaveQuery {
    /// The first page of a scope.
    pub fn of(scope: LeaveScope) -> Self {
        Self { scope, status: None, staff_id: None, year: None, page: PageRequest::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<Result<LeaveRequestInput>> {
        serde_json::from_str::<LeaveRequestInput>(json).ok().map(LeaveRequestInput::check)
    }

    fn dates(start: &str, end: &str, start_half: bool, end_half: bool) -> Period {
        let [start, end] = [start, end].map(|day| day.parse().unwrap());
        Period { start, end, start_half, end_half }
    }

    fn existing(number: u128, period: Period, status: LeaveStatus) -> ExistingLeave {
        ExistingLeave { id: LeaveRequestId(uuid::Uuid::from_u128(number)), period, status }
    }

    #[test]
    fn pending_and_approved_requests_block_their_dates() {
        let week = dates("2026-11-23", "2026-11-27", false, false);
        let day = dates("2026-11-27", "2026-11-27", false, false);
        for status in LeaveStatus::ALL {
            let requests = [existing(1, week, *status)];
            let found = ExistingLeave::conflicting(&requests, day);
            let is_taken = matches!(status, LeaveStatus::Pending | LeaveStatus::Approved);
            assert_eq!(found.is_some(), is_taken, "{status}");
        }
        let later = dates("2026-11-28", "2026-11-30", false, false);
        let both =
            [existing(1, later, LeaveStatus::Pending), existing(2, week, LeaveStatus::Approved)];
        assert_eq!(ExistingLeave::conflicting(&both, day), Some(&both[1]));
        let across = dates("2026-11-20", "2026-12-04", false, false);
        assert_eq!(ExistingLeave::conflicting(&both, across), Some(&both[0]));
        let after = dates("2026-12-01", "2026-12-01", false, false);
        assert_eq!(ExistingLeave::conflicting(&both, after), None);
        assert_eq!(ExistingLeave::conflicting(&[], day), None);
    }

    #[test]
    fn the_other_half_of_a_day_is_free() {
        let morning = dates("2026-11-20", "2026-11-23", false, true);
        let requests = [existing(1, morning, LeaveStatus::Pending)];
        let afternoon = dates("2026-11-23", "2026-11-24", true, false);
        assert_eq!(ExistingLeave::conflicting(&requests, afternoon), None);
        let whole = dates("2026-11-23", "2026-11-23", false, false);
        for taken in [morning, whole, dates("2026-11-23", "2026-11-23", false, true)] {
            assert_eq!(
                ExistingLeave::conflicting(&requests, taken),
                Some(&requests[0]),
                "{taken:?}"
            );
        }
    }

    #[test]
    fn a_request_has_a_type_two_dates_and_a_reason() {
        let good = r#"{"type":"casual","startDate":"2026-11-23","endDate":"2026-11-23",
            "reason":" Moving "}"#;
        let input = read(good).unwrap().unwrap();
        assert_eq!(
            (input.reason.as_str(), input.start_half, input.end_half),
            ("Moving", false, false)
        );
        for bad in [
            r#"{"type":"study","startDate":"2026-11-23","endDate":"2026-11-23","reason":"x"}"#,
            r#"{"type":"casual","startDate":"2026-11-31","endDate":"2026-11-23","reason":"x"}"#,
            r#"{"type":"casual","startDate":"2026-11-23","endDate":"2026-11-23"}"#,
        ] {
            assert!(read(bad).is_none(), "{bad}");
        }
        let blank = r#"{"type":"casual","startDate":"2026-11-23","endDate":"2026-11-22",
            "reason":" "}"#;
        let error = read(blank).unwrap().unwrap_err();
        let fields: Vec<_> = error.problem().errors.iter().map(|it| it.field.as_str()).collect();
        assert_eq!(fields, ["endDate", "reason"]);
    }
}
