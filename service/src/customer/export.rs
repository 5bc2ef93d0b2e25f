//! Export of customers.

use shared::customer::{Customer, CustomerQuery};
use shared::error::Result;
use shared::page::PageRequest;
use shared::permission::Permission;

use super::{Customers, repo};
use crate::caller::Caller;
use crate::spreadsheet;

const HEADER: [&str; 9] = [
    "id",
    "name",
    "type",
    "email",
    "phone",
    "registrationNumber",
    "address",
    "portalEmail",
    "createdAt",
];

impl Customers<'_> {
    /// Every customer who matches the filters as CSV, in the order of the list; the page is
    /// ignored. Needs `customers:view`.
    ///
    /// Errors: 400 for an overlong text.
    pub async fn export(&self, caller: &Caller, query: CustomerQuery) -> Result<String> {
        let caller = caller.require(Permission::CustomersView)?;
        query.check()?;
        let filter = repo::Filter::new(&query);
        let all = PageRequest::new(1, u32::MAX);
        let mut tx = self.0.read_on_replica(caller).await?;
        let rows = repo::page(&mut tx, &filter, &all).await?;
        Ok(spreadsheet::write(&HEADER, rows.into_iter().map(|row| cells(Customer::from(row)))))
    }
}

fn cells(customer: Customer) -> [String; 9] {
    [
        customer.id.to_string(),
        customer.name,
        customer.customer_type.to_string(),
        customer.email,
        customer.phone.unwrap_or_default(),
        customer.registration_number.unwrap_or_default(),
        customer.address.unwrap_or_default(),
        customer.portal_account.map(|account| account.email).unwrap_or_default(),
        customer.created_at.to_rfc3339(),
    ]
}
