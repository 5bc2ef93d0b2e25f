//! Rules about plain dates.

use chrono::{Months, NaiveDate};

/// Months of employment after which an unconfirmed member of staff is due for confirmation.
pub const CONFIRMATION_DUE_MONTHS: u32 = 6;

/// Who started on or before this day is due for confirmation: today less six months, clamped to
/// the last day of that month (specification, "Confirmation-due job", rule 3).
pub fn confirmation_due_cutoff(today: NaiveDate) -> NaiveDate {
    // Subtraction fails only before the first year that chrono knows.
    today.checked_sub_months(Months::new(CONFIRMATION_DUE_MONTHS)).unwrap_or(NaiveDate::MIN)
}

/// The first day on which somebody who started then is due for confirmation: the first whose
/// cutoff reaches the start.
pub fn confirmation_due_date(employment_start_date: NaiveDate) -> NaiveDate {
    let months = Months::new(CONFIRMATION_DUE_MONTHS);
    let day = employment_start_date.checked_add_months(months).unwrap_or(NaiveDate::MAX);
    if confirmation_due_cutoff(day) >= employment_start_date {
        return day;
    }
    // The month is too short for the day of the start: its cutoff is a day of the same number.
    day.succ_opt().unwrap_or(day)
}

/// True when somebody who started then and is not confirmed is due for confirmation today.
pub fn is_due_for_confirmation(
    employment_start_date: NaiveDate,
    employment_confirmed_at: Option<NaiveDate>,
    today: NaiveDate,
) -> bool {
    employment_confirmed_at.is_none() && employment_start_date <= confirmation_due_cutoff(today)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
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
    fn whoever_started_on_the_last_days_of_august_is_due_in_the_last_days_of_february() {
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
}
