//! The home page in a browser without JavaScript: pending items of the signed-in user.

use http::Method;
use serde_json::json;

use crate::support::{World, facility_input};

const NOTHING: &str = "You’re all caught up.";
const REQUESTS: &str = "Leave approvals";

async fn home(world: &World, who: &str) -> String {
    let request = world.request(Method::GET, "/").header("accept", "text/html").in_browser_of(who);
    let reply = request.send().await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.text
}

#[tokio::test]
async fn a_request_for_leave_waits_for_who_decides_until_it_is_decided() {
    let world = World::sqlite().await;
    let before = home(&world, "manager").await;
    assert!(before.contains(NOTHING) && !before.contains(REQUESTS), "{before}");
    let wish = json!({ "type": "casual", "startDate": "2026-12-01", "endDate": "2026-12-01",
        "reason": "Moving house" });
    let made = world.post("employee", "/api/leave/requests", wish).await.expect(201);
    let waiting = home(&world, "manager").await;
    assert!(waiting.contains(REQUESTS) && !waiting.contains(NOTHING), "{waiting}");
    assert!(waiting.contains("href=\"/leave/team\""), "{waiting}");
    for who in ["employee", "head", "hr", "bystander"] {
        assert!(!home(&world, who).await.contains(REQUESTS), "{who}");
    }
    let path = format!("/api/leave/requests/{}/approve", made["id"].as_str().unwrap());
    world.post("manager", &path, json!({})).await.expect(200);
    let after = home(&world, "manager").await;
    assert!(after.contains(NOTHING) && !after.contains(REQUESTS), "{after}");
}

/// The card with the tasks of the reader.
fn tasks(page: &str) -> &str {
    let (_, rest) = page.split_once("id=\"waiting\"").unwrap();
    rest.split_once("</section>").unwrap().0
}

#[tokio::test]
async fn a_facility_waits_for_whose_move_it_is() {
    let world = World::sqlite().await;
    let input = facility_input(&world.guest.id.to_string());
    let made = world.post("credit_officer", "/api/credit/facilities", input).await.expect(201);
    let facility = format!("/api/credit/facilities/{}", made["facilityRef"].as_str().unwrap());
    let desks = ["credit_officer", "credit_reviewer", "shariah_officer"];
    for (act, holder, text) in [
        ("review", "credit_officer", "My drafts"),
        ("approve", "credit_reviewer", "Pending review"),
        ("approve", "shariah_officer", "Pending Shariah approval"),
    ] {
        for who in desks.into_iter().chain(["cashier", "admin"]) {
            // An administrator may also review and approve.
            let waits = who == holder || (who == "admin" && holder != "credit_officer");
            let page = home(&world, who).await;
            let tasks = tasks(&page);
            assert_eq!(tasks.contains(text), waits, "{text} {who}: {tasks}");
            assert_eq!(tasks.contains(NOTHING), !waits, "{text} {who}: {tasks}");
        }
        world.post_empty(holder, &format!("{facility}/{act}")).await.expect(200);
    }
    let page = home(&world, "shariah_officer").await;
    assert!(
        page.contains("Ready to activate") && !page.contains("Pending Shariah approval"),
        "{page}"
    );
}

/// A narrow screen has no room for every area.
#[tokio::test]
async fn areas_that_a_narrow_screen_leaves_out_are_in_the_menu_of_the_person() {
    let world = World::sqlite().await;
    let page = home(&world, "admin").await;
    let (_, menu) = page.split_once("id=\"person-menu\"").unwrap();
    let left_out = page.split("side-nav-more").skip(1);
    let left_out = left_out.filter_map(|it| it.split("href=\"").nth(1)?.split('"').next());
    // The list of appraisals links to this one.
    let left_out: Vec<_> = left_out.filter(|it| *it != "/appraisals/new").collect();
    assert!(left_out.len() >= 3, "{left_out:?}");
    for address in left_out {
        let link = format!("href=\"{address}\"");
        assert!(menu.contains(&link), "add {address} to app/src/frame/person_menu.rs");
    }
}
