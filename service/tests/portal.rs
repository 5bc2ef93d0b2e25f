//! Customers, and their sign-in at the portal.

mod account;
mod customer;
mod login;
mod password;
mod realm;
mod session;

use service::caller::RequestContext;
use service::portal::PortalCaller;
use service::{Caller, Service};
use shared::customer::{Customer, CustomerInput, CustomerType};
use shared::error::Error;
use shared::id::CustomerId;
use shared::portal::{PortalAccountInput, PortalLoginAnswer};
use shared::session::LoginInput;

use crate::sign_in::{PASSWORD, from_ip, passwords};
use crate::support::World;

/// A customer with a password of their own who is signed in.
pub(crate) struct Guest {
    pub(crate) customer: CustomerId,
    pub(crate) email: String,
    pub(crate) token: String,
}

pub(crate) async fn log_in(
    service: &Service,
    email: &str,
    password: &str,
) -> Result<PortalLoginAnswer, Error> {
    let input = LoginInput { email: email.to_owned(), password: password.to_owned() };
    let outcome = service.portal().login(input, from_ip("203.0.113.7")).await;
    outcome.map(|outcome| outcome.signed_in().unwrap())
}

pub(crate) async fn authenticate(service: &Service, token: &str) -> Result<PortalCaller, Error> {
    service.portal().authenticate(token, RequestContext::default()).await
}

pub(crate) fn customer(name: &str) -> CustomerInput {
    CustomerInput {
        name: name.to_owned(),
        email: format!("{}@home.example", name.to_lowercase()),
        phone: Some("+971 4 000 0000".to_owned()),
        customer_type: CustomerType::Individual,
        registration_number: None,
        address: Some("1 Creek Road\nDubai".to_owned()),
    }
}

impl World {
    pub(crate) async fn customer(&self, name: &str) -> Customer {
        self.service.customers().create(&self.admin, customer(name)).await.unwrap()
    }

    /// Creates an account at the contact address and returns its temporary password.
    pub(crate) async fn open_account(&self, caller: &Caller, customer: CustomerId) -> String {
        let input = PortalAccountInput::default();
        let made = self.service.customers().create_account(caller, customer, input).await;
        made.unwrap().temporary_password
    }

    /// A customer with an account, signed in for the first time, with [`PASSWORD`].
    pub(crate) async fn guest(&self, name: &str) -> Guest {
        let customer = self.customer(name).await;
        let temporary = self.open_account(&self.admin, customer.id).await;
        let answer = log_in(&self.service, &customer.email, &temporary).await.unwrap();
        let caller = authenticate(&self.service, &answer.access_token).await.unwrap();
        let input = passwords(&temporary, PASSWORD);
        let changed = self.service.portal().change_password(&caller, input).await.unwrap();
        Guest { customer: customer.id, email: customer.email, token: changed.access_token }
    }
}
