//! SQL of staff.

mod bulk;
mod list;
pub(super) mod probation;
mod upload;

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use shared::calendar::is_due_for_confirmation;
use shared::id::{DepartmentId, StaffId};
use shared::page::cursor::NameKey;
use shared::staff::Staff;

use crate::search::{NameForms, staff_details};
use crate::session::password;
use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

pub(super) use bulk::taken_emails;
pub(super) use bulk::{KnownStaff, departments, known_staff, role_keys, set_line_managers};
pub(super) use list::{Filter, count, cursor, page};
pub(super) use upload::{delete_upload, prune_uploads, store_upload, upload};

statements! {
    FIND = "SELECT * FROM staff_details WHERE organization_id = $1 AND id = $2";

    EXISTS = "SELECT EXISTS (SELECT 1 FROM staff WHERE organization_id = $1 AND id = $2)";

    LOCK = "UPDATE staff SET updated_at = updated_at WHERE organization_id = $1 AND id = $2";

    REFERENCES (plan per value) = "SELECT
            $2 IS NULL OR EXISTS (
                SELECT 1 FROM departments WHERE organization_id = $1 AND id = $2) AS department,
            $3 IS NULL OR EXISTS (
                SELECT 1 FROM staff WHERE organization_id = $1 AND id = $3) AS line_manager,
            EXISTS (SELECT 1 FROM roles WHERE organization_id = $1 AND key = $4) AS role";

    ADD = "INSERT INTO staff (organization_id, id, staff_number, name, email, role_key, job_title,
            department_id, line_manager_id, employment_start_date, employment_confirmed_at,
            confirmation_due_notified_at, is_blocked, password_hash, password_scheme,
            password_version, password_change_required, created_at, updated_at, name_folded,
            name_sort_key, details_folded)
        VALUES {rows: UUID, UUID, TEXT, TEXT, TEXT, TEXT, TEXT, UUID, UUID, DATE, DATE,
            TIMESTAMPTZ, BOOLEAN, TEXT, TEXT, BIGINT, BOOLEAN, TIMESTAMPTZ, TIMESTAMPTZ, TEXT,
            BYTEA, TEXT}";

    SAVE = "UPDATE staff
        SET staff_number = $3, name = $4, email = $5, role_key = $6, job_title = $7,
            department_id = $8, line_manager_id = $9, employment_start_date = $10,
            employment_confirmed_at = $11, is_blocked = $12, updated_at = $13,
            name_folded = $14, name_sort_key = $15, details_folded = $16
        WHERE organization_id = $1 AND id = $2";

    /// Addresses are unique on the whole platform.
    EMAIL_TAKEN = "SELECT EXISTS (SELECT 1 FROM staff WHERE email = $1 AND id <> $2)";

    STAFF_NUMBER_TAKEN = "SELECT EXISTS (
        SELECT 1 FROM staff WHERE organization_id = $1 AND staff_number = $2 AND id <> $3)";

    STAFF_NUMBERS = "SELECT id, staff_number FROM staff WHERE organization_id = $1";

    /// Follows the line managers of one person; UNION ends the recursion even in an existing cycle.
    IS_ABOVE = "WITH RECURSIVE chain (id) AS (
            SELECT staff.id FROM staff WHERE staff.organization_id = $1 AND staff.id = $3
            UNION
            SELECT staff.line_manager_id FROM staff JOIN chain ON staff.id = chain.id
            WHERE staff.organization_id = $1 AND staff.line_manager_id IS NOT NULL)
        SELECT EXISTS (SELECT 1 FROM chain WHERE id = $2)";
}

/// One member of staff, as stored, with the names for the ids.
#[derive(Clone, Debug, database::FromRow)]
pub(crate) struct StaffRow {
    id: StaffId,
    staff_number: String,
    name: String,
    email: String,
    role_key: String,
    job_title: Option<String>,
    department_id: Option<DepartmentId>,
    department_name: Option<String>,
    line_manager_id: Option<StaffId>,
    line_manager_name: Option<String>,
    employment_start_date: NaiveDate,
    employment_confirmed_at: Option<NaiveDate>,
    confirmation_due_notified_at: Option<DateTime<Utc>>,
    is_blocked: bool,
    created_at: DateTime<Utc>,
    name_sort_key: NameKey,
}

impl StaffRow {
    pub(super) fn into_staff(self, today: NaiveDate) -> Staff {
        Staff {
            due_for_confirmation: is_due_for_confirmation(
                self.employment_start_date,
                self.employment_confirmed_at,
                today,
            ),
            id: self.id,
            staff_number: self.staff_number,
            name: self.name,
            email: self.email,
            role: self.role_key,
            job_title: self.job_title,
            department_id: self.department_id,
            department_name: self.department_name,
            line_manager_id: self.line_manager_id,
            line_manager_name: self.line_manager_name,
            employment_start_date: self.employment_start_date,
            employment_confirmed_at: self.employment_confirmed_at,
            confirmation_due_notified_at: self.confirmation_due_notified_at,
            is_blocked: self.is_blocked,
        }
    }
}

/// A member of staff to be added.
#[derive(Clone, Debug)]
pub(crate) struct NewStaff {
    pub id: StaffId,
    pub staff_number: String,
    pub name: String,
    pub email: String,
    pub role: String,
    pub job_title: Option<String>,
    pub department_id: Option<DepartmentId>,
    pub line_manager_id: Option<StaffId>,
    pub employment_start_date: NaiveDate,
    pub employment_confirmed_at: Option<NaiveDate>,
    pub is_blocked: bool,
    pub password_hash: String,
    pub password_scheme: &'static str,
    pub password_change_required: bool,
}

impl NewStaff {
    /// An employee who starts on this day and cannot sign in yet.
    pub(crate) fn starting(
        id: StaffId,
        staff_number: String,
        (name, email): (String, String),
        employment_start_date: NaiveDate,
    ) -> Self {
        Self {
            id,
            staff_number,
            name,
            email,
            role: shared::permission::EMPLOYEE.to_owned(),
            job_title: None,
            department_id: None,
            line_manager_id: None,
            employment_start_date,
            employment_confirmed_at: None,
            is_blocked: false,
            password_hash: String::new(),
            password_scheme: password::NO_PASSWORD,
            password_change_required: true,
        }
    }

    pub(super) fn references(&self) -> References<'_> {
        References {
            department: self.department_id,
            line_manager: self.line_manager_id,
            role: &self.role,
        }
    }
}

/// The references of a member of staff.
#[derive(Clone, Copy, Debug)]
pub(super) struct References<'r> {
    pub department: Option<DepartmentId>,
    pub line_manager: Option<StaffId>,
    pub role: &'r str,
}

/// The references that exist in the organization; an absent reference counts as found.
#[derive(Clone, Copy, Debug, database::FromRow)]
pub(super) struct ExistingReferences {
    pub department: bool,
    pub line_manager: bool,
    pub role: bool,
}

pub(super) async fn find(tx: &mut ReadTx, id: StaffId) -> Result<Option<StaffRow>> {
    tx.sql(FIND).bind(id).optional().await
}

/// All staff numbers.
pub(super) async fn staff_numbers(tx: &mut ReadTx) -> Result<HashMap<StaffId, String>> {
    let rows: Vec<(StaffId, String)> = tx.sql(STAFF_NUMBERS).all().await?;
    Ok(rows.into_iter().collect())
}

pub(crate) async fn exists(tx: &mut ReadTx, id: StaffId) -> Result<bool> {
    tx.sql(EXISTS).bind(id).scalar().await
}

/// Serializes changes of one person.
pub(crate) async fn lock(tx: &mut WriteTx, id: StaffId) -> Result<()> {
    tx.sql(LOCK).bind(id).execute().await?;
    Ok(())
}

pub(super) async fn references(
    tx: &mut ReadTx,
    references: &References<'_>,
) -> Result<ExistingReferences> {
    tx.sql(REFERENCES)
        .bind(references.department)
        .bind(references.line_manager)
        .bind(references.role)
        .one()
        .await
}

pub(crate) async fn add(tx: &mut WriteTx, staff: &[NewStaff], now: DateTime<Utc>) -> Result<()> {
    tx.insert(ADD, staff, |row, new| {
        let name = NameForms::of(&new.name);
        row.bind(new.id)
            .bind(&new.staff_number)
            .bind(&new.name)
            .bind(&new.email)
            .bind(&new.role)
            .bind(&new.job_title)
            .bind(new.department_id)
            .bind(new.line_manager_id)
            .bind(new.employment_start_date)
            .bind(new.employment_confirmed_at)
            .bind(None::<DateTime<Utc>>)
            .bind(new.is_blocked)
            .bind(&new.password_hash)
            .bind(new.password_scheme)
            .bind(1_i64)
            .bind(new.password_change_required)
            .bind(now)
            .bind(now)
            .bind(name.folded)
            .bind(name.sort_key)
            .bind(staff_details(&new.staff_number, &new.email))
    })
    .execute()
    .await?;
    Ok(())
}

pub(super) async fn save(tx: &mut WriteTx, staff: &Staff, now: DateTime<Utc>) -> Result<()> {
    let name = NameForms::of(&staff.name);
    tx.sql(SAVE)
        .bind(staff.id)
        .bind(&staff.staff_number)
        .bind(&staff.name)
        .bind(&staff.email)
        .bind(&staff.role)
        .bind(&staff.job_title)
        .bind(staff.department_id)
        .bind(staff.line_manager_id)
        .bind(staff.employment_start_date)
        .bind(staff.employment_confirmed_at)
        .bind(staff.is_blocked)
        .bind(now)
        .bind(name.folded)
        .bind(name.sort_key)
        .bind(staff_details(&staff.staff_number, &staff.email))
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn is_email_taken(tx: &mut ReadTx, email: &str, id: StaffId) -> Result<bool> {
    tx.global(EMAIL_TAKEN).bind(email).bind(id).scalar().await
}

pub(super) async fn is_staff_number_taken(
    tx: &mut ReadTx,
    staff_number: &str,
    id: StaffId,
) -> Result<bool> {
    tx.sql(STAFF_NUMBER_TAKEN).bind(staff_number).bind(id).scalar().await
}

/// Returns true if the first person is the second one, or a line manager somewhere above them.
pub(super) async fn is_above(tx: &mut ReadTx, person: StaffId, of: StaffId) -> Result<bool> {
    tx.sql(IS_ABOVE).bind(person).bind(of).scalar().await
}
