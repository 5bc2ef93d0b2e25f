use chrono::{DateTime, Days, NaiveDate, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use proptest::prelude::*;

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn complete(covered_until: DateTime<Utc>) -> History {
    History { covered_until, failed_at: None }
}

/// A job whose runs are all completed immediately.
struct Simulation {
    schedule: Schedule,
    history: History,
}

impl Simulation {
    fn new(expression: &str, zone: Tz, now: DateTime<Utc>) -> Self {
        Self { schedule: Schedule::new(expression, zone).unwrap(), history: complete(now) }
    }

    fn runs_at(&mut self, now: DateTime<Utc>) -> bool {
        let is_due = self.schedule.is_due(self.history, now).unwrap();
        if is_due {
            self.history = complete(now);
        }
        is_due
    }
}

/// The run times of a job from a day to the end of another one, in local time; checked every five
/// minutes.
fn times(expression: &str, zone: Tz, (from, days): (&str, u64)) -> Vec<String> {
    let from: NaiveDate = from.parse().unwrap();
    let midnight = |day: NaiveDate| zone.from_local_datetime(&day.into()).unwrap().to_utc();
    let (mut now, end) = (midnight(from), midnight(from + Days::new(days)));
    let mut job = Simulation::new(expression, zone, now);
    let mut times = Vec::new();
    while now < end {
        now += TimeDelta::minutes(5);
        if job.runs_at(now) {
            times.push(now.with_timezone(&zone).format("%d. %H:%M").to_string());
        }
    }
    times
}

#[test]
fn a_job_runs_at_its_hour_on_the_days_when_clocks_change() {
    for (zone, from) in [
        (Tz::UTC, "2026-03-28"),
        (Tz::Europe__London, "2026-03-28"),
        (Tz::Europe__London, "2026-10-24"),
        (Tz::America__New_York, "2026-03-07"),
        (Tz::America__New_York, "2026-10-31"),
        (Tz::Australia__Lord_Howe, "2026-04-04"),
    ] {
        let runs = times("0 10 * * *", zone, (from, 3));
        let hours: Vec<_> = runs.iter().map(|it| &it[4..]).collect();
        assert_eq!(hours, ["10:00"; 3], "{zone} {from}");
    }
}

#[test]
fn an_hour_that_is_skipped_is_made_up_for_and_no_day_goes_without() {
    for (from, expected) in [
        ("2026-03-28", ["28. 01:00", "29. 02:00", "30. 01:00"]),
        ("2026-10-24", ["24. 01:00", "25. 01:00", "26. 01:00"]),
    ] {
        assert_eq!(times("0 1 * * *", Tz::Europe__London, (from, 3)), expected);
    }
}

#[test]
fn a_check_that_comes_with_a_smaller_fraction_of_a_second_finds_the_job_due() {
    for fraction in ["9", "1", "000001", "999999"] {
        let seen = at(&format!("2026-11-21T09:59:00.{fraction}Z"));
        for now in ["10:00:00", "10:00:00.1", "10:00:00.000001", "10:00:00.9"] {
            let mut job = Simulation::new("0 10 * * *", Tz::UTC, seen);
            assert!(job.runs_at(at(&format!("2026-11-21T{now}Z"))), "{fraction} {now}");
            assert!(!job.runs_at(at("2026-11-21T10:01:00.05Z")), "{fraction} {now}");
        }
    }
}

#[test]
fn a_job_is_not_due_a_fraction_of_a_second_before_its_time() {
    let mut job = Simulation::new("0 10 * * *", Tz::UTC, at("2026-11-21T09:58:59.1Z"));
    assert!(!job.runs_at(at("2026-11-21T09:59:59.999999Z")));
    assert!(job.runs_at(at("2026-11-21T10:00:00Z")));
}

#[test]
fn an_outage_past_the_hour_is_made_up_for_once() {
    let mut job = Simulation::new("0 10 * * *", Tz::UTC, at("2026-11-18T10:00:00.3Z"));
    let now = at("2026-11-21T15:07:11.2Z");
    assert_eq!(
        [now, now, now + TimeDelta::minutes(1)].map(|it| job.runs_at(it)),
        [true, false, false]
    );
    assert!(job.runs_at(at("2026-11-22T10:00:00.1Z")), "the next time is the one of the schedule");
}

#[test]
fn a_clock_that_is_set_back_within_an_hour_repeats_no_run() {
    let mut job = Simulation::new("0 10 * * *", Tz::UTC, at("2026-11-21T09:00:00.5Z"));
    for (now, runs) in [
        ("2026-11-21T10:00:00.4Z", true),
        ("2026-11-21T09:15:00.2Z", false),
        ("2026-11-21T10:00:00.1Z", false),
        ("2026-11-22T10:00:00.1Z", true),
    ] {
        assert_eq!(job.runs_at(at(now)), runs, "{now}");
    }
}

#[test]
fn a_run_that_was_recorded_while_a_clock_was_wrong_prevents_no_other() {
    let mut job = Simulation::new("0 10 * * *", Tz::UTC, at("2027-11-21T10:00:00.5Z"));
    assert!(job.runs_at(at("2026-11-21T09:15:00.2Z")));
    assert!(job.runs_at(at("2026-11-21T10:00:00.1Z")));
}

#[test]
fn a_run_that_failed_is_repeated_after_some_minutes() {
    let schedule = Schedule::new("0 10 * * *", Tz::UTC).unwrap();
    let (covered_until, failed_at) = (at("2026-11-20T10:00:00.4Z"), at("2026-11-21T10:00:07.6Z"));
    let history = History { covered_until, failed_at: Some(failed_at) };
    assert!(!schedule.is_due(history, failed_at + TimeDelta::minutes(14)).unwrap());
    assert!(schedule.is_due(history, failed_at + RETRY).unwrap());
    let by_hand = History { covered_until: failed_at, failed_at: Some(failed_at) };
    assert_eq!(schedule.next_run(by_hand, failed_at).unwrap(), at("2026-11-22T10:00:00Z"));
}

#[test]
fn every_job_has_a_schedule() {
    for job in Job::ALL.iter().copied() {
        assert!(Schedule::of(job, Tz::UTC).is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Checks come some microseconds to ten minutes apart, while the clock is set forward and back
    /// by up to half an hour.
    #[test]
    fn each_day_has_exactly_one_run(
        start in 0_i64..86_400_000_000,
        steps in prop::collection::vec(1_i64..600_000_000, 40),
        corrections in prop::collection::vec(-1_800_000_000_i64..1_800_000_000, 5),
        hour in prop::sample::select(vec![1, 10]),
    ) {
        let midnight = at("2026-06-01T00:00:00Z");
        let begin = midnight + TimeDelta::microseconds(start);
        let mut job = Simulation::new(&format!("0 {hour} * * *"), Tz::UTC, begin);
        let (mut now, mut index, mut runs) = (begin, 0, std::collections::BTreeMap::new());
        for day in 0..5 {
            let end = midnight + TimeDelta::days(day + 2);
            while now < end {
                now += TimeDelta::microseconds(steps[index % steps.len()]);
                index += 1;
                if job.runs_at(now) {
                    *runs.entry(now.date_naive()).or_insert(0) += 1;
                    now += TimeDelta::microseconds(corrections[index % corrections.len()]);
                }
            }
        }
        let first = (begin - TimeDelta::hours(hour)).date_naive() + Days::new(1);
        let last = midnight.date_naive() + Days::new(5);
        let expected = first.iter_days().take_while(|day| *day <= last);
        prop_assert_eq!(runs.keys().copied().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        prop_assert!(runs.values().all(|count| *count == 1), "{:?}", runs);
    }
}
