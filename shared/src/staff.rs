//! Members of staff.

mod import;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Deserializer, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::check::{Checks, is_blank, is_invisible};
use crate::date::{present_date, strict_date};
use crate::digits::latin;
use crate::error::{FieldCode, Result};
use crate::id::{DepartmentId, StaffId};
use crate::page::PageRequest;
use crate::patch::{Patch, present};
use crate::permission::EMPLOYEE;
use crate::probation::DueFilter;

pub use import::{ImportColumn, ImportMapping, ImportPreview, MappingError, heading_letters};

/// The maximum length of a staff number, in characters.
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
    /// The sign-in address; unique on the platform.
    pub email: String,
    /// The key of their role.
    pub role: String,
    /// The job title.
    pub job_title: Option<String>,
    /// Their department.
    pub department_id: Option<DepartmentId>,
    /// Its name.
    pub department_name: Option<String>,
    /// The line manager, who reviews them first.
    pub line_manager_id: Option<StaffId>,
    /// Their line manager's name.
    pub line_manager_name: Option<String>,
    /// First day of employment.
    pub employment_start_date: NaiveDate,
    /// The date of the confirmation of employment.
    pub employment_confirmed_at: Option<NaiveDate>,
    /// The time when human resources were notified that confirmation is due.
    pub confirmation_due_notified_at: Option<DateTime<Utc>>,
    /// True when they may not sign in.
    pub is_blocked: bool,
    /// True when six months have passed without confirmation.
    pub due_for_confirmation: bool,
}

text_enum! {
    /// The sort order of a list of staff.
    StaffSort {
        /// Most recently added first.
        Newest = "newest",
        /// By name.
        Name = "name",
        /// By name, from the last one.
        NameDescending = "name_desc",
        /// Longest employed first.
        Started = "started",
        /// Shortest employed first.
        StartedDescending = "started_desc",
    }
}

/// The query parameters of a list of staff.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffQuery {
    /// Only people whose name, number or address contains this text.
    pub q: Option<String>,
    /// Only of this department.
    pub department_id: Option<DepartmentId>,
    /// Only with this role.
    pub role: Option<String>,
    /// Only the confirmed, or only the others.
    pub confirmed: Option<bool>,
    /// Only those due for confirmation, or only the others.
    pub due: Option<DueFilter>,
    /// Only the blocked, or only the others.
    pub blocked: Option<bool>,
    /// The order; newest first by default.
    pub sort: Option<StaffSort>,
    /// The requested page.
    pub page: PageRequest,
}

impl StaffQuery {
    /// Errors: 400 for texts that cannot be searched for.
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

/// The input for a new member of staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StaffInput {
    /// Unique in the organization.
    pub staff_number: String,
    /// Their name.
    pub name: String,
    /// The sign-in address.
    pub email: String,
    /// The key of their role; any role but `employee` needs `org:manage`.
    #[serde(default = "employee", deserialize_with = "null_is_employee")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub role: String,
    /// The job title.
    #[serde(default)]
    pub job_title: Option<String>,
    /// Their department.
    #[serde(default)]
    pub department_id: Option<DepartmentId>,
    /// The line manager, who reviews them first.
    #[serde(default)]
    pub line_manager_id: Option<StaffId>,
    /// First day of employment.
    #[serde(deserialize_with = "strict_date")]
    pub employment_start_date: NaiveDate,
    /// The date of the confirmation of employment; not before its first day.
    #[serde(default, deserialize_with = "strict_date")]
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
    /// Returns the input with its texts normalized.
    ///
    /// Errors: 400 naming every invalid field, including a confirmation after today.
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

/// A change of a member of staff.
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
    /// The sign-in address.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub email: Option<String>,
    /// The key of their role; granting or revoking any role but `employee` needs `org:manage`.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub role: Option<String>,
    /// The job title; null clears it.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub job_title: Patch<String>,
    /// Their department; null for none.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<DepartmentId>))]
    pub department_id: Patch<DepartmentId>,
    /// The line manager, who reviews them first; null for none.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<StaffId>))]
    pub line_manager_id: Patch<StaffId>,
    /// First day of employment.
    #[serde(deserialize_with = "present_date", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub employment_start_date: Option<NaiveDate>,
    /// The date of the confirmation of employment; null for unconfirmed.
    #[serde(deserialize_with = "strict_date", skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<NaiveDate>))]
    pub employment_confirmed_at: Patch<NaiveDate>,
    /// True when they may not sign in.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub is_blocked: Option<bool>,
}

impl StaffPatch {
    /// The member of staff after the change. The names of the department and of the line manager
    /// are not updated; they follow from the ids.
    ///
    /// Errors: 400 naming every invalid field, including a new confirmation after today.
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
/// digits, and no invisible characters, so that two numbers that are displayed alike are equal.
pub fn normalized_staff_number(value: &str) -> String {
    let visible = value.nfkc().filter(|letter| !is_invisible(*letter)).collect::<String>();
    latin(&visible).trim().to_owned()
}

fn staff_number(checks: &mut Checks, value: &str) -> String {
    let value = normalized_staff_number(value);
    let fits = (1..=STAFF_NUMBER_LENGTH_MAX).contains(&value.chars().count())
        && !is_blank(&value)
        && !value.chars().any(char::is_control);
    checks.ensure(
        fits,
        "staffNumber",
        FieldCode::Invalid,
        "Enter a staff number of 1 to 50 characters.",
    );
    value
}

/// A blank job title becomes none.
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
            FieldCode::BeforeStart,
            "The confirmation date can't be before the start date.",
        );
    }
}

/// A confirmation in the future would unlock leave too early.
fn confirmed_by(checks: &mut Checks, confirmed: Option<NaiveDate>, today: NaiveDate) {
    checks.ensure(
        confirmed.is_none_or(|day| day <= today),
        "employmentConfirmedAt",
        FieldCode::InFuture,
        "The confirmation date can't be in the future.",
    );
}

/// The changed fields, by their JSON names.
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

/// A new member of staff with the temporary password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StaffCreated {
    /// The record.
    #[serde(flatten)]
    pub staff: Staff,
    /// Shown once; to be changed at the first sign-in. Empty and omitted for an API token, which
    /// receives no credentials.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub temporary_password: String,
}

/// A password that has to be changed at the first sign-in.
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

/// The outcome of an import: all rows, or none with the reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportResult {
    /// The number of created people; in a dry run, the expected number.
    pub created: u64,
    /// The first faults, by line and column; at most [`ImportResult::ERRORS_MAX`] of them.
    pub errors: Vec<ImportError>,
    /// The total number of faults.
    pub error_count: u64,
    /// Unknown headings, whose cells were ignored.
    pub ignored_columns: Vec<String>,
}

impl ImportResult {
    /// The maximum number of faults in a result.
    pub const ERRORS_MAX: usize = 100;
}

/// A fault in one line of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportError {
    /// The line of the file, from 1.
    pub line: u64,
    /// The column, by the name of the field; none for the line as a whole.
    pub field: Option<String>,
    /// Stable code, to match on.
    pub code: FieldCode,
    /// The fault and how to correct it.
    pub message: String,
}

#[cfg(test)]
mod tests;
