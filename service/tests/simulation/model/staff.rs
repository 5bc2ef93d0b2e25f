//! Acts on the staff of the model.

use chrono::NaiveDate;
use shared::error::{Code, FieldCode};
use shared::permission::Permission;

use super::actor::Actor;
use super::employment::Employment;
use super::{Organization, Outcome};
use crate::simulation::act::{Contract, StaffAct};
use crate::simulation::people::Person;
use crate::simulation::role::Role;

/// The first line of a file below its headings.
const FIRST_LINE: u64 = 2;

impl Contract {
    /// The faults of the dates of employment.
    fn faults_of_dates(&self, today: NaiveDate) -> Vec<FieldCode> {
        let is_early = self.confirmed_on.is_some_and(|day| day < self.started_on);
        let is_late = self.confirmed_on.is_some_and(|day| day > today);
        let faults = [(is_early, FieldCode::BeforeStart), (is_late, FieldCode::InFuture)];
        faults.into_iter().filter(|(is_found, _)| *is_found).map(|(_, code)| code).collect()
    }
}

impl Organization {
    pub(super) fn act_on_staff(&mut self, by: Actor, act: StaffAct, today: NaiveDate) -> Outcome {
        let changed = match act {
            StaffAct::Import(rows) => return self.import(by, &rows, today),
            StaffAct::Hire(number, contract) => self.hire(by, number, &contract, today),
            StaffAct::Block(person, is_blocked) => self.block(by, person, is_blocked),
            StaffAct::SetRole(person, role) => self.set_role(by, person, role),
            StaffAct::SetDepartment(person, department) => {
                self.change_employment(by, person, |it| it.department = department)
            }
            StaffAct::SetLineManager(person, manager) => self.set_manager(by, person, manager),
            StaffAct::SetHead(department, head) => by.require(Permission::StaffManage).map(|()| {
                self.heads.insert(department, head);
            }),
            StaffAct::Confirm(person, day) => self.confirm(by, person, day, today),
            StaffAct::Erase(person, years) => self.erase(person, years),
        };
        changed.into()
    }

    fn hire(
        &mut self,
        by: Actor,
        number: u32,
        contract: &Contract,
        today: NaiveDate,
    ) -> Result<(), Code> {
        by.require(Permission::StaffManage)?;
        if !contract.faults_of_dates(today).is_empty() {
            return Err(Code::ValidationFailed);
        }
        if contract.role != Role::Employee {
            by.require_administrator()?;
        }
        if contract.namesake.is_some() {
            return Err(Code::EmailTaken);
        }
        self.employments.insert(Person::Newcomer(number), Employment::under(contract));
        Ok(())
    }

    /// All people of a file join, or none.
    fn import(&mut self, by: Actor, rows: &[(u32, Contract)], today: NaiveDate) -> Outcome {
        if let Err(code) = by.require(Permission::StaffManage) {
            return Outcome::Refused(code);
        }
        let mut faults = Vec::new();
        for (line, (number, contract)) in (FIRST_LINE..).zip(rows) {
            let mut found = contract.faults_of_dates(today);
            if contract.role != Role::Employee && by.require_administrator().is_err() {
                found.push(FieldCode::Forbidden);
            }
            if contract.namesake.is_some() {
                found.extend([FieldCode::EmailTaken, FieldCode::StaffNumberTaken]);
            }
            if is_own_manager(*number, rows) {
                found.push(FieldCode::Cycle);
            }
            faults.extend(found.into_iter().map(|code| (line, code)));
        }
        if !faults.is_empty() {
            return Outcome::Faulty(faults);
        }
        for (number, contract) in rows {
            self.employments.insert(Person::Newcomer(*number), Employment::under(contract));
        }
        Outcome::Done
    }

    /// Changes the employment of a person, which no one may do to their own.
    fn change_employment(
        &mut self,
        by: Actor,
        person: Person,
        change: impl FnOnce(&mut Employment),
    ) -> Result<(), Code> {
        by.require(Permission::StaffManage)?;
        let employment = self.employments.get_mut(&person).unwrap();
        let before = *employment;
        change(employment);
        if by == person && *employment != before {
            *employment = before;
            return Err(Code::Forbidden);
        }
        Ok(())
    }

    /// Only an administrator blocks another administrator, and only a person lifts a block.
    fn block(&mut self, by: Actor, person: Person, is_blocked: bool) -> Result<(), Code> {
        by.require(Permission::StaffManage)?;
        let is_administrator = self.actor(person).may(Permission::OrgManage);
        if self.is_blocked(person) != is_blocked && is_administrator {
            by.require_administrator()?;
        }
        if self.is_blocked(person) && !is_blocked {
            by.require_person()?;
        }
        self.change_employment(by, person, |it| it.is_blocked = is_blocked)
    }

    /// Every role but that of an employee is given and taken by administrators.
    fn set_role(&mut self, by: Actor, person: Person, role: Role) -> Result<(), Code> {
        by.require(Permission::StaffManage)?;
        if self.employments[&person].role != role {
            by.require_administrator()?;
        }
        self.change_employment(by, person, |it| it.role = role)
    }

    fn set_manager(
        &mut self,
        by: Actor,
        person: Person,
        manager: Option<Person>,
    ) -> Result<(), Code> {
        let was = self.employments[&person].line_manager;
        let is_circle = manager.is_some_and(|manager| self.is_above(person, manager));
        self.change_employment(by, person, |it| it.line_manager = manager)?;
        if is_circle && was != manager {
            self.employments.get_mut(&person).unwrap().line_manager = was;
            return Err(Code::ValidationFailed);
        }
        Ok(())
    }

    /// The records of people with access or open records are kept, and those of the last years.
    fn erase(&mut self, person: Person, years: u32) -> Result<(), Code> {
        let employment = self.employments[&person];
        if employment.is_erased {
            return Err(Code::NotFound);
        }
        let is_open = self.open_appraisal(person).is_some() || self.has_pending_leave(person);
        if !employment.is_blocked || is_open || years > 0 {
            return Err(Code::WrongState);
        }
        self.employments.get_mut(&person).unwrap().is_erased = true;
        Ok(())
    }

    /// A confirmation is not taken back while leave depends on it.
    fn confirm(
        &mut self,
        by: Actor,
        person: Person,
        day: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Result<(), Code> {
        by.require(Permission::StaffManage)?;
        let employment = self.employments[&person];
        let is_changed = employment.confirmed_on != day;
        let is_late = is_changed && day.is_some_and(|day| day > today);
        if is_late || day.is_some_and(|day| day < employment.started_on) {
            return Err(Code::ValidationFailed);
        }
        let is_needed = is_changed && day.is_none() && self.needs_confirmation(person);
        self.change_employment(by, person, |it| it.confirmed_on = day)?;
        if is_needed {
            self.employments.insert(person, employment);
            return Err(Code::InsufficientBalance);
        }
        Ok(())
    }
}

/// True if a row of a file leads back to itself by the line managers of the rows.
fn is_own_manager(number: u32, rows: &[(u32, Contract)]) -> bool {
    let mut above = number;
    for _ in rows {
        let row = rows.iter().find(|(number, _)| *number == above);
        match row.and_then(|(_, contract)| contract.line_manager) {
            Some(Person::Newcomer(manager)) => above = manager,
            _ => return false,
        }
        if above == number {
            return true;
        }
    }
    false
}
