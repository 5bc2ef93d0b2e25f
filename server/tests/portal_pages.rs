//! The pages of the portal and of customers, in a browser without JavaScript.

use http::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::support::{Reply, World};

const ATTACK: &str = "</textarea></title><script>alert(1)</script>";

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    let request = if who == "nobody" { request } else { request.in_browser_of(who) };
    request.send().await
}

/// A refused form redirects to the page that it was submitted from, if that is a page of this site.
#[tokio::test]
async fn a_refused_form_never_leads_to_another_site() {
    let world = World::sqlite().await;
    let back = async |path: &str, referrer: &str| {
        let request = world.request(Method::POST, path).header("accept", "text/html");
        let request = request.header("sec-fetch-site", "same-origin").header("referer", referrer);
        let request = request.header("host", "localhost:3000");
        let form = "email=a%40b.example&password=x".to_owned();
        let reply = request.text("application/x-www-form-urlencoded", form).send().await;
        assert_eq!(reply.status, 302, "{}", reply.text);
        reply.header("location").unwrap().to_owned()
    };
    for path in ["/api/ui/portal/login", "/api/ui/session/login"] {
        for own in ["http://127.0.0.1:3000/login", "http://localhost:3000/login"] {
            assert!(back(path, own).await.starts_with(own), "{path}");
        }
        for foreign in ["https://evil.example/p", "http://127.0.0.1:3000.evil.example/", "nonsense"]
        {
            let location = back(path, foreign).await;
            assert!(location.starts_with('/') && !location.starts_with("//"), "{location}");
        }
    }
}

/// Such as a monitor, or a program that follows redirects.
#[tokio::test]
async fn signed_out_visitors_are_redirected_to_the_sign_in() {
    let world = World::sqlite().await;
    for (path, to) in [("/", "/login"), ("/people", "/login"), ("/portal", "/portal/login")] {
        let reply = world.request(Method::GET, path).header("accept", "*/*").send().await;
        assert_eq!(reply.status, 302, "{path}");
        assert!(reply.header("location").unwrap().starts_with(to), "{path}");
    }
}

async fn post(world: &World, path: &str, form: String) -> Reply {
    post_with(world, path, "theme=dark", form).await
}

async fn post_with(world: &World, path: &str, cookie: &str, form: String) -> Reply {
    let request = world.request(Method::POST, path).header("accept", "text/html");
    let request = request.header("sec-fetch-site", "same-origin").header("cookie", cookie);
    let request = request.header("referer", "http://127.0.0.1:3000/portal/login/code");
    request.text("application/x-www-form-urlencoded", form).send().await
}

fn code(world: &World, secret: &str) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build().unwrap();
    totp.generate(u64::try_from(world.service.now().timestamp()).unwrap()).to_string()
}

/// Enrols the second factor of the customer; returns the secret and the recovery codes.
async fn enrol(world: &World) -> (String, Vec<Value>) {
    let setup = world.get("customer", "/api/customer-auth/mfa/setup").await.expect(200);
    let secret = setup["secret"].as_str().unwrap().to_owned();
    let body = json!({ "code": code(world, &secret) });
    let enabled = world.post("customer", "/api/customer-auth/mfa/complete", body).await.expect(200);
    world.clock.advance(chrono::TimeDelta::seconds(30));
    (secret, enabled["recoveryCodes"].as_array().unwrap().clone())
}

#[tokio::test]
async fn the_portal_has_a_door_of_its_own() {
    let world = World::sqlite().await;
    let reply = open(&world, "nobody", "/portal/login").await;
    assert!(reply.status == 200 && reply.text.contains("Customer sign-in"), "{}", reply.text);
    for who in ["nobody", "admin"] {
        for path in ["/portal", "/portal/settings", "/portal/password", "/portal/settings/security"]
        {
            let reply = open(&world, who, path).await;
            assert_eq!((reply.status, reply.header("location")), (302, Some("/portal/login")));
        }
    }
    for path in ["/", "/customers", "/people", "/appraisals"] {
        let reply = open(&world, "customer", path).await;
        assert_eq!(reply.status, 302, "{path}");
        assert!(reply.header("location").unwrap().starts_with("/login"), "{path}");
    }
}

#[tokio::test]
async fn a_customer_reads_their_pages_and_no_page_holds_the_token() {
    let world = World::sqlite().await;
    for (path, text) in [
        ("/portal", "No active financing"),
        ("/portal/settings", "omar@customers.example"),
        ("/portal/password", "Confirm new password"),
    ] {
        let reply = open(&world, "customer", path).await;
        assert!(reply.status == 200 && reply.text.contains(text), "{path}: {}", reply.text);
        assert!(!reply.text.contains(&world.guest.token), "{path}");
        assert!(!reply.text.contains("/appraisals\""), "{path} leads to staff");
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
    }
}

#[tokio::test]
async fn a_temporary_password_leads_to_its_change() {
    let mut world = World::sqlite().await;
    let path = format!("/api/customers/{}/portal-account/reset-password", world.guest.id);
    let reset = world.post_empty("admin", &path).await.expect(200);
    world.guest.password = reset["temporaryPassword"].as_str().unwrap().to_owned();
    world.sign_in_again("customer").await;
    for path in ["/portal", "/portal/settings"] {
        let reply = open(&world, "customer", path).await;
        assert_eq!((reply.status, reply.header("location")), (302, Some("/portal/password")));
    }
    assert_eq!(open(&world, "customer", "/portal/password").await.status, 200);
}

#[tokio::test]
async fn signing_in_by_a_form_sets_the_cookie_of_customers_and_answers_no_token() {
    let world = World::sqlite().await;
    let (email, password) = (&world.guest.email, &world.guest.password);
    let form = format!("email={email}&password={password}");
    let reply = post(&world, "/api/ui/portal/login", form.clone()).await;
    assert_eq!((reply.status, reply.header("location")), (302, Some("/portal")));
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-customer_session="), "{cookie}");
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] {
        assert!(cookie.split("; ").any(|it| it == part), "{part}");
    }
    assert!(!cookie.contains("Domain"));
    let token = cookie.split(['=', ';']).nth(1).unwrap();
    assert!(!token.is_empty() && !reply.text.contains(token));
    let staff = post(&world, "/api/ui/session/login", form).await;
    assert_eq!(staff.header("set-cookie"), None);
}

#[tokio::test]
async fn a_browser_without_javascript_takes_both_steps() {
    let world = World::sqlite().await;
    let (secret, _) = enrol(&world).await;
    let (email, password) = (&world.guest.email, &world.guest.password);
    let form = format!("email={email}&password={password}");
    let reply = post(&world, "/api/ui/portal/login", form).await;
    assert_eq!((reply.status, reply.header("location")), (302, Some("/portal/login/code")));
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-customer_preauth="), "{cookie}");
    assert!(cookie.ends_with("; Path=/; Max-Age=300; Secure; HttpOnly; SameSite=Lax"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let token = cookie.split_once('=').unwrap().1;

    let page = world.request(Method::GET, "/portal/login/code").header("cookie", &cookie);
    let page = page.header("accept", "text/html").send().await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("one-time-code") && page.text.contains("/api/ui/portal/code"));
    assert!(page.text.contains("href=\"/portal/login\"") && !page.text.contains(token));

    let path = "/api/ui/portal/code";
    let wrong = post_with(&world, path, &cookie, "code=nonsense".to_owned()).await;
    assert!(wrong.header("location").unwrap().contains("/portal/login/code"));
    assert_eq!(wrong.header("set-cookie"), None);
    let nobody = post(&world, path, format!("code={}", code(&world, &secret))).await;
    assert_eq!(nobody.header("set-cookie"), None);
    let reply = post_with(&world, path, &cookie, format!("code={}", code(&world, &secret))).await;
    assert_eq!(reply.header("location"), Some("/portal"));
    let cookies: Vec<&str> =
        reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    let find = |prefix: &str| cookies.iter().find(|cookie| cookie.starts_with(prefix)).unwrap();
    assert!(find("__Host-customer_session=").ends_with("; Secure; HttpOnly; SameSite=Lax"));
    let cleared = find("__Host-customer_preauth=");
    assert!(cleared.starts_with("__Host-customer_preauth=; Path=/; Max-Age=0;"), "{cleared}");
}

#[tokio::test]
async fn no_page_shows_a_secret_and_none_is_made_without_javascript() {
    let world = World::sqlite().await;
    let page = "/portal/settings/security";
    let before = open(&world, "customer", page).await;
    assert_eq!(before.status, 200);
    assert!(before.text.contains("/api/ui/portal/mfa-setup"));
    let (secret, codes) = enrol(&world).await;
    let after = open(&world, "customer", page).await;
    assert!(after.text.contains("Recovery codes remaining: 10"), "{}", after.text);
    assert!(!after.text.contains(&secret) && !after.text.contains(codes[0].as_str().unwrap()));
    let cookie = format!("__Host-customer_session={}", world.guest.token);
    for (path, form) in [
        ("mfa-setup", String::new()),
        ("mfa-complete", "code=123456".to_owned()),
        ("recovery-codes", format!("current_password=x&code={}", code(&world, &secret))),
    ] {
        let path = format!("/api/ui/portal/{path}");
        let reply = post_with(&world, &path, &cookie, form).await;
        assert!(!reply.text.contains("recoveryCodes") && !reply.text.contains("otpauth"), "{path}");
    }
}

#[tokio::test]
async fn if_a_second_factor_is_required_every_page_redirects_to_the_enrolment() {
    let world = World::sqlite().await;
    let patch = json!({ "customerMfaRequired": true });
    world.patch("admin", "/api/organization", patch).await.expect(200);
    for path in ["/portal", "/portal/settings", "/portal/nowhere"] {
        let reply = open(&world, "customer", path).await;
        let location = Some("/portal/settings/security");
        assert_eq!((reply.status, reply.header("location")), (302, location), "{path}");
    }
    let page = open(&world, "customer", "/portal/settings/security").await;
    assert!(
        page.status == 200 && page.text.contains("Two-step verification is required"),
        "{}",
        page.text
    );
    assert!(!page.text.contains("href=\"/portal/settings\""));
    assert_eq!(open(&world, "customer", "/portal/password").await.status, 200);
    enrol(&world).await;
    assert_eq!(open(&world, "customer", "/portal").await.status, 200);
}

#[tokio::test]
async fn a_banner_shows_when_few_or_no_recovery_codes_are_left() {
    let world = World::sqlite().await;
    enrol(&world).await;
    let left = async |count: usize| {
        let hashes = vec!["$2b$10$nothing"; count];
        let mut tx = world.db.begin().await.unwrap();
        let write = tx.sql("UPDATE customer_mfa_credentials SET backup_codes_hashes = $1");
        write.bind(json!(hashes).to_string()).execute().await.unwrap();
        tx.commit().await.unwrap();
        open(&world, "customer", "/portal").await.text
    };
    assert!(!left(4).await.contains("Recovery codes remaining"));
    assert!(left(3).await.contains("Recovery codes remaining: 3"));
    let none = left(0).await;
    assert!(none.contains("You have no recovery codes"));
    assert!(none.contains("href=\"/portal/settings/security\""));
}

#[tokio::test]
async fn an_error_page_leads_home_in_its_own_realm() {
    let world = World::sqlite().await;
    for (who, path, home) in [
        ("customer", "/portal/nowhere", "<a href=\"/portal\" class=\"button\">"),
        ("admin", "/nowhere", "<a href=\"/\" class=\"button\">"),
    ] {
        let reply = open(&world, who, path).await;
        assert!(reply.status == 404 && reply.text.contains(home), "{path}: {}", reply.text);
    }
}

#[tokio::test]
async fn text_entered_about_a_customer_never_becomes_markup() {
    let world = World::sqlite().await;
    let input = json!({ "name": ATTACK, "email": "x@y.example", "phone": ATTACK,
        "registrationNumber": ATTACK, "address": ATTACK });
    let made = world.post("admin", "/api/customers", input).await.expect(201);
    let path = format!("/customers/{}", made["id"].as_str().unwrap());
    for path in ["/customers", &path, "/customers/new"] {
        let reply = open(&world, "admin", path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        assert!(!reply.text.contains("<script>alert"), "{path}");
    }
    assert_eq!(open(&world, "hr", &path).await.status, 403);
    assert_eq!(open(&world, "foreign_admin", &path).await.status, 404);
}
