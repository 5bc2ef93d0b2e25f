//! The employment of each person of the model.

use chrono::{Datelike, Days, NaiveDate};

use super::schedule::months_later;
use crate::simulation::draw::FIRST_DAY;
use crate::simulation::people::Person;

/// The months after which an unconfirmed employment is due for confirmation.
const PROBATION_MONTHS: u32 = 6;

/// The employment of one person.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Employment {
    pub(crate) started_on: NaiveDate,
    pub(crate) confirmed_on: Option<NaiveDate>,
    /// True once human resources are notified that the confirmation is due.
    pub(crate) is_notified: bool,
}

impl Employment {
    /// The employment at the start of a run.
    pub(crate) fn of(person: Person) -> Self {
        let is_new = matches!(person, Person::Administrator | Person::Analyst | Person::Clerk);
        let days = match person {
            Person::Administrator => 1,
            Person::Analyst => 30,
            Person::Clerk => 128,
            _ => 730,
        };
        let started_on = FIRST_DAY - Days::new(days);
        let confirmed_on = (!is_new).then(|| months_later(started_on, PROBATION_MONTHS));
        Self { started_on, confirmed_on, is_notified: false }
    }

    /// True if human resources have to be notified on a day. The months end with the first day of
    /// the next month where the last one is too short.
    pub(crate) fn is_due(&self, today: NaiveDate) -> bool {
        let end = months_later(self.started_on, PROBATION_MONTHS);
        let is_over = end + Days::new(u64::from(end.day() < self.started_on.day())) <= today;
        self.confirmed_on.is_none() && !self.is_notified && is_over
    }
}
