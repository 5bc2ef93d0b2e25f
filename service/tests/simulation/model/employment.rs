//! The employment of each person of the model.

use chrono::{Datelike, Days, NaiveDate};
use shared::error::Code;
use shared::permission::Permission;

use super::Organization;
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
    pub(crate) line_manager: Option<Person>,
    /// True while the person may not sign in.
    pub(crate) is_blocked: bool,
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
        Self {
            started_on,
            confirmed_on,
            is_notified: false,
            line_manager: person.first_line_manager(),
            is_blocked: false,
        }
    }

    /// True if human resources have to be notified on a day. The months end with the first day of
    /// the next month where the last one is too short.
    pub(crate) fn is_due(&self, today: NaiveDate) -> bool {
        let end = months_later(self.started_on, PROBATION_MONTHS);
        let is_over = end + Days::new(u64::from(end.day() < self.started_on.day())) <= today;
        self.confirmed_on.is_none() && !self.is_notified && !self.is_blocked && is_over
    }
}

impl Organization {
    pub(crate) fn is_blocked(&self, person: Person) -> bool {
        self.employments[&person].is_blocked
    }

    /// True if the first person is the second one, or a line manager somewhere above them.
    fn is_above(&self, person: Person, mut of: Person) -> bool {
        while of != person {
            let Some(manager) = self.employments[&of].line_manager else { return false };
            of = manager;
        }
        true
    }

    /// Changes the employment of a person: not one's own, and the sign-in of an administrator as
    /// an administrator alone.
    fn require_change(by: Person, person: Person, is_of_sign_in: bool) -> Result<(), Code> {
        let is_protected = is_of_sign_in && person.may(Permission::OrgManage);
        if by == person || (is_protected && !by.may(Permission::OrgManage)) {
            return Err(Code::Forbidden);
        }
        Ok(())
    }

    pub(super) fn block(
        &mut self,
        by: Person,
        person: Person,
        is_blocked: bool,
    ) -> Result<(), Code> {
        if !by.may(Permission::StaffManage) {
            return Err(Code::Forbidden);
        }
        if self.is_blocked(person) != is_blocked {
            Self::require_change(by, person, true)?;
            self.employments.get_mut(&person).unwrap().is_blocked = is_blocked;
        }
        Ok(())
    }

    pub(super) fn set_line_manager(
        &mut self,
        by: Person,
        person: Person,
        manager: Option<Person>,
    ) -> Result<(), Code> {
        if !by.may(Permission::StaffManage) {
            return Err(Code::Forbidden);
        }
        if self.employments[&person].line_manager == manager {
            return Ok(());
        }
        Self::require_change(by, person, false)?;
        if manager.is_some_and(|manager| self.is_above(person, manager)) {
            return Err(Code::ValidationFailed);
        }
        self.employments.get_mut(&person).unwrap().line_manager = manager;
        Ok(())
    }
}
