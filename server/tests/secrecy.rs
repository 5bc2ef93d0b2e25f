//! Internal fields of human resources are hidden from all other roles, in every response.

use std::io::Write;
use std::sync::{Arc, Mutex};

use http::Method;
use serde_json::{Value, json};
use tracing::subscriber::NoSubscriber;

use crate::api::staff::appraisals::start;
use crate::support::{World, review_input, self_input};

const MARKER: &str = "zq7marker";
const FIELDS: [&str; 6] = [
    "hrAttendanceRecord",
    "hrDisciplinaryRecord",
    "hrTrainingRecommendation",
    "hrSalaryRecommendation",
    "hrPromotionRecommendation",
    "hrRemarks",
];

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Everything that is logged on this thread, at every level.
///
/// A second subscriber is registered in addition to the listening one: with only one, `tracing`
/// asks the subscriber of the thread that first reaches a callsite whether it is enabled, and
/// caches a negative response for all threads.
fn listen() -> (Log, tracing::subscriber::DefaultGuard) {
    let _second = tracing::subscriber::set_global_default(NoSubscriber::default());
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    (log, tracing::subscriber::set_default(subscriber))
}

async fn plant(world: &World, path: &str) {
    let body: serde_json::Map<_, _> = FIELDS
        .iter()
        .map(|field| ((*field).to_owned(), json!(format!("{MARKER} {field}"))))
        .collect();
    let saved = world.patch("hr", &format!("{path}/hr"), body.into()).await.expect(200);
    for field in FIELDS {
        assert_eq!(saved[field], format!("{MARKER} {field}"));
    }
}

/// Every address that could return the appraisal, or any part of it.
fn addresses(world: &World, path: &str) -> Vec<String> {
    let id = path.rsplit('/').next().unwrap();
    let employee = world.id("employee");
    let mut addresses: Vec<_> = [
        "/api/staff/appraisals",
        "/api/staff/appraisals?scope=queue",
        "/api/staff/appraisals?scope=all",
        "/api/staff/appraisals/export.csv",
        "/api/notifications",
        "/api/audit-log?limit=100",
        "/api/events",
        "/api/audit-log/export.csv",
        "/api/staff/appraisals/stuck/export.csv",
        "/api/leave/requests/export.csv?scope=all",
        "/",
        "/appraisals",
        "/appraisals?scope=all",
        "/notifications",
    ]
    .map(str::to_owned)
    .into();
    addresses.extend([path.to_owned(), format!("{path}/score")]);
    addresses.push(format!("/appraisals/{id}"));
    addresses.push(format!("/people/{employee}/appraisals"));
    addresses
}

async fn search(world: &World, path: &str) {
    let people = ["employee", "manager", "head", "md", "bystander", "auditor", "stranger"];
    for who in people {
        for address in addresses(world, path) {
            let request = world.request(Method::GET, &address);
            let request = if address.starts_with("/api") {
                request.by(who)
            } else {
                request.in_browser_of(who).header("accept", "text/html")
            };
            let reply = request.send().await;
            assert!(reply.status < 500, "{address}: {}", reply.text);
            assert!(!reply.text.contains(MARKER), "{who} sees it at {address}");
            if address == path {
                for field in FIELDS {
                    assert!(!reply.text.contains(field), "{who} sees {field}");
                }
            }
        }
    }
}

#[tokio::test]
async fn the_six_fields_reach_nobody_without_the_permission_and_no_log() {
    let (log, _listening) = listen();
    let mut world = World::sqlite().await;
    let role =
        json!({ "name": "Auditor", "permissions": ["audit:view", "staff:view", "events:read"] });
    world.post("admin", "/api/roles", role).await.expect(201);
    world.hire("auditor", "auditor").await;
    let path = start(&world).await;
    plant(&world, &path).await;
    search(&world, &path).await;

    let detail = world.get("employee", &path).await.expect(200);
    let body = self_input(&detail);
    world.patch("employee", &format!("{path}/self"), body).await.expect(200);
    let saved = world.post_empty("employee", &format!("{path}/self/submit")).await.expect(200);
    world.dispatch().await;
    search(&world, &path).await;
    let review = review_input(&saved);
    let saved = world.patch("manager", &format!("{path}/review"), review).await;
    let submitted = world.post_empty("manager", &format!("{path}/review/submit")).await;
    let approved = world.post_empty("head", &format!("{path}/dept-head/approve")).await;
    let passed = world.post_empty("md", &format!("{path}/md/approve")).await;
    for reply in [saved, submitted, approved, passed] {
        reply.expect(200);
        assert!(!reply.text.contains(MARKER));
    }
    let outcome = json!({ "outcome": "confirm" });
    world.post("hr", &format!("{path}/finalize"), outcome).await.expect(200);
    world.dispatch().await;
    search(&world, &path).await;

    let audit = world.get("hr", "/api/audit-log?limit=100").await.expect(200).to_string();
    assert!(audit.contains("hrRemarks") && !audit.contains(MARKER));
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("/api/staff/appraisals/{id}/hr"));
    assert!(!log.contains(MARKER), "the log holds it");
}

#[tokio::test]
async fn no_log_holds_a_password_or_a_token() {
    let (log, _listening) = listen();
    let world = World::sqlite().await;
    let person = world.person("hr").clone();
    let body = json!({ "email": person.email, "password": person.password });
    let request = world.request(Method::POST, "/api/auth/login").json(&body);
    let answer = request.send().await.expect(200);
    world.get("hr", "/api/auth/me").await.expect(200);
    let guest = world.guest.clone();
    let body = json!({ "email": guest.email, "password": guest.password });
    let request = world.request(Method::POST, "/api/customer-auth/login").json(&body);
    let welcomed = request.send().await.expect(200);
    world.get("customer", "/api/customer-auth/me").await.expect(200);
    let form = format!("email={}&password={}", person.email, person.password);
    let request = world.request(Method::POST, "/api/ui/session/login");
    let request = request.header("sec-fetch-site", "same-origin");
    request.text("application/x-www-form-urlencoded", form).send().await;
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let token = answer["accessToken"].as_str().unwrap();
    let welcomed = welcomed["accessToken"].as_str().unwrap();
    let guests = [&*guest.password, &*guest.token, welcomed, &*guest.email];
    let staff = [&*person.password, &*person.token, token, &*person.email];
    for secret in staff.into_iter().chain(guests) {
        assert!(!log.contains(secret), "the log holds {secret}");
    }
}

/// Everything about a customer's second factor that must stay secret.
async fn second_factor_of_the_guest(world: &World) -> Vec<String> {
    let text = |body: &Value, member: &str| body[member].as_str().unwrap().to_owned();
    let code = |secret: &str| {
        let secret = totp_rs::Secret::try_from_base32(secret).unwrap();
        let totp = totp_rs::Builder::new().with_secret(secret).build().unwrap();
        totp.generate(u64::try_from(world.service.now().timestamp()).unwrap()).to_string()
    };
    let codes = |body: &Value| -> Vec<String> {
        let list = body["recoveryCodes"].as_array().unwrap().iter();
        list.map(|code| code.as_str().unwrap().to_owned()).collect()
    };
    let area = "/api/customer-auth";
    let setup = world.get("customer", &format!("{area}/mfa/setup")).await.expect(200);
    let secret = text(&setup, "secret");
    let body = json!({ "code": code(&secret) });
    let enabled = world.post("customer", &format!("{area}/mfa/complete"), body).await.expect(200);
    world.clock.advance(chrono::TimeDelta::seconds(30));
    let body = json!({ "currentPassword": world.guest.password, "code": code(&secret) });
    let path = format!("{area}/mfa/recovery-codes/regenerate");
    let made = world.post("customer", &path, body).await.expect(200);
    let mut known = vec![secret, text(&setup, "otpauthUri"), text(&setup, "qrCode")];
    let typed = ["ffff-ffff-ffff-ffff".to_owned(), codes(&made)[0].clone()];
    known.extend(codes(&enabled).into_iter().chain(codes(&made)));
    for (typed, status) in typed.into_iter().zip([401, 200]) {
        let body = json!({ "email": world.guest.email, "password": world.guest.password });
        let request = world.request(Method::POST, &format!("{area}/login")).json(&body);
        let token = text(&request.send().await.expect(200), "preAuthToken");
        let body = json!({ "preAuthToken": token, "code": typed });
        let request = world.request(Method::POST, &format!("{area}/login/mfa")).json(&body);
        let answer = request.send().await.expect(status);
        known.push(token);
        known.extend(answer["accessToken"].as_str().map(str::to_owned));
    }
    let plain: Vec<String> = known.iter().map(|code| code.replace('-', "")).collect();
    known.into_iter().chain(plain).chain([world.guest.password.clone()]).collect()
}

#[tokio::test]
async fn neither_the_log_nor_the_database_holds_what_proves_a_second_factor() {
    let (log, _listening) = listen();
    let world = World::sqlite().await;
    let known = second_factor_of_the_guest(&world).await;
    assert!(known.len() > 50);
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let database = world.snapshot().await;
    let database = String::from_utf8_lossy(&database);
    for secret in &known {
        assert!(!log.contains(secret), "the log holds {secret}");
        assert!(!database.contains(secret), "the database holds {secret}");
    }
    // Existing text is found.
    assert!(log.contains("/api/customer-auth/login/mfa"));
    assert!(database.contains(&world.guest.email) && database.contains("mfa.recovery_code_used"));
}
