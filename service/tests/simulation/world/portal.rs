//! Customers at the portal, and the mail that the service sends them.

use std::collections::HashMap;
use std::sync::Mutex;

use futures::FutureExt;
use futures::future::BoxFuture;
use service::Service;
use service::mail::{Mail, Transport};
use shared::error::Result;
use shared::mfa::{LoginOutcome, MfaCompleteInput, MfaLoginInput};
use shared::portal::{PortalAccountInput, PortalLoginAnswer};
use shared::session::LoginInput;
use totp_rs::{Builder, Secret};
use uuid::Uuid;

use super::{House, Response, World};
use crate::portal::{authenticate, customer};
use crate::sign_in::{PASSWORD, from_ip, passwords};
use crate::simulation::act::Provider;
use crate::simulation::check::{Checked, same};

/// The address of the customers.
const ADDRESS: &str = "203.0.113.7";

/// The provider of mail: it keeps every id that it has accepted, and the copies of each.
#[derive(Debug, Default)]
pub(in crate::simulation) struct Post {
    provider: Mutex<Option<Provider>>,
    accepted: Mutex<HashMap<Uuid, Mail>>,
    repeated: Mutex<usize>,
}

impl Transport for Post {
    fn send<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, std::result::Result<(), String>> {
        let provider = self.provider.lock().unwrap().unwrap_or(Provider::Accepts);
        if provider == Provider::Refuses {
            return async { Err("503".to_owned()) }.boxed();
        }
        let known = self.accepted.lock().unwrap().insert(mail.id, mail.clone());
        let is_other = known.is_some_and(|known| known.text != mail.text);
        *self.repeated.lock().unwrap() += usize::from(is_other);
        async move {
            match provider {
                Provider::TimesOut => Err("the request timed out".to_owned()),
                Provider::Accepts | Provider::Refuses => Ok(()),
            }
        }
        .boxed()
    }
}

impl World {
    /// Sends the mail that is due; returns the number of delivered mails.
    pub(super) async fn send_mail(&self, provider: Provider) -> Result<usize> {
        *self.post.provider.lock().unwrap() = Some(provider);
        self.service.mails().send_due(&self.post).await
    }

    /// A mail that is sent again has the same id and the same text.
    pub(in crate::simulation) fn check_post(&self) -> Checked {
        same("mails that changed under their id", &*self.post.repeated.lock().unwrap(), &0)
    }

    /// A new customer signs in with each of their recovery codes, which sends a mail at the last.
    pub(super) async fn exhaust_codes(&self, house: &House, number: u32) -> Result<Response> {
        let (service, officer) = (&self.service, house.reader());
        let input = customer(&format!("Guest{number}"));
        let guest = service.customers().create(officer, input).await?;
        let account = PortalAccountInput::default();
        let account = service.customers().create_account(officer, guest.id, account).await?;
        let first = log_in(service, &guest.email, &account.temporary_password).await?;
        let caller = authenticate(service, &signed_in(first).access_token).await?;
        let change = passwords(&account.temporary_password, PASSWORD);
        let changed = service.portal().change_password(&caller, change).await?;
        let caller = authenticate(service, &changed.access_token).await?;
        let setup = service.portal().mfa_setup(&caller).await?;
        let code = code_of(service, &setup.secret);
        let enabled = service.portal().mfa_complete(&caller, MfaCompleteInput::new(&code)).await?;
        for code in enabled.recovery_codes {
            let LoginOutcome::MfaRequired(question) =
                log_in(service, &guest.email, PASSWORD).await?
            else {
                unreachable!("the account has a second factor")
            };
            let input = MfaLoginInput { pre_auth_token: question.pre_auth_token, code };
            service.portal().login_mfa(input, from_ip(ADDRESS)).await?;
        }
        Ok(Response::Nothing)
    }
}

async fn log_in(
    service: &Service,
    email: &str,
    password: &str,
) -> Result<LoginOutcome<PortalLoginAnswer>> {
    let input = LoginInput { email: email.to_owned(), password: password.to_owned() };
    service.portal().login(input, from_ip(ADDRESS)).await
}

fn signed_in(outcome: LoginOutcome<PortalLoginAnswer>) -> PortalLoginAnswer {
    outcome.signed_in().unwrap()
}

/// The code that an authenticator app shows now.
fn code_of(service: &Service, secret: &str) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build().unwrap();
    totp.generate(u64::try_from(service.now().timestamp()).unwrap()).to_string()
}
