//! /api/auth: sign-in and sign-out.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, World};

async fn login(world: &World, email: &str, password: &str) -> Reply {
    let body = json!({ "email": email, "password": password });
    world.request(Method::POST, "/api/auth/login").json(&body).send().await
}

async fn me(world: &World, token: &str) -> Reply {
    let bearer = format!("Bearer {token}");
    world.request(Method::GET, "/api/auth/me").header("authorization", &bearer).send().await
}

#[tokio::test]
async fn a_sign_in_answers_with_a_token_and_who_it_is_and_sets_no_cookie() {
    let world = World::sqlite().await;
    let person = world.person("hr");
    let reply = login(&world, " HR@amanah.example ", &person.password).await;
    let body = reply.expect(200);
    assert_eq!(reply.header("set-cookie"), None);
    assert_eq!(body["tokenType"], "Bearer");
    assert_eq!(body["expiresIn"], 28_800);
    assert_eq!(
        (&body["mfaRequired"], &body["passwordChangeRequired"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(body["staff"]["email"], "hr@amanah.example");
    let who = me(&world, body["accessToken"].as_str().unwrap()).await.expect(200);
    assert_eq!(who, body["staff"]);
    for member in [
        "id",
        "organizationId",
        "organizationName",
        "timeZone",
        "currency",
        "name",
        "email",
        "role",
        "permissions",
        "departmentId",
        "employmentConfirmedAt",
        "passwordChangeRequired",
        "mfaEnabled",
        "recoveryCodesRemaining",
    ] {
        assert!(who.get(member).is_some(), "{member}");
    }
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_get_the_same_answer() {
    let world = World::sqlite().await;
    let wrong = login(&world, "hr@amanah.example", "not the password").await;
    let unknown = login(&world, "nobody@amanah.example", "not the password").await;
    wrong.refused(401, "INVALID_CREDENTIALS");
    assert_eq!((wrong.status, &wrong.text), (unknown.status, &unknown.text));
    assert_eq!(wrong.header("www-authenticate"), unknown.header("www-authenticate"));
}

#[tokio::test]
async fn guessing_is_slowed_down_for_everybody_who_tries_that_address() {
    let world = World::sqlite().await;
    for _ in 0..5 {
        login(&world, "hr@amanah.example", "wrong").await.refused(401, "INVALID_CREDENTIALS");
    }
    let reply = login(&world, "hr@amanah.example", &world.person("hr").password).await;
    reply.refused(429, "RATE_LIMITED");
    let seconds: u32 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=61).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn a_temporary_password_has_to_be_changed_before_anything_else() {
    let world = World::sqlite().await;
    let path = format!("/api/staff/{}/reset-password", world.id("bystander"));
    let temporary = world.post_empty("admin", &path).await.expect(200);
    let temporary = temporary["temporaryPassword"].as_str().unwrap();
    let body = login(&world, "bystander@amanah.example", temporary).await.expect(200);
    assert_eq!(body["passwordChangeRequired"], true);
    let bearer = format!("Bearer {}", body["accessToken"].as_str().unwrap());
    let request = |method, path| world.request(method, path).header("authorization", &bearer);

    let refused = request(Method::GET, "/api/staff/appraisals").send().await;
    refused.refused(403, "PASSWORD_CHANGE_REQUIRED");
    request(Method::GET, "/api/notifications/stream")
        .send()
        .await
        .refused(403, "PASSWORD_CHANGE_REQUIRED");
    request(Method::GET, "/api/auth/me").send().await.expect(200);

    let new = json!({ "currentPassword": temporary, "newPassword": "violet anchor plateau 77" });
    let changed = request(Method::PATCH, "/api/auth/password").json(&new).send().await.expect(200);
    request(Method::GET, "/api/auth/me").send().await.refused(401, "UNAUTHENTICATED");
    let token = changed["accessToken"].as_str().unwrap();
    assert_eq!(me(&world, token).await.expect(200)["passwordChangeRequired"], false);
}

#[tokio::test]
async fn after_signing_out_the_token_is_worth_nothing() {
    let world = World::sqlite().await;
    let reply = world.post_empty("cashier", "/api/auth/logout").await;
    assert_eq!((reply.status, reply.text.as_str()), (204, ""));
    world.get("cashier", "/api/auth/me").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn signing_out_takes_the_cookie_of_a_browser_back() {
    let world = World::sqlite().await;
    for (who, path, realm) in [
        ("cashier", "/api/auth/logout", "staff"),
        ("customer", "/api/customer-auth/logout", "customer"),
    ] {
        let request = world.request(Method::POST, path).in_browser_of(who);
        let reply = request.header("sec-fetch-site", "same-origin").send().await;
        assert_eq!(reply.status, 204, "{}", reply.text);
        let cookie = reply.header("set-cookie").unwrap();
        assert!(cookie.starts_with(&format!("__Host-{realm}_session=; ")), "{cookie}");
        for part in ["Path=/", "Max-Age=0", "Secure", "HttpOnly"] {
            assert!(cookie.split("; ").any(|it| it == part), "{cookie}");
        }
    }
}

#[tokio::test]
async fn a_bad_header_is_not_made_good_by_a_cookie() {
    let world = World::sqlite().await;
    let request = || world.request(Method::GET, "/api/auth/me").in_browser_of("hr");
    request().send().await.expect(200);
    for bad in ["Bearer nonsense", "Basic aHI6eA==", "Bearer", "Bearer ", ""] {
        let reply = request().header("authorization", bad).send().await;
        reply.refused(401, "UNAUTHENTICATED");
        assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
    }
    let twice = world.request(Method::GET, "/api/auth/me").by("hr").by("hr").send().await;
    twice.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_token_in_the_address_is_ignored() {
    let world = World::sqlite().await;
    let token = &world.person("hr").token;
    for name in ["access_token", "token", "authorization"] {
        let path = format!("/api/auth/me?{name}={token}");
        world.get("nobody", &path).await.refused(401, "UNAUTHENTICATED");
    }
}

#[tokio::test]
async fn forged_and_foreign_tokens_are_refused() {
    let world = World::sqlite().await;
    let token = world.person("hr").token.clone();
    let [head, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else { panic!() };
    let stranger = world.person("stranger").token.clone();
    let foreign: Vec<_> = stranger.split('.').collect();
    let none = "eyJhbGciOiJub25lIiwidHlwIjoic3RhZmYtc2Vzc2lvbitqd3QifQ";
    for forged in [
        format!("{none}.{claims}."),
        format!("{none}.{claims}.{signature}"),
        format!("{head}.{claims}."),
        format!("{head}.{}.{signature}", foreign[1]),
        format!("{head}.{claims}.{}", foreign[2]),
        format!("{head}.{claims}.{signature}A"),
        "..".to_owned(),
        "a".repeat(5_000),
    ] {
        me(&world, &forged).await.refused(401, "UNAUTHENTICATED");
    }
}

#[tokio::test]
async fn a_session_ends_after_half_an_hour_of_silence() {
    let world = World::sqlite().await;
    world.clock.advance(chrono::TimeDelta::minutes(29));
    world.get("hr", "/api/auth/me").await.expect(200);
    world.clock.advance(chrono::TimeDelta::minutes(29));
    world.get("hr", "/api/auth/me").await.expect(200);
    world.clock.advance(chrono::TimeDelta::minutes(31));
    world.get("hr", "/api/auth/me").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn the_token_of_an_integration_does_what_it_was_made_for_and_cannot_sign_out() {
    let world = World::sqlite().await;
    let body = json!({ "name": "Payroll", "permissions": ["staff:view"],
        "expiresAt": "2027-01-31T00:00:00Z" });
    let made = world.post("admin", "/api/api-tokens", body).await.expect(201);
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let request = |method, path| world.request(method, path).header("authorization", &bearer);
    request(Method::GET, "/api/staff").send().await.expect(200);
    request(Method::GET, "/api/audit-log").send().await.refused(403, "FORBIDDEN");
    request(Method::POST, "/api/auth/logout").send().await.refused(403, "FORBIDDEN");
    let list = world.get("admin", "/api/api-tokens").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(list["data"][0].get("token"), None::<&Value>);
    let path = format!("/api/api-tokens/{}/revoke", made["id"].as_str().unwrap());
    world.post_empty("admin", &path).await.expect(200);
    request(Method::GET, "/api/staff").send().await.refused(401, "UNAUTHENTICATED");
}
