//! Absences in the calendar of a team: who is away and when, without the type and the reason.

use chrono::{Datelike, Days as CalendarDays, Months, NaiveDate};
use serde::{Deserialize, Serialize};

use super::period::Period;
use super::policy::YEARS;
use crate::id::StaffId;

/// One absence of one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Absence {
    /// The person.
    pub staff_id: StaffId,
    /// Their name.
    pub staff_name: String,
    /// The dates.
    pub period: Period,
    /// True until the request is approved.
    pub is_pending: bool,
}

/// The part of a day on which a person is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Away {
    /// The whole day.
    Day,
    /// The morning, the last day of the absence.
    Morning,
    /// The afternoon, the first day of the absence.
    Afternoon,
}

impl Absence {
    /// The part of a day on which the person is away, if any.
    pub fn on(&self, day: NaiveDate) -> Option<Away> {
        let Period { start, end, start_half, end_half } = self.period;
        if day < start || day > end {
            return None;
        }
        Some(match (day == start && start_half, day == end && end_half) {
            (true, _) => Away::Afternoon,
            (false, true) => Away::Morning,
            (false, false) => Away::Day,
        })
    }

    /// The absences of other people at the time of a request.
    pub fn beside(
        absences: &[Self],
        staff: StaffId,
        period: Period,
    ) -> impl Iterator<Item = &Self> {
        let others = absences.iter().filter(move |it| it.staff_id != staff);
        others.filter(move |it| it.period.overlaps(period))
    }

    /// The absences grouped by person, in the order of their first absences.
    pub fn by_person(absences: Vec<Self>) -> Vec<Vec<Self>> {
        let mut people: Vec<Vec<Self>> = Vec::new();
        for absence in absences {
            let known = people.iter_mut().find(|it| it[0].staff_id == absence.staff_id);
            match known {
                Some(group) => group.push(absence),
                None => people.push(vec![absence]),
            }
        }
        people
    }
}

/// A month of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Month {
    first: NaiveDate,
}

impl Month {
    /// The month of a day.
    pub fn of(day: NaiveDate) -> Self {
        Self { first: day.with_day(1).unwrap_or(day) }
    }

    /// The first day.
    pub const fn first(self) -> NaiveDate {
        self.first
    }

    /// The last day.
    pub fn last(self) -> NaiveDate {
        let next = self.first.checked_add_months(Months::new(1));
        next.and_then(|next| next.pred_opt()).unwrap_or(self.first)
    }

    /// The days of the month.
    pub fn days(self) -> impl Iterator<Item = NaiveDate> {
        let count = u64::from(self.last().day());
        (0..count).filter_map(move |day| self.first.checked_add_days(CalendarDays::new(day)))
    }

    /// The previous and the next month, within the supported years.
    pub fn neighbours(self) -> [Option<Self>; 2] {
        let one = Months::new(1);
        [self.first.checked_sub_months(one), self.first.checked_add_months(one)]
            .map(|day| day.filter(|day| YEARS.contains(&day.year())).map(Self::of))
    }
}

impl std::fmt::Display for Month {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:04}-{:02}", self.first.year(), self.first.month())
    }
}

impl std::str::FromStr for Month {
    type Err = ();

    /// Parses a month such as `2026-11` within the supported years.
    fn from_str(text: &str) -> Result<Self, ()> {
        let day: NaiveDate = format!("{text}-01").parse().map_err(|_| ())?;
        let month = Self::of(day);
        (month.to_string() == text && YEARS.contains(&day.year())).then_some(month).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn absence(staff: u128, start: &str, end: &str, halves: (bool, bool)) -> Absence {
        let (start_half, end_half) = halves;
        Absence {
            staff_id: StaffId(uuid::Uuid::from_u128(staff)),
            staff_name: String::new(),
            period: Period { start: day(start), end: day(end), start_half, end_half },
            is_pending: false,
        }
    }

    #[test]
    fn half_days_are_the_afternoon_of_the_first_and_the_morning_of_the_last_day() {
        let away = absence(1, "2026-11-23", "2026-11-25", (true, true));
        let on = |text| away.on(day(text));
        assert_eq!(on("2026-11-22"), None);
        assert_eq!(on("2026-11-23"), Some(Away::Afternoon));
        assert_eq!(on("2026-11-24"), Some(Away::Day));
        assert_eq!(on("2026-11-25"), Some(Away::Morning));
        assert_eq!(on("2026-11-26"), None);
    }

    #[test]
    fn a_colleague_who_leaves_at_noon_does_not_overlap_one_who_returns_then() {
        let morning = absence(1, "2026-11-23", "2026-11-23", (false, true));
        let afternoon = absence(2, "2026-11-23", "2026-11-23", (true, false));
        let all = [morning.clone(), afternoon];
        let beside = |staff| {
            let staff = StaffId(uuid::Uuid::from_u128(staff));
            Absence::beside(&all, staff, morning.period).count()
        };
        assert_eq!((beside(1), beside(2), beside(3)), (0, 1, 1));
    }

    #[test]
    fn a_month_has_its_days_and_neighbours() {
        let month: Month = "2028-02".parse().unwrap();
        assert_eq!(month.days().count(), 29);
        assert_eq!(month.days().last(), Some(day("2028-02-29")));
        let [before, after] = month.neighbours().map(|it| it.map(|it| it.to_string()));
        assert_eq!((before.as_deref(), after.as_deref()), (Some("2028-01"), Some("2028-03")));
        assert_eq!("1900-01".parse::<Month>().unwrap().neighbours()[0], None);
        for nonsense in ["2026-13", "2026-1", "2026-11-01", "26-11", "1899-12", "", "x"] {
            assert_eq!(nonsense.parse::<Month>(), Err(()), "{nonsense}");
        }
    }
}
