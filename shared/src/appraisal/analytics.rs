//! Appraisal statistics of a period: scores by department, and times by stage.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::vocabulary::{Band, Status};
use crate::check::Checks;
use crate::date::strict_date;
use crate::decimal::round_to_ten_thousandths;
use crate::error::{FieldCode, Result};
use crate::id::DepartmentId;
use crate::scoring::Score;

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
}

/// The figures of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Analytics {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// Finalized appraisals of the period, by the department of the subject, by name.
    pub departments: Vec<DepartmentScores>,
    /// Every stage, in order.
    pub stages: Vec<StageTime>,
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
    /// The mean of their overall scores, rounded once.
    pub average_score: Score,
    /// The number of appraisals in each band, best band first.
    pub bands: Vec<BandCount>,
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
    /// The mean time, in whole hours.
    pub average_hours: i64,
    /// The median, in whole hours; for an even count the lower one.
    pub median_hours: i64,
    /// The longest time, in whole hours.
    pub longest_hours: i64,
    /// The number of appraisals currently at this stage.
    pub waiting: u64,
}

/// Finalized appraisals of one department in one band: their number, and the sum of their scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BandTotal {
    /// The department.
    pub department_id: Option<DepartmentId>,
    /// Its name.
    pub department_name: Option<String>,
    /// The band.
    pub band: Band,
    /// The number of appraisals.
    pub count: u64,
    /// The sum of the overall scores, in ten-thousandths.
    pub score_sum: i64,
}

/// Groups the totals by department, by name; people without one come last.
pub fn by_department(totals: Vec<BandTotal>) -> Vec<DepartmentScores> {
    let mut departments: BTreeMap<Option<DepartmentId>, Vec<BandTotal>> = BTreeMap::new();
    for total in totals {
        departments.entry(total.department_id).or_default().push(total);
    }
    let mut departments: Vec<_> = departments.into_values().collect();
    departments.sort_by_cached_key(|group| {
        let first = group.first();
        let id = first.and_then(|it| it.department_id);
        (id.is_none(), first.and_then(|it| it.department_name.clone()))
    });
    departments.iter().map(|group| department_scores(group)).collect()
}

fn department_scores(group: &[BandTotal]) -> DepartmentScores {
    let first = group.first();
    let count: u64 = group.iter().map(|total| total.count).sum();
    let score_sum: i64 = group.iter().map(|total| total.score_sum).sum();
    let mean = Decimal::new(score_sum, 4).checked_div(Decimal::from(count)).unwrap_or_default();
    let in_band = |band| group.iter().filter(|it| it.band == band).map(|it| it.count).sum();
    DepartmentScores {
        department_id: first.and_then(|it| it.department_id),
        department_name: first.and_then(|it| it.department_name.clone()),
        count,
        average_score: Score::from_ten_thousandths(
            round_to_ten_thousandths(mean).unwrap_or_default(),
        ),
        bands: Band::ALL
            .iter()
            .map(|band| BandCount { band: *band, count: in_band(*band) })
            .collect(),
    }
}

/// The times of an appraisal's sign-offs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journey {
    /// The status of the appraisal.
    pub status: Status,
    /// The time of initiation.
    pub created_at: DateTime<Utc>,
    /// The time when the subject submitted.
    pub self_submitted_at: Option<DateTime<Utc>>,
    /// The time when the line manager submitted.
    pub lm_submitted_at: Option<DateTime<Utc>>,
    /// The time when the department head approved.
    pub dept_head_approved_at: Option<DateTime<Utc>>,
    /// The time when the managing director approved.
    pub md_approved_at: Option<DateTime<Utc>>,
    /// The time when human resources finalized.
    pub finalized_at: Option<DateTime<Utc>>,
}

impl Journey {
    /// The completed stages with their start and end.
    fn steps(&self) -> Vec<(Status, DateTime<Utc>, DateTime<Utc>)> {
        let signatures = [
            (Status::PendingSelf, self.self_submitted_at),
            (Status::PendingLm, self.lm_submitted_at),
            (Status::PendingDeptHead, self.dept_head_approved_at),
            (Status::PendingMd, self.md_approved_at),
            (Status::PendingHr, self.finalized_at),
        ];
        let mut since = self.created_at;
        let mut steps = Vec::new();
        for (stage, signed_at) in signatures {
            if let Some(at) = signed_at {
                steps.push((stage, since, at));
                since = at;
            }
        }
        steps
    }
}

/// The time each stage took for the forms it signed from the first timestamp up to, but not
/// including, the second.
pub fn stage_times(
    journeys: &[Journey],
    from: DateTime<Utc>,
    before: DateTime<Utc>,
) -> Vec<StageTime> {
    let steps: Vec<_> = journeys
        .iter()
        .flat_map(Journey::steps)
        .filter(|(_, _, at)| (from..before).contains(at))
        .collect();
    let stages = Status::ALL.iter().filter(|status| status.stage().is_some());
    stages
        .map(|stage| {
            let own = steps.iter().filter(|(status, _, _)| status == stage);
            let hours = own.map(|(_, since, at)| at.signed_duration_since(since).num_hours());
            let waiting = journeys.iter().filter(|journey| journey.status == *stage).count();
            stage_time(*stage, hours.collect(), waiting)
        })
        .collect()
}

fn stage_time(status: Status, mut hours: Vec<i64>, waiting: usize) -> StageTime {
    hours.sort_unstable();
    let signed = i64::try_from(hours.len()).unwrap_or(i64::MAX);
    let middle = hours.len().saturating_sub(1) / 2;
    StageTime {
        status,
        signed: u64::try_from(signed).unwrap_or(0),
        average_hours: hours.iter().sum::<i64>().checked_div(signed).unwrap_or(0),
        median_hours: hours.get(middle).copied().unwrap_or(0),
        longest_hours: hours.last().copied().unwrap_or(0),
        waiting: u64::try_from(waiting).unwrap_or(u64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn at(text: &str) -> DateTime<Utc> {
        format!("2026-{text}:00Z").parse().unwrap()
    }

    fn journey() -> Journey {
        Journey {
            status: Status::PendingMd,
            created_at: at("06-01T00:00"),
            self_submitted_at: Some(at("06-02T12:00")),
            lm_submitted_at: Some(at("06-05T12:00")),
            dept_head_approved_at: None,
            md_approved_at: None,
            finalized_at: None,
        }
    }

    fn total(department: u128, band: Band, count: u64, score_sum: i64) -> BandTotal {
        let id = (department > 0).then(|| DepartmentId(Uuid::from_u128(department)));
        let department_name = id.map(|_| format!("D{department}"));
        BandTotal { department_id: id, department_name, band, count, score_sum }
    }

    /// Searching a list for each total would take two billion comparisons.
    #[test]
    fn very_many_departments_are_gathered_in_one_pass() {
        const MANY: u128 = 60_000;
        let totals = (1..=MANY).map(|department| total(department, Band::Outstanding, 1, 45_000));
        let gathered = by_department(totals.clone().chain(totals.rev()).collect());
        assert_eq!(gathered.len(), usize::try_from(MANY).unwrap());
        assert!(gathered.iter().all(|scores| scores.count == 2));
    }

    #[test]
    fn each_stage_counts_the_hours_between_two_signatures() {
        let done = Journey {
            status: Status::Finalized,
            self_submitted_at: Some(at("06-01T10:00")),
            dept_head_approved_at: Some(at("06-06T12:00")),
            md_approved_at: Some(at("06-06T13:00")),
            finalized_at: Some(at("06-08T13:59")),
            ..journey()
        };
        let times = stage_times(&[journey(), done], at("06-01T00:00"), at("07-01T00:00"));
        let figures = |time: &StageTime| {
            (time.signed, time.average_hours, time.median_hours, time.longest_hours, time.waiting)
        };
        let figures: Vec<_> = times.iter().map(figures).collect();
        let expected = [
            (2, 23, 10, 36, 0),
            (2, 85, 72, 98, 0),
            (1, 24, 24, 24, 0),
            (1, 1, 1, 1, 1),
            (1, 48, 48, 48, 0),
        ];
        assert_eq!(figures, expected);
    }

    #[test]
    fn only_signatures_of_the_period_count() {
        let times = stage_times(&[journey()], at("06-03T00:00"), at("06-05T12:00"));
        assert!(times.iter().all(|time| time.signed == 0));
        let times = stage_times(&[journey()], at("06-05T12:00"), at("06-06T00:00"));
        assert_eq!(times.iter().map(|time| time.signed).sum::<u64>(), 1);
    }

    #[test]
    fn departments_come_by_name_and_whoever_has_none_comes_last() {
        let departments = by_department(vec![
            total(0, Band::Outstanding, 1, 9_500),
            total(2, Band::Outstanding, 1, 9_001),
            total(1, Band::MeetsExpectations, 2, 15_000),
            total(2, Band::ExceedsExpectations, 1, 8_000),
        ]);
        let names: Vec<_> = departments.iter().map(|it| it.department_name.as_deref()).collect();
        assert_eq!(names, [Some("D1"), Some("D2"), None]);
        assert_eq!(departments[1].count, 2);
        assert_eq!(departments[1].average_score.to_string(), "0.8501");
        let bands: Vec<_> = departments[1].bands.iter().map(|it| it.count).collect();
        assert_eq!(bands.len(), Band::ALL.len());
        assert_eq!(bands.iter().sum::<u64>(), 2);
    }

    #[test]
    fn without_days_the_period_is_the_last_twelve_months() {
        let today = "2026-11-21".parse().unwrap();
        let period = AnalyticsQuery::default().period(today).unwrap();
        assert_eq!(period, ("2025-11-22".parse().unwrap(), today));
        let backwards = AnalyticsQuery { from: Some(today), to: today.pred_opt() };
        assert!(backwards.period(today).is_err());
    }
}
