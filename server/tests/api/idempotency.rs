//! A creating request that is repeated under one `Idempotency-Key`.

use std::collections::BTreeSet;

use http::Method;
use serde_json::{Value, json};
use server::api::document;

use super::servicing::live;
use crate::support::{World, facility_input};

/// A creating request.
struct Creation {
    who: &'static str,
    /// As in the description of the API.
    route: &'static str,
    /// The value of the parameter of the path.
    record: String,
    body: Value,
    /// Counts the rows of the table that receives the record.
    count: &'static str,
}

impl Creation {
    fn new(who: &'static str, route: &'static str, body: Value, count: &'static str) -> Self {
        Self { who, route, record: String::new(), body, count }
    }

    fn within(self, record: String) -> Self {
        Self { record, ..self }
    }

    fn path(&self) -> String {
        self.route.replace("{id}", &self.record).replace("{ref}", &self.record)
    }
}

async fn creations(world: &World) -> Vec<Creation> {
    let facility = live(world).await.rsplit('/').next().unwrap().to_owned();
    let buyer = json!({ "name": "Omar", "email": "omar@home.example", "type": "individual" });
    let customer = json!({ "name": "Layan Trading", "email": "office@layan.example" });
    let customer = world.post("admin", "/api/customers", customer).await.expect(201);
    let customer = customer["id"].as_str().unwrap().to_owned();
    let input = json!({ "name": "Payroll", "permissions": ["staff:view"],
        "expiresAt": "2027-01-31T00:00:00Z" });
    let token = world.post("admin", "/api/api-tokens", input).await.expect(201);
    let token = token["id"].as_str().unwrap().to_owned();
    [people(world), settings()]
        .into_iter()
        .flatten()
        .chain([
            Creation::new("admin", "/api/customers", buyer, "SELECT count(*) FROM customers"),
            Creation::new(
                "admin",
                "/api/api-tokens/{id}/rotate",
                json!({}),
                "SELECT count(*) FROM api_tokens",
            )
            .within(token),
            Creation::new(
                "admin",
                "/api/customers/{id}/portal-account",
                json!({}),
                "SELECT count(*) FROM portal_accounts",
            )
            .within(customer),
            Creation::new(
                "credit_officer",
                "/api/credit/facilities",
                facility_input(&world.guest.id.to_string()),
                "SELECT count(*) FROM facilities",
            ),
            Creation::new(
                "cashier",
                "/api/credit/facilities/{ref}/payments",
                json!({ "amount": "100", "paymentDate": "2026-11-21" }),
                "SELECT count(*) FROM payments",
            )
            .within(facility),
        ])
        .collect()
}

fn people(world: &World) -> Vec<Creation> {
    let person = world.id("colleague");
    let staff = json!({ "staffNumber": "N1", "name": "New", "email": "new@amanah.example",
        "role": "employee", "employmentStartDate": "2026-05-01" });
    let wish = json!({ "type": "casual", "startDate": "2026-12-01", "endDate": "2026-12-01",
        "reason": "Moving house" });
    let correction = json!({ "staffId": person, "type": "casual", "year": 2026, "days": 1,
        "reason": "Agreed" });
    vec![
        Creation::new("hr", "/api/staff", staff, "SELECT count(*) FROM staff"),
        Creation::new(
            "employee",
            "/api/leave/requests",
            wish,
            "SELECT count(*) FROM leave_requests",
        ),
        Creation::new(
            "hr",
            "/api/leave/adjustments",
            correction,
            "SELECT count(*) FROM leave_adjustments",
        ),
        Creation::new(
            "hr",
            "/api/staff/appraisals",
            crate::support::initiation(&person, false),
            "SELECT count(*) FROM appraisals",
        ),
    ]
}

fn settings() -> Vec<Creation> {
    let token = json!({ "name": "Payroll", "permissions": ["staff:view"],
        "expiresAt": "2027-01-31T00:00:00Z" });
    let item = json!({ "categoryLabel": "Service", "categoryWeight": "1",
        "objective": "Answer in time", "weight": "1" });
    vec![
        Creation::new(
            "hr",
            "/api/departments",
            json!({ "name": "Audit" }),
            "SELECT count(*) FROM departments",
        ),
        Creation::new(
            "admin",
            "/api/roles",
            json!({ "name": "Auditor", "permissions": [] }),
            "SELECT count(*) FROM roles",
        ),
        Creation::new("admin", "/api/api-tokens", token, "SELECT count(*) FROM api_tokens"),
        Creation::new(
            "admin",
            "/api/webhooks",
            json!({ "url": "https://erp.example/hooks" }),
            "SELECT count(*) FROM webhooks",
        ),
        Creation::new(
            "hr",
            "/api/staff/appraisal-settings/templates",
            json!({ "name": "Branch", "items": [item] }),
            "SELECT count(*) FROM appraisal_templates",
        ),
    ]
}

/// The routes that create a record.
fn documented() -> BTreeSet<String> {
    let document = serde_json::to_value(document::document()).unwrap();
    let paths = document["paths"].as_object().unwrap().iter();
    let creates = |path: &Value| path["post"]["responses"].get("201").is_some();
    paths.filter(|(_, path)| creates(path)).map(|(path, _)| path.clone()).collect()
}

async fn rows(world: &World, statement: &'static str) -> i64 {
    let mut tx = world.db.read().await.unwrap();
    tx.sql(statement).scalar().await.unwrap()
}

#[tokio::test]
async fn every_creation_that_is_repeated_writes_one_record_and_gets_the_first_response() {
    let world = World::sqlite().await;
    let creations = creations(&world).await;
    let tried: BTreeSet<_> = creations.iter().map(|it| it.route.to_owned()).collect();
    assert_eq!(tried, documented());
    for creation in creations {
        let path = creation.path();
        let send = || {
            let request = world.request(Method::POST, &path).by(creation.who);
            request.header("idempotency-key", "order 17").json(&creation.body).send()
        };
        let before = rows(&world, creation.count).await;
        let (first, second) = futures::join!(send(), send());
        let first = first.expect(201);
        assert_eq!(second.expect(201), first, "{path}");
        assert_eq!(send().await.expect(201), first, "{path}");
        assert_eq!(rows(&world, creation.count).await, before + 1, "{path}");
    }
}

#[tokio::test]
async fn a_key_has_1_to_255_characters() {
    let world = World::sqlite().await;
    for text in ["", &"k".repeat(256)] {
        let request = world.request(Method::POST, "/api/departments").by("hr");
        let request = request.header("idempotency-key", text).json(&json!({ "name": "Other" }));
        request.send().await.refused(400, "VALIDATION_FAILED");
    }
}

#[tokio::test]
async fn a_key_that_was_used_for_other_values_is_refused() {
    let world = World::sqlite().await;
    let send = |name: &str| {
        let request = world.request(Method::POST, "/api/departments").by("hr");
        request.header("idempotency-key", "order 17").json(&json!({ "name": name })).send()
    };
    send("Audit").await.expect(201);
    send("Legal").await.refused(409, "IDEMPOTENCY_KEY_REUSED");
}
