//! Changes of the books, drawn from the state of the model.

use chrono::{Datelike, NaiveDateTime, TimeDelta};

use super::Script;
use crate::simulation::act::Act;
use crate::simulation::people::Person;

impl Script {
    /// The books are mostly closed through the last month, and sometimes opened again.
    pub(super) fn closing(&mut self, organization: usize, at: NaiveDateTime) -> (Person, Act) {
        let house = &self.model.organizations[organization];
        let today = house.today(at);
        let days_ago = TimeDelta::days(self.random.between(1, 40));
        let through = self.random.weighted(&[
            (6, today.with_day(1).unwrap().pred_opt()),
            (2, Some(today)),
            (2, Some(today - days_ago)),
            (1, today.succ_opt()),
            (1, None),
        ]);
        let reopens = through < house.books.closed_through;
        let accountant = if reopens { 1 } else { 6 };
        let by =
            self.random.weighted(&[(accountant, Person::Accountant), (2, Person::Administrator)]);
        (by, Act::CloseBooks(through))
    }
}
