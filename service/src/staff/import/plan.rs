//! The plan of an import, and its faults line by line.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use shared::date::parse_date;
use shared::error::{FieldCode, FieldError};
use shared::id::{DepartmentId, StaffId};
use shared::permission::EMPLOYEE;
use shared::staff::{
    ImportColumn as Column, ImportError, ImportResult, StaffInput, normalized_staff_number,
};
use uuid::Uuid;

use super::read::{Row, Table};
use crate::staff::repo::{KnownStaff, NewStaff};

/// The existing records.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub staff: Vec<KnownStaff>,
    pub departments: Vec<(DepartmentId, String)>,
    pub role_keys: Vec<String>,
    /// Addresses of the table that are in use on the platform.
    pub taken_emails: Vec<String>,
    /// True if the importer may grant any role.
    pub gives_roles: bool,
    /// Today in the organization, the latest date of confirmation.
    pub today: NaiveDate,
}

/// The rows to be written. Line managers are set after all people exist.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub staff: Vec<NewStaff>,
    pub line_managers: Vec<(StaffId, StaffId)>,
    pub errors: Vec<ImportError>,
}

impl Plan {
    /// * `ids`: one for each row of the table.
    pub(super) fn new(table: &Table, known: &Known, ids: Vec<Uuid>) -> Self {
        let mut plan = Self::default();
        let mut names = Names::new(known);
        let lines: Vec<_> = table.rows().zip(ids.into_iter().map(StaffId)).collect();
        for (row, id) in &lines {
            let new = plan.staff_of(*row, &mut names, *id);
            plan.staff.extend(new);
        }
        plan.set_line_managers(&lines, known);
        plan.errors.sort_by_key(|error| error.line);
        plan
    }

    /// The result for the importer.
    pub(super) fn result(&self, table: &Table) -> ImportResult {
        let count = |count: usize| u64::try_from(count).unwrap_or(0);
        ImportResult {
            created: if self.errors.is_empty() { count(self.staff.len()) } else { 0 },
            errors: self.errors.iter().take(ImportResult::ERRORS_MAX).cloned().collect(),
            error_count: count(self.errors.len()),
            ignored_columns: table.ignored.clone(),
        }
    }

    fn staff_of(&mut self, row: Row<'_>, names: &mut Names<'_>, id: StaffId) -> Option<NewStaff> {
        let mut faults = Vec::new();
        let department = names.department(row, &mut faults);
        let input = input(row, names.known.today, &mut faults);
        names.check_role(row.cell(Column::Role).unwrap_or(EMPLOYEE), &mut faults);
        names.take(row, &mut faults);
        let Some(input) = input.filter(|_| faults.is_empty()) else {
            self.refuse(row, faults);
            return None;
        };
        let name_and_email = (input.name, input.email);
        Some(NewStaff {
            role: input.role,
            job_title: input.job_title,
            department_id: department,
            employment_confirmed_at: input.employment_confirmed_at,
            ..NewStaff::starting(
                id,
                input.staff_number,
                name_and_email,
                input.employment_start_date,
            )
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

    /// Finds the line manager of each person among existing and new people, including rows with
    /// other faults, and refuses cycles.
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
                None => refused.push((*row, FieldCode::NotFound, "Unknown employee.")),
            }
        }
        let circles = circles(lines.iter().map(|(_, id)| *id), &above);
        for (row, id) in lines {
            if circles.contains(id) {
                let message = "Circular reporting line.";
                refused.push((*row, FieldCode::Cycle, message));
            }
        }
        for (row, code, message) in refused {
            self.refuse(row, vec![fault(Column::LineManager, code, message)]);
        }
    }
}

/// The names that the cells of a row may refer to, and the names already in use.
struct Names<'k> {
    known: &'k Known,
    departments: HashMap<String, DepartmentId>,
    role_keys: HashSet<&'k str>,
    staff_numbers: HashSet<String>,
    emails: HashSet<String>,
}

impl<'k> Names<'k> {
    fn new(known: &'k Known) -> Self {
        let departments = known.departments.iter();
        let ids = departments.clone().map(|(id, _)| (id.to_string(), *id));
        Self {
            known,
            departments: ids.chain(departments.map(|(id, name)| (name.clone(), *id))).collect(),
            role_keys: known.role_keys.iter().map(String::as_str).collect(),
            staff_numbers: known.staff.iter().map(|staff| staff.staff_number.clone()).collect(),
            emails: known.taken_emails.iter().cloned().collect(),
        }
    }

    fn take(&mut self, row: Row<'_>, faults: &mut Vec<FieldError>) {
        if row.email().is_some_and(|email| !self.emails.insert(email)) {
            let message = "This email address is already in use.";
            faults.push(fault(Column::Email, FieldCode::EmailTaken, message));
        }
        let number = row.cell(Column::StaffNumber).map(normalized_staff_number);
        if number.is_some_and(|number| !self.staff_numbers.insert(number)) {
            let message = "This staff number is already in use.";
            faults.push(fault(Column::StaffNumber, FieldCode::StaffNumberTaken, message));
        }
    }

    fn department(&self, row: Row<'_>, faults: &mut Vec<FieldError>) -> Option<DepartmentId> {
        let found = self.departments.get(row.cell(Column::Department)?).copied();
        if found.is_none() {
            faults.push(fault(Column::Department, FieldCode::NotFound, "Unknown department."));
        }
        found
    }

    fn check_role(&self, role: &str, faults: &mut Vec<FieldError>) {
        if !self.role_keys.contains(role) {
            faults.push(fault(Column::Role, FieldCode::NotFound, "Unknown role."));
        } else if role != EMPLOYEE && !self.known.gives_roles {
            let message = "Only an organization manager can assign roles other than employee.";
            faults.push(fault(Column::Role, FieldCode::Forbidden, message));
        }
    }
}

/// All people by number, address and id.
struct People(HashMap<String, StaffId>);

impl People {
    fn new(coming: &[(Row<'_>, StaffId)], known: &Known) -> Self {
        let here = known.staff.iter().flat_map(|staff| {
            let names = [staff.staff_number.clone(), staff.email.clone(), staff.id.to_string()];
            names.map(|name| (name, staff.id))
        });
        let coming = coming.iter().flat_map(|(row, id)| {
            let number = row.cell(Column::StaffNumber).map(normalized_staff_number);
            [number, row.email()].into_iter().flatten().map(|name| (name, *id))
        });
        Self(here.chain(coming).collect())
    }

    fn find(&self, cell: &str) -> Option<StaffId> {
        let number = self.0.get(&normalized_staff_number(cell));
        number.or_else(|| self.0.get(&cell.to_lowercase())).copied()
    }
}

/// Everyone in a cycle of line managers that can be reached from these people. Each person is
/// visited once, however many paths lead to them.
fn circles(
    starts: impl Iterator<Item = StaffId>,
    above: &HashMap<StaffId, StaffId>,
) -> HashSet<StaffId> {
    let mut passed = HashMap::new();
    let mut circles = HashSet::new();
    for (walk, start) in starts.enumerate() {
        let mut person = start;
        let met = loop {
            if let Some(earlier) = passed.insert(person, walk) {
                break (earlier == walk).then_some(person);
            }
            match above.get(&person) {
                Some(manager) => person = *manager,
                None => break None,
            }
        };
        let mut next = met;
        while let Some(person) = next.filter(|person| circles.insert(*person)) {
            next = above.get(&person).copied();
        }
    }
    circles
}

fn input(row: Row<'_>, today: NaiveDate, faults: &mut Vec<FieldError>) -> Option<StaffInput> {
    let text = |column| row.cell(column).unwrap_or_default().to_owned();
    let start = date(row, Column::EmploymentStartDate, faults);
    if start.is_none() && row.cell(Column::EmploymentStartDate).is_none() {
        faults.push(fault(Column::EmploymentStartDate, FieldCode::Required, "Enter a start date."));
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
    match input.check(today) {
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
        faults.push(fault(column, FieldCode::Invalid, "Use YYYY-MM-DD."));
    }
    date
}

fn fault(column: Column, code: FieldCode, message: &str) -> FieldError {
    FieldError::new(column.as_str(), code, message)
}
