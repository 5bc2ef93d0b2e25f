//! The figures of a period, gathered from the appraisals in flight at some time of it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use rust_decimal::Decimal;

use super::{BandCount, DepartmentScores, LineManagerScores, MonthScores, StageTime};
use crate::appraisal::vocabulary::{Band, Status};
use crate::calendar::month_of;
use crate::decimal::round_to_ten_thousandths;
use crate::id::{DepartmentId, StaffId};
use crate::scoring::Score;

/// An appraisal: its people, the times of its sign-offs, and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journey {
    /// The subject.
    pub staff_id: StaffId,
    /// The department of the subject.
    pub department_id: Option<DepartmentId>,
    /// Its name.
    pub department_name: Option<String>,
    /// The line manager.
    pub line_manager_id: StaffId,
    /// Their name.
    pub line_manager_name: String,
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
    /// The outcome of a finalized appraisal.
    pub outcome: Option<Outcome>,
}

/// The outcome of a finalized appraisal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The overall score.
    pub score: Score,
    /// The band.
    pub band: Band,
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

    /// The outcome, if the appraisal was finalized within the period.
    fn outcome_within(&self, period: &Range<DateTime<Utc>>) -> Option<(DateTime<Utc>, Outcome)> {
        let at = self.finalized_at.filter(|at| period.contains(at))?;
        Some((at, self.outcome?))
    }
}

/// The sums of a group of finalized appraisals.
#[derive(Debug, Default)]
struct Group {
    people: BTreeSet<StaffId>,
    count: u64,
    score_sum: i64,
    hours: i64,
    bands: BTreeMap<Band, u64>,
}

impl Group {
    fn add(&mut self, journey: &Journey, (at, outcome): (DateTime<Utc>, Outcome)) {
        self.people.insert(journey.staff_id);
        self.count += 1;
        self.score_sum += outcome.score.ten_thousandths();
        self.hours += at.signed_duration_since(journey.created_at).num_hours();
        *self.bands.entry(outcome.band).or_default() += 1;
    }

    fn people(&self) -> u64 {
        u64::try_from(self.people.len()).unwrap_or(u64::MAX)
    }

    fn average_score(&self) -> Score {
        let sum = Decimal::new(self.score_sum, 4);
        let mean = sum.checked_div(Decimal::from(self.count)).unwrap_or_default();
        Score::from_ten_thousandths(round_to_ten_thousandths(mean).unwrap_or_default())
    }

    fn average_hours(&self) -> i64 {
        let count = i64::try_from(self.count).unwrap_or(i64::MAX);
        self.hours.checked_div(count).unwrap_or(0)
    }

    fn bands(&self) -> Vec<BandCount> {
        let count = |band| self.bands.get(band).copied().unwrap_or(0);
        Band::ALL.iter().map(|band| BandCount { band: *band, count: count(band) }).collect()
    }
}

/// The appraisals that were finalized within the period, in groups.
fn grouped<'j, K: Ord>(
    journeys: &'j [Journey],
    period: &Range<DateTime<Utc>>,
    key: impl Fn(&'j Journey, DateTime<Utc>) -> K,
) -> BTreeMap<K, Group> {
    let mut groups: BTreeMap<K, Group> = BTreeMap::new();
    for journey in journeys {
        if let Some(outcome) = journey.outcome_within(period) {
            groups.entry(key(journey, outcome.0)).or_default().add(journey, outcome);
        }
    }
    groups
}

/// The scores by department, in the order of their ids.
pub fn by_department(journeys: &[Journey], period: &Range<DateTime<Utc>>) -> Vec<DepartmentScores> {
    let key = |it: &'_ Journey, _| (it.department_id, it.department_name.clone());
    let groups = grouped(journeys, period, key).into_iter();
    let scores = groups.map(|((department_id, department_name), group)| DepartmentScores {
        department_id,
        department_name,
        count: group.count,
        people: group.people(),
        average_score: group.average_score(),
        bands: group.bands(),
    });
    scores.collect()
}

/// The scores by line manager, in the order of their ids.
pub fn by_line_manager(
    journeys: &[Journey],
    period: &Range<DateTime<Utc>>,
) -> Vec<LineManagerScores> {
    let key = |it: &'_ Journey, _| (it.line_manager_id, it.line_manager_name.clone());
    let groups = grouped(journeys, period, key).into_iter();
    let scores = groups.map(|((line_manager_id, line_manager_name), group)| LineManagerScores {
        line_manager_id,
        line_manager_name,
        count: group.count,
        people: group.people(),
        average_score: group.average_score(),
        bands: group.bands(),
    });
    scores.collect()
}

/// The scores by month of finalization, in order; a month without any is left out.
///
/// * `local`: the day of a time in the time zone of the organization.
pub fn by_month(
    journeys: &[Journey],
    period: &Range<DateTime<Utc>>,
    local: impl Fn(DateTime<Utc>) -> NaiveDate,
) -> Vec<MonthScores> {
    let groups = grouped(journeys, period, |_, at| month_of(local(at)).0).into_iter();
    let scores = groups.map(|(month, group)| MonthScores {
        month,
        count: group.count,
        average_score: group.average_score(),
        average_hours: group.average_hours(),
    });
    scores.collect()
}

/// The time each stage took for the appraisals that it signed within the period.
pub fn stage_times(
    journeys: &[Journey],
    period: &Range<DateTime<Utc>>,
    target_days: i64,
) -> Vec<StageTime> {
    let steps: Vec<_> =
        journeys.iter().flat_map(Journey::steps).filter(|(_, _, at)| period.contains(at)).collect();
    let stages = Status::ALL.iter().filter(|status| status.stage().is_some());
    stages
        .map(|stage| {
            let own = steps.iter().filter(|(status, _, _)| status == stage);
            let times = own.map(|(_, since, at)| at.signed_duration_since(since));
            let waiting = journeys.iter().filter(|journey| journey.status == *stage).count();
            stage_time(*stage, times.collect(), target_days, waiting)
        })
        .collect()
}

fn stage_time(
    status: Status,
    mut times: Vec<TimeDelta>,
    target_days: i64,
    waiting: usize,
) -> StageTime {
    times.sort_unstable();
    let target = TimeDelta::try_days(target_days).unwrap_or(TimeDelta::MAX);
    let within_target = times.iter().filter(|time| **time <= target).count();
    let hours: Vec<i64> = times.iter().map(TimeDelta::num_hours).collect();
    let signed = i64::try_from(hours.len()).unwrap_or(i64::MAX);
    let middle = hours.len().saturating_sub(1) / 2;
    StageTime {
        status,
        signed: u64::try_from(signed).unwrap_or(0),
        within_target: u64::try_from(within_target).unwrap_or(u64::MAX),
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

    fn year() -> Range<DateTime<Utc>> {
        at("01-01T00:00")..at("12-31T23:59")
    }

    fn person(number: u128) -> StaffId {
        StaffId(Uuid::from_u128(number))
    }

    fn journey() -> Journey {
        Journey {
            staff_id: person(1),
            department_id: None,
            department_name: None,
            line_manager_id: person(2),
            line_manager_name: "Imran".to_owned(),
            status: Status::PendingMd,
            created_at: at("06-01T00:00"),
            self_submitted_at: Some(at("06-02T12:00")),
            lm_submitted_at: Some(at("06-05T12:00")),
            dept_head_approved_at: None,
            md_approved_at: None,
            finalized_at: None,
            outcome: None,
        }
    }

    /// A finalized appraisal of a person in a department; 0 for none.
    fn finalized(staff: u128, department: u128, score: i64, when: &str) -> Journey {
        let id = (department > 0).then(|| DepartmentId(Uuid::from_u128(department)));
        let score = Score::from_ten_thousandths(score);
        Journey {
            staff_id: person(staff),
            department_id: id,
            department_name: id.map(|_| format!("D{department}")),
            status: Status::Finalized,
            finalized_at: Some(at(when)),
            outcome: Some(Outcome { score, band: Band::of(score) }),
            ..journey()
        }
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
        let times = stage_times(&[journey(), done], &(at("06-01T00:00")..at("07-01T00:00")), 3);
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
        let within: Vec<_> = times.iter().map(|time| time.within_target).collect();
        assert_eq!(within, [2, 1, 1, 1, 1], "exactly three days are within three days");
    }

    #[test]
    fn only_signatures_of_the_period_count() {
        let times = stage_times(&[journey()], &(at("06-03T00:00")..at("06-05T12:00")), 7);
        assert!(times.iter().all(|time| time.signed == 0));
        let times = stage_times(&[journey()], &(at("06-05T12:00")..at("06-06T00:00")), 7);
        assert_eq!(times.iter().map(|time| time.signed).sum::<u64>(), 1);
    }

    #[test]
    fn departments_count_appraisals_and_people() {
        let journeys = [
            finalized(1, 2, 9_001, "06-10T00:00"),
            finalized(1, 2, 8_000, "07-10T00:00"),
            finalized(2, 0, 9_500, "07-10T00:00"),
            finalized(3, 2, 7_000, "01-01T00:00"),
            journey(),
        ];
        let departments = by_department(&journeys, &(at("06-01T00:00")..at("08-01T00:00")));
        assert_eq!(departments.len(), 2);
        assert_eq!(departments[0].department_name, None);
        assert_eq!((departments[1].count, departments[1].people), (2, 1));
        assert_eq!(departments[1].average_score.to_string(), "0.8501");
        assert_eq!(departments[1].bands.len(), Band::ALL.len());
        assert_eq!(departments[1].bands.iter().map(|it| it.count).sum::<u64>(), 2);
    }

    #[test]
    fn line_managers_are_those_of_the_appraisals() {
        let other = Journey {
            line_manager_id: person(9),
            line_manager_name: "Fatima".to_owned(),
            ..finalized(3, 1, 7_000, "06-10T00:00")
        };
        let journeys = [finalized(1, 1, 9_000, "06-10T00:00"), other];
        let managers = by_line_manager(&journeys, &year());
        let names: Vec<_> = managers.iter().map(|it| it.line_manager_name.as_str()).collect();
        assert_eq!(names, ["Imran", "Fatima"]);
        assert_eq!(managers[1].average_score.to_string(), "0.7000");
    }

    #[test]
    fn a_month_is_that_of_the_organization() {
        let journeys = [
            finalized(1, 1, 9_000, "06-30T19:59"),
            finalized(2, 1, 8_000, "06-30T20:00"),
            finalized(3, 1, 7_000, "07-31T19:59"),
        ];
        let dubai = |at: DateTime<Utc>| (at + TimeDelta::hours(4)).date_naive();
        let months = by_month(&journeys, &year(), dubai);
        let figures: Vec<_> = months.iter().map(|it| (it.month.to_string(), it.count)).collect();
        assert_eq!(figures, [("2026-06-01".to_owned(), 1), ("2026-07-01".to_owned(), 2)]);
        assert_eq!(months[1].average_score.to_string(), "0.7500");
        assert_eq!(months[0].average_hours, 29 * 24 + 19);
    }

    /// Searching a list for each appraisal would take two billion comparisons.
    #[test]
    fn very_many_departments_are_gathered_in_one_pass() {
        const MANY: u128 = 60_000;
        let journeys = (1..=MANY).map(|it| finalized(it, it, 9_000, "06-10T00:00"));
        let journeys: Vec<_> = journeys.clone().chain(journeys.rev()).collect();
        let gathered = by_department(&journeys, &year());
        assert_eq!(gathered.len(), usize::try_from(MANY).unwrap());
        assert!(gathered.iter().all(|scores| (scores.count, scores.people) == (2, 1)));
    }
}
