//! Acts on the staff, drawn from the state of the model.

use chrono::{NaiveDate, TimeDelta};

use super::Script;
use crate::simulation::act::{Act, Contract, StaffAct};
use crate::simulation::people::{Department, Person};
use crate::simulation::role::Role;

/// One act in so many changes the staff.
const STAFFING_EVERY: u64 = 16;

impl Script {
    /// One of the people of an organization.
    pub(super) fn anyone(&mut self, organization: usize) -> Person {
        let people: Vec<_> = self.model.organizations[organization].people().collect();
        self.random.one_of(&people).unwrap()
    }

    /// One of the people with a role; without any, an administrator.
    pub(super) fn holder(&mut self, organization: usize, role: Role) -> Person {
        let house = &self.model.organizations[organization];
        let holders = self.random.one_of(&house.holders(role));
        holders.unwrap_or_else(|| house.holders(Role::Administrator)[0])
    }

    /// A change of the staff; mostly none.
    pub(super) fn staffing(
        &mut self,
        organization: usize,
        today: NaiveDate,
    ) -> Option<(Person, Act)> {
        let act = match self.returning(organization) {
            Some(person) if self.random.one_in(5) => StaffAct::Block(person, false),
            _ if self.random.one_in(STAFFING_EVERY) => self.staff_act(organization, today),
            _ => return None,
        };
        let needs_administrator = match act {
            StaffAct::SetRole(..) => true,
            StaffAct::Hire(_, contract) => contract.role != Role::Employee,
            StaffAct::Import(rows) => rows.iter().any(|(_, it)| it.role != Role::Employee),
            _ => false,
        };
        let role = self.random.weighted(&[
            (if needs_administrator { 6 } else { 2 }, Role::Administrator),
            (1, Role::HumanResources),
        ]);
        Some((self.holder(organization, role), Act::Staff(act)))
    }

    /// Someone who is blocked and comes back: those of the first day always, others rarely.
    fn returning(&mut self, organization: usize) -> Option<Person> {
        let house = &self.model.organizations[organization];
        let blocked: Vec<_> = house.people().filter(|it| house.is_blocked(*it)).collect();
        let is_first = |it: &Person| !matches!(it, Person::Newcomer(_));
        let person = self.random.one_of(&blocked)?;
        (is_first(&person) || self.random.one_in(20)).then_some(person)
    }

    fn staff_act(&mut self, organization: usize, today: NaiveDate) -> StaffAct {
        let person = self.anyone(organization);
        let other = self.anyone(organization);
        let rarely = self.random.one_in(3);
        match self.random.between(0, 21) {
            0..=3 => {
                let contract = self.contract(organization, today);
                StaffAct::Hire(self.number(), contract)
            }
            4 | 5 => self.import(organization, today),
            6 | 7 => StaffAct::Block(self.leaver(organization, person), true),
            8..=10 => self.promotion(organization, person),
            11 | 12 => StaffAct::SetDepartment(person, self.department()),
            13 | 14 => StaffAct::SetLineManager(person, Some(other).filter(|_| !rarely)),
            15 | 16 => {
                let department = self.random.one_of(&Department::ALL).unwrap();
                StaffAct::SetHead(department, Some(other).filter(|_| !rarely))
            }
            17..=19 => self.confirmation(organization, person, today),
            _ => {
                let years = self.random.weighted(&[(5, 0), (1, 7)]);
                // The founder has another staff number than the others.
                let other = Some(person).filter(|it| *it != Person::Administrator);
                let person = self.former(organization).or(other).unwrap_or(Person::Clerk);
                StaffAct::Erase(person, years)
            }
        }
    }

    /// A newcomer rather than one of the people of the first day.
    fn leaver(&mut self, organization: usize, person: Person) -> Person {
        let people = self.model.organizations[organization].people();
        let newcomers: Vec<_> = people.filter(|it| matches!(it, Person::Newcomer(_))).collect();
        let newcomer = self.random.one_of(&newcomers).filter(|_| !self.random.one_in(3));
        newcomer.unwrap_or(person)
    }

    /// A newcomer who has left.
    fn former(&mut self, organization: usize) -> Option<Person> {
        let house = &self.model.organizations[organization];
        let is_former = |it: &Person| matches!(it, Person::Newcomer(_)) && house.is_blocked(*it);
        let former: Vec<_> = house.people().filter(is_former).collect();
        self.random.one_of(&former)
    }

    fn department(&mut self) -> Option<Department> {
        self.random.one_of(&Department::ALL).filter(|_| !self.random.one_in(6))
    }

    /// A vacant role is mostly filled, and other roles change hands.
    fn promotion(&mut self, organization: usize, person: Person) -> StaffAct {
        let house = &self.model.organizations[organization];
        let vacant: Vec<_> = Role::ALL.into_iter().filter(|it| house.is_vacant(*it)).collect();
        let is_any = vacant.is_empty() || self.random.one_in(4);
        let wanted = if is_any { &Role::ALL[..] } else { &vacant };
        StaffAct::SetRole(person, self.random.one_of(wanted).unwrap())
    }

    /// Mostly as of today; sometimes on an impossible day, or taken back.
    fn confirmation(&mut self, organization: usize, person: Person, today: NaiveDate) -> StaffAct {
        let employments = &self.model.organizations[organization].employments;
        let unconfirmed = employments.iter().filter(|(_, it)| it.confirmed_on.is_none());
        let unconfirmed: Vec<_> = unconfirmed.map(|(person, _)| *person).collect();
        let waiting = self.random.one_of(&unconfirmed).filter(|_| !self.random.one_in(3));
        let days_ago = TimeDelta::days(self.random.between(0, 300));
        let day = self.random.weighted(&[
            (4, Some(today)),
            (2, Some(today - days_ago)),
            (1, today.succ_opt()),
            (2, None),
        ]);
        StaffAct::Confirm(waiting.unwrap_or(person), day)
    }

    fn contract(&mut self, organization: usize, today: NaiveDate) -> Contract {
        let started_on = today - TimeDelta::days(self.random.between(0, 300)) + TimeDelta::days(20);
        let confirmed_on = started_on + TimeDelta::days(self.random.between(0, 200));
        let confirmed_on = if self.random.one_in(12) {
            started_on.pred_opt()
        } else {
            Some(confirmed_on).filter(|day| *day <= today || self.random.one_in(12))
        };
        let manager = self.anyone(organization);
        let role = self.random.one_of(&Role::ALL).unwrap();
        let department = self.department();
        let namesake = Some(self.anyone(organization)).filter(|_| self.random.one_in(8));
        let employments = &self.model.organizations[organization].employments;
        let is_erased = |person: Person| employments[&person].is_erased;
        Contract {
            role: self.random.weighted(&[(2, Role::Employee), (1, role)]),
            department,
            line_manager: Some(manager).filter(|_| !self.random.one_in(3)),
            started_on,
            confirmed_on: confirmed_on.filter(|_| self.random.one_in(2)),
            // The founder has another address than the others.
            namesake: namesake.filter(|it| *it != Person::Administrator && !is_erased(*it)),
        }
    }

    /// The second line is sometimes led by the first one, and rarely the first one by the second.
    fn import(&mut self, organization: usize, today: NaiveDate) -> StaffAct {
        let numbers = [self.number(), self.number()];
        let [mut first, mut second] = [(); 2].map(|()| self.contract(organization, today));
        first.namesake = None;
        if self.random.one_in(2) {
            second.line_manager = Some(Person::Newcomer(numbers[0]));
        }
        if self.random.one_in(8) {
            first.line_manager = Some(Person::Newcomer(numbers[1]));
        }
        StaffAct::Import([(numbers[0], first), (numbers[1], second)])
    }
}
