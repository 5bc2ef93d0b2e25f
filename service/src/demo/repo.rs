//! SQL of the demo.

use chrono::{DateTime, NaiveDate, Utc};
use shared::error::Result;
use shared::id::{PortalAccountId, StaffId};
use uuid::Uuid;

use super::content::PersonContent;
use crate::search::{NameForms, staff_details};
use crate::transaction::WriteTx;
use database::statements;

statements! {
    COUNT_ORGANIZATIONS = "SELECT COUNT(*) FROM organizations";
    SET_PLACE = "UPDATE organizations SET time_zone = $2, currency = $3, address = $4
        WHERE id = $1";
    ADD_DEPARTMENTS = "WITH given (id, name, template_name, created_at)
            AS (VALUES {rows: UUID, TEXT, TEXT, TIMESTAMPTZ})
        INSERT INTO departments (organization_id, id, name, appraisal_template_id, created_at)
        SELECT $1, given.id, given.name, t.id, given.created_at FROM given
        LEFT JOIN appraisal_templates t ON t.organization_id = $1
            AND t.name = given.template_name AND t.is_archived = FALSE";
    ADD_PEOPLE = "INSERT INTO staff
        (organization_id, id, staff_number, name, email, role_key, job_title, department_id,
         line_manager_id, employment_start_date, employment_confirmed_at, is_blocked,
         password_hash, password_scheme, password_version, password_change_required, created_at,
         updated_at, name_folded, name_sort_key, details_folded)
        VALUES {rows: UUID, UUID, TEXT, TEXT, TEXT, TEXT, TEXT, UUID, UUID, DATE, DATE, BOOLEAN,
            TEXT, TEXT, BIGINT, BOOLEAN, TIMESTAMPTZ, TIMESTAMPTZ, TEXT, BYTEA, TEXT}
        ON CONFLICT (organization_id, id) DO UPDATE SET
            staff_number = excluded.staff_number, details_folded = excluded.details_folded,
            job_title = excluded.job_title,
            department_id = excluded.department_id, line_manager_id = excluded.line_manager_id,
            employment_start_date = excluded.employment_start_date,
            employment_confirmed_at = excluded.employment_confirmed_at,
            password_hash = excluded.password_hash, password_scheme = excluded.password_scheme,
            password_change_required = excluded.password_change_required";
    READ_NOTIFICATIONS = "UPDATE notifications SET read_at = created_at
        WHERE organization_id = $1 AND created_at < $2";
    SETTLE_PORTAL = "UPDATE portal_accounts
        SET password_hash = $3, password_change_required = FALSE
        WHERE organization_id = $1 AND id = $2";
    SET_SUPERVISOR = "UPDATE departments SET supervisor_staff_id = $3
        WHERE organization_id = $1 AND id = $2";
}

/// A department of the demo.
#[derive(Debug)]
pub(super) struct NewDepartment {
    pub(super) id: Uuid,
    pub(super) name: &'static str,
    pub(super) template: Option<&'static str>,
}

/// A person of the demo.
#[derive(Debug)]
pub(super) struct NewPerson<'a> {
    pub(super) id: StaffId,
    pub(super) person: &'static PersonContent,
    pub(super) department: Option<Uuid>,
    pub(super) line_manager: Option<StaffId>,
    pub(super) start: NaiveDate,
    pub(super) confirmed: Option<NaiveDate>,
    pub(super) hash: &'a str,
}

/// The number of organizations on the platform.
pub(super) async fn count_organizations(tx: &mut database::ReadTx) -> Result<i64> {
    Ok(tx.global(COUNT_ORGANIZATIONS).scalar().await?)
}

/// Sets the time zone, the currency and the address of the organization.
pub(super) async fn set_place(
    tx: &mut WriteTx,
    time_zone: &str,
    currency: &str,
    address: &str,
) -> Result<()> {
    tx.sql(SET_PLACE).bind(time_zone).bind(currency).bind(address).execute().await?;
    Ok(())
}

pub(super) async fn add_departments(
    tx: &mut WriteTx,
    departments: &[NewDepartment],
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(ADD_DEPARTMENTS)
        .rows(departments, |row, it| row.bind(it.id).bind(it.name).bind(it.template).bind(now))
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn add_people(
    tx: &mut WriteTx,
    people: &[NewPerson<'_>],
    now: DateTime<Utc>,
) -> Result<()> {
    tx.insert(ADD_PEOPLE, people, |row, it| {
        let name = NameForms::of(it.person.name);
        row.bind(it.id)
            .bind(it.person.staff_number)
            .bind(it.person.name)
            .bind(it.person.email)
            .bind(it.person.role)
            .bind(it.person.job_title)
            .bind(it.department)
            .bind(it.line_manager)
            .bind(it.start)
            .bind(it.confirmed)
            .bind(it.person.is_blocked)
            .bind(it.hash)
            .bind(crate::session::password::SCHEME)
            .bind(1_i64)
            .bind(false)
            .bind(now)
            .bind(now)
            .bind(name.folded)
            .bind(name.sort_key)
            .bind(staff_details(it.person.staff_number, it.person.email))
    })
    .execute()
    .await?;
    Ok(())
}

/// Marks the notifications before that time as read.
pub(super) async fn read_notifications(tx: &mut WriteTx, before: DateTime<Utc>) -> Result<()> {
    tx.sql(READ_NOTIFICATIONS).bind(before).execute().await?;
    Ok(())
}

/// Sets a customer's permanent password.
pub(super) async fn settle_portal(
    tx: &mut WriteTx,
    account: PortalAccountId,
    hash: &str,
) -> Result<()> {
    tx.sql(SETTLE_PORTAL).bind(account).bind(hash).execute().await?;
    Ok(())
}

pub(super) async fn set_supervisor(
    tx: &mut WriteTx,
    department: Uuid,
    supervisor: StaffId,
) -> Result<()> {
    tx.sql(SET_SUPERVISOR).bind(department).bind(supervisor).execute().await?;
    Ok(())
}
