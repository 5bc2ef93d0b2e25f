//! Server functions of the customer pages.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::customer::{Customer, CustomerQuery};
use shared::error::FieldCode;
use shared::id::CustomerId;
use shared::page::Page;
use shared::portal::PortalAccountCreated;

use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, redirect_if_form, require_script, service};
use crate::wire::Json;

/// The form of a customer, with all values as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CustomerForm {
    pub name: String,
    pub email: String,
    /// Empty if there is none.
    pub phone: String,
    /// `individual` or `company`.
    pub customer_type: String,
    /// The number in the commercial register; empty if there is none.
    pub registration_number: String,
    /// The postal address; empty if there is none.
    pub address: String,
}

/// One page of the customer list.
#[server(name = ListCustomers, endpoint = "customers/list", output = Json)]
pub async fn list_customers(query: CustomerQuery) -> UiResult<Page<Customer>> {
    answer(async { service()?.customers().list(&caller()?, query).await }.await)
}

#[server(name = ReadCustomer, endpoint = "customers/customer", output = Json)]
pub async fn customer(id: CustomerId) -> UiResult<Customer> {
    answer(async { service()?.customers().find(&caller()?, id).await }.await)
}

/// Creates a customer and returns its id.
#[server(name = CreateCustomer, endpoint = "customers/create", output = Json)]
pub async fn create_customer(customer: CustomerForm) -> UiResult<CustomerId> {
    let created = async {
        let made = service()?.customers().create(&caller()?, customer.input()?).await?;
        redirect_if_form(&format!("/customers/{}", made.id));
        Ok(made.id)
    };
    answer(created.await)
}

#[server(name = ChangeCustomer, endpoint = "customers/change", output = Json)]
pub async fn change_customer(id: CustomerId, customer: CustomerForm) -> UiResult<()> {
    let changed = async {
        let input = customer.input()?;
        let patch = shared::customer::CustomerPatch {
            name: Some(input.name),
            email: Some(input.email),
            phone: input.phone.into(),
            customer_type: Some(input.customer_type),
            registration_number: input.registration_number.into(),
            address: input.address.into(),
        };
        service()?.customers().change(&caller()?, id, patch).await?;
        Ok(())
    };
    answer(changed.await)
}

/// Creates the portal account of a customer and returns its temporary password. Refused for forms
/// without JavaScript, which could not display the password.
#[server(name = CreatePortalAccount, endpoint = "customers/account", output = Json)]
pub async fn create_portal_account(
    id: CustomerId,
    email: String,
) -> UiResult<PortalAccountCreated> {
    let made = async {
        require_script("passwords")?;
        let email = Some(email).filter(|email| !email.trim().is_empty());
        let input = shared::portal::PortalAccountInput { email };
        service()?.customers().create_account(&caller()?, id, input).await
    };
    answer(made.await)
}

/// Blocks the portal account of a customer and ends its sessions, or removes the block.
#[server(name = BlockPortalAccount, endpoint = "customers/block", output = Json)]
pub async fn block_portal_account(id: CustomerId, is_blocked: bool) -> UiResult<()> {
    let changed = async {
        let (service, caller) = (service()?, caller()?);
        if is_blocked {
            service.customers().block_account(&caller, id).await?;
        } else {
            service.customers().unblock_account(&caller, id).await?;
        }
        Ok(())
    };
    answer(changed.await)
}

/// Issues a temporary password for the portal account and returns it; with `mfa`, also removes the
/// second factor. Refused for forms without JavaScript, which could not display the password.
#[server(name = ResetPortalPassword, endpoint = "customers/reset-password", output = Json)]
pub async fn reset_portal_password(id: CustomerId, mfa: bool) -> UiResult<String> {
    let reset = async {
        require_script("passwords")?;
        let (service, caller) = (service()?, caller()?);
        let reset = if mfa {
            service.customers().reset_account_mfa(&caller, id).await?
        } else {
            service.customers().reset_account_password(&caller, id).await?
        };
        Ok(reset.temporary_password)
    };
    answer(reset.await)
}

/// Ends all sessions of the customer's portal account.
#[server(name = EndPortalAccountSessions, endpoint = "customers/end-sessions", output = Json)]
pub async fn end_portal_account_sessions(id: CustomerId) -> UiResult<()> {
    let ended =
        async { service()?.customers().end_account_sessions(&caller()?, id).await.map(drop) };
    answer(ended.await)
}

#[cfg(feature = "ssr")]
impl CustomerForm {
    fn input(self) -> shared::Result<shared::customer::CustomerInput> {
        let customer_type = self.customer_type.parse().map_err(|_| {
            shared::Error::field(
                "type",
                FieldCode::Invalid,
                "Say whether this is a person or a company.",
            )
        })?;
        shared::customer::CustomerInput {
            name: self.name,
            email: self.email,
            phone: Some(self.phone),
            customer_type,
            registration_number: Some(self.registration_number),
            address: Some(self.address),
        }
        .check()
    }
}
