//! Cross-site requests.

use http::Method;
use serde_json::json;

use crate::support::{Reply, World};

const OWN_ORIGIN: &str = "http://127.0.0.1:3000";

async fn read_all(world: &World, headers: &[(&str, &str)]) -> Reply {
    let mut request =
        world.request(Method::POST, "/api/notifications/read-all").in_browser_of("hr");
    for (name, value) in headers {
        request = request.header(name, value);
    }
    request.send().await
}

#[tokio::test]
async fn another_site_cannot_act_through_a_browser() {
    let world = World::sqlite().await;
    for headers in [
        &[][..],
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "cross-site"), ("origin", OWN_ORIGIN)],
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
    ] {
        read_all(&world, headers).await.refused(403, "CROSS_SITE_REJECTED");
    }
    for headers in [
        &[("sec-fetch-site", "same-origin")][..],
        &[("sec-fetch-site", "none")],
        &[("origin", OWN_ORIGIN)],
    ] {
        read_all(&world, headers).await.expect(200);
    }
}

#[tokio::test]
async fn another_site_cannot_sign_a_browser_in() {
    let world = World::sqlite().await;
    let person = world.person("hr");
    let body = json!({ "email": person.email, "password": person.password });
    let request = || world.request(Method::POST, "/api/auth/login").json(&body);
    let refused = request().header("sec-fetch-site", "cross-site").send().await;
    refused.refused(403, "CROSS_SITE_REJECTED");
    request()
        .header("origin", "https://evil.example")
        .send()
        .await
        .refused(403, "CROSS_SITE_REJECTED");
    request().send().await.expect(200);
}

#[tokio::test]
async fn server_functions_refuse_other_sites_too_and_never_send_a_browser_there() {
    let world = World::sqlite().await;
    let reply = world
        .request(Method::POST, "/api/ui/session/login")
        .header("sec-fetch-site", "cross-site")
        .header("accept", "text/html")
        .header("referer", "https://evil.example/")
        .text("application/x-www-form-urlencoded", "email=a&password=b")
        .send()
        .await;
    reply.refused(403, "CROSS_SITE_REJECTED");
    assert_eq!(reply.header("location"), None);
}

#[tokio::test]
async fn integrations_without_a_cookie_are_no_browsers() {
    let world = World::sqlite().await;
    world.post_empty("hr", "/api/notifications/read-all").await.expect(200);
}
