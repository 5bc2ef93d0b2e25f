//! Due dates.

use chrono::{Datelike, Days, Months, NaiveDate};

use super::Line;
use crate::error::{Error, FieldCode, Result};

/// The last year with four digits.
const YEAR_MAX: i32 = 9_999;

/// The due date of an instalment, counted from the start date and never from the previous
/// instalment.
///
/// If the year divides into whole months, the day of the month of the start date, or the last day
/// of a shorter month; for weeks and fortnights steps of seven and fourteen days; otherwise
/// `365 k / periods` days, rounded down. None beyond the year 9999.
pub fn due_date(start: NaiveDate, periods_per_year: u32, period: u32) -> Option<NaiveDate> {
    let days = |each: u64| start.checked_add_days(Days::new(each.checked_mul(period.into())?));
    let date = match periods_per_year {
        0 => None,
        1..=12 if 12 % periods_per_year == 0 => {
            start.checked_add_months(Months::new(period.checked_mul(12 / periods_per_year)?))
        }
        52 => days(7),
        26 => days(14),
        // The general rule would put two lines on the same day for 366.
        365 | 366 => days(1),
        _ => {
            let whole = u64::from(period) * 365 / u64::from(periods_per_year);
            start.checked_add_days(Days::new(whole))
        }
    };
    date.filter(|date| date.year() <= YEAR_MAX)
}

/// Recomputes the due dates from another start date; the amounts do not change.
///
/// Errors: 400 when an instalment would fall due after the year 9999. In that case no date has
/// changed.
pub fn redate(lines: &mut [Line], start: NaiveDate, periods_per_year: u32) -> Result<()> {
    let date = |line: &Line| due_date(start, periods_per_year, line.period);
    let dates: Option<Vec<NaiveDate>> = lines.iter().map(date).collect();
    let dates = dates.ok_or_else(too_late)?;
    for (line, date) in lines.iter_mut().zip(dates) {
        line.payment_date = date;
    }
    Ok(())
}

/// The error for an instalment that would fall due after the year 9999.
pub(super) fn too_late() -> Error {
    Error::field("termPeriods", FieldCode::OutOfRange, "The last due date is after the year 9999.")
}
