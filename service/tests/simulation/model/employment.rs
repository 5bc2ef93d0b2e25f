//! The employment of each person of the model.

use chrono::{Datelike, Days, NaiveDate};
use shared::audit::ERASED;

use super::Organization;
use super::actor::Actor;
use super::schedule::months_later;
use crate::simulation::act::Contract;
use crate::simulation::draw::FIRST_DAY;
use crate::simulation::people::{Department, Person};
use crate::simulation::role::Role;

/// The months after which an unconfirmed employment is due for confirmation.
const PROBATION_MONTHS: u32 = 6;

/// The employment of one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Employment {
    pub(crate) role: Role,
    pub(crate) department: Option<Department>,
    pub(crate) line_manager: Option<Person>,
    pub(crate) started_on: NaiveDate,
    pub(crate) confirmed_on: Option<NaiveDate>,
    /// True once human resources are notified that the confirmation is due.
    pub(crate) is_notified: bool,
    /// True while the person may not sign in.
    pub(crate) is_blocked: bool,
    pub(crate) is_erased: bool,
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
            role: person.first_role(),
            department: person.first_department(),
            line_manager: person.first_line_manager(),
            started_on,
            confirmed_on,
            is_notified: false,
            is_blocked: false,
            is_erased: false,
        }
    }

    /// The employment of someone who joins.
    pub(super) const fn under(contract: &Contract) -> Self {
        let Contract { role, department, line_manager, started_on, confirmed_on, .. } = *contract;
        Self {
            role,
            department,
            line_manager,
            started_on,
            confirmed_on,
            is_notified: false,
            is_blocked: false,
            is_erased: false,
        }
    }

    /// True from the day on which the confirmation is due. The months end with the first day of
    /// the next month where the last one is too short.
    pub(crate) fn is_due(&self, today: NaiveDate) -> bool {
        let end = months_later(self.started_on, PROBATION_MONTHS);
        let is_over = end + Days::new(u64::from(end.day() < self.started_on.day())) <= today;
        self.confirmed_on.is_none() && is_over
    }
}

impl Organization {
    /// Everyone who has ever joined.
    pub(crate) fn people(&self) -> impl Iterator<Item = Person> + use<> {
        self.employments.keys().copied().collect::<Vec<_>>().into_iter()
    }

    /// The name of a person, which an erasure removes.
    pub(crate) fn name_of(&self, person: Person) -> String {
        if self.employments[&person].is_erased { ERASED.to_owned() } else { person.name() }
    }

    /// The people who have a role, blocked ones included.
    pub(crate) fn holders(&self, role: Role) -> Vec<Person> {
        let holders = self.employments.iter().filter(|(_, it)| it.role == role);
        holders.map(|(person, _)| *person).collect()
    }

    /// True if no one who may sign in has the role.
    pub(crate) fn is_vacant(&self, role: Role) -> bool {
        self.holders(role).into_iter().all(|it| self.is_blocked(it))
    }

    /// A person with the rights of their role.
    pub(crate) fn actor(&self, person: Person) -> Actor {
        Actor { person, role: self.employments[&person].role, limit: None }
    }

    pub(crate) fn is_blocked(&self, person: Person) -> bool {
        self.employments[&person].is_blocked
    }

    /// False also for someone who never joined.
    pub(crate) fn may_sign_in(&self, person: Person) -> bool {
        self.employments.get(&person).is_some_and(|it| !it.is_blocked)
    }

    /// The head of a person's department, unless it is the person.
    pub(crate) fn head_of(&self, person: Person) -> Option<Person> {
        let department = self.employments[&person].department?;
        self.heads[&department].filter(|head| *head != person)
    }

    /// The line manager and the department head who review a person; none without the first one.
    pub(crate) fn reviewers(&self, person: Person) -> Option<(Person, Option<Person>)> {
        let head = self.head_of(person);
        let line_manager = self.employments[&person].line_manager.or(head)?;
        Some((line_manager, head.filter(|head| *head != line_manager)))
    }

    /// True if the first person is the second one, or a line manager somewhere above them.
    pub(super) fn is_above(&self, person: Person, mut of: Person) -> bool {
        while of != person {
            let Some(manager) = self.employments[&of].line_manager else { return false };
            of = manager;
        }
        true
    }

    /// Notifies human resources of confirmations that are due; returns their number.
    pub(super) fn notify_due(&mut self, today: NaiveDate) -> usize {
        if self.is_vacant(Role::HumanResources) {
            return 0;
        }
        let news = |it: &&mut Employment| it.is_due(today) && !it.is_notified && !it.is_blocked;
        let due = self.employments.values_mut().filter(news);
        due.map(|employment| employment.is_notified = true).count()
    }
}
