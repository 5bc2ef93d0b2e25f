//! SQL of pages of facilities.

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::ageing::DueDates;
use shared::credit::facility::{FacilityQuery, FacilitySort};
use shared::error::Result;
use shared::id::StaffId;
use shared::money::Money;
use shared::page::PageRequest;
use shared::page::cursor::{self, SortKey as _, start_ascending, start_descending};
use uuid::Uuid;

use super::FacilityRow;
use crate::page::{bind_opposite_page, bind_page};
use crate::search::Search;
use crate::transaction::ReadTx;
use database::{Statement, statements};

// $2 the statuses between commas; $5 to $7 the oldest unpaid due dates; $8 and $9 the dates of the
// next amount to pay; $10 the maker; $11 the pattern of a search; $12 and $13 the sort key and
// the id of the last row before the page, where 9999-12-31 stands for no date, and 0001-01-01 if
// the latest date is first.
statements! {
    LENGTH = "SELECT CAST(COALESCE(SUM(length), 0) AS BIGINT) FROM list_lengths
        WHERE organization_id = $1 AND list = 'facilities'";
    COUNT (plan per value) = r"SELECT COUNT(*) FROM facility_details
        WHERE organization_id = $1 AND ($2 IS NULL OR $2 LIKE '%,' || status || ',%')
            AND ($3 IS NULL OR product_type = $3) AND ($4 IS NULL OR customer_id = $4)
            AND ((oldest_due_date IS NULL AND $7)
                OR (oldest_due_date IS NOT NULL AND ($5 IS NULL OR oldest_due_date >= $5)
                    AND ($6 IS NULL OR oldest_due_date <= $6)))
            AND ($8 IS NULL OR (next_due_date >= $8 AND ($9 IS NULL OR next_due_date <= $9)))
            AND ($10 IS NULL OR created_by_id = $10)
            AND ($11 IS NULL OR details_folded LIKE $11 ESCAPE '\'
                OR customer_name_folded LIKE $11 ESCAPE '\')";
    // By an index of all its columns.
    COUNT_NARROWED (plan per value) = "SELECT COUNT(*) FROM facilities
        WHERE organization_id = $1 AND ($2 IS NULL OR $2 LIKE '%,' || status || ',%')
            AND ($3 IS NULL OR product_type = $3) AND ($4 IS NULL OR customer_id = $4)
            AND ((oldest_due_date IS NULL AND $7)
                OR (oldest_due_date IS NOT NULL AND ($5 IS NULL OR oldest_due_date >= $5)
                    AND ($6 IS NULL OR oldest_due_date <= $6)))
            AND ($8 IS NULL OR (next_due_date >= $8 AND ($9 IS NULL OR next_due_date <= $9)))";
    NEWEST (plan per value) = r"SELECT * FROM facility_details
        WHERE organization_id = $1 AND ($2 IS NULL OR $2 LIKE '%,' || status || ',%')
            AND ($3 IS NULL OR product_type = $3) AND ($4 IS NULL OR customer_id = $4)
            AND ((oldest_due_date IS NULL AND $7)
                OR (oldest_due_date IS NOT NULL AND ($5 IS NULL OR oldest_due_date >= $5)
                    AND ($6 IS NULL OR oldest_due_date <= $6)))
            AND ($8 IS NULL OR (next_due_date >= $8 AND ($9 IS NULL OR next_due_date <= $9)))
            AND ($10 IS NULL OR created_by_id = $10)
            AND ($11 IS NULL OR details_folded LIKE $11 ESCAPE '\'
                OR customer_name_folded LIKE $11 ESCAPE '\')
            AND (created_at, id) < ($12, $13)
        ORDER BY created_at DESC, id DESC LIMIT $14 OFFSET $15";
    OUTSTANDING (plan per value) = r"SELECT * FROM facility_details
        WHERE organization_id = $1 AND ($2 IS NULL OR $2 LIKE '%,' || status || ',%')
            AND ($3 IS NULL OR product_type = $3) AND ($4 IS NULL OR customer_id = $4)
            AND ((oldest_due_date IS NULL AND $7)
                OR (oldest_due_date IS NOT NULL AND ($5 IS NULL OR oldest_due_date >= $5)
                    AND ($6 IS NULL OR oldest_due_date <= $6)))
            AND ($8 IS NULL OR (next_due_date >= $8 AND ($9 IS NULL OR next_due_date <= $9)))
            AND ($10 IS NULL OR created_by_id = $10)
            AND ($11 IS NULL OR details_folded LIKE $11 ESCAPE '\'
                OR customer_name_folded LIKE $11 ESCAPE '\')
            AND (outstanding_principal, id) < ($12, $13)
        ORDER BY outstanding_principal DESC, id DESC LIMIT $14 OFFSET $15";
    OUTSTANDING_ASCENDING (plan per value) = r"SELECT * FROM facility_details
        WHERE organization_id = $1 AND ($2 IS NULL OR $2 LIKE '%,' || status || ',%')
            AND ($3 IS NULL OR product_type = $3) AND ($4 IS NULL OR customer_id = $4)
            AND ((oldest_due_date IS NULL AND $7)
                OR (oldest_due_date IS NOT NULL AND ($5 IS NULL OR oldest_due_date >= $5)
                    AND ($6 IS NULL OR oldest_due_date <= $6)))
            AND ($8 IS NULL OR (next_due_date >= $8 AND ($9 IS NULL OR next_due_date <= $9)))
            AND ($10 IS NULL OR created_by_id = $10)
            AND ($11 IS NULL OR details_folded LIKE $11 ESCAPE '\'
                OR customer_name_folded LIKE $11 ESCAPE '\')
            AND (outstanding_principal, id) > ($12, $13)
        ORDER BY outstanding_principal, id LIMIT $14 OFFSET $15";
    NEXT_DUE (plan per value) = r"SELECT * FROM facility_details
        WHERE organization_id = $1 AND ($2 IS NULL OR $2 LIKE '%,' || status || ',%')
            AND ($3 IS NULL OR product_type = $3) AND ($4 IS NULL OR customer_id = $4)
            AND ((oldest_due_date IS NULL AND $7)
                OR (oldest_due_date IS NOT NULL AND ($5 IS NULL OR oldest_due_date >= $5)
                    AND ($6 IS NULL OR oldest_due_date <= $6)))
            AND ($8 IS NULL OR (next_due_date >= $8 AND ($9 IS NULL OR next_due_date <= $9)))
            AND ($10 IS NULL OR created_by_id = $10)
            AND ($11 IS NULL OR details_folded LIKE $11 ESCAPE '\'
                OR customer_name_folded LIKE $11 ESCAPE '\')
            AND (next_due_date > $12 OR (next_due_date = $12 AND id < $13)
                OR (next_due_date IS NULL AND ($12 < '9999-12-31' OR id < $13)))
        ORDER BY next_due_date NULLS LAST, id DESC LIMIT $14 OFFSET $15";
    NEXT_DUE_DESCENDING (plan per value) = r"SELECT * FROM facility_details
        WHERE organization_id = $1 AND ($2 IS NULL OR $2 LIKE '%,' || status || ',%')
            AND ($3 IS NULL OR product_type = $3) AND ($4 IS NULL OR customer_id = $4)
            AND ((oldest_due_date IS NULL AND $7)
                OR (oldest_due_date IS NOT NULL AND ($5 IS NULL OR oldest_due_date >= $5)
                    AND ($6 IS NULL OR oldest_due_date <= $6)))
            AND ($8 IS NULL OR (next_due_date >= $8 AND ($9 IS NULL OR next_due_date <= $9)))
            AND ($10 IS NULL OR created_by_id = $10)
            AND ($11 IS NULL OR details_folded LIKE $11 ESCAPE '\'
                OR customer_name_folded LIKE $11 ESCAPE '\')
            AND (next_due_date < $12 OR (next_due_date = $12 AND id < $13)
                OR (next_due_date IS NULL AND ($12 > '0001-01-01' OR id < $13)))
        ORDER BY next_due_date DESC NULLS LAST, id DESC LIMIT $14 OFFSET $15";
}

/// The filter of a list.
#[derive(Debug)]
pub(in crate::credit) struct Filter<'q> {
    query: &'q FacilityQuery,
    statuses: Option<String>,
    search: Search,
    /// The oldest unpaid due dates.
    late: DueDates,
    /// The dates of the next amount to pay.
    due: Option<DueDates>,
    maker: Option<StaffId>,
}

impl<'q> Filter<'q> {
    pub(in crate::credit) fn new(
        query: &'q FacilityQuery,
        today: NaiveDate,
        grace_days: u32,
    ) -> Self {
        let statuses = (!query.status.is_empty()).then(|| {
            let named: Vec<&str> = query.status.iter().map(|status| status.as_str()).collect();
            format!(",{},", named.join(","))
        });
        let late = query.bucket.map_or(DueDates::ALL, |it| it.due_dates(today, grace_days));
        let due = query.due_within.map(|days| DueDates::within(today, days));
        let search = Search::of(query.q.as_deref());
        Self { query, statuses, search, late, due, maker: None }
    }

    /// Only facilities structured by one person.
    pub(in crate::credit) fn made_by(mut self, maker: StaffId) -> Self {
        self.maker = Some(maker);
        self
    }

    fn sort(&self) -> FacilitySort {
        self.query.sort.unwrap_or(FacilitySort::Newest)
    }

    /// Destructured, so that a new field cannot be forgotten here.
    fn takes_everything(&self) -> bool {
        let FacilityQuery {
            status,
            product_type,
            customer_id,
            bucket,
            due_within,
            mine: _,
            q: _,
            sort: _,
            page: _,
        } = self.query;
        status.is_empty()
            && product_type.is_none()
            && customer_id.is_none()
            && bucket.is_none()
            && due_within.is_none()
            && self.maker.is_none()
            && self.search.is_nothing()
    }

    fn bind_narrowed<'t>(&self, statement: Statement<'t>) -> Statement<'t> {
        statement
            .bind(&self.statuses)
            .bind(self.query.product_type)
            .bind(self.query.customer_id)
            .bind(self.late.from)
            .bind(self.late.to)
            .bind(self.late.or_none)
            .bind(self.due.and_then(|due| due.from))
            .bind(self.due.and_then(|due| due.to))
    }

    fn bind<'t>(&self, statement: Statement<'t>) -> Statement<'t> {
        self.search.bind(self.bind_narrowed(statement).bind(self.maker))
    }
}

pub(in crate::credit) async fn count(tx: &mut ReadTx, filter: &Filter<'_>) -> Result<u64> {
    let total: i64 = if filter.takes_everything() {
        tx.sql(LENGTH).scalar().await?
    } else if filter.search.is_nothing() && filter.maker.is_none() {
        filter.bind_narrowed(tx.sql(COUNT_NARROWED)).scalar().await?
    } else {
        filter.bind(tx.sql(COUNT)).scalar().await?
    };
    Ok(u64::try_from(total).unwrap_or(0))
}

pub(in crate::credit) async fn page(
    tx: &mut ReadTx,
    filter: &Filter<'_>,
    page: &PageRequest,
) -> Result<Vec<FacilityRow>> {
    let statement = match filter.sort() {
        FacilitySort::Newest => {
            bind_page(filter.bind(tx.sql(NEWEST)), page, start_descending::<DateTime<Utc>>())?
        }
        FacilitySort::Outstanding => {
            bind_page(filter.bind(tx.sql(OUTSTANDING)), page, start_descending::<Money>())?
        }
        FacilitySort::OutstandingAscending => {
            let start = start_ascending::<Money>();
            bind_opposite_page(filter.bind(tx.sql(OUTSTANDING_ASCENDING)), page, start)?
        }
        FacilitySort::NextDue => {
            let start = (NaiveDate::least(), Uuid::max());
            bind_page(filter.bind(tx.sql(NEXT_DUE)), page, start)?
        }
        FacilitySort::NextDueDescending => {
            let start = start_descending::<NaiveDate>();
            bind_opposite_page(filter.bind(tx.sql(NEXT_DUE_DESCENDING)), page, start)?
        }
    };
    Ok(statement.all().await?)
}

/// The cursor after a row.
pub(in crate::credit) fn cursor(row: &FacilityRow, filter: &Filter<'_>) -> String {
    match filter.sort() {
        FacilitySort::Newest => cursor::write(&row.created_at, row.id.0),
        FacilitySort::Outstanding => cursor::write(&row.outstanding_principal, row.id.0),
        FacilitySort::OutstandingAscending => {
            cursor::write_opposite(&row.outstanding_principal, row.id.0)
        }
        FacilitySort::NextDue => {
            cursor::write(&row.next_due_date.unwrap_or(NaiveDate::greatest()), row.id.0)
        }
        FacilitySort::NextDueDescending => {
            cursor::write_opposite(&row.next_due_date.unwrap_or(NaiveDate::least()), row.id.0)
        }
    }
}
