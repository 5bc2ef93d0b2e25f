//! The review queue, in a browser without JavaScript.

use http::Method;

use crate::support::{Reply, World, facility_input};

const FACILITIES: &str = "/api/credit/facilities";
const QUEUE: &str = "/credit/queue";

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    request.in_browser_of(who).send().await
}

async fn read(world: &World, who: &str, path: &str) -> String {
    let page = open(world, who, path).await;
    assert_eq!(page.status, 200, "{who} {path}: {}", page.text);
    // The page also contains the properties of the islands, which include all names.
    page.text.split("</main>").next().unwrap().to_owned()
}

/// A facility that its maker has submitted for review; returns its reference.
async fn submitted(world: &World, maker: &str) -> String {
    world.clock.advance(chrono::TimeDelta::seconds(1));
    let input = facility_input(&world.guest.id.to_string());
    let made = world.post(maker, FACILITIES, input).await.expect(201);
    let reference = made["facilityRef"].as_str().unwrap().to_owned();
    world.post_empty(maker, &format!("{FACILITIES}/{reference}/review")).await.expect(200);
    reference
}

async fn pass(world: &World, who: &str, reference: &str) {
    world.post_empty(who, &format!("{FACILITIES}/{reference}/approve")).await.expect(200);
}

/// Sends the form of an action on a facility in its current revision, and returns the target of the
/// redirect.
async fn step(world: &World, who: &str, (reference, form): (&str, String)) -> String {
    let facility = world.get(who, &format!("{FACILITIES}/{reference}")).await.expect(200);
    let revision = &facility["revision"];
    let form = format!("facility_ref={reference}&revision={revision}&{form}");
    let request = world.request(Method::POST, "/api/ui/credit/move").in_browser_of(who);
    let request = request.header("accept", "text/html").header("sec-fetch-site", "same-origin");
    let request = request.header("referer", "http://127.0.0.1:3000/credit/queue");
    let reply = request.text("application/x-www-form-urlencoded", form).send().await;
    assert_eq!(reply.status, 302, "{}", reply.text);
    reply.header("location").unwrap().to_owned()
}

fn chosen(reference: &str) -> String {
    format!("id=\"chosen-title\">{reference}")
}

#[tokio::test]
async fn a_reviewer_sees_what_was_submitted_and_may_act_on_it() {
    let world = World::sqlite().await;
    let older = submitted(&world, "credit_officer").await;
    let newer = submitted(&world, "credit_officer").await;
    let page = read(&world, "credit_reviewer", QUEUE).await;
    assert!(page.contains(&chosen(&newer)) && page.contains("Pending: 2"), "{page}");
    for text in [
        "aria-current=\"true\"",
        "Delivery van",
        "USD\u{a0}110,000.00<",
        "Submitted for review",
        "action=\"/api/ui/credit/move\"",
        "name=\"step\" value=\"approve\"",
        "name=\"step\" value=\"reject\"",
        "name=\"said\"",
        "name=\"revision\"",
        "name=\"idempotency_key\"",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(page.contains(&format!("href=\"/credit/queue?ref={older}#chosen\"")), "{page}");
    let page = read(&world, "credit_reviewer", &format!("{QUEUE}?ref={older}")).await;
    assert!(page.contains(&chosen(&older)) && !page.contains(&chosen(&newer)), "{page}");
}

#[tokio::test]
async fn the_maker_of_a_facility_sees_why_someone_else_must_decide() {
    let world = World::sqlite().await;
    let reference = submitted(&world, "admin").await;
    let page = read(&world, "admin", QUEUE).await;
    assert!(page.contains(&chosen(&reference)), "{page}");
    assert!(page.contains("You created this facility; a different user must decide"), "{page}");
    assert!(!page.contains("value=\"approve\""), "{page}");
}

#[tokio::test]
async fn the_queue_is_for_those_who_decide() {
    let world = World::sqlite().await;
    submitted(&world, "credit_officer").await;
    for who in ["cashier", "credit_officer", "md", "employee"] {
        assert_eq!(open(&world, who, QUEUE).await.status, 403, "{who}");
    }
    let link = "href=\"/credit/queue\"";
    for (who, sees) in [("cashier", false), ("credit_reviewer", true), ("shariah_officer", true)] {
        assert_eq!(read(&world, who, "/credit").await.contains(link), sees, "{who}");
    }
    let path = format!("{QUEUE}?ref=CF-NOPE");
    assert_eq!(open(&world, "credit_reviewer", &path).await.status, 404);
}

#[tokio::test]
async fn everybody_sees_what_waits_for_them() {
    let world = World::sqlite().await;
    let reference = submitted(&world, "credit_officer").await;
    let empty = "No pending approvals";
    assert!(read(&world, "shariah_officer", QUEUE).await.contains(empty));
    pass(&world, "credit_reviewer", &reference).await;
    assert!(read(&world, "credit_reviewer", QUEUE).await.contains(empty));
    let page = read(&world, "shariah_officer", QUEUE).await;
    assert!(
        page.contains(&chosen(&reference)) && page.contains("Person credit_reviewer"),
        "{page}"
    );
    pass(&world, "shariah_officer", &reference).await;
    let page = read(&world, "shariah_officer", &format!("{QUEUE}?ref={reference}")).await;
    assert!(page.contains("No decision pending"), "{page}");
    assert!(!page.contains("/api/ui/credit/move"), "{page}");
}

#[tokio::test]
async fn after_an_action_the_queue_confirms_it_and_shows_the_next_item() {
    let world = World::sqlite().await;
    let older = submitted(&world, "credit_officer").await;
    let newer = submitted(&world, "credit_officer").await;
    let page = read(&world, "credit_reviewer", QUEUE).await;
    let then = format!("{QUEUE}?ref={older}&amp;done={newer}");
    assert!(page.contains(&format!("name=\"then\" value=\"{then}\"")), "{page}");

    let then = format!("%2Fcredit%2Fqueue%3Fref%3D{older}%26done%3D{newer}");
    let form = format!("step=reject&said=No+income&then={then}");
    let location = step(&world, "credit_reviewer", (&newer, form)).await;
    assert_eq!(location, format!("{QUEUE}?ref={older}&done={newer}"));
    let page = read(&world, "credit_reviewer", &location).await;
    assert!(page.contains(&format!("Decision recorded: {newer} is now Rejected.")), "{page}");
    assert!(page.contains(&chosen(&older)) && page.contains("Pending: 1"), "{page}");
    assert!(page.contains(&format!("value=\"{QUEUE}?done={older}\"")), "{page}");
}

#[tokio::test]
async fn an_act_never_leads_to_another_site() {
    let world = World::sqlite().await;
    let reference = submitted(&world, "credit_officer").await;
    let form = "step=approve&then=https%3A%2F%2Fevil.example%2F".to_owned();
    assert_eq!(step(&world, "credit_reviewer", (&reference, form)).await, "/");
    let form = "step=approve".to_owned();
    let own = format!("/credit/{reference}");
    assert_eq!(step(&world, "shariah_officer", (&reference, form)).await, own);
}
