//! Days past due and arrears buckets, by the oldest unpaid due date alone.

use chrono::{Days, NaiveDate};

use super::vocabulary::AgeingBucket;
use crate::calendar::days_after;

/// Days since the oldest unpaid due date, including days of grace; 0 until they have passed.
pub fn days_past_due(oldest_unpaid: Option<NaiveDate>, as_of: NaiveDate, grace_days: u32) -> u32 {
    let days = oldest_unpaid.map_or(0, |due| as_of.signed_duration_since(due).num_days());
    u32::try_from(days).ok().filter(|days| *days > grace_days).unwrap_or(0)
}

/// A range of due dates: those of a bucket, or upcoming ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DueDates {
    /// The first date; none for no bound.
    pub from: Option<NaiveDate>,
    /// The last date; none for no bound.
    pub to: Option<NaiveDate>,
    /// True if a facility without a due date matches as well.
    pub or_none: bool,
}

impl DueDates {
    /// Every date, and facilities without one.
    pub const ALL: Self = Self { from: None, to: None, or_none: true };

    /// From a day to the given number of days after it.
    pub fn within(from: NaiveDate, days: u32) -> Self {
        Self { from: Some(from), to: Some(days_after(from, days)), or_none: false }
    }
}

impl AgeingBucket {
    /// The range of days past due of the bucket: the first and, if there is one, the last.
    pub const fn days(self) -> (u32, Option<u32>) {
        match self {
            Self::Current => (0, Some(0)),
            Self::Days1To30 => (1, Some(30)),
            Self::Days31To60 => (31, Some(60)),
            Self::Days61To90 => (61, Some(90)),
            Self::Days91To180 => (91, Some(180)),
            Self::Days181To365 => (181, Some(365)),
            Self::Over365 => (366, None),
        }
    }

    /// The bucket for a number of days past due.
    pub fn of(days_past_due: u32) -> Self {
        let holds = |bucket: &Self| bucket.days().1.is_none_or(|last| days_past_due <= last);
        Self::ALL.iter().copied().find(holds).unwrap_or(Self::Over365)
    }

    /// The due dates of facilities in this bucket on a day; if the days of grace cover the bucket,
    /// `from` is after `to`.
    pub fn due_dates(self, as_of: NaiveDate, grace_days: u32) -> DueDates {
        let before = |days: u32| as_of.checked_sub_days(Days::new(days.into()));
        let (first, last) = self.days();
        match last {
            Some(0) => DueDates { from: before(grace_days), to: None, or_none: true },
            Some(_) | None => DueDates {
                from: last.and_then(before),
                to: before(first.max(grace_days.saturating_add(1))),
                or_none: false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_due_dates_of_a_bucket_are_just_those_that_lead_into_it() {
        let today: NaiveDate = "2026-11-21".parse().unwrap();
        for grace in [0, 1, 5, 30, 45, 365] {
            for days in -40..=800_i64 {
                let due = today - chrono::TimeDelta::days(days);
                let bucket = AgeingBucket::of(days_past_due(Some(due), today, grace));
                for other in AgeingBucket::ALL {
                    let dates = other.due_dates(today, grace);
                    let holds = dates.from.is_none_or(|from| from <= due)
                        && dates.to.is_none_or(|to| due <= to);
                    assert_eq!(holds, *other == bucket, "{grace} {days} {other}");
                }
            }
        }
        assert_eq!(days_past_due(None, today, 0), 0);
    }
}
