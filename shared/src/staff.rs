//! Members of staff.

mod import;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Deserializer, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::check::{Checks, is_blank, is_invisible};
use crate::digits::latin;
use crate::error::Result;
use crate::id::{DepartmentId, StaffId};
use crate::member::{Member, present};
use crate::page::PageRequest;
use crate::permission::EMPLOYEE;

pub use import::{ImportColumn, ImportMapping, ImportPreview, MappingError, heading_letters};

/// The longest staff number, in characters.
pub const STAFF_NUMBER_LENGTH_MAX: usize = 50;

/// A member of staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Staff {
    /// Their id.
    pub id: StaffId,
    /// Unique in the organization.
    pub staff_number: String,
    /// Their name.
    pub name: String,
    /// The address they sign in with; unique on the platform.
    pub email: String,
    /// The key of their role.
    pub role: String,
    /// What they do.
    pub job_title: Option<String>,
    /// Their department.
    pub department_id: Option<DepartmentId>,
    /// Its name.
    pub department_name: Option<String>,
    /// Who reviews them first.
    pub line_manager_id: Option<StaffId>,
    /// Their line manager's name.
    pub line_manager_name: Option<String>,
    /// First day of employment.
    pub employment_start_date: NaiveDate,
    /// When the employment was confirmed.
    pub employment_confirmed_at: Option<NaiveDate>,
    /// When human resources were told that confirmation is due.
    pub confirmation_due_notified_at: Option<DateTime<Utc>>,
    /// True when they may not sign in.
    pub is_blocked: bool,
    /// True when six months have passed without confirmation.
    pub due_for_confirmation: bool,
}

text_enum! {
    /// How a list of staff is sorted.
    StaffSort {
        /// Who was added last, first.
        Newest = "newest",
        /// By name.
        Name = "name",
        /// Who has been employed longest, first.
        Started = "started",
    }
}

/// What a list of staff is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffQuery {
    /// Only where name, number or address holds this.
    pub q: Option<String>,
    /// Only of this department.
    pub department_id: Option<DepartmentId>,
    /// Only with this role.
    pub role: Option<String>,
    /// Only the confirmed, or only the others.
    pub confirmed: Option<bool>,
    /// Only those due for confirmation, or only the others.
    pub due: Option<bool>,
    /// Only the blocked, or only the others.
    pub blocked: Option<bool>,
    /// The order; newest first unless said.
    pub sort: Option<StaffSort>,
    /// Which page.
    pub page: PageRequest,
}

impl StaffQuery {
    /// Errors: 400 for texts that no search can be made with.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        for (field, value) in [("q", &self.q), ("role", &self.role)] {
            if let Some(value) = value {
                checks.text(field, value);
            }
        }
        checks.finish()
    }
}

/// A member of staff to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StaffInput {
    /// Unique in the organization.
    pub staff_number: String,
    /// Their name.
    pub name: String,
    /// The address they sign in with.
    pub email: String,
    /// The key of their role; any but `employee` takes `org:manage`.
    #[serde(default = "employee", deserialize_with = "null_is_employee")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub role: String,
    /// What they do.
    #[serde(default)]
    pub job_title: Option<String>,
    /// Their department.
    #[serde(default)]
    pub department_id: Option<DepartmentId>,
    /// Who reviews them first.
    #[serde(default)]
    pub line_manager_id: Option<StaffId>,
    /// First day of employment.
    pub employment_start_date: NaiveDate,
    /// When the employment was confirmed; not before its first day.
    #[serde(default)]
    pub employment_confirmed_at: Option<NaiveDate>,
}

fn employee() -> String {
    EMPLOYEE.to_owned()
}

fn null_is_employee<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<String, D::Error> {
    Option::deserialize(deserializer).map(|given| given.unwrap_or_else(employee))
}

impl StaffInput {
    /// Returns the input with its texts tidied.
    ///
    /// Errors: 400 naming everything that cannot be accepted; a confirmation after today is not.
    pub fn check(self, today: NaiveDate) -> Result<Self> {
        let mut checks = Checks::new();
        let checked = Self {
            staff_number: staff_number(&mut checks, &self.staff_number),
            name: checks.name("name", &self.name),
            email: checks.email("email", &self.email),
            job_title: self.job_title.and_then(|title| job_title(&mut checks, &title)),
            ..self
        };
        checks.text("role", &checked.role);
        let (start, confirmed) = (checked.employment_start_date, checked.employment_confirmed_at);
        employment(&mut checks, start, confirmed, "employmentConfirmedAt");
        confirmed_by(&mut checks, confirmed, today);
        checks.finish()?;
        Ok(checked)
    }
}

/// What changes of a member of staff.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct StaffPatch {
    /// Unique in the organization.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub staff_number: Option<String>,
    /// Their name.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub name: Option<String>,
    /// The address they sign in with.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub email: Option<String>,
    /// The key of their role; any but `employee` takes `org:manage` to give or take away.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub role: Option<String>,
    /// What they do; null for nothing.
    #[serde(skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub job_title: Member<String>,
    /// Their department; null for none.
    #[serde(skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<DepartmentId>))]
    pub department_id: Member<DepartmentId>,
    /// Who reviews them first; null for nobody.
    #[serde(skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<StaffId>))]
    pub line_manager_id: Member<StaffId>,
    /// First day of employment.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub employment_start_date: Option<NaiveDate>,
    /// When the employment was confirmed; null for not yet.
    #[serde(skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<NaiveDate>))]
    pub employment_confirmed_at: Member<NaiveDate>,
    /// True when they may not sign in.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub is_blocked: Option<bool>,
}

impl StaffPatch {
    /// The member of staff after the change. The names of the department and of the line manager
    /// stay as they were; they follow from the ids.
    ///
    /// Errors: 400 naming everything that cannot be accepted; a new confirmation after today is
    /// not.
    pub fn apply(self, staff: &Staff, today: NaiveDate) -> Result<Staff> {
        let mut checks = Checks::new();
        let changed = Staff {
            staff_number: self.staff_number.map_or_else(
                || staff.staff_number.clone(),
                |number| self::staff_number(&mut checks, &number),
            ),
            name: self.name.map_or_else(|| staff.name.clone(), |name| checks.name("name", &name)),
            email: self
                .email
                .map_or_else(|| staff.email.clone(), |email| checks.email("email", &email)),
            role: self.role.unwrap_or_else(|| staff.role.clone()),
            job_title: match self.job_title.change() {
                None => staff.job_title.clone(),
                Some(title) => title.and_then(|title| job_title(&mut checks, &title)),
            },
            department_id: self.department_id.change().unwrap_or(staff.department_id),
            line_manager_id: self.line_manager_id.change().unwrap_or(staff.line_manager_id),
            employment_start_date: self
                .employment_start_date
                .unwrap_or(staff.employment_start_date),
            employment_confirmed_at: self
                .employment_confirmed_at
                .clone()
                .change()
                .unwrap_or(staff.employment_confirmed_at),
            is_blocked: self.is_blocked.unwrap_or(staff.is_blocked),
            ..staff.clone()
        };
        checks.text("role", &changed.role);
        let culprit = if self.employment_confirmed_at.is_absent() {
            "employmentStartDate"
        } else {
            "employmentConfirmedAt"
        };
        let (start, confirmed) = (changed.employment_start_date, changed.employment_confirmed_at);
        employment(&mut checks, start, confirmed, culprit);
        if confirmed != staff.employment_confirmed_at {
            confirmed_by(&mut checks, confirmed, today);
        }
        checks.finish()?;
        Ok(changed)
    }
}

/// A staff number as it is stored and compared: one form of each letter (Unicode NFKC), Latin
/// digits, and nothing invisible, so that two numbers that look alike are the same.
pub fn normalized_staff_number(value: &str) -> String {
    let visible = value.nfkc().filter(|letter| !is_invisible(*letter)).collect::<String>();
    latin(&visible).trim().to_owned()
}

fn staff_number(checks: &mut Checks, value: &str) -> String {
    let value = normalized_staff_number(value);
    let fits = (1..=STAFF_NUMBER_LENGTH_MAX).contains(&value.chars().count())
        && !is_blank(&value)
        && !value.chars().any(char::is_control);
    checks.ensure(fits, "staffNumber", "INVALID", "Give a staff number of 1 to 50 characters.");
    value
}

/// A blank job title is none.
fn job_title(checks: &mut Checks, value: &str) -> Option<String> {
    if is_blank(value) {
        return None;
    }
    Some(checks.name("jobTitle", value))
}

fn employment(checks: &mut Checks, start: NaiveDate, confirmed: Option<NaiveDate>, culprit: &str) {
    checks.date("employmentStartDate", start);
    if let Some(confirmed) = confirmed {
        checks.date("employmentConfirmedAt", confirmed);
        checks.ensure(
            confirmed >= start,
            culprit,
            "BEFORE_START",
            "The employment cannot be confirmed before its first day.",
        );
    }
}

/// A confirmation in the future would unlock leave before its time.
fn confirmed_by(checks: &mut Checks, confirmed: Option<NaiveDate>, today: NaiveDate) {
    checks.ensure(
        confirmed.is_none_or(|day| day <= today),
        "employmentConfirmedAt",
        "IN_FUTURE",
        "The employment cannot be confirmed on a future day. Give today or an earlier day.",
    );
}

/// The members that differ, by their JSON names.
pub fn changed_fields(before: &Staff, after: &Staff) -> Vec<&'static str> {
    let differences = [
        ("staffNumber", before.staff_number != after.staff_number),
        ("name", before.name != after.name),
        ("email", before.email != after.email),
        ("role", before.role != after.role),
        ("jobTitle", before.job_title != after.job_title),
        ("departmentId", before.department_id != after.department_id),
        ("lineManagerId", before.line_manager_id != after.line_manager_id),
        ("employmentStartDate", before.employment_start_date != after.employment_start_date),
        ("employmentConfirmedAt", before.employment_confirmed_at != after.employment_confirmed_at),
        ("isBlocked", before.is_blocked != after.is_blocked),
    ];
    differences.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

/// A member of staff right after they were made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StaffCreated {
    /// The record.
    #[serde(flatten)]
    pub staff: Staff,
    /// Shown once; to be changed at the first sign-in. Empty, and left out, for a token of an
    /// integration, which is told no credential.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub temporary_password: String,
}

/// A password that somebody has to change at the first sign-in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemporaryPassword {
    /// Shown once.
    pub temporary_password: String,
}

impl std::fmt::Debug for StaffCreated {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("StaffCreated").field(&self.staff).finish()
    }
}

impl std::fmt::Debug for TemporaryPassword {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("TemporaryPassword(…)")
    }
}

/// What an import did: everything, or nothing and why not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportResult {
    /// How many were made; in a dry run, how many would be.
    pub created: u64,
    /// The first problems, by line and column; at most [`ImportResult::ERRORS_MAX`] of them.
    pub errors: Vec<ImportError>,
    /// How many problems there are.
    pub error_count: u64,
    /// Headings that are not known; their cells were not read.
    pub ignored_columns: Vec<String>,
}

impl ImportResult {
    /// The most problems that a result names.
    pub const ERRORS_MAX: usize = 100;
}

/// What is wrong with one line of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportError {
    /// The line of the file, from 1.
    pub line: u64,
    /// The column, by the name of the member; none for the line as a whole.
    pub field: Option<String>,
    /// Stable code.
    pub code: String,
    /// What is wrong and what to do.
    pub message: String,
}

#[cfg(test)]
mod tests;
