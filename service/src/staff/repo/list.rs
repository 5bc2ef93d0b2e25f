//! SQL of pages of staff.

use chrono::NaiveDate;
use shared::calendar::confirmation_due_cutoff;
use shared::id::{DepartmentId, OrganizationId};
use shared::page::PageRequest;
use shared::staff::{StaffQuery, StaffSort};

use super::StaffRow;
use crate::search::Search;
use database::{ReadTx, Result, Statement, statements};

// $2 the pattern of a search.
macro_rules! filtered {
    () => {
        r" WHERE staff.organization_id = $1
            AND ($2 IS NULL OR staff.name_folded LIKE $2 ESCAPE '\'
                OR staff.details_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR staff.department_id = $3)
            AND ($4 IS NULL OR staff.role_key = $4)
            AND ($5 IS NULL OR (staff.employment_confirmed_at IS NOT NULL) = $5)
            AND ($6 IS NULL OR (staff.employment_confirmed_at IS NULL
                AND staff.employment_start_date <= $7) = $6)
            AND ($8 IS NULL OR staff.is_blocked = $8)"
    };
}

// Each order has an index, so that names are only read for the rows of the page.
macro_rules! page {
    ($order:literal) => {
        concat!(
            "SELECT staff.id, staff.staff_number, staff.name, staff.email, staff.role_key,
            staff.job_title, staff.department_id, departments.name AS department_name,
            staff.line_manager_id, managers.name AS line_manager_name,
            staff.employment_start_date, staff.employment_confirmed_at,
            staff.confirmation_due_notified_at, staff.is_blocked
        FROM staff
        LEFT JOIN departments ON departments.organization_id = staff.organization_id
            AND departments.id = staff.department_id
        LEFT JOIN staff AS managers ON managers.organization_id = staff.organization_id
            AND managers.id = staff.line_manager_id",
            filtered!(),
            " ORDER BY ",
            $order,
            " LIMIT $9 OFFSET $10"
        )
    };
}

statements! {
    COUNT (plan per value) = concat!("SELECT COUNT(*) FROM staff", filtered!());
    NEWEST (plan per value) = page!("staff.created_at DESC, staff.id DESC");
    NAME (plan per value) = page!("staff.name_sort_key, staff.id");
    STARTED (plan per value) = page!("staff.employment_start_date, staff.id");
}

/// The filter of a list.
pub(in crate::staff) struct Filter<'q> {
    search: Search,
    department: Option<DepartmentId>,
    role: Option<&'q str>,
    confirmed: Option<bool>,
    due: Option<bool>,
    cutoff: NaiveDate,
    blocked: Option<bool>,
    sort: StaffSort,
}

impl<'q> Filter<'q> {
    pub(in crate::staff) fn new(query: &'q StaffQuery, today: NaiveDate) -> Self {
        Self {
            search: Search::of(query.q.as_deref()),
            department: query.department_id,
            role: query.role.as_deref(),
            confirmed: query.confirmed,
            due: query.due,
            cutoff: confirmation_due_cutoff(today),
            blocked: query.blocked,
            sort: query.sort.unwrap_or(StaffSort::Newest),
        }
    }

    fn bind<'t>(&self, statement: Statement<'t>, organization: OrganizationId) -> Statement<'t> {
        self.search
            .bind(statement.bind(organization))
            .bind(self.department)
            .bind(self.role)
            .bind(self.confirmed)
            .bind(self.due)
            .bind(self.cutoff)
            .bind(self.blocked)
    }
}

pub(in crate::staff) async fn count(
    tx: &mut ReadTx,
    organization: OrganizationId,
    filter: &Filter<'_>,
) -> Result<u64> {
    let total: i64 = filter.bind(tx.sql(COUNT), organization).scalar().await?;
    Ok(u64::try_from(total).unwrap_or(0))
}

pub(in crate::staff) async fn page(
    tx: &mut ReadTx,
    organization: OrganizationId,
    filter: &Filter<'_>,
    page: PageRequest,
) -> Result<Vec<StaffRow>> {
    let text = match filter.sort {
        StaffSort::Newest => NEWEST,
        StaffSort::Name => NAME,
        StaffSort::Started => STARTED,
    };
    let statement = filter.bind(tx.sql(text), organization);
    statement.bind(i64::from(page.limit)).bind(page.offset()).all().await
}
