//! SQL of pages of customers.

use shared::customer::{CustomerQuery, CustomerSort, CustomerType, PortalAccess};
use shared::id::OrganizationId;
use shared::page::PageRequest;

use super::CustomerRow;
use crate::search::Search;
use database::{ReadTx, Result, Statement, statements};

// $2 the pattern of a search.
macro_rules! filtered {
    () => {
        r" WHERE customers.organization_id = $1
            AND ($2 IS NULL OR customers.name_folded LIKE $2 ESCAPE '\'
                OR customers.details_folded LIKE $2 ESCAPE '\'
                OR portal_accounts.email_folded LIKE $2 ESCAPE '\')
            AND ($3 IS NULL OR customers.type = $3)
            AND ($4 IS NULL OR (portal_accounts.id IS NOT NULL) = $4)
            AND ($5 IS NULL OR portal_accounts.is_blocked = $5)"
    };
}

macro_rules! page {
    ($order:literal) => {
        concat!("SELECT customers.id, customers.name, customers.email, customers.phone,
            customers.type, customers.registration_number, customers.address, customers.created_at,
            customers.updated_at, portal_accounts.id AS account_id,
            portal_accounts.email AS account_email, portal_accounts.is_blocked,
            portal_accounts.password_change_required,
            customer_mfa_credentials.id IS NOT NULL AS mfa_enabled
        FROM customers
        LEFT JOIN portal_accounts ON portal_accounts.organization_id = customers.organization_id
            AND portal_accounts.customer_id = customers.id
        LEFT JOIN customer_mfa_credentials
            ON customer_mfa_credentials.organization_id = portal_accounts.organization_id
            AND customer_mfa_credentials.customer_portal_account_id = portal_accounts.id
            AND customer_mfa_credentials.enabled = TRUE",
            filtered!(), " ORDER BY ", $order, " LIMIT $6 OFFSET $7")
    };
}

statements! {
    COUNT (plan per value) = concat!("SELECT COUNT(*) FROM customers
        LEFT JOIN portal_accounts ON portal_accounts.organization_id = customers.organization_id
            AND portal_accounts.customer_id = customers.id", filtered!());
    NEWEST (plan per value) = page!("customers.created_at DESC, customers.id DESC");
    NAME (plan per value) = page!("customers.name_sort_key, customers.id");
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

    fn bind<'t>(&self, statement: Statement<'t>, organization: OrganizationId) -> Statement<'t> {
        self.search
            .bind(statement.bind(organization))
            .bind(self.customer_type)
            .bind(self.has_account)
            .bind(self.is_blocked)
    }
}

pub(in crate::customer) async fn count(
    tx: &mut ReadTx,
    organization: OrganizationId,
    filter: &Filter,
) -> Result<u64> {
    let total: i64 = filter.bind(tx.sql(COUNT), organization).scalar().await?;
    Ok(u64::try_from(total).unwrap_or(0))
}

pub(in crate::customer) async fn page(
    tx: &mut ReadTx,
    organization: OrganizationId,
    filter: &Filter,
    page: PageRequest,
) -> Result<Vec<CustomerRow>> {
    let text = match filter.sort {
        CustomerSort::Newest => NEWEST,
        CustomerSort::Name => NAME,
    };
    let statement = filter.bind(tx.sql(text), organization);
    statement.bind(i64::from(page.limit)).bind(page.offset()).all().await
}
