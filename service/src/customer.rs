//! Customers, as managed by staff.

mod account;
mod export;
mod repo;

use shared::audit::Category;
use shared::customer::{Customer, CustomerInput, CustomerPatch, CustomerQuery, changed_fields};
use shared::error::{Error, Result};
use shared::id::{CustomerId, OrganizationId};
use shared::page::Page;
use shared::permission::Permission;

use crate::audit::{self, Entry};
use crate::caller::Caller;
use crate::context::{Context, Service};
use crate::idempotency::{self, Request};
use database::ReadTx;

/// Customers.
#[derive(Debug)]
pub struct Customers<'s>(pub(crate) &'s Context);

impl Service {
    /// Customers.
    pub fn customers(&self) -> Customers<'_> {
        Customers(self.context())
    }
}

impl Customers<'_> {
    /// A page of customers, newest first. Needs `customers:view`.
    pub async fn list(&self, caller: &Caller, query: CustomerQuery) -> Result<Page<Customer>> {
        caller.require(Permission::CustomersView)?;
        query.check()?;
        let filter = repo::Filter::new(&query);
        let mut tx = self.0.db.read().await?;
        let total = repo::count(&mut tx, caller.organization(), &filter).await?;
        let rows = repo::page(&mut tx, caller.organization(), &filter, query.page).await?;
        Ok(Page::new(rows.into_iter().map(Customer::from).collect(), query.page, total))
    }

    /// One customer. Needs `customers:view`.
    pub async fn find(&self, caller: &Caller, id: CustomerId) -> Result<Customer> {
        caller.require(Permission::CustomersView)?;
        let mut tx = self.0.db.read().await?;
        find(&mut tx, caller.organization(), id).await
    }

    /// Creates a customer. Needs `customers:manage`.
    ///
    /// Errors: 400 naming every invalid field.
    pub async fn create(&self, caller: &Caller, input: CustomerInput) -> Result<Customer> {
        caller.require(Permission::CustomersManage)?;
        let input = input.check()?;
        let organization = caller.organization();
        let id = CustomerId(self.0.id());
        let request = Request::of(caller, "customer.create", &input)?;
        let mut tx = self.0.db.begin().await?;
        if let Some(first) = idempotency::begin(&mut tx, self.0, request.as_ref()).await? {
            return Ok(first);
        }
        repo::add(&mut tx, organization, id, &input, self.0.now()).await?;
        audit::record(&mut tx, self.0, caller, entry("customer.created", id, CREATED)).await?;
        let customer = find(&mut tx, organization, id).await?;
        idempotency::keep(&mut tx, request.as_ref(), &customer).await?;
        tx.commit().await?;
        Ok(customer)
    }

    /// Changes a customer; the portal's sign-in address does not change. Needs `customers:manage`.
    ///
    /// Errors: 400 naming every invalid field.
    pub async fn change(
        &self,
        caller: &Caller,
        id: CustomerId,
        patch: CustomerPatch,
    ) -> Result<Customer> {
        caller.require(Permission::CustomersManage)?;
        let organization = caller.organization();
        let mut tx = self.0.db.begin().await?;
        repo::lock(&mut tx, organization, id).await?;
        let before = find(&mut tx, organization, id).await?;
        let after = patch.apply(&before)?;
        let fields = changed_fields(&before, &after);
        if fields.is_empty() {
            return Ok(before);
        }
        repo::save(&mut tx, organization, &after, self.0.now()).await?;
        audit::record(&mut tx, self.0, caller, entry("customer.changed", id, &fields)).await?;
        let customer = find(&mut tx, organization, id).await?;
        tx.commit().await?;
        Ok(customer)
    }
}

/// The fields that the audit entry of a creation names.
const CREATED: &[&str] = &["name", "email", "phone", "type", "registrationNumber", "address"];

async fn find(tx: &mut ReadTx, organization: OrganizationId, id: CustomerId) -> Result<Customer> {
    let row = repo::find(tx, organization, id).await?;
    row.map(Customer::from).ok_or_else(|| Error::not_found("Customer"))
}

fn entry<'f>(action: &'static str, id: CustomerId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry {
        category: Category::Customers,
        action,
        entity_type: "customer",
        entity_id: Some(id.to_string()),
        fields,
    }
}
