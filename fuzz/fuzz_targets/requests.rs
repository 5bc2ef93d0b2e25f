//! Random requests of a caller with all permissions: the service always responds, and never
//! with an internal error.
#![cfg_attr(fuzzing, no_main)]
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a target fails by a panic")]

#[path = "../../server/tests/chaos/nonsense/parts.rs"]
mod parts;

use std::sync::{Arc, LazyLock};

use axum::Router;
use database::test_support::TestDatabase;
use fuzz::fuzz_target;
use server::config::Config;
use server::phase::Phase;
use server::router::router;
use server::state::Parts as StateParts;
use service::Service;
use service::caller::RequestContext;
use service::clock::ManualClock;
use service::context::Settings;
use service::secret::Secrets;
use shared::organization::NewOrganization;
use shared::session::{LoginInput, PasswordInput};
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tower::ServiceExt;

use parts::{Operation, Parts, operations};

/// An organization with its administrator alone.
struct House {
    router: Router,
    operations: Vec<Operation>,
    id: String,
    token: String,
    _database: TestDatabase,
    _running: watch::Sender<Phase>,
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static HOUSE: LazyLock<House> = LazyLock::new(|| RUNTIME.block_on(house()));

async fn house() -> House {
    let database = TestDatabase::sqlite().await;
    let secrets = Secrets::for_testing();
    let clock = Arc::new(ManualClock::at("2026-11-21T09:00:00Z".parse().unwrap()));
    let settings = Settings { login_per_minute_per_ip: u32::MAX, ..Settings::default() };
    let service = Service::with_settings((*database).clone(), secrets.clone(), clock, settings);
    let made = service
        .organizations()
        .create(NewOrganization {
            name: "Amanah".to_owned(),
            admin_name: "Administrator".to_owned(),
            admin_email: "admin@amanah.example".to_owned(),
        })
        .await
        .unwrap();
    let (email, password) = (made.admin_email, made.temporary_password);
    let token = signed_in(&service, email, password).await;
    let (running, phase) = watch::channel(Phase::Serving);
    let config = Arc::new(Config::for_testing(secrets));
    House {
        router: router(StateParts::new(service, config, phase).into()),
        operations: operations(),
        id: made.admin_id.to_string(),
        token,
        _database: database,
        _running: running,
    }
}

/// The token of an account whose temporary password was changed.
async fn signed_in(service: &Service, email: String, password: String) -> String {
    let (sessions, context) = (service.sessions(), RequestContext::default());
    let input = LoginInput { email, password: password.clone() };
    let login = sessions.login(input, context.clone()).await.unwrap();
    let token = login.signed_in().unwrap().access_token;
    let caller = sessions.authenticate(&token, context).await.unwrap();
    let new_password = "swt-raq-qtn-tasir-hamd".to_owned();
    let change =
        PasswordInput { current_password: password, new_password, keep_tokens: Vec::new() };
    sessions.change_password(&caller, change).await.unwrap().access_token
}

fuzz_target!(|parts: Parts| {
    let house = &*HOUSE;
    let Some(request) = parts.request(&house.operations, &house.id, &house.token) else { return };
    let answer = RUNTIME.block_on(house.router.clone().oneshot(request));
    let status = answer.unwrap().status();
    assert!(!status.is_server_error(), "{status}");
});
