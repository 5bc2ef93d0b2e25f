//! What an import would make, and what stands in the way, line by line.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use shared::calendar::parse_date;
use shared::error::FieldError;
use shared::id::{DepartmentId, StaffId};
use shared::permission::EMPLOYEE;
use shared::staff::{ImportError, ImportResult, StaffInput};
use uuid::Uuid;

use super::read::{Column, Row, Table};
use crate::staff::repo::{KnownStaff, NewStaff};

/// What is there already.
#[derive(Debug)]
pub(super) struct Known {
    pub staff: Vec<KnownStaff>,
    pub departments: Vec<(DepartmentId, String)>,
    pub role_keys: Vec<String>,
    /// Addresses of the table that somebody on the platform has.
    pub taken_emails: Vec<String>,
    /// True when the importer may give any role.
    pub gives_roles: bool,
}

/// What would be written. Line managers come after everybody is there.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub staff: Vec<NewStaff>,
    pub line_managers: Vec<(StaffId, StaffId)>,
    pub errors: Vec<ImportError>,
}

impl Plan {
    pub(super) fn new(table: &Table, known: &Known, mut id: impl FnMut() -> Uuid) -> Self {
        let mut plan = Self::default();
        let mut taken = Taken::new(known);
        let lines: Vec<_> = table.rows().map(|row| (row, StaffId(id()))).collect();
        for (row, id) in &lines {
            let new = plan.staff_of(*row, known, &mut taken, *id);
            plan.staff.extend(new);
        }
        plan.set_line_managers(&lines, known);
        plan.errors.sort_by_key(|error| error.line);
        plan
    }

    /// What the importer is told.
    pub(super) fn result(self) -> ImportResult {
        let created = if self.errors.is_empty() { self.staff.len() } else { 0 };
        ImportResult { created: u64::try_from(created).unwrap_or(0), errors: self.errors }
    }

    fn staff_of(
        &mut self,
        row: Row<'_>,
        known: &Known,
        taken: &mut Taken,
        id: StaffId,
    ) -> Option<NewStaff> {
        let mut faults = Vec::new();
        let department = department(row, known, &mut faults);
        let input = input(row, &mut faults);
        check_role(row.cell(Column::Role).unwrap_or(EMPLOYEE), known, &mut faults);
        taken.check(row, &mut faults);
        let Some(input) = input.filter(|_| faults.is_empty()) else {
            self.refuse(row, faults);
            return None;
        };
        let names = (input.name, input.email);
        Some(NewStaff {
            role: input.role,
            job_title: input.job_title,
            department_id: department,
            employment_confirmed_at: input.employment_confirmed_at,
            ..NewStaff::starting(id, input.staff_number, names, input.employment_start_date)
        })
    }

    fn refuse(&mut self, row: Row<'_>, faults: Vec<FieldError>) {
        self.errors.extend(faults.into_iter().map(|fault| ImportError {
            line: row.line,
            field: Some(fault.field),
            code: fault.code,
            message: fault.message,
        }));
    }

    /// Finds everybody's line manager among those who are there and those who come, also by a line
    /// with other faults, and refuses circles.
    fn set_line_managers(&mut self, lines: &[(Row<'_>, StaffId)], known: &Known) {
        let people = People::new(lines, known);
        let mut above: HashMap<StaffId, StaffId> = known
            .staff
            .iter()
            .filter_map(|staff| Some((staff.id, staff.line_manager_id?)))
            .collect();
        let mut refused = Vec::new();
        for (row, id) in lines {
            let Some(cell) = row.cell(Column::LineManager) else { continue };
            match people.find(cell) {
                Some(manager) => {
                    above.insert(*id, manager);
                    self.line_managers.push((*id, manager));
                }
                None => refused.push((*row, "NOT_FOUND", "There is no such member of staff.")),
            }
        }
        for (row, id) in lines {
            if leads_back(*id, &above) {
                let message = "This would make a circle of line managers.";
                refused.push((*row, "CYCLE", message));
            }
        }
        for (row, code, message) in refused {
            self.refuse(row, vec![fault(Column::LineManager, code, message)]);
        }
    }
}

/// Numbers and addresses that nobody may have again.
struct Taken {
    staff_numbers: HashSet<String>,
    emails: HashSet<String>,
}

impl Taken {
    fn new(known: &Known) -> Self {
        Self {
            staff_numbers: known.staff.iter().map(|staff| staff.staff_number.clone()).collect(),
            emails: known.taken_emails.iter().cloned().collect(),
        }
    }

    fn check(&mut self, row: Row<'_>, faults: &mut Vec<FieldError>) {
        if row.email().is_some_and(|email| !self.emails.insert(email)) {
            let message = "Somebody signs in with this e-mail address already.";
            faults.push(fault(Column::Email, "EMAIL_TAKEN", message));
        }
        let number = row.cell(Column::StaffNumber);
        if number.is_some_and(|number| !self.staff_numbers.insert(number.to_owned())) {
            let message = "Somebody has this staff number already.";
            faults.push(fault(Column::StaffNumber, "STAFF_NUMBER_TAKEN", message));
        }
    }
}

/// Everybody by what a cell may name them: number, address or id.
struct People(HashMap<String, StaffId>);

impl People {
    fn new(coming: &[(Row<'_>, StaffId)], known: &Known) -> Self {
        let here = known.staff.iter().flat_map(|staff| {
            let names = [staff.staff_number.clone(), staff.email.clone(), staff.id.to_string()];
            names.map(|name| (name, staff.id))
        });
        let coming = coming.iter().flat_map(|(row, id)| {
            let number = row.cell(Column::StaffNumber).map(str::to_owned);
            [number, row.email()].into_iter().flatten().map(|name| (name, *id))
        });
        Self(here.chain(coming).collect())
    }

    fn find(&self, cell: &str) -> Option<StaffId> {
        self.0.get(cell).or_else(|| self.0.get(&cell.to_lowercase())).copied()
    }
}

fn leads_back(start: StaffId, above: &HashMap<StaffId, StaffId>) -> bool {
    let mut seen = HashSet::new();
    let mut person = start;
    while let Some(manager) = above.get(&person) {
        if *manager == start {
            return true;
        }
        if !seen.insert(*manager) {
            return false;
        }
        person = *manager;
    }
    false
}

fn input(row: Row<'_>, faults: &mut Vec<FieldError>) -> Option<StaffInput> {
    let text = |column| row.cell(column).unwrap_or_default().to_owned();
    let start = date(row, Column::EmploymentStartDate, faults);
    if start.is_none() && row.cell(Column::EmploymentStartDate).is_none() {
        faults.push(fault(Column::EmploymentStartDate, "REQUIRED", "Give the first day."));
    }
    let input = StaffInput {
        staff_number: text(Column::StaffNumber),
        name: text(Column::Name),
        email: text(Column::Email),
        role: row.cell(Column::Role).unwrap_or(EMPLOYEE).to_owned(),
        job_title: row.cell(Column::JobTitle).map(str::to_owned),
        department_id: None,
        line_manager_id: None,
        employment_start_date: start.unwrap_or_default(),
        employment_confirmed_at: date(row, Column::EmploymentConfirmedAt, faults),
    };
    match input.check() {
        Ok(input) => start.map(|_| input),
        Err(error) => {
            faults.extend(error.problem().errors.iter().cloned());
            None
        }
    }
}

fn date(row: Row<'_>, column: Column, faults: &mut Vec<FieldError>) -> Option<NaiveDate> {
    let cell = row.cell(column)?;
    let date = parse_date(cell);
    if date.is_none() {
        faults.push(fault(column, "INVALID", "Give a date as in 2026-11-21."));
    }
    date
}

fn department(row: Row<'_>, known: &Known, faults: &mut Vec<FieldError>) -> Option<DepartmentId> {
    let cell = row.cell(Column::Department)?;
    let found = known.departments.iter().find(|(id, name)| name == cell || id.to_string() == cell);
    if found.is_none() {
        faults.push(fault(Column::Department, "NOT_FOUND", "There is no such department."));
    }
    found.map(|(id, _)| *id)
}

fn check_role(role: &str, known: &Known, faults: &mut Vec<FieldError>) {
    if !known.role_keys.iter().any(|key| key == role) {
        faults.push(fault(Column::Role, "NOT_FOUND", "There is no such role."));
    } else if role != EMPLOYEE && !known.gives_roles {
        let message = "Only who may manage the organization gives roles other than employee.";
        faults.push(fault(Column::Role, "FORBIDDEN", message));
    }
}

fn fault(column: Column, code: &str, message: &str) -> FieldError {
    FieldError::new(column.name(), code, message)
}
