//! Rules about dates, and the working days of an organization.

use chrono::{Datelike, Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::check::{Checks, is_blank};
use crate::date::strict_date;
use crate::error::{FieldCode, Result};
use crate::patch::null_is_absent;

/// Months of employment after which an unconfirmed member of staff is due for confirmation.
pub const CONFIRMATION_DUE_MONTHS: u32 = 6;

/// The latest employment start date that is due for confirmation today: six months ago, clamped to
/// the last day of that month (specification, "Confirmation-due job", rule 3).
pub fn confirmation_due_cutoff(today: NaiveDate) -> NaiveDate {
    // Subtraction fails only before the first year that chrono knows.
    today.checked_sub_months(Months::new(CONFIRMATION_DUE_MONTHS)).unwrap_or(NaiveDate::MIN)
}

/// The latest employment start date of those due for confirmation within a number of days.
pub fn confirmation_due_within(today: NaiveDate, days: u32) -> NaiveDate {
    confirmation_due_cutoff(days_after(today, days))
}

/// The day that many days later, at the latest 31 December 9999: dates with longer years are not
/// ordered as text.
pub fn days_after(day: NaiveDate, days: u32) -> NaiveDate {
    let later = day.checked_add_days(Days::new(days.into())).unwrap_or(NaiveDate::MAX);
    NaiveDate::from_ymd_opt(9999, 12, 31).map_or(later, |last| later.min(last))
}

/// The first day on which an employee with this start date is due for confirmation: the first day
/// whose cutoff reaches the start date.
pub fn confirmation_due_date(employment_start_date: NaiveDate) -> NaiveDate {
    let months = Months::new(CONFIRMATION_DUE_MONTHS);
    let day = employment_start_date.checked_add_months(months).unwrap_or(NaiveDate::MAX);
    if confirmation_due_cutoff(day) >= employment_start_date {
        return day;
    }
    // The month is too short for the day of the start: the cutoff reaches it one day later.
    day.succ_opt().unwrap_or(day)
}

/// The first and the last day of the month of a day.
pub fn month_of(day: NaiveDate) -> (NaiveDate, NaiveDate) {
    let first = day.with_day(1).unwrap_or(day);
    let next = first.checked_add_months(Months::new(1));
    (first, next.and_then(|it| it.pred_opt()).unwrap_or(day))
}

/// Returns true if an unconfirmed employee with this start date is due for confirmation today.
pub fn is_due_for_confirmation(
    employment_start_date: NaiveDate,
    employment_confirmed_at: Option<NaiveDate>,
    today: NaiveDate,
) -> bool {
    employment_confirmed_at.is_none() && employment_start_date <= confirmation_due_cutoff(today)
}

text_enum! {
    /// A day of the week.
    Weekday {
        Monday = "monday",
        Tuesday = "tuesday",
        Wednesday = "wednesday",
        Thursday = "thursday",
        Friday = "friday",
        Saturday = "saturday",
        Sunday = "sunday",
    }
}

impl Weekday {
    /// The day of the week of a date.
    pub fn of(date: NaiveDate) -> Self {
        match date.weekday() {
            chrono::Weekday::Mon => Self::Monday,
            chrono::Weekday::Tue => Self::Tuesday,
            chrono::Weekday::Wed => Self::Wednesday,
            chrono::Weekday::Thu => Self::Thursday,
            chrono::Weekday::Fri => Self::Friday,
            chrono::Weekday::Sat => Self::Saturday,
            chrono::Weekday::Sun => Self::Sunday,
        }
    }
}

/// The maximum number of holidays in a calendar.
pub const HOLIDAYS_MAX: usize = 2_000;

/// A public holiday or another non-working day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct Holiday {
    /// The day.
    #[serde(deserialize_with = "strict_date")]
    pub date: NaiveDate,
    /// The name of the holiday; may be empty.
    #[serde(default, deserialize_with = "null_is_absent")]
    pub name: String,
}

/// The working days of an organization: weekdays, less the holidays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct WorkingCalendar {
    /// The working days of the week.
    pub working_days: Vec<Weekday>,
    /// The holidays, by date.
    pub holidays: Vec<Holiday>,
}

impl Default for WorkingCalendar {
    /// Monday to Friday, without holidays.
    fn default() -> Self {
        use Weekday::{Friday, Monday, Thursday, Tuesday, Wednesday};
        let working_days = vec![Monday, Tuesday, Wednesday, Thursday, Friday];
        Self { working_days, holidays: Vec::new() }
    }
}

impl WorkingCalendar {
    /// Returns the calendar in order, with the names of holidays trimmed.
    ///
    /// Errors: 400 for a calendar without a working day, a duplicate weekday or holiday, and an
    /// invalid date.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        let message = "Select at least one working day, without duplicates.";
        let given = self.working_days.len();
        self.working_days.sort_unstable();
        self.working_days.dedup();
        let is_set = given > 0 && given == self.working_days.len();
        checks.ensure(is_set, "workingDays", FieldCode::Invalid, message);
        let fits = self.holidays.len() <= HOLIDAYS_MAX;
        checks.ensure(fits, "holidays", FieldCode::TooLong, "Maximum 2000 holidays.");
        for (index, holiday) in self.holidays.iter_mut().enumerate().take(HOLIDAYS_MAX) {
            checks.date(&format!("holidays[{index}].date"), holiday.date);
            if !is_blank(&holiday.name) {
                holiday.name = checks.name(&format!("holidays[{index}].name"), &holiday.name);
            }
        }
        self.holidays.sort_by_key(|holiday| holiday.date);
        let twice = self.holidays.windows(2).any(|pair| pair[0].date == pair[1].date);
        checks.ensure(!twice, "holidays", FieldCode::Duplicate, "Duplicate holiday.");
        checks.finish()?;
        Ok(self)
    }

    /// Returns true for a working day.
    pub fn is_working_day(&self, date: NaiveDate) -> bool {
        self.working_days.contains(&Weekday::of(date))
            && self.holidays.binary_search_by_key(&date, |holiday| holiday.date).is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_month_ends_on_its_last_day() {
        for (today, first, last) in [
            ("2026-11-27", "2026-11-01", "2026-11-30"),
            ("2028-02-29", "2028-02-01", "2028-02-29"),
            ("2026-12-31", "2026-12-01", "2026-12-31"),
        ] {
            assert_eq!(month_of(date(today)), (date(first), date(last)));
        }
    }

    #[test]
    fn the_cutoff_is_clamped_to_the_last_day_of_the_month() {
        for (today, cutoff) in [
            ("2026-08-31", "2026-02-28"),
            ("2028-08-31", "2028-02-29"),
            ("2026-11-21", "2026-05-21"),
            ("2026-03-31", "2025-09-30"),
            ("2026-01-15", "2025-07-15"),
        ] {
            assert_eq!(confirmation_due_cutoff(date(today)), date(cutoff), "{today}");
        }
    }

    #[test]
    fn a_start_at_the_end_of_august_is_due_at_the_end_of_february() {
        for (start, due) in [
            ("2026-08-28", "2027-02-28"),
            ("2026-08-29", "2027-03-01"),
            ("2026-08-30", "2027-03-01"),
            ("2026-08-31", "2027-03-01"),
            ("2026-09-01", "2027-03-01"),
            ("2027-08-28", "2028-02-28"),
            ("2027-08-29", "2028-02-29"),
            ("2027-08-30", "2028-03-01"),
            ("2027-08-31", "2028-03-01"),
            ("2026-02-28", "2026-08-28"),
            ("2028-02-29", "2028-08-29"),
            ("2026-03-31", "2026-10-01"),
        ] {
            let (start, due) = (date(start), date(due));
            assert_eq!(confirmation_due_date(start), due, "{start}");
            assert!(!is_due_for_confirmation(start, None, due.pred_opt().unwrap()), "{start}");
            assert!(is_due_for_confirmation(start, None, due), "{start}");
        }
    }

    #[test]
    fn the_due_date_is_the_first_day_whose_cutoff_reaches_the_start_over_ten_years() {
        let last = date("2036-12-31");
        let mut start = date("2026-01-01");
        while start <= last {
            let due = confirmation_due_date(start);
            assert!(confirmation_due_cutoff(due) >= start, "{start}");
            assert!(confirmation_due_cutoff(due.pred_opt().unwrap()) < start, "{start}");
            start = start.succ_opt().unwrap();
        }
    }

    #[test]
    fn only_the_unconfirmed_are_ever_due() {
        let (today, start) = (date("2026-11-21"), date("2026-05-21"));
        assert!(is_due_for_confirmation(start, None, today));
        assert!(!is_due_for_confirmation(start.succ_opt().unwrap(), None, today));
        assert!(!is_due_for_confirmation(start, Some(today), today));
    }

    #[test]
    fn people_work_on_working_days_that_are_no_holidays() {
        let holiday = Holiday { date: date("2026-12-25"), name: " Rest ".to_owned() };
        let calendar =
            WorkingCalendar { holidays: vec![holiday], ..Default::default() }.check().unwrap();
        assert_eq!(calendar.holidays[0].name, "Rest");
        for (day, works) in [
            ("2026-12-24", true),
            ("2026-12-25", false),
            ("2026-12-26", false),
            ("2026-12-27", false),
            ("2026-12-28", true),
        ] {
            assert_eq!(calendar.is_working_day(date(day)), works, "{day}");
        }
    }

    #[test]
    fn a_calendar_without_working_days_or_with_days_given_twice_is_refused() {
        let holiday = |day: &str| Holiday { date: date(day), name: String::new() };
        for calendar in [
            WorkingCalendar { working_days: Vec::new(), holidays: Vec::new() },
            WorkingCalendar {
                working_days: vec![Weekday::Monday, Weekday::Monday],
                holidays: Vec::new(),
            },
            WorkingCalendar {
                holidays: vec![holiday("2026-12-25"), holiday("2026-12-25")],
                ..Default::default()
            },
            WorkingCalendar { holidays: vec![holiday("1899-12-31")], ..Default::default() },
        ] {
            assert!(calendar.check().is_err());
        }
    }
}
