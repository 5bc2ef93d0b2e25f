//! Actions that API tokens may not perform, whatever their permissions: every route, requested with
//! a token that has all of them.

use http::Method;
use serde_json::{Value, json};
use server::api::document;

use crate::support::World;

const UNKNOWN: &str = "0192e4a0-0000-7000-8000-000000000001";

/// Routes that return a credential, extend permissions, or manage one's own sign-in.
const FOR_PEOPLE: [&str; 27] = [
    "POST /api/api-tokens",
    "POST /api/api-tokens/{id}/rotate",
    "POST /api/auth/logout",
    "POST /api/auth/mfa/complete",
    "POST /api/auth/mfa/recovery-codes/regenerate",
    "GET /api/auth/mfa/setup",
    "PATCH /api/auth/password",
    "GET /api/auth/sessions",
    "POST /api/auth/sessions/end-others",
    "DELETE /api/auth/sessions/{id}",
    "POST /api/customers/{id}/portal-account",
    "POST /api/customers/{id}/portal-account/end-sessions",
    "POST /api/customers/{id}/portal-account/reset-mfa",
    "POST /api/customers/{id}/portal-account/reset-password",
    "POST /api/customers/{id}/portal-account/unblock",
    "PATCH /api/organization",
    "PUT /api/organization/logo",
    "DELETE /api/organization/logo",
    "POST /api/personal-data/customers/{id}",
    "POST /api/personal-data/staff/{id}",
    "POST /api/roles",
    "PATCH /api/roles/{key}",
    "POST /api/staff/{id}/end-sessions",
    "POST /api/staff/{id}/reset-mfa",
    "POST /api/staff/{id}/reset-password",
    "POST /api/webhooks",
    "PATCH /api/webhooks/{id}",
];

/// A token with every permission.
async fn token(world: &World) -> String {
    let roles = world.get("admin", "/api/roles").await.expect(200);
    let all = roles["data"].as_array().unwrap().iter().find(|it| it["key"] == "admin").unwrap();
    let input = json!({ "name": "Everything", "permissions": all["permissions"],
        "expiresAt": "2027-01-31T00:00:00Z" });
    let made = world.post("admin", "/api/api-tokens", input).await.expect(201);
    made["token"].as_str().unwrap().to_owned()
}

async fn request(
    world: &World,
    token: &str,
    method: &Method,
    path: &str,
    body: &Value,
) -> (u16, Value) {
    let request =
        world.request(method.clone(), path).header("authorization", &format!("Bearer {token}"));
    let is_bare = *method == Method::GET || *method == Method::DELETE;
    let reply = if is_bare { request.send().await } else { request.json(body).send().await };
    (reply.status, serde_json::from_str(&reply.text).unwrap_or_default())
}

#[tokio::test]
async fn a_token_with_every_permission_is_refused_exactly_what_is_for_people() {
    let world = World::sqlite().await;
    let token = token(&world).await;
    let document = serde_json::to_value(document::document()).unwrap();
    let mut refused = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let is_portal = ["/api/customer-auth", "/api/portal"].iter().any(|it| path.starts_with(it));
        if is_portal || path.ends_with("/stream") || path.starts_with("/api/auth/login") {
            continue;
        }
        let names = ["{id}", "{key}", "{kind}", "{name}", "{ref}"];
        let address = names.iter().fold(path.clone(), |path, name| path.replace(name, UNKNOWN));
        for method in operations.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let (status, _) = request(&world, &token, &method, &address, &json!({})).await;
            if status == 403 {
                refused.push(format!("{method} {path}"));
            }
        }
    }
    let mut expected = FOR_PEOPLE;
    expected.sort_unstable();
    refused.sort();
    assert_eq!(refused, expected);
}

#[tokio::test]
async fn the_response_to_a_token_that_creates_a_person_contains_no_password() {
    let world = World::sqlite().await;
    let token = token(&world).await;
    let input = |role: &str| {
        json!({ "staffNumber": "N-1", "name": "Layla", "role": role,
            "email": "layla@amanah.example", "employmentStartDate": "2026-05-01" })
    };
    let staff = "/api/staff";
    let (status, _) = request(&world, &token, &Method::POST, staff, &input("hr")).await;
    assert_eq!(status, 403);
    let (status, made) = request(&world, &token, &Method::POST, staff, &input("employee")).await;
    assert_eq!(status, 201, "{made}");
    assert!(made.get("temporaryPassword").is_none() && made["role"] == "employee", "{made}");
    let address = format!("/api/staff/{}", made["id"].as_str().unwrap());
    let raised = json!({ "role": "admin" });
    let (status, _) = request(&world, &token, &Method::PATCH, &address, &raised).await;
    assert_eq!(status, 403);
}
