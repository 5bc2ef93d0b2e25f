//! Printed pages: the logo of the organization, and the papers of human resources.

use http::Method;
use serde_json::json;

use crate::api::staff::appraisals::start;
use crate::support::{Reply, World};

const LOGO: &str = "/api/organization/logo";
const UPLOAD: &str = "/api/ui/people/logo-file";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\nof Amanah";
const MARKER: &str = "zq-only-for-human-resources";

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    request.in_browser_of(who).send().await
}

/// Uploads a file as the form of a browser does, and returns the address that follows.
async fn led_to(world: &World, who: &str, file: &[u8]) -> String {
    let head = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"logo.png\"\r\n\
                Content-Type: image/png\r\n\r\n";
    let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
    let request = world.request(Method::POST, UPLOAD).in_browser_of(who);
    let request = request.header("accept", "text/html").header("sec-fetch-site", "same-origin");
    let reply = request.text("multipart/form-data; boundary=edge", body).send().await;
    assert_eq!(reply.status, 303, "{}", reply.text);
    reply.header("location").unwrap().to_owned()
}

async fn put(world: &World, who: &str, file: &[u8]) -> Reply {
    let request = world.request(Method::PUT, LOGO).by(who);
    request.text("image/png", file.to_vec()).send().await
}

#[tokio::test]
async fn a_logo_is_an_image_to_browsers_and_nothing_else() {
    let world = World::sqlite().await;
    world.get("employee", LOGO).await.refused(404, "NOT_FOUND");
    world.get("customer", "/api/portal/logo").await.refused(404, "NOT_FOUND");
    put(&world, "admin", PNG).await.expect(200);
    for (who, path) in [("employee", LOGO), ("customer", "/api/portal/logo")] {
        let logo = world.get(who, path).await;
        assert_eq!((logo.status, logo.header("content-type")), (200, Some("image/png")));
        assert_eq!(logo.header("x-content-type-options"), Some("nosniff"));
        let policy = "default-src 'none'; frame-ancestors 'none'";
        assert_eq!(logo.header("content-security-policy"), Some(policy));
    }
    world.get("stranger", LOGO).await.refused(404, "NOT_FOUND");
    world.get("nobody", LOGO).await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_file_that_is_no_small_image_is_refused_with_its_field() {
    let world = World::sqlite().await;
    let large = [PNG, &vec![0; 200 * 1024]].concat();
    for (file, code) in [(&b"<svg onload=\"alert(1)\"/>"[..], "INVALID"), (&large, "TOO_LONG")] {
        let refused = put(&world, "admin", file).await.refused(400, "VALIDATION_FAILED");
        assert_eq!(refused["error"]["errors"][0]["code"], code);
        let address = led_to(&world, "admin", file).await;
        assert_eq!(address, format!("/organization?refused={code}"));
    }
    let page = open(&world, "admin", "/organization?refused=TOO_LONG").await.text;
    assert!(page.contains("The image is larger than 200 KB."), "{page}");
    assert_eq!(led_to(&world, "hr", PNG).await, "/organization?refused=FORBIDDEN");
    world.get("admin", LOGO).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn everything_that_is_printed_has_the_letterhead() {
    let world = World::sqlite().await;
    let page = open(&world, "admin", "/organization").await.text;
    assert!(page.contains(&format!("action=\"{UPLOAD}\"")) && !page.contains(LOGO), "{page}");
    assert_eq!(led_to(&world, "admin", PNG).await, "/organization");
    let page = open(&world, "admin", "/organization").await.text;
    assert!(page.contains(LOGO) && page.contains("/api/ui/people/remove-logo"), "{page}");
    let address = json!({ "address": "12 Harbour Road <b>\nDubai" });
    world.patch("admin", "/api/organization", address).await.expect(200);
    let appraisal = start(&world).await;
    let id = appraisal.rsplit('/').next().unwrap();
    let page = open(&world, "employee", &format!("/appraisals/{id}/print")).await.text;
    assert!(page.contains("12 Harbour Road &lt;b&gt;\nDubai"), "{page}");
    assert!(page.contains(&format!("src=\"{LOGO}\"")), "{page}");
}

#[tokio::test]
async fn only_human_resources_print_their_own_fields() {
    let world = World::sqlite().await;
    let appraisal = start(&world).await;
    let fields = json!({ "hrRemarks": MARKER, "hrSalaryRecommendation": MARKER });
    world.patch("hr", &format!("{appraisal}/hr"), fields).await.expect(200);
    let page = format!("/appraisals/{}/print", appraisal.rsplit('/').next().unwrap());
    let marked = async |who: &str, query: &str| {
        let reply = open(&world, who, &format!("{page}{query}")).await;
        assert_eq!(reply.status, 200, "{who}: {}", reply.text);
        reply.text.matches(MARKER).count()
    };
    assert_eq!(marked("hr", "").await, 2);
    assert_eq!(marked("hr", "?copy=employee").await, 0);
    for who in ["employee", "manager", "md"] {
        assert_eq!(marked(who, "").await, 0, "{who}");
        assert_eq!(marked(who, "?copy=human_resources").await, 0, "{who}");
    }
    for who in ["bystander", "stranger"] {
        assert_eq!(open(&world, who, &page).await.status, 404, "{who}");
    }
}

#[tokio::test]
async fn a_letter_of_confirmation_is_linked_where_it_can_be_opened() {
    let world = World::sqlite().await;
    let id = world.id("employee");
    let letter = format!("/people/{id}/confirmation");
    assert_eq!(open(&world, "employee", &letter).await.status, 404);
    let confirmed = json!({ "employmentConfirmedAt": "2026-11-01" });
    world.patch("admin", &format!("/api/staff/{id}"), confirmed).await.expect(200);
    for (who, page) in [
        ("hr", format!("/people/{id}")),
        ("hr", format!("/people/{id}/appraisals")),
        ("employee", format!("/people/{id}/appraisals")),
    ] {
        let html = open(&world, who, &page).await.text;
        assert!(html.contains(&format!("href=\"{letter}\"")), "{who}: {html}");
        let html = open(&world, who, &letter).await.text;
        assert!(html.contains("with effect from 1 November 2026"), "{who}: {html}");
    }
    for who in ["manager", "bystander", "stranger"] {
        assert_eq!(open(&world, who, &letter).await.status, 404, "{who}");
    }
}

#[tokio::test]
async fn a_certificate_is_linked_from_approved_leave() {
    let world = World::sqlite().await;
    let input = json!({ "type": "casual", "startDate": "2026-12-01", "endDate": "2026-12-02",
        "reason": "Moving house" });
    let leave = world.post("employee", "/api/leave/requests", input).await.expect(201);
    let id = leave["id"].as_str().unwrap();
    let certificate = format!("/leave/{id}/certificate");
    let link = format!("href=\"{certificate}\"");
    assert!(!open(&world, "employee", "/leave").await.text.contains(&link));
    let approve = format!("/api/leave/requests/{id}/approve");
    world.post("manager", &approve, json!({})).await.expect(200);
    assert!(open(&world, "employee", "/leave").await.text.contains(&link));
    assert!(open(&world, "hr", "/leave/team?show=all").await.text.contains(&link));
    assert!(!open(&world, "manager", "/leave/team?show=team").await.text.contains(&link));
    for who in ["employee", "hr"] {
        let page = open(&world, who, &certificate).await.text;
        assert!(page.contains("2 December 2026"), "{page}");
        assert!(!page.contains("Moving house"), "{page}");
    }
    for who in ["manager", "stranger"] {
        assert_eq!(open(&world, who, &certificate).await.status, 404, "{who}");
    }
}
