//! Closed periods: the days in the books that accept no more postings.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::date::strict_date;
use crate::error::{Code, Error, FieldCode, Result};

/// The day up to which the books are closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClosedPeriod {
    /// The last closed day; null while every day is open.
    // Without this, serde would read a missing field as null, and reopen every day.
    #[serde(deserialize_with = "strict_date")]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub closed_through: Option<NaiveDate>,
}

impl ClosedPeriod {
    /// Errors: 400 for a day outside the supported range or in the future.
    pub fn check(self, today: NaiveDate) -> Result<Self> {
        if let Some(day) = self.closed_through {
            let mut checks = Checks::new();
            checks.date("closedThrough", day);
            let message = format!("Enter a date up to {today}.");
            checks.ensure(day <= today, "closedThrough", FieldCode::OutOfRange, &message);
            checks.finish()?;
        }
        Ok(self)
    }

    /// Returns true if the change reopens closed days.
    pub fn reopens(self, now: Self) -> bool {
        // None is less than any day.
        self.closed_through < now.closed_through
    }

    /// Errors: 409 `PERIOD_CLOSED` for a day that is closed.
    pub fn require_open(self, day: NaiveDate) -> Result<()> {
        match self.closed_through {
            Some(closed) if day <= closed => Err(period_closed(closed)),
            Some(_) | None => Ok(()),
        }
    }

    /// The value date of a journal's reversal: that of the journal, or the first open day if it is
    /// closed.
    ///
    /// Errors: 409 `PERIOD_CLOSED` if today is closed too, so that the first open day is in the
    /// future.
    pub fn reversal_day(self, day: NaiveDate, today: NaiveDate) -> Result<NaiveDate> {
        let Some(closed) = self.closed_through.filter(|closed| day <= *closed) else {
            return Ok(day);
        };
        let first_open = closed.checked_add_days(Days::new(1)).filter(|open| *open <= today);
        first_open.ok_or_else(|| period_closed(closed))
    }
}

fn period_closed(closed: NaiveDate) -> Error {
    let message = format!("The period is closed through {closed}. Use a later value date.");
    Error::conflict(Code::PeriodClosed, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn closed(text: &str) -> ClosedPeriod {
        ClosedPeriod { closed_through: Some(day(text)) }
    }

    #[test]
    fn the_last_closed_day_is_closed_and_the_next_is_open() {
        let march = closed("2026-03-31");
        assert_eq!(march.require_open(day("2026-03-31")).unwrap_err().code(), Code::PeriodClosed);
        assert!(march.require_open(day("2026-04-01")).is_ok());
        assert!(ClosedPeriod::default().require_open(day("1900-01-01")).is_ok());
    }

    #[test]
    fn a_reversal_keeps_its_day_or_takes_the_first_open_one() {
        let march = closed("2026-03-31");
        let reversal = |of: &str, today: &str| march.reversal_day(day(of), day(today));
        assert_eq!(reversal("2026-04-02", "2026-04-05").unwrap(), day("2026-04-02"));
        assert_eq!(reversal("2026-03-15", "2026-04-05").unwrap(), day("2026-04-01"));
        assert_eq!(reversal("2026-03-15", "2026-03-31").unwrap_err().code(), Code::PeriodClosed);
    }

    #[test]
    fn a_day_in_the_future_cannot_be_closed() {
        assert!(closed("2026-03-31").check(day("2026-03-31")).is_ok());
        assert!(closed("2026-04-01").check(day("2026-03-31")).is_err());
        assert!(ClosedPeriod::default().reopens(closed("2026-03-31")));
        assert!(!closed("2026-03-31").reopens(ClosedPeriod::default()));
    }
}
