//! Access to every route: every operation in the description of the API, requested by every role,
//! compared with the reviewed table.

use std::collections::HashMap;
use std::fmt::Write;

use http::Method;
use serde_json::{Value, json};
use server::api::document;

use crate::api::staff::appraisals::start;
use crate::support::{Reply, World, facility_input};

const WHO: [&str; 12] = [
    "nobody",
    "admin",
    "hr",
    "md",
    "bystander",
    "credit_officer",
    "credit_reviewer",
    "shariah_officer",
    "cashier",
    "finance",
    "foreign_admin",
    "customer",
];
const UNKNOWN: &str = "0192e4a0-0000-7000-8000-000000000001";
const GRID: &str = include_str!("grid.txt");

/// The values of path parameters: records of the first organization. A key with a method is for
/// requests with this method only.
async fn records(world: &World) -> HashMap<&'static str, String> {
    let text = |value: &Value, member: &str| value[member].as_str().unwrap().to_owned();
    let appraisal = start(world).await;
    world.dispatch().await;
    let notification = world.get("employee", "/api/notifications").await.expect(200);
    let input = json!({ "name": "Payroll", "permissions": ["staff:view"],
        "expiresAt": "2027-01-31T00:00:00Z" });
    let token = world.post("admin", "/api/api-tokens", input.clone()).await.expect(201);
    let rotated = world.post("admin", "/api/api-tokens", input).await.expect(201);
    let input = json!({ "url": "https://erp.example/hooks" });
    let webhook = world.post("admin", "/api/webhooks", input.clone()).await.expect(201);
    let deleted = world.post("admin", "/api/webhooks", input).await.expect(201);
    let input = json!({ "key": "auditor", "name": "Auditor" });
    let role = world.post("admin", "/api/roles", input).await.expect(201);
    let input = json!({ "type": "casual", "startDate": "2026-12-01", "endDate": "2026-12-01",
        "reason": "Moving house" });
    let leave = world.post("colleague", "/api/leave/requests", input).await.expect(201);
    let input = json!({ "name": "Layan Trading", "email": "office@layan.example" });
    let customer = world.post("admin", "/api/customers", input).await.expect(201);
    let sessions = world.get("employee", "/api/auth/sessions").await.expect(200);
    let template = template(world).await;
    let input = facility_input(&text(&customer, "id"));
    let facility = world.post("admin", "/api/credit/facilities", input).await.expect(201);
    HashMap::from([
        ("/api/staff/appraisal-settings/catalogs/", "competency".to_owned()),
        ("/api/staff/appraisal-settings/templates/", text(&template, "id")),
        ("/api/staff/appraisals/", appraisal.rsplit('/').next().unwrap().to_owned()),
        ("/api/auth/sessions/", text(&sessions["data"][0], "id")),
        ("/api/customer-auth/sessions/", text(&sessions["data"][0], "id")),
        ("/api/staff/", world.id("colleague")),
        ("/api/customers/", text(&customer, "id")),
        ("/api/personal-data/staff/", world.id("colleague")),
        ("/api/personal-data/customers/", text(&customer, "id")),
        ("/api/credit/facilities/", text(&facility, "facilityRef")),
        ("/api/portal/facilities/", text(&facility, "facilityRef")),
        ("/api/departments/", world.finance.to_string()),
        ("/api/leave/balances/", world.id("colleague")),
        ("/api/leave/requests/", text(&leave, "id")),
        ("/api/notifications/", text(&notification["data"][0], "id")),
        ("/api/api-tokens/", text(&token, "id")),
        ("POST /api/api-tokens/{id}/rotate", text(&rotated, "id")),
        ("/api/webhooks/", text(&webhook, "id")),
        ("DELETE /api/webhooks/", text(&deleted, "id")),
        ("/api/roles/", text(&role, "key")),
        ("/api/jobs/", "staff-confirmation-due".to_owned()),
    ])
}

/// An unused template.
async fn template(world: &World) -> Value {
    let item = json!({ "categoryLabel": "Core KPIs", "categoryWeight": "1",
        "objective": "Answer in time", "weight": "1" });
    let input = json!({ "name": "Legal", "items": [item] });
    world.post("hr", "/api/staff/appraisal-settings/templates", input).await.expect(201)
}

/// The path with that id.
fn with(path: &str, id: &str) -> String {
    let names = ["{id}", "{key}", "{kind}", "{name}", "{ref}"];
    names.iter().fold(path.to_owned(), |path, name| path.replace(name, id))
}

/// The record for the request: that of the longest matching prefix.
fn record(records: &HashMap<&str, String>, method: &Method, path: &str) -> String {
    let request = format!("{method} {path}");
    let known = records
        .iter()
        .filter(|(prefix, _)| path.starts_with(**prefix) || request.starts_with(**prefix));
    let found = known.max_by_key(|(prefix, _)| prefix.len());
    let missing = || panic!("add a record for {path} to records() in server/tests/grid.rs");
    found.unwrap_or_else(missing).1.clone()
}

async fn request(world: &World, who: &str, method: &Method, path: &str) -> Reply {
    let request = world.request(method.clone(), path).by(who);
    let request = match *method {
        Method::GET => request,
        _ if path.ends_with("/import") => request.text("text/csv", ""),
        _ => request.json(&json!({})),
    };
    if path.ends_with("/stream") {
        // The response to a permitted request is endless.
        let response = request.open().await;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        return Reply { status, headers, text: String::new() };
    }
    request.send().await
}

/// One cell: the status or, for a path with an id, the statuses for an existing and for an unknown
/// one.
async fn cell(
    world: &World,
    who: &str,
    (method, path): (&Method, &str),
    record: Option<&str>,
) -> String {
    let Some(record) = record else {
        return request(world, who, method, path).await.status.to_string();
    };
    let real = request(world, who, method, &with(path, record)).await;
    let unknown = request(world, who, method, &with(path, UNKNOWN)).await;
    let malformed = request(world, who, method, &with(path, "12")).await;
    let place = format!("{who}: {method} {path}");
    assert_eq!(unknown.bytes(), malformed.bytes(), "{place}");
    // The kinds of catalogs and the names of jobs are the same in every organization.
    let is_word = path.contains("{kind}") || path.contains("{name}");
    if real.status == 404 || (who == "foreign_admin" && !is_word) {
        assert_eq!(real.bytes(), unknown.bytes(), "{place}");
    }
    format!("{}/{}", real.status, unknown.status)
}

async fn grid(world: &mut World) -> String {
    let records = records(world).await;
    let document = serde_json::to_value(document::document()).unwrap();
    let mut grid = format!("{:<64}{}\n", "", WHO.map(|who| format!("{who:<17}")).concat().trim());
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let record = path.contains('{').then(|| record(&records, &method, path));
            let mut line = format!("{:<64}", format!("{method} {path}"));
            for who in WHO {
                let cell = cell(world, who, (&method, path), record.as_deref()).await;
                write!(line, "{cell:<17}").unwrap();
                if path.ends_with("/logout") && who != "nobody" {
                    world.sign_in_again(who).await;
                }
            }
            writeln!(grid, "{}", line.trim_end()).unwrap();
        }
    }
    grid
}

#[tokio::test]
async fn the_grid_of_who_gets_what_is_the_one_that_was_reviewed() {
    let mut world = World::sqlite().await;
    let grid = grid(&mut world).await;
    assert!(!grid.contains(" 5"), "\n{grid}");
    if grid != GRID {
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("grid.txt");
        std::fs::write(&file, &grid).unwrap();
        let new = grid.lines().filter(|line| !GRID.contains(line)).collect::<Vec<_>>().join("\n");
        let old = GRID.lines().filter(|line| !grid.contains(line)).collect::<Vec<_>>().join("\n");
        let copy = format!("cp {} server/tests/grid.txt", file.display());
        panic!("the table has changed; review it, then {copy}\nnew:\n{new}\nold:\n{old}");
    }
}

#[tokio::test]
async fn reading_changes_nothing() {
    let world = World::sqlite().await;
    let records = records(&world).await;
    // The first reading of the feed assigns positions to the events.
    world.get("admin", "/api/events").await.expect(200);
    let before = world.snapshot().await;
    let document = serde_json::to_value(document::document()).unwrap();
    for (path, operations) in document["paths"].as_object().unwrap() {
        // In the specification, a GET begins an enrolment.
        if operations.get("get").is_none() || path.ends_with("/mfa/setup") {
            continue;
        }
        let path = if path.contains('{') {
            with(path, &record(&records, &Method::GET, path))
        } else {
            path.clone()
        };
        for who in ["admin", "employee", "customer", "nobody"] {
            request(&world, who, &Method::GET, &path).await;
            world.request(Method::HEAD, &path).by(who).open().await;
        }
    }
    assert!(world.snapshot().await == before, "a GET has written something");
}
