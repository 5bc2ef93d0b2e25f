//! Appraisal statistics of a period.

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::analytics::{
    Analytics, AnalyticsQuery, DepartmentScores, StageTime, by_department, stage_times,
};
use shared::error::Result;
use shared::permission::Permission;

use super::Appraisals;
use super::repo::analytics::{band_totals, journeys};
use crate::caller::Caller;
use crate::clock::start_of_day;
use crate::collation::sort_key;
use crate::spreadsheet;

const HEADER: [&str; 10] = [
    "figure",
    "departmentName",
    "band",
    "stage",
    "count",
    "averageScore",
    "averageHours",
    "medianHours",
    "longestHours",
    "waiting",
];

impl Appraisals<'_> {
    /// Scores by department and times by stage, over a period of days of the organization; by
    /// default the last twelve months.
    ///
    /// Errors: 403 without `appraisals:hr_manage`, 400 for a period that ends before it begins.
    pub async fn analytics(&self, caller: &Caller, query: AnalyticsQuery) -> Result<Analytics> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let zone = caller.time_zone();
        let (from, to) = query.period(self.0.today(zone))?;
        let (start, end) = moments(from, to, zone);
        let mut tx = self.0.read(caller).await?;
        let totals = band_totals(&mut tx, (start, end)).await?;
        let journeys = journeys(&mut tx, start).await?;
        let stages = stage_times(&journeys, start, end);
        let mut departments = by_department(totals);
        departments.sort_by_cached_key(|it| {
            it.department_name.as_deref().map_or((true, Vec::new()), |name| (false, sort_key(name)))
        });
        Ok(Analytics { from, to, departments, stages })
    }

    /// The same as CSV: a line for each department, for each of its bands, and for each stage.
    pub async fn analytics_export(&self, caller: &Caller, query: AnalyticsQuery) -> Result<String> {
        let analytics = self.analytics(caller, query).await?;
        let departments = analytics.departments.iter().flat_map(department_lines);
        let lines = departments.chain(analytics.stages.iter().map(stage_line));
        Ok(spreadsheet::write(&HEADER, lines))
    }
}

/// The time range from the beginning of the first day to the end of the last day.
fn moments(from: NaiveDate, to: NaiveDate, zone: &str) -> (DateTime<Utc>, DateTime<Utc>) {
    (start_of_day(from, zone), start_of_day(to.succ_opt().unwrap_or(to), zone))
}

fn department_lines(scores: &DepartmentScores) -> Vec<Vec<String>> {
    let name = scores.department_name.clone().unwrap_or_default();
    let line = |figure: &str, band: String, count: u64, average: String| {
        let [first, second, third] = [figure.to_owned(), name.clone(), band];
        let rest = [String::new(), count.to_string(), average];
        [first, second, third].into_iter().chain(rest).chain(empty(4)).collect()
    };
    let whole = line("department", String::new(), scores.count, scores.average_score.to_string());
    let bands = scores.bands.iter();
    let bands = bands.map(|it| line("band", it.band.to_string(), it.count, String::new()));
    std::iter::once(whole).chain(bands).collect()
}

fn stage_line(time: &StageTime) -> Vec<String> {
    let figures = [time.average_hours, time.median_hours, time.longest_hours];
    let head = ["stage".to_owned(), String::new(), String::new(), time.status.to_string()];
    head.into_iter()
        .chain([time.signed.to_string(), String::new()])
        .chain(figures.map(|hours| hours.to_string()))
        .chain([time.waiting.to_string()])
        .collect()
}

fn empty(count: usize) -> impl Iterator<Item = String> {
    std::iter::repeat_n(String::new(), count)
}
