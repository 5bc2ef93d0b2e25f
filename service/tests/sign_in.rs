//! Sign-in of staff.

mod active;
mod api_token;
mod login;
mod mfa;
mod password;
mod session;
mod throttle;

use service::caller::RequestContext;
use service::{Caller, Service};
use shared::error::{Code, Error};
use shared::session::{LoginAnswer, LoginInput, PasswordInput};

use crate::support::World;

pub(crate) const PASSWORD: &str = "correct lamp walks on Tuesday";
pub(crate) const NEXT_PASSWORD: &str = "quiet rivers carry 40 letters";

/// A member of staff with a password of their own who is signed in.
pub(crate) struct Member {
    pub(crate) email: String,
    pub(crate) token: String,
}

pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

pub(crate) fn from_ip(ip: &str) -> RequestContext {
    RequestContext { ip: Some(ip.to_owned()), ..RequestContext::default() }
}

pub(crate) async fn log_in(
    service: &Service,
    email: &str,
    password: &str,
) -> Result<LoginAnswer, Error> {
    let input = LoginInput { email: email.to_owned(), password: password.to_owned() };
    let outcome = service.sessions().login(input, from_ip("203.0.113.7")).await;
    outcome.map(|outcome| outcome.signed_in().unwrap())
}

pub(crate) async fn authenticate(service: &Service, token: &str) -> Result<Caller, Error> {
    service.sessions().authenticate(token, RequestContext::default()).await
}

pub(crate) fn passwords(current: &str, new: &str) -> PasswordInput {
    let (current_password, new_password) = (current.to_owned(), new.to_owned());
    PasswordInput { current_password, new_password, keep_tokens: Vec::new() }
}

impl World {
    pub(crate) async fn email_of(&self, caller: &Caller) -> String {
        self.service.staff().find(&self.admin, caller.staff()).await.unwrap().email
    }

    /// A temporary password, from the administrator.
    pub(crate) async fn reset(&self, caller: &Caller) -> String {
        let reset = self.service.staff().reset_password(&self.admin, caller.staff()).await;
        reset.unwrap().temporary_password
    }

    /// Signs a person in for the first time, and sets [`PASSWORD`].
    pub(crate) async fn signed_in(&self, caller: &Caller) -> Member {
        let email = self.email_of(caller).await;
        let temporary = self.reset(caller).await;
        let answer = log_in(&self.service, &email, &temporary).await.unwrap();
        let new = authenticate(&self.service, &answer.access_token).await.unwrap();
        let changed =
            self.service.sessions().change_password(&new, passwords(&temporary, PASSWORD)).await;
        Member { email, token: changed.unwrap().access_token }
    }
}
