//! The working days of an organization of the model.

use std::collections::BTreeSet;

use chrono::{Datelike, NaiveDate};
use shared::calendar::Weekday;
use shared::error::Code;
use shared::permission::Permission;

use super::Organization;
use super::actor::Actor;

/// The working days of the week, and the holidays among them.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    pub(crate) week: &'static [Weekday],
    pub(crate) holidays: BTreeSet<NaiveDate>,
}

impl Default for Calendar {
    /// Monday to Friday, without holidays.
    fn default() -> Self {
        let [week @ .., _, _] = Weekday::ALL else { unreachable!("a week has seven days") };
        Self { week, holidays: BTreeSet::new() }
    }
}

impl Calendar {
    pub(super) fn is_working_day(&self, date: NaiveDate) -> bool {
        let number = usize::try_from(date.weekday().num_days_from_monday()).unwrap();
        self.week.contains(&Weekday::ALL[number]) && !self.holidays.contains(&date)
    }
}

impl Organization {
    /// Changes the calendar; existing requests keep their days.
    fn change_calendar(
        &mut self,
        by: Actor,
        change: impl FnOnce(&mut Calendar),
    ) -> Result<(), Code> {
        by.require(Permission::LeaveManage)?;
        change(&mut self.calendar);
        Ok(())
    }

    pub(super) fn set_holiday(
        &mut self,
        by: Actor,
        day: NaiveDate,
        is_holiday: bool,
    ) -> Result<(), Code> {
        self.change_calendar(by, |Calendar { holidays, .. }| {
            if is_holiday {
                holidays.insert(day);
            } else {
                holidays.remove(&day);
            }
        })
    }

    /// A week has a working day.
    pub(super) fn set_working_days(
        &mut self,
        by: Actor,
        week: &'static [Weekday],
    ) -> Result<(), Code> {
        by.require(Permission::LeaveManage)?;
        if week.is_empty() {
            return Err(Code::ValidationFailed);
        }
        self.change_calendar(by, |calendar| calendar.week = week)
    }
}
