//! Customers, as managed by staff.

mod account;
mod export;
mod repo;

use shared::audit::AuditAction;
use shared::customer::{Customer, CustomerInput, CustomerPatch, CustomerQuery, changed_fields};
use shared::error::{Error, Result};
use shared::id::CustomerId;
use shared::page::Page;
use shared::permission::Permission;

use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::use_cases;
use crate::transaction::ReadTx;

use_cases! {
    /// Customers.
    Customers, customers
}

impl Customers<'_> {
    /// A page of customers, newest first. Needs `customers:view`.
    pub async fn list(&self, caller: &Caller, query: CustomerQuery) -> Result<Page<Customer>> {
        let caller = caller.require(Permission::CustomersView)?;
        query.check()?;
        let filter = repo::Filter::new(&query);
        let mut tx = self.0.read_on_replica(caller).await?;
        let total = repo::count(&mut tx, &filter).await?;
        let rows = repo::page(&mut tx, &filter, &query.page).await?;
        let next = query.page.next_cursor(&rows, total, |row| repo::cursor(row, &filter));
        let customers = rows.into_iter().map(Customer::from).collect();
        Ok(Page::new(customers, &query.page, total, next))
    }

    /// One customer. Needs `customers:view`.
    pub async fn find(&self, caller: &Caller, id: CustomerId) -> Result<Customer> {
        let caller = caller.require(Permission::CustomersView)?;
        let mut tx = self.0.read(caller).await?;
        find(&mut tx, id).await
    }

    /// Creates a customer. Needs `customers:manage`.
    ///
    /// Errors: 400 naming every invalid field.
    pub async fn create(&self, caller: &Caller, input: CustomerInput) -> Result<Customer> {
        let caller = caller.require(Permission::CustomersManage)?;
        let input = input.check()?;
        let id = CustomerId(self.0.id());
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("customer.create", &input).await? {
            return Ok(first);
        }
        repo::add(&mut act, id, &input, self.0.now()).await?;
        act.audit(entry(AuditAction::CustomerCreated, id, CREATED)).await?;
        let customer = find(&mut act, id).await?;
        act.respond(customer).await
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
        let caller = caller.require(Permission::CustomersManage)?;
        let mut act = self.0.act(caller).await?;
        repo::lock(&mut act, id).await?;
        let before = find(&mut act, id).await?;
        let after = patch.apply(&before)?;
        let fields = changed_fields(&before, &after);
        if fields.is_empty() {
            return Ok(before);
        }
        repo::save(&mut act, &after, self.0.now()).await?;
        act.audit(entry(AuditAction::CustomerChanged, id, &fields)).await?;
        let customer = find(&mut act, id).await?;
        act.commit().await?;
        Ok(customer)
    }
}

/// The fields that the audit entry of a creation names.
const CREATED: &[&str] = &["name", "email", "phone", "type", "registrationNumber", "address"];

async fn find(tx: &mut ReadTx, id: CustomerId) -> Result<Customer> {
    let row = repo::find(tx, id).await?;
    row.map(Customer::from).ok_or_else(|| Error::not_found("Customer"))
}

fn entry<'f>(action: AuditAction, id: CustomerId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "customer", entity_id: Some(id.to_string()), fields }
}
