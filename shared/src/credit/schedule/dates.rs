//! When lines fall due.

use chrono::{Datelike, Days, Months, NaiveDate};

use super::Line;
use crate::error::{Error, Result};

/// The last year that a date of four digits can name.
const YEAR_MAX: i32 = 9_999;

/// When a line falls due, counted from the start and never from the line before.
///
/// Where the year divides into whole months, the day of the start, or the last of a shorter
/// month; weeks and fortnights as seven and fourteen days; otherwise `365 k / periods` days, whole
/// days only. None beyond the year 9999.
pub fn due_date(start: NaiveDate, periods_per_year: u32, period: u32) -> Option<NaiveDate> {
    let days = |each: u64| start.checked_add_days(Days::new(each.checked_mul(period.into())?));
    let date = match periods_per_year {
        0 => None,
        1..=12 if 12 % periods_per_year == 0 => {
            start.checked_add_months(Months::new(period.checked_mul(12 / periods_per_year)?))
        }
        52 => days(7),
        26 => days(14),
        // The fraction of 366 would let two lines fall on one day.
        365 | 366 => days(1),
        _ => {
            let whole = u64::from(period) * 365 / u64::from(periods_per_year);
            start.checked_add_days(Days::new(whole))
        }
    };
    date.filter(|date| date.year() <= YEAR_MAX)
}

/// Counts the dates of lines anew, from another start; the amounts stay.
///
/// Errors: 400 when a line would fall due after the year 9999. No date has changed then.
pub fn redate(lines: &mut [Line], start: NaiveDate, periods_per_year: u32) -> Result<()> {
    let date = |line: &Line| due_date(start, periods_per_year, line.period);
    let dates: Option<Vec<NaiveDate>> = lines.iter().map(date).collect();
    let dates = dates.ok_or_else(too_late)?;
    for (line, date) in lines.iter_mut().zip(dates) {
        line.payment_date = date;
    }
    Ok(())
}

/// The error of a line that falls due after the year 9999.
pub(super) fn too_late() -> Error {
    Error::field("termPeriods", "OUT_OF_RANGE", "The last line falls due after the year 9999.")
}
