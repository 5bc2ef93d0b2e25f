//! SQL of pages of customers.

use chrono::{DateTime, Utc};
use shared::customer::{CustomerQuery, CustomerSort, CustomerType, PortalAccess};
use shared::error::Result;
use shared::page::PageRequest;
use shared::page::cursor::{self, NameKey, start_ascending, start_descending};

use super::CustomerRow;
use crate::page::{bind_opposite_page, bind_page};
use crate::search::Search;
use crate::transaction::ReadTx;
use database::{Statement, statements};

// $2 the pattern of a search.
statements! {
    COUNT (plan per value) = r"SELECT COUNT(*) FROM customer_details
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\' OR email_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR type = $3) AND ($4 IS NULL OR (account_id IS NOT NULL) = $4)
            AND ($5 IS NULL OR is_blocked = $5)";
    NEWEST (plan per value) = r"SELECT *
        FROM customer_details
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\' OR email_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR type = $3) AND ($4 IS NULL OR (account_id IS NOT NULL) = $4)
            AND ($5 IS NULL OR is_blocked = $5) AND (created_at, id) < ($6, $7)
        ORDER BY created_at DESC, id DESC LIMIT $8 OFFSET $9";
    NAME (plan per value) = r"SELECT *
        FROM customer_details
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\' OR email_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR type = $3) AND ($4 IS NULL OR (account_id IS NOT NULL) = $4)
            AND ($5 IS NULL OR is_blocked = $5) AND (name_sort_key, id) > ($6, $7)
        ORDER BY name_sort_key, id LIMIT $8 OFFSET $9";
    NAME_DESCENDING (plan per value) = r"SELECT *
        FROM customer_details
        WHERE organization_id = $1
            AND ($2 IS NULL OR name_folded LIKE $2 ESCAPE '\'
                OR details_folded LIKE $2 ESCAPE '\' OR email_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR type = $3) AND ($4 IS NULL OR (account_id IS NOT NULL) = $4)
            AND ($5 IS NULL OR is_blocked = $5) AND (name_sort_key, id) < ($6, $7)
        ORDER BY name_sort_key DESC, id DESC LIMIT $8 OFFSET $9";
}

/// The filter of a list.
pub(in crate::customer) struct Filter {
    search: Search,
    customer_type: Option<CustomerType>,
    has_account: Option<bool>,
    is_blocked: Option<bool>,
    sort: CustomerSort,
}

impl Filter {
    pub(in crate::customer) fn new(query: &CustomerQuery) -> Self {
        let (has_account, is_blocked) = match query.portal {
            None => (None, None),
            Some(PortalAccess::None) => (Some(false), None),
            Some(PortalAccess::Active) => (Some(true), Some(false)),
            Some(PortalAccess::Blocked) => (Some(true), Some(true)),
        };
        Self {
            search: Search::of(query.q.as_deref()),
            customer_type: query.customer_type,
            has_account,
            is_blocked,
            sort: query.sort.unwrap_or(CustomerSort::Newest),
        }
    }

    fn bind<'t>(&self, statement: Statement<'t>) -> Statement<'t> {
        self.search
            .bind(statement)
            .bind(self.customer_type)
            .bind(self.has_account)
            .bind(self.is_blocked)
    }
}

pub(in crate::customer) async fn count(tx: &mut ReadTx, filter: &Filter) -> Result<u64> {
    let total: i64 = filter.bind(tx.sql(COUNT)).scalar().await?;
    Ok(u64::try_from(total).unwrap_or(0))
}

/// The cursor after a row.
pub(in crate::customer) fn cursor(row: &CustomerRow, filter: &Filter) -> String {
    match filter.sort {
        CustomerSort::Newest => cursor::write(&row.created_at, row.id.0),
        CustomerSort::Name => cursor::write(&row.name_sort_key, row.id.0),
        CustomerSort::NameDescending => cursor::write_opposite(&row.name_sort_key, row.id.0),
    }
}

pub(in crate::customer) async fn page(
    tx: &mut ReadTx,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Vec<CustomerRow>> {
    let statement = match filter.sort {
        CustomerSort::Newest => {
            bind_page(filter.bind(tx.sql(NEWEST)), page, start_descending::<DateTime<Utc>>())?
        }
        CustomerSort::Name => {
            bind_page(filter.bind(tx.sql(NAME)), page, start_ascending::<NameKey>())?
        }
        CustomerSort::NameDescending => {
            let start = start_descending::<NameKey>();
            bind_opposite_page(filter.bind(tx.sql(NAME_DESCENDING)), page, start)?
        }
    };
    Ok(statement.all().await?)
}
