//! Pages of staff.

use chrono::NaiveDate;
use shared::calendar::confirmation_due_cutoff;
use shared::id::{DepartmentId, OrganizationId};
use shared::page::PageRequest;
use shared::staff::StaffQuery;

use super::StaffRow;
use crate::database::{Result, Statement, Tx, statements};

// `LOWER` of SQLite knows the letters of English alone: hence the second pattern, as typed.
statements! {
    COUNT = r"SELECT COUNT(*) FROM staff
        WHERE staff.organization_id = $1
            AND ($2 IS NULL
                OR LOWER(staff.name) LIKE $2 ESCAPE '\' OR staff.name LIKE $3 ESCAPE '\'
                OR LOWER(staff.staff_number) LIKE $2 ESCAPE '\'
                OR staff.staff_number LIKE $3 ESCAPE '\' OR staff.email LIKE $2 ESCAPE '\')
            AND ($4 IS NULL OR staff.department_id = $4)
            AND ($5 IS NULL OR staff.role_key = $5)
            AND ($6 IS NULL OR (staff.employment_confirmed_at IS NOT NULL) = $6)
            AND ($7 IS NULL OR (staff.employment_confirmed_at IS NULL
                AND staff.employment_start_date <= $8) = $7)
            AND ($9 IS NULL OR staff.is_blocked = $9)";

    PAGE = r"SELECT staff.id, staff.staff_number, staff.name, staff.email, staff.role_key,
            staff.job_title, staff.department_id, departments.name AS department_name,
            staff.line_manager_id, managers.name AS line_manager_name,
            staff.employment_start_date, staff.employment_confirmed_at,
            staff.confirmation_due_notified_at, staff.is_blocked
        FROM staff
        LEFT JOIN departments ON departments.organization_id = staff.organization_id
            AND departments.id = staff.department_id
        LEFT JOIN staff AS managers ON managers.organization_id = staff.organization_id
            AND managers.id = staff.line_manager_id
        WHERE staff.organization_id = $1
            AND ($2 IS NULL
                OR LOWER(staff.name) LIKE $2 ESCAPE '\' OR staff.name LIKE $3 ESCAPE '\'
                OR LOWER(staff.staff_number) LIKE $2 ESCAPE '\'
                OR staff.staff_number LIKE $3 ESCAPE '\' OR staff.email LIKE $2 ESCAPE '\')
            AND ($4 IS NULL OR staff.department_id = $4)
            AND ($5 IS NULL OR staff.role_key = $5)
            AND ($6 IS NULL OR (staff.employment_confirmed_at IS NOT NULL) = $6)
            AND ($7 IS NULL OR (staff.employment_confirmed_at IS NULL
                AND staff.employment_start_date <= $8) = $7)
            AND ($9 IS NULL OR staff.is_blocked = $9)
        ORDER BY staff.created_at DESC, staff.id DESC LIMIT $10 OFFSET $11";
}

/// What a list is narrowed to.
pub(in crate::staff) struct Filter<'q> {
    lowered: Option<String>,
    typed: Option<String>,
    department: Option<DepartmentId>,
    role: Option<&'q str>,
    confirmed: Option<bool>,
    due: Option<bool>,
    cutoff: NaiveDate,
    blocked: Option<bool>,
}

impl<'q> Filter<'q> {
    pub(in crate::staff) fn new(query: &'q StaffQuery, today: NaiveDate) -> Self {
        let q = query.q.as_deref().map(str::trim).filter(|q| !q.is_empty());
        Self {
            lowered: q.map(|q| pattern(&q.to_lowercase())),
            typed: q.map(pattern),
            department: query.department_id,
            role: query.role.as_deref(),
            confirmed: query.confirmed,
            due: query.due,
            cutoff: confirmation_due_cutoff(today),
            blocked: query.blocked,
        }
    }

    fn bind<'t>(&self, statement: Statement<'t>, organization: OrganizationId) -> Statement<'t> {
        statement
            .bind(organization)
            .bind(&self.lowered)
            .bind(&self.typed)
            .bind(self.department)
            .bind(self.role)
            .bind(self.confirmed)
            .bind(self.due)
            .bind(self.cutoff)
            .bind(self.blocked)
    }
}

/// What holds the text somewhere, taken literally.
pub(crate) fn pattern(text: &str) -> String {
    let escaped = text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{escaped}%")
}

pub(in crate::staff) async fn count(
    tx: &mut Tx,
    organization: OrganizationId,
    filter: &Filter<'_>,
) -> Result<u64> {
    let total: i64 = filter.bind(tx.sql(COUNT), organization).scalar().await?;
    Ok(u64::try_from(total).unwrap_or(0))
}

pub(in crate::staff) async fn page(
    tx: &mut Tx,
    organization: OrganizationId,
    filter: &Filter<'_>,
    page: PageRequest,
) -> Result<Vec<StaffRow>> {
    filter
        .bind(tx.sql(PAGE), organization)
        .bind(i64::from(page.limit))
        .bind(page.offset())
        .all()
        .await
}
