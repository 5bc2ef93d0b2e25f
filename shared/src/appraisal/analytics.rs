//! Appraisal statistics of a period: scores by department, line manager and month, and times by
//! stage.

mod figures;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::vocabulary::{Band, ReviewType, Status};
use crate::check::Checks;
use crate::date::strict_date;
use crate::error::{FieldCode, Result, UnknownText};
use crate::id::{AppraisalId, DepartmentId, StaffId};
use crate::page::PageRequest;
use crate::scoring::Score;

pub use figures::{Journey, Outcome, by_department, by_line_manager, by_month, stage_times};

/// The number of people below which figures of a group could identify one of them.
pub const IDENTIFIABLE_BELOW: u64 = 5;

/// The query parameters of the figures; without dates the range is the last twelve months.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalyticsQuery {
    /// The first day, in the organization's time zone.
    #[serde(default, deserialize_with = "strict_date")]
    pub from: Option<NaiveDate>,
    /// The last day, in the organization's time zone.
    #[serde(default, deserialize_with = "strict_date")]
    pub to: Option<NaiveDate>,
}

impl AnalyticsQuery {
    /// The effective period, relative to today.
    ///
    /// Errors: 400 when it ends before it begins or lies outside the calendar.
    pub fn period(self, today: NaiveDate) -> Result<(NaiveDate, NaiveDate)> {
        let to = self.to.unwrap_or(today);
        let year = chrono::Months::new(12);
        let from = self.from.or_else(|| to.checked_sub_months(year)?.succ_opt()).unwrap_or(to);
        let mut checks = Checks::new();
        checks.date("from", from);
        checks.date("to", to);
        checks.ensure(
            from <= to,
            "to",
            FieldCode::Invalid,
            "The end date can't be before the start date.",
        );
        checks.finish()?;
        Ok((from, to))
    }

    /// The calendar year for those who may not see figures of single people: that of the last day,
    /// if it has ended, else the last one that has. Of two periods that differ by a few appraisals,
    /// the difference would tell their scores.
    ///
    /// Errors: those of [`Self::period`].
    pub fn whole_year(self, today: NaiveDate) -> Result<(NaiveDate, NaiveDate)> {
        let (_, to) = self.period(today)?;
        let year = to.year().min(today.year() - 1);
        let day = |month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or(to);
        Ok((day(1, 1), day(12, 31)))
    }
}

/// The figures of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Analytics {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// True if the caller may not see figures of single people: the period is a calendar year that
    /// has ended, and everything that fewer than five people make up is left out, as are the
    /// figures by line manager and by month.
    pub small_groups_hidden: bool,
    /// Finalized appraisals of the period, by the department of the subject, by name.
    pub departments: Vec<DepartmentScores>,
    /// The same, by the line manager, by name.
    pub line_managers: Vec<LineManagerScores>,
    /// The same, by the month of finalization.
    pub months: Vec<MonthScores>,
    /// The days within which a stage should be completed.
    pub stage_target_days: i64,
    /// Every stage, in order.
    pub stages: Vec<StageTime>,
}

impl Analytics {
    /// Without everything from which figures of single people could be inferred. Only one division
    /// of the appraisals is left: the difference of two could tell the figures of a small group.
    #[must_use]
    pub fn without_small_groups(mut self) -> Self {
        self.small_groups_hidden = true;
        self.departments.retain(|it| it.people >= IDENTIFIABLE_BELOW);
        self.stages.retain(|it| it.signed >= IDENTIFIABLE_BELOW);
        self.line_managers.clear();
        self.months.clear();
        self
    }
}

/// The finalized appraisals of one department.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DepartmentScores {
    /// The department; none for people without one.
    pub department_id: Option<DepartmentId>,
    /// Its name.
    pub department_name: Option<String>,
    /// The number of appraisals.
    pub count: u64,
    /// The number of appraised people.
    pub people: u64,
    /// The mean of their overall scores, rounded once.
    pub average_score: Score,
    /// The number of appraisals in each band, best band first.
    pub bands: Vec<BandCount>,
}

/// The finalized appraisals of one line manager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LineManagerScores {
    /// The line manager.
    pub line_manager_id: StaffId,
    /// Their name.
    pub line_manager_name: String,
    /// The number of appraisals.
    pub count: u64,
    /// The number of appraised people.
    pub people: u64,
    /// The mean of their overall scores, rounded once.
    pub average_score: Score,
    /// The number of appraisals in each band, best band first.
    pub bands: Vec<BandCount>,
}

/// The appraisals that were finalized in one month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MonthScores {
    /// The first day of the month.
    pub month: NaiveDate,
    /// The number of appraisals.
    pub count: u64,
    /// The mean of their overall scores, rounded once.
    pub average_score: Score,
    /// The mean time from initiation to finalization, in whole hours.
    pub average_hours: i64,
}

/// The number of appraisals in a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BandCount {
    /// The band.
    pub band: Band,
    /// The number of appraisals.
    pub count: u64,
}

/// The times of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StageTime {
    /// The stage.
    pub status: Status,
    /// The number of sign-offs within the period.
    pub signed: u64,
    /// The number of these that were within the target.
    pub within_target: u64,
    /// The mean time, in whole hours.
    pub average_hours: i64,
    /// The median, in whole hours; for an even count the lower one.
    pub median_hours: i64,
    /// The longest time, in whole hours.
    pub longest_hours: i64,
    /// The number of appraisals currently at this stage.
    pub waiting: u64,
}

/// The department of a list: one of them, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DepartmentFilter {
    /// People without a department.
    None,
    /// People of this department.
    Of(DepartmentId),
}

const NO_DEPARTMENT: &str = "none";

impl DepartmentFilter {
    /// The filter for the department of a figure.
    pub fn new(department: Option<DepartmentId>) -> Self {
        department.map_or(Self::None, Self::Of)
    }

    /// The department.
    pub fn department(self) -> Option<DepartmentId> {
        match self {
            Self::None => None,
            Self::Of(department) => Some(department),
        }
    }
}

impl std::fmt::Display for DepartmentFilter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => formatter.write_str(NO_DEPARTMENT),
            Self::Of(department) => department.fmt(formatter),
        }
    }
}

impl std::str::FromStr for DepartmentFilter {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == NO_DEPARTMENT {
            return Ok(Self::None);
        }
        let unknown = |_| UnknownText { kind: "department", text: text.to_owned() };
        text.parse().map(Self::Of).map_err(unknown)
    }
}

/// The appraisals behind a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalizedQuery {
    /// The period of finalization.
    pub period: AnalyticsQuery,
    /// Only of this department.
    pub department: Option<DepartmentFilter>,
    /// Only with this line manager.
    pub line_manager_id: Option<StaffId>,
    /// Only in this band.
    pub band: Option<Band>,
    /// The requested page.
    pub page: PageRequest,
}

/// A finalized appraisal behind a figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct FinalizedAppraisal {
    /// The appraisal.
    pub id: AppraisalId,
    /// The name of the subject.
    pub staff_name: String,
    /// Their department.
    pub department_name: Option<String>,
    /// The name of the line manager.
    pub line_manager_name: String,
    /// The type of review.
    pub review_type: ReviewType,
    /// The overall score.
    pub overall_score: Score,
    /// The band.
    pub overall_band: Band,
    /// The time of finalization.
    pub finalized_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn without_days_the_period_is_the_last_twelve_months() {
        let today = date("2026-11-21");
        let period = AnalyticsQuery::default().period(today).unwrap();
        assert_eq!(period, (date("2025-11-22"), today));
        let backwards = AnalyticsQuery { from: Some(today), to: today.pred_opt() };
        assert!(backwards.period(today).is_err());
        assert!(backwards.whole_year(today).is_err());
    }

    #[test]
    fn those_who_may_not_see_single_people_see_years_that_have_ended() {
        let today = date("2026-11-21");
        let year = |from: Option<&str>, to: Option<&str>| {
            let query = AnalyticsQuery { from: from.map(date), to: to.map(date) };
            query.whole_year(today).unwrap().0.to_string()
        };
        assert_eq!(year(None, None), "2025-01-01");
        assert_eq!(year(Some("2024-03-01"), Some("2024-03-31")), "2024-01-01");
        assert_eq!(year(Some("2026-01-01"), Some("2026-03-31")), "2025-01-01");
    }

    #[test]
    fn small_groups_are_left_out_for_those_who_may_not_see_single_people() {
        let department = |people| DepartmentScores {
            department_id: None,
            department_name: None,
            count: 9,
            people,
            average_score: Score::from_ten_thousandths(0),
            bands: Vec::new(),
        };
        let stage = |signed| StageTime {
            status: Status::PendingLm,
            signed,
            within_target: 0,
            average_hours: 1,
            median_hours: 1,
            longest_hours: 1,
            waiting: 0,
        };
        let month = MonthScores {
            month: date("2026-01-01"),
            count: 9,
            average_score: Score::from_ten_thousandths(0),
            average_hours: 1,
        };
        let whole = Analytics {
            from: date("2026-01-01"),
            to: date("2026-12-31"),
            small_groups_hidden: false,
            departments: vec![department(4), department(5)],
            line_managers: Vec::new(),
            months: vec![month],
            stage_target_days: 7,
            stages: vec![stage(4), stage(5)],
        };
        let rest = whole.without_small_groups();
        assert!(rest.small_groups_hidden);
        assert_eq!(rest.departments.iter().map(|it| it.people).collect::<Vec<_>>(), [5]);
        assert_eq!(rest.stages.iter().map(|it| it.signed).collect::<Vec<_>>(), [5]);
        assert!(rest.months.is_empty());
    }

    #[test]
    fn the_filter_for_a_department_has_one_text() {
        for text in ["none", "0192e4a0-0000-7000-8000-000000000001"] {
            assert_eq!(text.parse::<DepartmentFilter>().unwrap().to_string(), text);
        }
        assert!("some".parse::<DepartmentFilter>().is_err());
    }
}
