//! Appraisal statistics of a period.

use std::ops::Range;

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::analytics::{
    Analytics, AnalyticsQuery, BandCount, DepartmentScores, FinalizedAppraisal, FinalizedQuery,
    LineManagerScores, MonthScores, StageTime, by_department, by_line_manager, by_month,
    stage_times,
};
use shared::error::Result;
use shared::page::Page;
use shared::permission::Permission;
use shared::scoring::Score;

use super::Appraisals;
use super::repo::analytics::{count_finalized, finalized, journeys};
use crate::caller::Caller;
use crate::clock::{local_date, start_of_day};
use crate::collation::sort_key;
use crate::organization::repo::stage_target_days;
use crate::spreadsheet;

const HEADER: [&str; 14] = [
    "figure",
    "departmentName",
    "lineManagerName",
    "month",
    "band",
    "stage",
    "count",
    "people",
    "averageScore",
    "averageHours",
    "medianHours",
    "longestHours",
    "withinTarget",
    "waiting",
];

impl Appraisals<'_> {
    /// Scores by department, line manager and month, and times by stage, over a period of days of
    /// the organization; by default the last twelve months. Without `appraisals:hr_manage` only
    /// figures from which none of a single person can be inferred.
    ///
    /// Errors: 403 without `appraisals:hr_manage` and `staff:view`, 400 for a period that ends
    /// before it begins.
    pub async fn analytics(&self, caller: &Caller, query: AnalyticsQuery) -> Result<Analytics> {
        let may_see_people = caller.may(Permission::AppraisalsHrManage);
        let permissions = [Permission::AppraisalsHrManage, Permission::StaffView];
        let caller = caller.require_any(&permissions)?;
        let (zone, today) = (caller.time_zone(), self.0.today(caller.time_zone()));
        let (from, to) =
            if may_see_people { query.period(today)? } else { query.whole_year(today)? };
        let period = moments(from, to, zone);
        let mut tx = self.0.read_on_replica(caller).await?;
        let stage_target_days = stage_target_days(&mut tx).await?;
        let journeys = journeys(&mut tx, period.start).await?;
        let mut departments = by_department(&journeys, &period);
        departments.sort_by_cached_key(|it| {
            it.department_name.as_deref().map_or((true, Vec::new()), |name| (false, sort_key(name)))
        });
        let mut line_managers = by_line_manager(&journeys, &period);
        line_managers.sort_by_cached_key(|it| sort_key(&it.line_manager_name));
        let whole = Analytics {
            from,
            to,
            small_groups_hidden: false,
            departments,
            line_managers,
            months: by_month(&journeys, &period, |at| local_date(at, zone)),
            stage_target_days,
            stages: stage_times(&journeys, &period, stage_target_days),
        };
        Ok(if may_see_people { whole } else { whole.without_small_groups() })
    }

    /// The same as CSV: a line for each figure.
    pub async fn analytics_export(&self, caller: &Caller, query: AnalyticsQuery) -> Result<String> {
        let analytics = self.analytics(caller, query).await?;
        let lines = (analytics.departments.iter().flat_map(department_lines))
            .chain(analytics.line_managers.iter().flat_map(line_manager_lines))
            .chain(analytics.months.iter().map(month_line))
            .chain(analytics.stages.iter().map(stage_line));
        Ok(spreadsheet::write(&HEADER, lines.map(Line::cells)))
    }

    /// The finalized appraisals behind a figure, highest score first.
    ///
    /// Errors: 403 without `appraisals:hr_manage`, 400 for a period that ends before it begins.
    pub async fn finalized(
        &self,
        caller: &Caller,
        query: FinalizedQuery,
    ) -> Result<Page<FinalizedAppraisal>> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let zone = caller.time_zone();
        let (from, to) = query.period.period(self.0.today(zone))?;
        let period = moments(from, to, zone);
        let list = (&query, (period.start, period.end));
        let mut tx = self.0.read_on_replica(caller).await?;
        let total = count_finalized(&mut tx, list).await?;
        Ok(Page::new(finalized(&mut tx, list).await?, &query.page, total, None))
    }
}

/// The time range from the beginning of the first day to the end of the last day.
fn moments(from: NaiveDate, to: NaiveDate, zone: &str) -> Range<DateTime<Utc>> {
    start_of_day(from, zone)..start_of_day(to.succ_opt().unwrap_or(to), zone)
}

/// A line of the table; what does not apply to the figure is empty.
#[derive(Debug, Default)]
struct Line {
    figure: &'static str,
    department: String,
    line_manager: String,
    month: String,
    band: String,
    stage: String,
    count: u64,
    people: Option<u64>,
    score: Option<Score>,
    hours: [Option<i64>; 3],
    within_target: Option<u64>,
    waiting: Option<u64>,
}

impl Line {
    fn cells(self) -> Vec<String> {
        let texts = [self.department, self.line_manager, self.month, self.band, self.stage];
        std::iter::once(self.figure.to_owned())
            .chain(texts)
            .chain([self.count.to_string(), text(self.people), text(self.score)])
            .chain(self.hours.map(text))
            .chain([text(self.within_target), text(self.waiting)])
            .collect()
    }
}

fn text(value: Option<impl ToString>) -> String {
    value.map(|it| it.to_string()).unwrap_or_default()
}

fn department_lines(scores: &DepartmentScores) -> Vec<Line> {
    let department = scores.department_name.clone().unwrap_or_default();
    let of = |figure| Line { figure, department: department.clone(), ..Line::default() };
    let whole = Line {
        count: scores.count,
        people: Some(scores.people),
        score: Some(scores.average_score),
        ..of("department")
    };
    let bands = scores.bands.iter().map(|it| band_line(it, of("band")));
    std::iter::once(whole).chain(bands).collect()
}

fn line_manager_lines(scores: &LineManagerScores) -> Vec<Line> {
    let line_manager = scores.line_manager_name.clone();
    let of = |figure| Line { figure, line_manager: line_manager.clone(), ..Line::default() };
    let whole = Line {
        count: scores.count,
        people: Some(scores.people),
        score: Some(scores.average_score),
        ..of("line_manager")
    };
    let bands = scores.bands.iter().map(|it| band_line(it, of("band")));
    std::iter::once(whole).chain(bands).collect()
}

fn band_line(band: &BandCount, line: Line) -> Line {
    Line { band: band.band.to_string(), count: band.count, ..line }
}

fn month_line(scores: &MonthScores) -> Line {
    Line {
        figure: "month",
        month: scores.month.format("%Y-%m").to_string(),
        count: scores.count,
        score: Some(scores.average_score),
        hours: [Some(scores.average_hours), None, None],
        ..Line::default()
    }
}

fn stage_line(time: &StageTime) -> Line {
    Line {
        figure: "stage",
        stage: time.status.to_string(),
        count: time.signed,
        hours: [time.average_hours, time.median_hours, time.longest_hours].map(Some),
        within_target: Some(time.within_target),
        waiting: Some(time.waiting),
        ..Line::default()
    }
}
