//! The second factor over HTTP, and in a browser without JavaScript.

use http::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::support::{Reply, World};

fn code(world: &World, secret: &str) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build().unwrap();
    totp.generate(u64::try_from(world.service.now().timestamp()).unwrap()).to_string()
}

/// Enrols the second factor of a person; returns the secret and the recovery codes.
async fn enrol(world: &World, who: &str) -> (String, Value) {
    let setup = world.get(who, "/api/auth/mfa/setup").await.expect(200);
    let secret = setup["secret"].as_str().unwrap().to_owned();
    let body = json!({ "code": code(world, &secret), "enabled": false, "recoveryCodes": [] });
    let enabled = world.post(who, "/api/auth/mfa/complete", body).await.expect(200);
    world.clock.advance(chrono::TimeDelta::seconds(30));
    (secret, enabled["recoveryCodes"].clone())
}

async fn login(world: &World, who: &str) -> Reply {
    let person = world.person(who);
    let body = json!({ "email": person.email, "password": person.password });
    world.request(Method::POST, "/api/auth/login").json(&body).send().await
}

async fn second_step(world: &World, token: &Value, code: &Value) -> Reply {
    let body = json!({ "preAuthToken": token, "code": code });
    world.request(Method::POST, "/api/auth/login/mfa").json(&body).send().await
}

#[tokio::test]
async fn a_sign_in_takes_both_factors_and_sets_no_cookie() {
    let world = World::sqlite().await;
    let (secret, codes) = enrol(&world, "hr").await;
    assert_eq!(codes.as_array().map(Vec::len), Some(8));
    let reply = login(&world, "hr").await;
    let question = reply.expect(200);
    assert_eq!(
        (reply.header("set-cookie"), reply.header("cache-control")),
        (None, Some("no-store"))
    );
    assert_eq!((&question["mfaRequired"], &question["expiresIn"]), (&json!(true), &json!(300)));
    assert_eq!(question.as_object().unwrap().len(), 3);
    let token = &question["preAuthToken"];
    let bearer = format!("Bearer {}", token.as_str().unwrap());
    let me =
        world.request(Method::GET, "/api/auth/me").header("authorization", &bearer).send().await;
    me.refused(401, "UNAUTHENTICATED");

    let reply = second_step(&world, token, &json!(code(&world, &secret))).await;
    let answer = reply.expect(200);
    assert_eq!(reply.header("set-cookie"), None);
    for (member, value) in [
        ("tokenType", json!("Bearer")),
        ("expiresIn", json!(28_800)),
        ("mfaRequired", json!(false)),
        ("usedRecoveryCode", json!(false)),
        ("recoveryCodesRemaining", json!(8)),
    ] {
        assert_eq!(answer[member], value, "{member}");
    }
    let bearer = format!("Bearer {}", answer["accessToken"].as_str().unwrap());
    let me =
        world.request(Method::GET, "/api/auth/me").header("authorization", &bearer).send().await;
    let me = me.expect(200);
    assert_eq!((&me["mfaEnabled"], &me["recoveryCodesRemaining"]), (&json!(true), &json!(8)));
    second_step(&world, token, &codes[0]).await.refused(401, "INVALID_PRE_AUTH_TOKEN");
}

#[tokio::test]
async fn refusals_have_the_codes_that_were_promised() {
    let world = World::sqlite().await;
    let (_, codes) = enrol(&world, "hr").await;
    let token = login(&world, "hr").await.expect(200)["preAuthToken"].clone();
    second_step(&world, &token, &json!("ffff-ffff-ffff-ffff"))
        .await
        .refused(401, "INVALID_MFA_CODE");
    for odd in [json!(123_456), json!([1]), json!(null), json!("12345\0"), json!("1".repeat(9_999))]
    {
        assert_eq!(second_step(&world, &token, &odd).await.status, 400, "{odd}");
    }
    world.get("hr", "/api/auth/mfa/setup").await.refused(409, "MFA_ALREADY_ENABLED");
    let body = json!({ "code": "123456" });
    let path = "/api/auth/mfa/complete";
    world.post("hr", path, body.clone()).await.refused(409, "MFA_ALREADY_ENABLED");
    world.post("md", path, body).await.refused(409, "MFA_NOT_PENDING");
    let path = "/api/auth/mfa/recovery-codes/regenerate";
    let body = json!({ "currentPassword": "wrong", "code": codes[0] });
    world.post("md", path, body.clone()).await.refused(409, "MFA_NOT_ENABLED");
    world.post("hr", path, body).await.refused(400, "REAUTHENTICATION_FAILED");
    let answer = second_step(&world, &token, &codes[0]).await.expect(200);
    assert_eq!(
        (&answer["usedRecoveryCode"], &answer["recoveryCodesRemaining"]),
        (&json!(true), &json!(7))
    );
}

#[tokio::test]
async fn an_administrator_resets_the_second_factor_of_others() {
    let world = World::sqlite().await;
    enrol(&world, "hr").await;
    let path = format!("/api/staff/{}/reset-mfa", world.id("hr"));
    world.post_empty("deputy", &path).await.refused(403, "FORBIDDEN");
    let reset = world.post_empty("admin", &path).await.expect(200);
    assert!(reset["temporaryPassword"].as_str().is_some_and(|it| it.len() == 24));
    world.get("hr", "/api/auth/me").await.refused(401, "UNAUTHENTICATED");
    world.post_empty("admin", &path).await.refused(409, "MFA_NOT_ENABLED");
}

#[tokio::test]
async fn neither_a_get_request_nor_another_site_starts_an_enrolment() {
    let world = World::sqlite().await;
    let before = world.snapshot().await;
    let path = "/api/auth/mfa/setup";
    let head = world.request(Method::HEAD, path).by("hr").send().await;
    assert_eq!((head.status, head.header("allow")), (405, Some("GET")));
    for site in ["cross-site", "same-site"] {
        let request =
            world.request(Method::GET, path).in_browser_of("hr").header("sec-fetch-site", site);
        request.send().await.refused(403, "CROSS_SITE_REJECTED");
    }
    assert!(world.snapshot().await == before);
    let own = world.request(Method::GET, path).in_browser_of("hr");
    own.header("sec-fetch-site", "same-origin").send().await.expect(200);
}

#[tokio::test]
async fn a_browser_without_javascript_takes_both_steps() {
    let world = World::sqlite().await;
    let (secret, _) = enrol(&world, "hr").await;
    let post = |path: &str, cookie: &str, form: String| {
        let request = world.request(Method::POST, path).header("accept", "text/html");
        let request = request.header("sec-fetch-site", "same-origin").header("cookie", cookie);
        let request = request.header("referer", "http://127.0.0.1:3000/login/code");
        request.text("application/x-www-form-urlencoded", form).send()
    };
    let password = &world.person("hr").password;
    let form = format!("email=hr%40amanah.example&password={password}&next=%2Fpeople");
    let reply = post("/api/ui/session/login", "theme=dark", form).await;
    assert_eq!(reply.header("location"), Some("/login/code?next=%2Fpeople"));
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-staff_preauth="), "{cookie}");
    assert!(cookie.ends_with("; Path=/; Max-Age=300; Secure; HttpOnly; SameSite=Lax"), "{cookie}");
    assert!(!reply.text.contains("preAuth"));
    let cookie = cookie.split(';').next().unwrap().to_owned();

    let page = world.request(Method::GET, "/login/code?next=%2Fpeople").header("cookie", &cookie);
    let page = page.header("accept", "text/html").send().await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("one-time-code") && page.text.contains("/api/ui/session/code"));
    let token = cookie.split_once('=').unwrap().1;
    assert!(!page.text.contains(token), "the page holds the token");

    let wrong = post("/api/ui/session/code", &cookie, "code=nonsense&next=".to_owned()).await;
    assert!(wrong.header("location").unwrap().contains("/login/code"));
    assert_eq!(wrong.header("set-cookie"), None);
    let form = format!("code={}&next=%2Fpeople", code(&world, &secret));
    let reply = post("/api/ui/session/code", &cookie, form).await;
    assert_eq!(reply.header("location"), Some("/people"));
    let cookies: Vec<&str> =
        reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    let find = |prefix: &str| cookies.iter().find(|cookie| cookie.starts_with(prefix)).unwrap();
    assert!(find("__Host-staff_session=").ends_with("; Secure; HttpOnly; SameSite=Lax"));
    assert!(find("__Host-staff_preauth=").starts_with("__Host-staff_preauth=; Path=/; Max-Age=0;"));
}

#[tokio::test]
async fn the_page_of_the_second_factor_shows_no_secret_and_does_nothing_without_javascript() {
    let world = World::sqlite().await;
    let page = async || {
        let request = world.request(Method::GET, "/security").in_browser_of("hr");
        request.header("accept", "text/html").send().await
    };
    let before = page().await;
    assert_eq!(before.status, 200);
    assert!(before.text.contains("/api/ui/session/mfa-setup"));
    let (secret, codes) = enrol(&world, "hr").await;
    let after = page().await;
    assert!(after.text.contains("Recovery codes remaining: 8"));
    assert!(!after.text.contains(&secret) && !after.text.contains(codes[0].as_str().unwrap()));
    for (path, form) in [
        ("mfa-setup", String::new()),
        ("mfa-complete", "code=123456".to_owned()),
        ("recovery-codes", format!("current_password=x&code={}", code(&world, &secret))),
    ] {
        let request =
            world.request(Method::POST, &format!("/api/ui/session/{path}")).in_browser_of("hr");
        let request = request.header("accept", "text/html").header("sec-fetch-site", "same-origin");
        let request = request.header("referer", "http://127.0.0.1:3000/security");
        let reply = request.text("application/x-www-form-urlencoded", form).send().await;
        assert!(!reply.text.contains("recoveryCodes") && !reply.text.contains("otpauth"), "{path}");
    }
}
