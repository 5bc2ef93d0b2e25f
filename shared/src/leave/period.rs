//! Dates of a request, and the working days in them.

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

use super::days::Days;
use crate::calendar::WorkingCalendar;
use crate::check::Checks;
use crate::error::FieldCode;

/// The maximum number of calendar days of a request.
pub const SPAN_MAX: i64 = 366;

/// A period from one day to another, both included. With `start_half` the first day begins at noon,
/// with `end_half` the last one ends at noon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct Period {
    /// The first day.
    #[cfg_attr(feature = "database", sqlx(rename = "start_date"))]
    pub start: NaiveDate,
    /// The last day.
    #[cfg_attr(feature = "database", sqlx(rename = "end_date"))]
    pub end: NaiveDate,
    /// Only the afternoon of the first day.
    pub start_half: bool,
    /// Only the morning of the last day.
    pub end_half: bool,
}

/// The counted days in one year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct YearDays {
    /// The year.
    pub year: i32,
    /// The working days of the request in it.
    pub days: Days,
}

impl Period {
    /// Adds errors for invalid periods: dates in the wrong order, a span of more than a year, or a
    /// single day without either half.
    pub fn check(self, checks: &mut Checks) {
        checks.date("startDate", self.start);
        checks.date("endDate", self.end);
        if self.end < self.start {
            checks.add(
                "endDate",
                FieldCode::BeforeStart,
                "The last day can't be before the first day.",
            );
        } else if (self.end - self.start).num_days() >= SPAN_MAX {
            checks.add("endDate", FieldCode::OutOfRange, "A request can span at most 366 days.");
        } else if self.start == self.end && self.start_half && self.end_half {
            let message = "For a single day, choose either the morning or the afternoon.";
            checks.add("endHalf", FieldCode::Invalid, message);
        }
    }

    /// The working days in each year of the period, by year; years without any are omitted
    /// (contract: days that cross a year count in each).
    pub fn days(self, calendar: &WorkingCalendar) -> Vec<YearDays> {
        let mut years: Vec<YearDays> = Vec::new();
        let span = usize::try_from(SPAN_MAX).unwrap_or_default();
        for date in self.start.iter_days().take_while(|date| *date <= self.end).take(span) {
            let days = self.days_of(date, calendar);
            if days == Days::ZERO {
                continue;
            }
            match years.last_mut() {
                Some(last) if last.year == date.year() => last.days = last.days + days,
                Some(_) | None => years.push(YearDays { year: date.year(), days }),
            }
        }
        years
    }

    /// The value of one day: zero, half or one.
    fn days_of(self, date: NaiveDate, calendar: &WorkingCalendar) -> Days {
        if !calendar.is_working_day(date) {
            return Days::ZERO;
        }
        let taken = |half: bool| if half { Days::HALF } else { Days::ZERO };
        Days::whole(1)
            - taken(self.start_half && date == self.start)
            - taken(self.end_half && date == self.end)
    }

    /// Returns true if the two share at least half a day. A morning and an afternoon do not.
    pub fn overlaps(self, other: Self) -> bool {
        self.first() <= other.last() && other.first() <= self.last()
    }

    /// The first half-day, counted from a fixed day.
    fn first(self) -> i64 {
        half_day(self.start) + i64::from(self.start_half)
    }

    /// The last half-day, counted from the same day.
    fn last(self) -> i64 {
        half_day(self.end) + i64::from(!self.end_half)
    }
}

fn half_day(date: NaiveDate) -> i64 {
    i64::from(date.num_days_from_ce()) * 2
}

/// The days of all years together.
pub fn total(years: &[YearDays]) -> Days {
    years.iter().map(|year| year.days).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::{Holiday, Weekday};
    use proptest::prelude::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn period(start: &str, end: &str, start_half: bool, end_half: bool) -> Period {
        Period { start: date(start), end: date(end), start_half, end_half }
    }

    fn days(period: Period) -> String {
        let years = period.days(&WorkingCalendar::default());
        let years: Vec<_> = years.iter().map(|it| format!("{}: {}", it.year, it.days)).collect();
        years.join(", ")
    }

    #[test]
    fn working_days_count_and_halves_are_exact() {
        // 23 November 2026 is a Monday.
        assert_eq!(days(period("2026-11-23", "2026-11-27", false, false)), "2026: 5");
        assert_eq!(days(period("2026-11-23", "2026-11-29", false, false)), "2026: 5");
        assert_eq!(days(period("2026-11-23", "2026-11-27", true, true)), "2026: 4");
        assert_eq!(days(period("2026-11-23", "2026-11-23", true, false)), "2026: 0.5");
        assert_eq!(days(period("2026-11-23", "2026-11-23", false, true)), "2026: 0.5");
        assert_eq!(days(period("2026-11-21", "2026-11-22", true, true)), "");
    }

    #[test]
    fn days_that_cross_a_year_count_in_each() {
        // 31 December 2026 is a Thursday.
        let across = period("2026-12-31", "2027-01-04", true, true);
        assert_eq!(days(across), "2026: 0.5, 2027: 1.5");
    }

    #[test]
    fn a_morning_and_an_afternoon_do_not_overlap() {
        let morning = period("2026-11-23", "2026-11-23", false, true);
        let afternoon = period("2026-11-23", "2026-11-23", true, false);
        let whole = period("2026-11-23", "2026-11-23", false, false);
        assert!(!morning.overlaps(afternoon));
        assert!(!afternoon.overlaps(morning));
        assert!(whole.overlaps(morning) && whole.overlaps(afternoon) && whole.overlaps(whole));
    }

    #[test]
    fn dates_that_no_request_can_have_are_named() {
        for (bad, field) in [
            (period("2026-11-24", "2026-11-23", false, false), "endDate"),
            (period("2026-01-01", "2027-01-02", false, false), "endDate"),
            (period("2026-11-23", "2026-11-23", true, true), "endHalf"),
            (period("1899-12-31", "1900-01-01", false, false), "startDate"),
        ] {
            let mut checks = Checks::new();
            bad.check(&mut checks);
            let error = checks.finish().unwrap_err();
            assert_eq!(error.problem().errors[0].field, field, "{bad:?}");
        }
        let mut checks = Checks::new();
        period("2026-01-01", "2027-01-01", true, true).check(&mut checks);
        assert!(checks.finish().is_ok());
    }

    prop_compose! {
        fn any_period()(
            start in 0_i64..2_000, length in 0_i64..365, start_half: bool, end_half: bool,
        ) -> Period {
            let start = date("2024-01-01") + chrono::TimeDelta::days(start);
            let end = start + chrono::TimeDelta::days(length);
            Period { start, end, start_half, end_half: end_half && !(start_half && length == 0) }
        }
    }

    prop_compose! {
        fn any_calendar()(
            week in 1_u8..128, free in prop::collection::btree_set(0_i64..2_400, 0..40),
        ) -> WorkingCalendar {
            let works = |index: usize| week >> index & 1 == 1;
            let days = Weekday::ALL.iter().copied().enumerate();
            let working = days.filter(|(index, _)| works(*index));
            let working_days = working.map(|(_, day)| day).collect();
            let holidays = free.into_iter().map(|day| Holiday {
                date: date("2024-01-01") + chrono::TimeDelta::days(day),
                name: String::new(),
            });
            WorkingCalendar { working_days, holidays: holidays.collect() }
        }
    }

    proptest! {
        #[test]
        fn a_period_cut_in_two_has_the_days_of_its_parts(
            whole in any_period(), calendar in any_calendar(), at in 0_i64..365,
        ) {
            let last = whole.start + chrono::TimeDelta::days(at);
            prop_assume!(last < whole.end);
            let first = Period { end: last, end_half: false, ..whole };
            let second = Period { start: last.succ_opt().unwrap(), start_half: false, ..whole };
            let parts = total(&first.days(&calendar)) + total(&second.days(&calendar));
            prop_assert_eq!(total(&whole.days(&calendar)), parts);
            prop_assert!(!first.overlaps(second));
            prop_assert!(whole.overlaps(first) && whole.overlaps(second));
        }

        #[test]
        fn the_days_of_each_year_are_positive_and_in_order(
            period in any_period(), calendar in any_calendar(),
        ) {
            let years = period.days(&calendar);
            prop_assert!(years.iter().all(|year| year.days > Days::ZERO));
            prop_assert!(years.windows(2).all(|pair| pair[0].year < pair[1].year));
        }
    }
}
