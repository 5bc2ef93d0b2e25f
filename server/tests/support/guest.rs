//! A customer who can sign in at the portal.

use database::test_support::TestDatabase;
use service::caller::RequestContext;
use service::{Caller, Service};
use shared::customer::{CustomerInput, CustomerType};
use shared::id::CustomerId;
use shared::portal::PortalAccountInput;
use shared::session::LoginInput;

/// The name of the customer in tests.
pub(crate) const NAME: &str = "customer";

/// A customer with an account at the portal.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) id: CustomerId,
    pub(crate) email: String,
    pub(crate) password: String,
    pub(crate) token: String,
}

impl Guest {
    /// Starts a new session.
    pub(crate) async fn sign_in(&mut self, service: &Service) {
        let (email, password) = (self.email.clone(), self.password.clone());
        let input = LoginInput { email, password };
        let answer = service.portal().login(input, RequestContext::default()).await.unwrap();
        self.token = answer.signed_in().unwrap().access_token;
    }
}

/// A customer of the administrator's organization, who has changed their temporary password.
pub(super) async fn welcome(service: &Service, db: &TestDatabase, admin: &Caller) -> Guest {
    let input = CustomerInput {
        name: "Omar Said".to_owned(),
        email: "omar@customers.example".to_owned(),
        phone: None,
        customer_type: CustomerType::Individual,
        registration_number: None,
        address: None,
    };
    let customer = service.customers().create(admin, input).await.unwrap();
    let account = PortalAccountInput::default();
    let made = service.customers().create_account(admin, customer.id, account).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let settled = "UPDATE portal_accounts SET password_change_required = FALSE";
    tx.sql(settled).execute().await.unwrap();
    tx.commit().await.unwrap();
    let (email, password) = (made.account.email, made.temporary_password);
    let mut guest = Guest { id: customer.id, email, password, token: String::new() };
    guest.sign_in(service).await;
    guest
}
