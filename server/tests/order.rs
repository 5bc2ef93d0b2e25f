//! A missing permission is reported first, whatever the query and the body contain, at every
//! address.

use http::Method;
use serde_json::{Value, json};
use server::api::document;

use crate::support::{Reply, World};

const UNKNOWN: &str = "0192e4a0-0000-7000-8000-000000000001";
/// Open to unauthenticated requests.
const OPEN: [&str; 4] = [
    "/api/auth/login",
    "/api/auth/login/mfa",
    "/api/customer-auth/login",
    "/api/customer-auth/login/mfa",
];

struct Operation {
    method: Method,
    path: String,
    /// The names of its query parameters.
    members: Vec<String>,
}

impl Operation {
    fn is_of_customers(&self) -> bool {
        self.path.starts_with("/api/customer-auth/") || self.path.starts_with("/api/portal/")
    }

    fn ends_with_any(&self, ends: &[&str]) -> bool {
        ends.iter().any(|end| self.path.ends_with(end))
    }

    /// With an invalid query and an invalid body.
    async fn ask_badly(&self, world: &World, credential: &str) -> Reply {
        let bad = self.members.iter().map(|name| format!("{name}=%00"));
        let path = format!("{}?{}", self.path, bad.collect::<Vec<_>>().join("&"));
        let request = world.request(self.method.clone(), &path).header("authorization", credential);
        if self.method == Method::GET {
            return request.send().await;
        }
        request.text("application/json", "[{").send().await
    }

    /// With an empty object, which many routes refuse.
    async fn ask_emptily(&self, world: &World, credential: &str) -> Reply {
        let request =
            world.request(self.method.clone(), &self.path).header("authorization", credential);
        let is_get = self.method == Method::GET;
        if is_get { request.send().await } else { request.json(&json!({})).send().await }
    }
}

/// Every operation for authenticated callers.
fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(document::document()).unwrap();
    let mut found = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let members = parameters.filter(|it| it["in"] == "query");
            found.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: filled(path),
                members: members.map(|it| it["name"].as_str().unwrap().to_owned()).collect(),
            });
        }
    }
    found.retain(|it| !OPEN.contains(&&*it.path));
    assert!(found.len() > 100, "{}", found.len());
    found
}

/// The path with a value for each of its parameters.
fn filled(path: &str) -> String {
    let segments = path.split('/').map(|it| if it.starts_with('{') { UNKNOWN } else { it });
    segments.collect::<Vec<_>>().join("/")
}

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

async fn run(world: &World, text: &'static str) {
    let mut tx = world.db.begin().await.unwrap();
    tx.sql(text).execute().await.unwrap();
    tx.commit().await.unwrap();
}

/// The operations that do not respond with that refusal, to an invalid or an empty request.
async fn otherwise(
    world: &World,
    code: &str,
    operations: impl Iterator<Item = Operation>,
) -> Vec<String> {
    let mut found = Vec::new();
    for operation in operations {
        let customer = &world.guest.token;
        let staff = &world.person("admin").token;
        let credential = bearer(if operation.is_of_customers() { customer } else { staff });
        let emptily = operation.ask_emptily(world, &credential).await;
        let badly = operation.ask_badly(world, &credential).await;
        for reply in [emptily, badly] {
            if reply.status != 403 || reply.json()["error"]["code"] != code {
                found.push(format!("{} {}: {}", operation.method, operation.path, reply.text));
            }
        }
    }
    found
}

#[tokio::test]
async fn a_missing_permission_is_reported_before_query_and_body_are_read() {
    let world = World::sqlite().await;
    let credential = bearer(&world.person("bystander").token);
    let (mut refused, mut otherwise) = (0, Vec::new());
    for operation in operations() {
        let others = ["/logout", "/stream"];
        if operation.is_of_customers() || operation.ends_with_any(&others) {
            continue;
        }
        let plain = operation.ask_emptily(&world, &credential).await;
        if plain.status != 403 {
            continue;
        }
        refused += 1;
        let reply = operation.ask_badly(&world, &credential).await;
        if reply.bytes() != plain.bytes() {
            otherwise.push(format!("{} {}: {}", operation.method, operation.path, reply.text));
        }
    }
    assert!(otherwise.is_empty(), "{otherwise:#?}");
    assert!(refused > 50, "{refused}");
}

#[tokio::test]
async fn a_temporary_password_is_reported_before_query_and_body_are_read() {
    let world = World::sqlite().await;
    run(&world, "UPDATE staff SET password_change_required = TRUE").await;
    run(&world, "UPDATE portal_accounts SET password_change_required = TRUE").await;
    let allowed = ["auth/me", "auth/password", "auth/logout"];
    let others = operations().into_iter().filter(|it| !it.ends_with_any(&allowed));
    let otherwise = otherwise(&world, "PASSWORD_CHANGE_REQUIRED", others).await;
    assert!(otherwise.is_empty(), "{otherwise:#?}");
}

#[tokio::test]
async fn a_missing_second_factor_of_a_customer_is_reported_before_anything_else() {
    let world = World::sqlite().await;
    run(&world, "UPDATE organizations SET customer_mfa_required = TRUE").await;
    let allowed = ["auth/me", "auth/password", "auth/logout", "mfa/setup", "mfa/complete"];
    let others = operations().into_iter().filter(Operation::is_of_customers);
    let others = others.filter(|it| !it.ends_with_any(&allowed));
    let otherwise = otherwise(&world, "MFA_ENROLLMENT_REQUIRED", others).await;
    assert!(otherwise.is_empty(), "{otherwise:#?}");
}

#[tokio::test]
async fn a_token_of_an_integration_has_no_sign_in_of_its_own_whatever_it_sends() {
    let world = World::sqlite().await;
    let body = json!({ "name": "Payroll", "permissions": ["staff:view"],
        "expiresAt": "2027-01-31T00:00:00Z" });
    let made: Value = world.post("admin", "/api/api-tokens", body).await.expect(201);
    let credential = bearer(made["token"].as_str().unwrap());
    for operation in operations().into_iter().filter(|it| it.path.starts_with("/api/auth/")) {
        if operation.path.ends_with("/me") {
            let me = operation.ask_emptily(&world, &credential).await.expect(200);
            assert_eq!(me["permissions"], json!(["staff:view"]));
            continue;
        }
        operation.ask_badly(&world, &credential).await.refused(403, "FORBIDDEN");
        operation.ask_emptily(&world, &credential).await.refused(403, "FORBIDDEN");
    }
}

#[tokio::test]
async fn the_permission_to_change_staff_or_customers_does_not_include_reading_them() {
    let mut world = World::sqlite().await;
    let role = json!({ "name": "Clerk", "permissions": ["staff:manage", "customers:manage"] });
    world.post("admin", "/api/roles", role).await.expect(201);
    world.hire("clerk", "clerk").await;
    let (staff, customer) = (world.id("colleague"), world.guest.id.to_string());
    for path in [
        "/api/staff",
        "/api/staff/export.csv",
        "/api/departments",
        &format!("/api/staff/{staff}"),
        "/api/customers",
        "/api/customers/export.csv",
        &format!("/api/customers/{customer}"),
    ] {
        world.get("clerk", path).await.refused(403, "FORBIDDEN");
    }
    let change = json!({ "jobTitle": "Analyst" });
    world.patch("clerk", &format!("/api/staff/{staff}"), change).await.expect(200);
    let change = json!({ "phone": "12345" });
    world.patch("clerk", &format!("/api/customers/{customer}"), change).await.expect(200);
}
