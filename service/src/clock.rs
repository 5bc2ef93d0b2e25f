//! Time, handed in: the real clock for the service, a hand-moved one for tests.

use chrono::{DateTime, NaiveDate, NaiveTime, SubsecRound, TimeZone, Utc};
use chrono_tz::Tz;

/// Tells the time.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// Now, cut to microseconds: PostgreSQL keeps no more, and both databases have to agree.
    fn now(&self) -> DateTime<Utc>;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// The date at that moment where the organization is. Unknown time zones read as UTC; they are
/// refused when they are set.
pub fn local_date(at: DateTime<Utc>, time_zone: &str) -> NaiveDate {
    at.with_timezone(&time_zone.parse().unwrap_or(Tz::UTC)).date_naive()
}

/// The first moment of a day where the organization is. A day that begins in the gap of a clock
/// change begins, near enough, at midnight UTC.
pub(crate) fn start_of_day(day: NaiveDate, time_zone: &str) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let zone: Tz = time_zone.parse().unwrap_or(Tz::UTC);
    zone.from_local_datetime(&midnight)
        .earliest()
        .map_or_else(|| midnight.and_utc(), |at| at.with_timezone(&Utc))
}

/// A clock that stands still until a test or the demo moves it.
#[derive(Debug)]
pub struct ManualClock(std::sync::Mutex<DateTime<Utc>>);

impl ManualClock {
    /// A clock that shows this moment.
    pub fn at(now: DateTime<Utc>) -> Self {
        Self(std::sync::Mutex::new(now.trunc_subsecs(6)))
    }

    /// Moves the clock to this moment.
    pub fn set(&self, now: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = now.trunc_subsecs(6);
    }

    /// Moves the clock on.
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
}
