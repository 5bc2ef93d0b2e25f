//! The second factor of staff.

mod enrolment;
mod keys;
mod limit;
mod recovery;
mod regeneration;
mod second_step;

use service::caller::RequestContext;
use service::{Caller, Service};
use shared::error::Result;
use shared::mfa::{
    LoginOutcome, MfaCompleteInput, MfaEnabled, MfaLoginAnswer, MfaLoginInput, MfaSetup,
};
use shared::session::LoginInput;
use totp_rs::{Builder, Secret};

use super::{PASSWORD, authenticate, from_ip};
use crate::support::{World, run_sql};

/// A member of staff who signs in with two factors.
pub(super) struct Enrolled {
    pub(super) email: String,
    pub(super) caller: Caller,
    pub(super) secret: String,
    pub(super) codes: Vec<String>,
}

/// The code that an app with the secret displays, the given number of steps from now.
pub(super) fn code_of(world: &World, secret: &str, steps: i64) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build().unwrap();
    let at = world.service.now().timestamp() + steps * 30;
    totp.generate(u64::try_from(at).unwrap()).to_string()
}

/// A six-digit code that is invalid in the surrounding minutes.
pub(super) fn wrong_code(world: &World, secret: &str) -> String {
    let right: Vec<String> = (-2..=2).map(|steps| code_of(world, secret, steps)).collect();
    let wrong = (0..10).map(|number| format!("{number:06}")).find(|code| !right.contains(code));
    wrong.unwrap()
}

/// The token for a correct password.
pub(super) async fn pre_auth(service: &Service, email: &str) -> String {
    let input = LoginInput { email: email.to_owned(), password: PASSWORD.to_owned() };
    match service.sessions().login(input, from_ip("203.0.113.7")).await.unwrap() {
        LoginOutcome::MfaRequired(question) => question.pre_auth_token,
        LoginOutcome::SignedIn(_) => panic!("no second factor is asked for"),
    }
}

pub(super) async fn second_step(
    service: &Service,
    token: &str,
    code: &str,
) -> Result<MfaLoginAnswer> {
    let input = MfaLoginInput { pre_auth_token: token.to_owned(), code: code.to_owned() };
    service.sessions().login_mfa(input, from_ip("203.0.113.7")).await
}

/// Both steps of a sign-in.
pub(super) async fn sign_in(world: &World, email: &str, code: &str) -> Result<MfaLoginAnswer> {
    let token = pre_auth(&world.service, email).await;
    second_step(&world.service, &token, code).await
}

pub(super) async fn complete(world: &World, caller: &Caller, code: &str) -> Result<MfaEnabled> {
    let input = MfaCompleteInput::new(code);
    world.service.sessions().mfa_complete(caller, input).await
}

impl World {
    /// A member of staff in a session of their own, about to enrol a second factor.
    pub(super) async fn beginner(&self, caller: &Caller) -> (String, Caller, MfaSetup) {
        let member = self.signed_in(caller).await;
        let caller = authenticate(&self.service, &member.token).await.unwrap();
        let setup = self.service.sessions().mfa_setup(&caller).await.unwrap();
        (member.email, caller, setup)
    }

    /// A member of staff with two factors; the next time step has begun.
    pub(super) async fn enrolled(&self, caller: &Caller) -> Enrolled {
        let (email, caller, setup) = self.beginner(caller).await;
        let enabled = complete(self, &caller, &code_of(self, &setup.secret, 0)).await.unwrap();
        self.clock.advance(chrono::TimeDelta::seconds(30));
        Enrolled { email, caller, secret: setup.secret, codes: enabled.recovery_codes }
    }

    /// The stored hashes of the only account with a second factor.
    pub(super) async fn hashes(&self) -> Vec<String> {
        let mut tx = self.db.read().await.unwrap();
        let text = "SELECT backup_codes_hashes FROM staff_mfa_credentials";
        let array: String = tx.sql(text).scalar().await.unwrap();
        serde_json::from_str(&array).unwrap()
    }

    /// The number of sessions ever begun.
    pub(super) async fn sessions_begun(&self) -> i64 {
        let mut tx = self.db.read().await.unwrap();
        tx.sql("SELECT COUNT(*) FROM sessions").scalar().await.unwrap()
    }

    pub(super) async fn run(&self, text: &'static str) {
        run_sql!(self.db, text);
    }

    pub(super) async fn remaining(&self, token: &str) -> Option<u32> {
        let caller =
            self.service.sessions().authenticate(token, RequestContext::default()).await.unwrap();
        self.service.sessions().me(&caller).await.unwrap().recovery_codes_remaining
    }
}
