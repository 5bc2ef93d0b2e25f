//! Pages and routes for a user's own access: second factor, sessions, API tokens and audit log.

use http::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::support::{Reply, World};

const FORM: &str = "application/x-www-form-urlencoded";
/// The realms: person, API path, and path of server functions.
const REALMS: [(&str, &str, &str); 2] =
    [("hr", "/api/auth", "session"), ("customer", "/api/customer-auth", "portal")];

fn code(world: &World, secret: &Value) -> String {
    let secret = Secret::try_from_base32(secret.as_str().unwrap()).unwrap();
    let totp = Builder::new().with_secret(secret).build().unwrap();
    totp.generate(u64::try_from(world.service.now().timestamp()).unwrap()).to_string()
}

fn password(world: &World, who: &str) -> String {
    if who == "customer" {
        world.guest.password.clone()
    } else {
        world.person(who).password.clone()
    }
}

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::GET, path).in_browser_of(who);
    request.header("accept", "text/html").header("accept-language", "en").send().await
}

/// Posts a form like a browser without JavaScript.
async fn press(world: &World, who: &str, function: &str, form: String) -> Reply {
    let request = world.request(Method::POST, &format!("/api/ui/{function}")).in_browser_of(who);
    let request = request.header("accept", "text/html").header("sec-fetch-site", "same-origin");
    request.header("referer", "http://localhost/").text(FORM, form).send().await
}

/// Posts a form like the page script.
async fn call(world: &World, who: &str, function: &str, form: String) -> Reply {
    let request = world.request(Method::POST, &format!("/api/ui/{function}")).in_browser_of(who);
    let request =
        request.header("accept", "application/json").header("sec-fetch-site", "same-origin");
    request.text(FORM, form).send().await
}

async fn make_token(world: &World, name: &str) -> Value {
    let expires_at = world.service.now() + chrono::TimeDelta::days(30);
    let input = json!({ "name": name, "permissions": ["staff:view"], "expiresAt": expires_at });
    world.post("admin", "/api/api-tokens", input).await.expect(201)
}

#[tokio::test]
async fn the_first_code_takes_the_password_once_the_sign_in_is_old() {
    for (who, area, _) in REALMS {
        let world = World::sqlite().await;
        world.clock.advance(chrono::TimeDelta::minutes(20));
        let setup = world.get(who, &format!("{area}/mfa/setup")).await.expect(200);
        let complete = format!("{area}/mfa/complete");
        let code = code(&world, &setup["secret"]);
        let refused = world.post(who, &complete, json!({ "code": code })).await;
        refused.refused(400, "VALIDATION_FAILED");
        assert_eq!(refused.fields(), ["currentPassword"], "{who}");
        let wrong = json!({ "code": code, "currentPassword": "not the password" });
        let refused = world.post(who, &complete, wrong).await;
        refused.refused(400, "INVALID_CURRENT_PASSWORD");
        let right = json!({ "code": code, "currentPassword": password(&world, who) });
        world.post(who, &complete, right).await.expect(200);
    }
}

#[tokio::test]
async fn the_page_of_the_second_factor_takes_the_password_before_it_shows_a_key() {
    for (who, _, functions) in REALMS {
        let world = World::sqlite().await;
        world.clock.advance(chrono::TimeDelta::minutes(20));
        let (setup, complete) =
            (format!("{functions}/mfa-setup"), format!("{functions}/mfa-complete"));
        for form in [String::new(), "current_password=not+the+password".to_owned()] {
            let refused = call(&world, who, &setup, form).await;
            assert!(refused.status == 400 && !refused.text.contains("otpauth"), "{}", refused.text);
        }
        let given = format!("current_password={}", password(&world, who));
        let shown = call(&world, who, &setup, given).await.expect(200);
        let code = code(&world, &shown["secret"]);
        call(&world, who, &complete, format!("code={code}")).await.expect(200);
    }
}

#[tokio::test]
async fn a_page_lists_the_sessions_of_its_reader_and_ends_them_without_javascript() {
    for (who, area, list, end) in [
        ("hr", "/api/auth", "/security", "session/end"),
        ("customer", "/api/customer-auth", "/portal/settings", "portal/end-session"),
    ] {
        let world = World::sqlite().await;
        let (email, password) = match who {
            "customer" => (&world.guest.email, &world.guest.password),
            _ => (&world.person(who).email, &world.person(who).password),
        };
        let login = json!({ "email": email, "password": password });
        let request = world.request(Method::POST, &format!("{area}/login"));
        let request = request.header("user-agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0");
        let other = request.json(&login).send().await.expect(200);
        let page = open(&world, who, list).await.text;
        for text in ["Where you are signed in", "This device", "Firefox on Linux", end] {
            assert!(page.contains(text), "{who} {text}: {page}");
        }
        let sessions = world.get(who, &format!("{area}/sessions")).await.expect(200);
        let sessions = sessions["data"].as_array().unwrap().clone();
        let id = &sessions.iter().find(|it| it["current"] == false).unwrap()["id"];
        let pressed = press(&world, who, end, format!("id={}", id.as_str().unwrap())).await;
        assert_eq!(pressed.status, 302, "{}", pressed.text);
        let bearer = format!("Bearer {}", other["accessToken"].as_str().unwrap());
        let me = world.request(Method::GET, &format!("{area}/me"));
        me.header("authorization", &bearer).send().await.refused(401, "UNAUTHENTICATED");
        world.get(who, &format!("{area}/me")).await.expect(200);
    }
}

#[tokio::test]
async fn an_administrator_ends_the_sessions_of_a_person_from_their_page() {
    let world = World::sqlite().await;
    let (person, customer) = (world.id("hr"), world.guest.id.to_string());
    for (who, area, page, function, id) in [
        ("hr", "/api/auth", format!("/people/{person}"), "people/end-sessions", &person),
        (
            "customer",
            "/api/customer-auth",
            format!("/customers/{customer}"),
            "customers/end-sessions",
            &customer,
        ),
    ] {
        assert!(open(&world, "admin", &page).await.text.contains("End all sessions"), "{who}");
        press(&world, "employee", function, format!("id={id}")).await;
        world.get(who, &format!("{area}/me")).await.expect(200);
        let pressed = press(&world, "admin", function, format!("id={id}")).await;
        assert_eq!(pressed.status, 302, "{}", pressed.text);
        world.get(who, &format!("{area}/me")).await.refused(401, "UNAUTHENTICATED");
    }
}

#[tokio::test]
async fn the_page_of_the_password_keeps_the_tokens_that_are_ticked() {
    let world = World::sqlite().await;
    let kept = make_token(&world, "Payroll").await;
    make_token(&world, "Old report").await;
    let page = open(&world, "admin", "/password").await.text;
    assert!(page.contains("API tokens to keep") && page.contains("Payroll, valid until"), "{page}");
    let current = password(&world, "admin").replace(' ', "+");
    let new = "quiet+rivers+carry+40+letters";
    let id = kept["id"].as_str().unwrap();
    let form = format!("current_password={current}&new_password={new}&again={new}&keep[]={id}");
    let reply = press(&world, "admin", "session/password", form).await;
    assert_eq!(reply.status, 302, "{}", reply.text);
    let rows = "SELECT name FROM api_tokens WHERE revoked_at IS NULL";
    let valid: Vec<String> = world.db.read().await.unwrap().sql(rows).scalars().await.unwrap();
    assert_eq!(valid, ["Payroll"]);
}

#[tokio::test]
async fn an_administrator_makes_and_revokes_tokens_and_nobody_else_does() {
    let world = World::sqlite().await;
    for who in ["hr", "employee"] {
        assert_eq!(open(&world, who, "/api-tokens").await.status, 403, "{who}");
    }
    let empty = open(&world, "admin", "/api-tokens").await.text;
    assert!(empty.contains("No tokens yet.") && empty.contains("href=\"/api/docs\""), "{empty}");
    let form = "name=Payroll&days=30&permissions[]=staff:view";
    let made = call(&world, "admin", "people/api-token", form.to_owned()).await.expect(200);
    let secret = made["token"].as_str().unwrap();
    let page = open(&world, "admin", "/api-tokens").await.text;
    assert!(page.contains("Payroll") && page.contains("Never") && !page.contains(secret), "{page}");
    let id = made["id"].as_str().unwrap();
    let pressed = press(&world, "admin", "people/api-token-revoke", format!("id={id}")).await;
    assert_eq!(pressed.status, 302, "{}", pressed.text);
    assert!(open(&world, "admin", "/api-tokens").await.text.contains("Revoked"));
}

#[tokio::test]
async fn the_page_of_tokens_warns_before_expiry_and_rotates() {
    let world = World::sqlite().await;
    make_token(&world, "Old report").await;
    let page = open(&world, "admin", "/api-tokens").await.text;
    assert!(page.contains("Until ") && !page.contains("Expires in"), "{page}");
    let expires_at = world.service.now() + chrono::TimeDelta::days(9);
    let input =
        json!({ "name": "Payroll", "permissions": ["staff:view"], "expiresAt": expires_at });
    let made = world.post("admin", "/api/api-tokens", input).await.expect(201);
    let page = open(&world, "admin", "/api-tokens").await.text;
    assert!(page.contains("Expires in 9 days") && page.contains("people/api-token-rotate"));
    let form = format!("id={}", made["id"].as_str().unwrap());
    let next = call(&world, "admin", "people/api-token-rotate", form).await.expect(200);
    assert_ne!((&next["token"], &next["id"]), (&made["token"], &made["id"]));
    let page = open(&world, "admin", "/api-tokens").await.text;
    assert!(page.contains("Revoked") && !page.contains(next["token"].as_str().unwrap()), "{page}");
    // A form without JavaScript could not display the secret, so it rotates nothing.
    let form = format!("id={}", next["id"].as_str().unwrap());
    press(&world, "admin", "people/api-token-rotate", form).await;
    let rows = "SELECT COUNT(*) FROM api_tokens";
    let count: i64 = world.db.read().await.unwrap().sql(rows).scalar().await.unwrap();
    assert_eq!(count, 3);
}

#[tokio::test]
async fn the_audit_log_is_filtered_by_words_and_names_its_records() {
    let world = World::sqlite().await;
    let id = world.id("colleague");
    let patch = json!({ "jobTitle": "Analyst of branches" });
    world.patch("admin", &format!("/api/staff/{id}"), patch).await.expect(200);
    let name = world.get("admin", &format!("/api/staff/{id}")).await.expect(200);
    let name = name["name"].as_str().unwrap();
    let page = open(&world, "admin", "/audit?action=staff.changed").await.text;
    for text in
        ["<optgroup label=\"Employee management\"", "Employee changed", "Sign-in failed", name]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
    let none = open(&world, "admin", "/audit?action=template.archived").await.text;
    assert!(none.contains("No matching entries"), "{none}");
}

#[tokio::test]
async fn the_export_of_the_audit_log_names_the_token_that_acted() {
    let world = World::sqlite().await;
    let expires_at = world.service.now() + chrono::TimeDelta::days(30);
    let input =
        json!({ "name": "Payroll", "permissions": ["staff:manage"], "expiresAt": expires_at });
    let made = world.post("admin", "/api/api-tokens", input).await.expect(201);
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let request = world.request(Method::PATCH, &format!("/api/staff/{}", world.id("colleague")));
    let request = request.header("authorization", &bearer);
    request.json(&json!({ "jobTitle": "Analyst of branches" })).send().await.expect(200);
    let export = world.get("admin", "/api/audit-log/export.csv").await;
    let (heading, rows) = export.text.split_once('\n').unwrap();
    assert!(heading.trim_end().ends_with("apiTokenId,apiTokenName"), "{heading}");
    assert!(rows.lines().any(|row| row.contains("staff.changed") && row.ends_with("Payroll")));
}

#[tokio::test]
async fn an_administrator_saves_the_personal_data_of_people_from_their_pages() {
    let world = World::sqlite().await;
    let customers = world.get("admin", "/api/customers").await.expect(200);
    let customer = customers["data"][0]["id"].as_str().unwrap().to_owned();
    for (page, kind, id) in
        [("people", "staff", world.id("colleague")), ("customers", "customers", customer)]
    {
        let export = format!("/api/personal-data/{kind}/{id}");
        let (page, action) = (format!("/{page}/{id}"), format!("action=\"{export}\""));
        assert!(open(&world, "admin", &page).await.text.contains(&action), "{page}");
        assert!(!open(&world, "hr", &page).await.text.contains(&action), "{page}");
        // An empty form, as a browser without JavaScript sends it.
        let request = world.request(Method::POST, &export).in_browser_of("admin");
        let request = request.header("sec-fetch-site", "same-origin");
        let saved = request.text(FORM, String::new()).send().await;
        let disposition = saved.headers["content-disposition"].to_str().unwrap().to_owned();
        assert_eq!(disposition, format!("attachment; filename=\"personal-data-{id}.json\""));
        assert_eq!(saved.expect(200)["id"], *id);
    }
}
