//! SQL of pages of staff.

use chrono::{DateTime, NaiveDate, Utc};
use shared::error::Result;
use shared::id::DepartmentId;
use shared::page::PageRequest;
use shared::page::cursor::{self, NameKey, start_ascending, start_descending};
use shared::staff::{StaffQuery, StaffSort};

use super::StaffRow;
use crate::page::{bind_opposite_page, bind_page};
use crate::search::Search;
use crate::transaction::ReadTx;
use database::{Statement, statements};

// $2 the pattern of a search. Each order has an index, so that names are only read for the rows of
// the page.
statements! {
    COUNT (plan per value) = r"SELECT COUNT(*) FROM staff
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR department_id = $3) AND ($4 IS NULL OR role_key = $4)
            AND ($5 IS NULL OR (employment_confirmed_at IS NOT NULL) = $5)
            AND ($6 IS NULL
                OR (employment_confirmed_at IS NULL AND employment_start_date <= $7) = $6)
            AND ($8 IS NULL OR is_blocked = $8)";
    NEWEST (plan per value) = r"SELECT *
        FROM staff_details
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR department_id = $3) AND ($4 IS NULL OR role_key = $4)
            AND ($5 IS NULL OR (employment_confirmed_at IS NOT NULL) = $5)
            AND ($6 IS NULL
                OR (employment_confirmed_at IS NULL AND employment_start_date <= $7) = $6)
            AND ($8 IS NULL OR is_blocked = $8) AND (created_at, id) < ($9, $10)
        ORDER BY created_at DESC, id DESC LIMIT $11 OFFSET $12";
    NAME (plan per value) = r"SELECT *
        FROM staff_details
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR department_id = $3) AND ($4 IS NULL OR role_key = $4)
            AND ($5 IS NULL OR (employment_confirmed_at IS NOT NULL) = $5)
            AND ($6 IS NULL
                OR (employment_confirmed_at IS NULL AND employment_start_date <= $7) = $6)
            AND ($8 IS NULL OR is_blocked = $8) AND (name_sort_key, id) > ($9, $10)
        ORDER BY name_sort_key, id LIMIT $11 OFFSET $12";
    NAME_DESCENDING (plan per value) = r"SELECT *
        FROM staff_details
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR department_id = $3) AND ($4 IS NULL OR role_key = $4)
            AND ($5 IS NULL OR (employment_confirmed_at IS NOT NULL) = $5)
            AND ($6 IS NULL
                OR (employment_confirmed_at IS NULL AND employment_start_date <= $7) = $6)
            AND ($8 IS NULL OR is_blocked = $8) AND (name_sort_key, id) < ($9, $10)
        ORDER BY name_sort_key DESC, id DESC LIMIT $11 OFFSET $12";
    STARTED (plan per value) = r"SELECT *
        FROM staff_details
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR department_id = $3) AND ($4 IS NULL OR role_key = $4)
            AND ($5 IS NULL OR (employment_confirmed_at IS NOT NULL) = $5)
            AND ($6 IS NULL
                OR (employment_confirmed_at IS NULL AND employment_start_date <= $7) = $6)
            AND ($8 IS NULL OR is_blocked = $8) AND (employment_start_date, id) > ($9, $10)
        ORDER BY employment_start_date, id LIMIT $11 OFFSET $12";
    STARTED_DESCENDING (plan per value) = r"SELECT *
        FROM staff_details
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR department_id = $3) AND ($4 IS NULL OR role_key = $4)
            AND ($5 IS NULL OR (employment_confirmed_at IS NOT NULL) = $5)
            AND ($6 IS NULL
                OR (employment_confirmed_at IS NULL AND employment_start_date <= $7) = $6)
            AND ($8 IS NULL OR is_blocked = $8) AND (employment_start_date, id) < ($9, $10)
        ORDER BY employment_start_date DESC, id DESC LIMIT $11 OFFSET $12";
}

/// The filter of a list.
pub(in crate::staff) struct Filter<'q> {
    search: Search,
    department: Option<DepartmentId>,
    role: Option<&'q str>,
    confirmed: Option<bool>,
    is_due: Option<bool>,
    cutoff: Option<NaiveDate>,
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
            is_due: query.due.map(|due| due.is_due),
            cutoff: query.due.map(|due| due.cutoff(today)),
            blocked: query.blocked,
            sort: query.sort.unwrap_or(StaffSort::Newest),
        }
    }

    fn bind<'t>(&self, statement: Statement<'t>) -> Statement<'t> {
        self.search
            .bind(statement)
            .bind(self.department)
            .bind(self.role)
            .bind(self.confirmed)
            .bind(self.is_due)
            .bind(self.cutoff)
            .bind(self.blocked)
    }
}

pub(in crate::staff) async fn count(tx: &mut ReadTx, filter: &Filter<'_>) -> Result<u64> {
    let total: i64 = filter.bind(tx.sql(COUNT)).scalar().await?;
    Ok(u64::try_from(total).unwrap_or(0))
}

pub(in crate::staff) async fn page(
    tx: &mut ReadTx,
    filter: &Filter<'_>,
    page: &PageRequest,
) -> Result<Vec<StaffRow>> {
    let statement = match filter.sort {
        StaffSort::Newest => {
            bind_page(filter.bind(tx.sql(NEWEST)), page, start_descending::<DateTime<Utc>>())?
        }
        StaffSort::Name => {
            bind_page(filter.bind(tx.sql(NAME)), page, start_ascending::<NameKey>())?
        }
        StaffSort::NameDescending => {
            let start = start_descending::<NameKey>();
            bind_opposite_page(filter.bind(tx.sql(NAME_DESCENDING)), page, start)?
        }
        StaffSort::Started => {
            bind_page(filter.bind(tx.sql(STARTED)), page, start_ascending::<NaiveDate>())?
        }
        StaffSort::StartedDescending => {
            let start = start_descending::<NaiveDate>();
            bind_opposite_page(filter.bind(tx.sql(STARTED_DESCENDING)), page, start)?
        }
    };
    Ok(statement.all().await?)
}

/// The cursor after a row.
pub(in crate::staff) fn cursor(row: &StaffRow, filter: &Filter<'_>) -> String {
    match filter.sort {
        StaffSort::Newest => cursor::write(&row.created_at, row.id.0),
        StaffSort::Name => cursor::write(&row.name_sort_key, row.id.0),
        StaffSort::NameDescending => cursor::write_opposite(&row.name_sort_key, row.id.0),
        StaffSort::Started => cursor::write(&row.employment_start_date, row.id.0),
        StaffSort::StartedDescending => {
            cursor::write_opposite(&row.employment_start_date, row.id.0)
        }
    }
}
