//! /api/customer-auth: customers sign in and out, without access to routes of staff.

mod mfa;

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, World};

async fn login(world: &World, email: &str, password: &str) -> Reply {
    let body = json!({ "email": email, "password": password });
    world.request(Method::POST, "/api/customer-auth/login").json(&body).send().await
}

async fn me(world: &World, token: &str) -> Reply {
    let bearer = format!("Bearer {token}");
    world
        .request(Method::GET, "/api/customer-auth/me")
        .header("authorization", &bearer)
        .send()
        .await
}

#[tokio::test]
async fn a_sign_in_answers_with_a_token_and_sets_no_cookie() {
    let world = World::sqlite().await;
    let reply = login(&world, " OMAR@customers.example ", &world.guest.password).await;
    let body = reply.expect(200);
    assert_eq!(reply.header("set-cookie"), None);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!((&body["tokenType"], &body["expiresIn"]), (&json!("Bearer"), &json!(28_800)));
    assert_eq!(body["mfaRequired"], false);
    let reply = me(&world, body["accessToken"].as_str().unwrap()).await;
    let who = reply.expect(200);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!((&who["customerId"], &who["currency"]), (&json!(world.guest.id), &json!("USD")));
    assert_eq!((&who["mfaEnabled"], &who["recoveryCodesRemaining"]), (&json!(false), &Value::Null));
    for member in [
        "id",
        "organizationId",
        "currency",
        "customerId",
        "email",
        "name",
        "passwordChangeRequired",
        "mfaEnabled",
        "mfaEnrollmentRequired",
        "recoveryCodesRemaining",
        "recoveryCodesExhausted",
    ] {
        assert!(who.get(member).is_some(), "{member}");
    }
}

#[tokio::test]
async fn unknown_wrong_and_blocked_get_the_same_answer_byte_for_byte() {
    let world = World::sqlite().await;
    let unknown = login(&world, "nobody@customers.example", "not the password").await;
    let wrong = login(&world, &world.guest.email, "not the password").await;
    let path = format!("/api/customers/{}/portal-account/block", world.guest.id);
    world.post_empty("admin", &path).await.expect(200);
    let blocked = login(&world, &world.guest.email, &world.guest.password).await;
    unknown.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(unknown.bytes(), wrong.bytes());
    assert_eq!(unknown.bytes(), blocked.bytes());
}

#[tokio::test]
async fn sign_in_attempts_are_limited_for_known_and_unknown_addresses() {
    let world = World::sqlite().await;
    for email in [&*world.guest.email, "nobody@customers.example"] {
        for _ in 0..5 {
            login(&world, email, "wrong").await.refused(401, "INVALID_CREDENTIALS");
        }
    }
    let known = login(&world, &world.guest.email, &world.guest.password).await;
    let unknown = login(&world, "nobody@customers.example", &world.guest.password).await;
    known.refused(429, "RATE_LIMITED");
    assert_eq!(known.bytes(), unknown.bytes());
    assert!(known.header("retry-after").is_some());
}

#[tokio::test]
async fn a_token_of_staff_is_none_at_the_portal_and_the_reverse() {
    let world = World::sqlite().await;
    for who in ["admin", "hr", "employee", "foreign_admin"] {
        let reply = world.get(who, "/api/customer-auth/me").await;
        reply.refused(401, "UNAUTHENTICATED");
        assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
    }
    for path in ["/api/auth/me", "/api/staff", "/api/customers", "/api/notifications"] {
        world.get("customer", path).await.refused(401, "UNAUTHENTICATED");
        let request = world.request(Method::GET, path).in_browser_of("customer");
        request.send().await.refused(401, "UNAUTHENTICATED");
    }
    let request = world.request(Method::GET, "/api/customer-auth/me").in_browser_of("admin");
    request.send().await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_cookie_holds_a_session_of_its_own_realm_alone() {
    let world = World::sqlite().await;
    let request = |path, cookie: String| world.request(Method::GET, path).header("cookie", &cookie);
    let (staff, customer) = (&world.person("hr").token, &world.guest.token);
    let swapped = format!("__Host-staff_session={customer}; __Host-customer_session={staff}");
    request("/api/auth/me", swapped.clone()).send().await.refused(401, "UNAUTHENTICATED");
    request("/api/customer-auth/me", swapped).send().await.refused(401, "UNAUTHENTICATED");
    let both = format!("__Host-staff_session={staff}; __Host-customer_session={customer}");
    let me = request("/api/auth/me", both.clone()).send().await.expect(200);
    assert_eq!(me["email"], "hr@amanah.example");
    let me = request("/api/customer-auth/me", both).send().await.expect(200);
    assert_eq!(me["email"], world.guest.email);
}

#[tokio::test]
async fn a_bad_header_is_not_made_good_by_a_cookie() {
    let world = World::sqlite().await;
    let request = || world.request(Method::GET, "/api/customer-auth/me").in_browser_of("customer");
    request().send().await.expect(200);
    for bad in ["Bearer nonsense", "Basic aHI6eA==", "Bearer", ""] {
        request().header("authorization", bad).send().await.refused(401, "UNAUTHENTICATED");
    }
    let path = format!("/api/customer-auth/me?token={}", world.guest.token);
    world.get("nobody", &path).await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn another_site_cannot_act_through_the_browser_of_a_customer() {
    let world = World::sqlite().await;
    let request =
        || world.request(Method::POST, "/api/customer-auth/logout").in_browser_of("customer");
    request().send().await.refused(403, "CROSS_SITE_REJECTED");
    for site in ["cross-site", "same-site"] {
        let refused = request().header("sec-fetch-site", site).send().await;
        refused.refused(403, "CROSS_SITE_REJECTED");
    }
    world.get("customer", "/api/customer-auth/me").await.expect(200);
    let own = request().header("sec-fetch-site", "same-origin").send().await;
    assert_eq!(own.status, 204);
    world.get("customer", "/api/customer-auth/me").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_temporary_password_is_changed_and_every_other_session_ends() {
    let world = World::sqlite().await;
    let path = format!("/api/customers/{}/portal-account/reset-password", world.guest.id);
    let temporary = world.post_empty("credit_officer", &path).await.expect(200);
    let temporary = temporary["temporaryPassword"].as_str().unwrap();
    world.get("customer", "/api/customer-auth/me").await.refused(401, "UNAUTHENTICATED");
    let body = login(&world, &world.guest.email, temporary).await.expect(200);
    assert_eq!(body["passwordChangeRequired"], true);
    let bearer = format!("Bearer {}", body["accessToken"].as_str().unwrap());
    let change = async |current: &str, new: &str| {
        let input = json!({ "currentPassword": current, "newPassword": new });
        let request = world.request(Method::PATCH, "/api/customer-auth/password").json(&input);
        request.header("authorization", &bearer).send().await
    };
    let wrong = change("nonsense", "violet anchor plateau 77").await;
    wrong.refused(400, "INVALID_CURRENT_PASSWORD");
    let weak = change(temporary, "short").await;
    weak.refused(400, "VALIDATION_FAILED");
    assert_eq!(weak.fields(), ["newPassword"]);
    let changed = change(temporary, "violet anchor plateau 77").await.expect(200);
    assert_eq!(me(&world, bearer.trim_start_matches("Bearer ")).await.status, 401);
    let who = me(&world, changed["accessToken"].as_str().unwrap()).await.expect(200);
    assert_eq!(who["passwordChangeRequired"], false);
}

#[tokio::test]
async fn a_customer_is_created_and_given_an_account_over_http() {
    let world = World::sqlite().await;
    let input = json!({ "name": "Layan Trading", "email": "Office@Layan.example",
        "type": "company", "registrationNumber": "CN-7", "portalAccount": { "id": "x" },
        "organizationId": "x" });
    let made = world.post("credit_officer", "/api/customers", input).await.expect(201);
    assert_eq!((&made["type"], &made["portalAccount"]), (&json!("company"), &Value::Null));
    let path = format!("/api/customers/{}", made["id"].as_str().unwrap());
    let patch = json!({ "phone": "+971 4 123 4567", "registrationNumber": null });
    let changed = world.patch("credit_officer", &path, patch).await.expect(200);
    assert_eq!(changed["registrationNumber"], Value::Null);
    assert_eq!(world.get("cashier", &path).await.expect(200), changed);
    world.patch("cashier", &path, json!({})).await.refused(403, "FORBIDDEN");

    let account = format!("{path}/portal-account");
    let opened = world.post_empty("credit_officer", &account).await.expect(201);
    assert_eq!(opened["email"], "office@layan.example");
    let password = opened["temporaryPassword"].as_str().unwrap();
    login(&world, "office@layan.example", password).await.expect(200);
    let again = world.post_empty("credit_officer", &account).await;
    again.refused(409, "PORTAL_ACCOUNT_EXISTS");
    let found = world.get("cashier", &path).await;
    assert_eq!(found.expect(200)["portalAccount"]["isBlocked"], false);
    assert!(!found.text.contains(password) && !found.text.contains("temporaryPassword"));
    let query = "/api/customers?type=company&portal=active&q=layan";
    let list = world.get("cashier", query).await.expect(200);
    assert_eq!(list["pagination"]["total"], 1);
    world.get("cashier", "/api/customers?portal=maybe").await.refused(400, "VALIDATION_FAILED");
}
