//! Acts on the staff, on the service.

use service::Caller;
use service::personal_data::PersonName;
use shared::department::DepartmentPatch;
use shared::error::Result;
use shared::patch::Patch;
use shared::staff::{StaffInput, StaffPatch, StaffQuery};

use super::setup::SETTLE;
use super::{House, Response, World};
use crate::simulation::act::{Contract, StaffAct};
use crate::simulation::people::{Department, Person};
use crate::support::{person, run_sql};

/// The headings of a file of people.
const HEADINGS: &str = "staffNumber,name,email,role,department,lineManager,employmentStartDate,\
    employmentConfirmedAt";

impl World {
    pub(super) async fn act_on_staff(
        &self,
        house: &House,
        caller: &Caller,
        act: StaffAct,
    ) -> Result<Response> {
        let (person, patch) = match act {
            StaffAct::Hire(number, contract) => {
                let input = house.input(number, &contract);
                let created = self.service.staff().create(caller, input).await?;
                return Ok(Response::Staff(Box::new(created.staff)));
            }
            StaffAct::Import(rows) => {
                let lines = rows.map(|(number, it)| house.line(number, &it, &rows));
                let file = format!("{HEADINGS}\n{}", lines.join("\n"));
                let result = self.service.staff().import(caller, file.as_bytes(), false).await?;
                return Ok(Response::Import(result));
            }
            StaffAct::SetHead(department, head) => {
                return self.set_head(house, caller, department, head).await;
            }
            StaffAct::Erase(person, years) => return self.erase(caller, person, years).await,
            StaffAct::Block(person, is_blocked) => {
                (person, StaffPatch { is_blocked: Some(is_blocked), ..StaffPatch::default() })
            }
            StaffAct::SetRole(person, role) => {
                let role = Some(role.key().to_owned());
                (person, StaffPatch { role, ..StaffPatch::default() })
            }
            StaffAct::SetDepartment(person, department) => {
                let department_id = patch(department.map(|it| house.departments[&it]));
                (person, StaffPatch { department_id, ..StaffPatch::default() })
            }
            StaffAct::SetLineManager(person, manager) => {
                let line_manager_id = patch(manager.map(|it| house.caller(it).staff()));
                (person, StaffPatch { line_manager_id, ..StaffPatch::default() })
            }
            StaffAct::Confirm(person, day) => {
                let employment_confirmed_at = patch(day);
                (person, StaffPatch { employment_confirmed_at, ..StaffPatch::default() })
            }
        };
        let staff = house.caller(person).staff();
        let changed = self.service.staff().change(caller, staff, patch).await?;
        Ok(Response::Staff(Box::new(changed)))
    }

    async fn set_head(
        &self,
        house: &House,
        caller: &Caller,
        department: Department,
        head: Option<Person>,
    ) -> Result<Response> {
        let supervisor_staff_id = patch(head.map(|it| house.caller(it).staff()));
        let patch = DepartmentPatch { supervisor_staff_id, name: None };
        let id = house.departments[&department];
        let changed = self.service.departments().change(caller, id, patch).await?;
        Ok(Response::Department(changed))
    }

    /// Erases a person on the command line.
    async fn erase(&self, caller: &Caller, person: Person, years: u32) -> Result<Response> {
        let number = PersonName::StaffNumber(person.name().to_uppercase());
        let records = self.service.personal_records();
        records
            .erase_named(Some(caller.organization()), &number, &person.name(), years)
            .await
            .map(|_| Response::Nothing)
    }

    /// Keeps the callers of people who have joined, or whose role has changed.
    pub(super) async fn meet(&mut self, organization: usize, act: StaffAct) {
        if !act.newcomers().is_empty() {
            run_sql!(self.db, SETTLE);
        }
        for person in act.newcomers() {
            let (service, reader) = (&self.service, self.houses[organization].reader());
            let query = StaffQuery { q: Some(person.name()), ..StaffQuery::default() };
            let found = service.staff().list(reader, query).await.unwrap().data;
            let newcomer = found.iter().find(|it| it.name == person.name()).unwrap();
            let sessions = service.sessions();
            let caller = sessions.caller_for_testing(reader.organization(), newcomer.id).await;
            self.houses[organization].people.insert(person, caller.unwrap());
        }
        let (StaffAct::Block(person, _) | StaffAct::SetRole(person, _)) = act else { return };
        let known = self.houses[organization].caller(person);
        let sessions = self.service.sessions();
        // A blocked person has no caller.
        if let Ok(caller) = sessions.caller_for_testing(known.organization(), known.staff()).await {
            self.houses[organization].people.insert(person, caller);
        }
    }
}

fn patch<T>(value: Option<T>) -> Patch<T> {
    value.map_or(Patch::Null, Patch::Value)
}

impl House {
    fn input(&self, number: u32, contract: &Contract) -> StaffInput {
        let named = person(&Person::Newcomer(number).name(), &self.domain);
        let namesake = contract.namesake.map(|it| person(&it.name(), &self.domain));
        let (staff_number, email) = namesake
            .map_or((named.staff_number, named.email), |taken| (taken.staff_number, taken.email));
        StaffInput {
            staff_number,
            email,
            role: contract.role.key().to_owned(),
            department_id: contract.department.map(|it| self.departments[&it]),
            line_manager_id: contract.line_manager.map(|it| self.caller(it).staff()),
            employment_start_date: contract.started_on,
            employment_confirmed_at: contract.confirmed_on,
            ..named
        }
    }

    /// The line of a file; people of the same file are named by their staff number.
    fn line(&self, number: u32, contract: &Contract, rows: &[(u32, Contract)]) -> String {
        let manager = contract.line_manager.map(|manager| {
            let coming = rows.iter().find(|(number, _)| Person::Newcomer(*number) == manager);
            match coming {
                Some((_, Contract { namesake: Some(taken), .. })) => taken.name().to_uppercase(),
                Some((number, _)) => Person::Newcomer(*number).name().to_uppercase(),
                None => self.caller(manager).staff().to_string(),
            }
        });
        let alone = Contract { line_manager: None, ..*contract };
        let input = self.input(number, &alone);
        let department = contract.department.map(|it| format!("{it:?}"));
        let confirmed_on = contract.confirmed_on.map(|day| day.to_string());
        [
            input.staff_number,
            input.name,
            input.email,
            input.role,
            department.unwrap_or_default(),
            manager.unwrap_or_default(),
            contract.started_on.to_string(),
            confirmed_on.unwrap_or_default(),
        ]
        .join(",")
    }
}
