//! Injected time: the system clock for the service, a manual one for tests.

use chrono::{DateTime, NaiveDate, NaiveTime, SubsecRound, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// A source of the current time.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// The current time, truncated to microseconds: PostgreSQL stores no more, and both databases
    /// have to agree.
    fn now(&self) -> DateTime<Utc>;
}

/// The system clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// The system clock with a fixed offset: for trying out other dates.
#[derive(Clone, Copy, Debug)]
pub struct ShiftedClock(pub TimeDelta);

impl Clock for ShiftedClock {
    fn now(&self) -> DateTime<Utc> {
        let now = SystemClock.now();
        now.checked_add_signed(self.0).unwrap_or(now)
    }
}

/// The date at that time in the time zone of the organization. Unknown time zones are treated as
/// UTC; they are refused when they are set.
pub fn local_date(at: DateTime<Utc>, time_zone: &str) -> NaiveDate {
    at.with_timezone(&time_zone.parse().unwrap_or(Tz::UTC)).date_naive()
}

/// The first moment of a day in the time zone of the organization. If clocks are put forward at
/// midnight, the day begins after the gap; a skipped day begins with the next.
pub(crate) fn start_of_day(day: NaiveDate, time_zone: &str) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let zone: Tz = time_zone.parse().unwrap_or(Tz::UTC);
    let quarters = (0..=QUARTERS_OF_A_DAY).map(|count| midnight + QUARTER * count);
    let mut moments = quarters.filter_map(|local| zone.from_local_datetime(&local).earliest());
    moments.next().map_or_else(|| midnight.and_utc(), |at| at.with_timezone(&Utc))
}

/// The unit of which gaps in local time are multiples.
const QUARTER: TimeDelta = TimeDelta::minutes(15);
const QUARTERS_OF_A_DAY: i32 = 96;

/// A clock that changes only when a test or the demo moves it.
#[derive(Debug)]
pub struct ManualClock(std::sync::Mutex<DateTime<Utc>>);

impl ManualClock {
    /// A clock that shows this time.
    pub fn at(now: DateTime<Utc>) -> Self {
        Self(std::sync::Mutex::new(now.trunc_subsecs(6)))
    }

    /// Sets the clock.
    pub fn set(&self, now: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = now.trunc_subsecs(6);
    }

    /// Advances the clock.
    pub fn advance(&self, by: chrono::TimeDelta) {
        let mut now = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *now += by;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn today_is_the_date_where_the_organization_is() {
        let at = "2026-11-20T23:30:00Z".parse().unwrap();
        let date = |zone| local_date(at, zone).to_string();
        assert_eq!(date("UTC"), "2026-11-20");
        assert_eq!(date("Asia/Dubai"), "2026-11-21");
        assert_eq!(date("Pacific/Pago_Pago"), "2026-11-20");
        assert_eq!(date("Nowhere/Land"), "2026-11-20");
    }

    #[test]
    fn a_day_begins_at_its_first_moment_also_behind_the_gap_of_a_clock_change() {
        for (day, zone, start) in [
            ("2026-11-21", "UTC", "2026-11-21T00:00:00Z"),
            ("2026-11-21", "Asia/Karachi", "2026-11-20T19:00:00Z"),
            ("2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00Z"),
            ("2026-09-06", "America/Santiago", "2026-09-06T04:00:00Z"),
            ("2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00Z"),
        ] {
            let day: NaiveDate = day.parse().unwrap();
            let start: DateTime<Utc> = start.parse().unwrap();
            assert_eq!(start_of_day(day, zone), start, "{day} in {zone}");
            assert!(local_date(start, zone) >= day);
        }
    }
}
