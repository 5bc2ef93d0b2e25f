//! The search, its results page, and the guides.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, World, facility_input};

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    request.in_browser_of(who).send().await
}

/// The titles of the groups that the script gets for a text.
async fn groups(world: &World, who: &str, text: &str) -> (Vec<String>, Value) {
    let request = world.request(Method::POST, "/api/ui/search/everywhere").in_browser_of(who);
    let request =
        request.header("accept", "application/json").header("sec-fetch-site", "same-origin");
    let form = format!("text={text}");
    let reply = request.text("application/x-www-form-urlencoded", form).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let found: Value = serde_json::from_str(&reply.text).unwrap();
    let groups = found["groups"].as_array().unwrap().iter();
    let titles = groups.map(|group| group["title"].as_str().unwrap().to_owned()).collect();
    (titles, found)
}

async fn facility(world: &World) -> String {
    let input = facility_input(&world.guest.id.to_string());
    let made = world.post("credit_officer", "/api/credit/facilities", input).await.expect(201);
    made["facilityRef"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_script_gets_what_the_role_may_open() {
    let world = World::sqlite().await;
    let reference = facility(&world).await;
    let (titles, found) = groups(&world, "credit_officer", &reference).await;
    assert_eq!(titles, ["Facilities"]);
    assert_eq!(found["exact"], format!("/credit/{reference}"));
    let (titles, found) = groups(&world, "employee", &reference).await;
    assert_eq!((titles.len(), &found["exact"]), (0, &Value::Null));

    let (titles, _) = groups(&world, "hr", "start").await;
    assert!(titles.contains(&"Actions".to_owned()), "{titles:?}");
    assert!(groups(&world, "employee", "start+appraisals").await.0.is_empty());
    assert_eq!(groups(&world, "employee", "").await.0, ["Actions", "Pages"]);
    let long = "x".repeat(10_000);
    assert!(groups(&world, "admin", &long).await.0.is_empty());
}

#[tokio::test]
async fn the_search_needs_a_session() {
    let world = World::sqlite().await;
    let request = world.request(Method::POST, "/api/ui/search/everywhere");
    let request =
        request.header("accept", "application/json").header("sec-fetch-site", "same-origin");
    let reply = request.text("application/x-www-form-urlencoded", "text=a").send().await;
    assert_eq!(reply.status, 401);
}

#[tokio::test]
async fn an_exact_reference_opens_its_page_and_other_texts_are_listed() {
    let world = World::sqlite().await;
    let reference = facility(&world).await;
    let reply = open(&world, "cashier", &format!("/search?q={reference}")).await;
    assert_eq!(reply.status, 302, "{}", reply.text);
    assert_eq!(reply.headers["location"], format!("/credit/{reference}"));

    let part = &reference[..reference.len() - 2];
    let page = open(&world, "cashier", &format!("/search?q={part}")).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains(&format!("href=\"/credit/{reference}\"")), "{}", page.text);
    let page = open(&world, "employee", &format!("/search?q={reference}")).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("No results"), "{}", page.text);
}

#[tokio::test]
async fn a_whole_name_opens_its_page_unless_two_people_have_it() {
    let world = World::sqlite().await;
    let (id, name, search) =
        (world.id("colleague"), "Person colleague", "/search?q=PERSON+COLLEAGUE");
    let opened = open(&world, "hr", search).await;
    assert_eq!(opened.headers["location"], format!("/people/{id}"));
    let listed = open(&world, "hr", &search[..search.len() - 1]).await;
    assert_eq!(listed.status, 200, "a part of the name");

    let twin = json!({ "staffNumber": "TWIN", "name": name, "email": "twin@amanah.example",
        "employmentStartDate": "2026-05-01" });
    world.post("admin", "/api/staff", twin).await.expect(201);
    let listed = open(&world, "hr", search).await;
    assert!(listed.status == 200 && listed.text.contains("TWIN"), "{}", listed.text);
}

#[tokio::test]
async fn guides_are_pages_whose_links_lead_to_pages() {
    let world = World::sqlite().await;
    let index = open(&world, "employee", "/guide").await;
    assert!(index.text.contains("href=\"/guide/line-manager\""), "{}", index.text);
    let page = open(&world, "employee", "/guide/line-manager").await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("href=\"/guide/member-of-staff\"") && page.text.contains("<table>"));
    assert!(!page.text.contains(".md\""), "{}", page.text);
    assert_eq!(open(&world, "employee", "/guide/nothing").await.status, 404);
    assert_eq!(open(&world, "employee", "/guide/README").await.status, 404);
    let portal = open(&world, "customer", "/portal/guide").await;
    assert!(portal.status == 200 && portal.text.contains("My facilities"), "{}", portal.text);

    let request = world.request(Method::GET, "/guide/cashier").header("accept", "text/html");
    let arabic = request.header("accept-language", "ar").in_browser_of("employee").send().await;
    assert!(arabic.text.contains("أمين الصندوق"), "{}", arabic.text);
}

#[tokio::test]
async fn the_keys_lead_to_the_guide_of_the_role() {
    let world = World::sqlite().await;
    for (who, guide) in [
        ("employee", "member-of-staff"),
        ("hr", "human-resources"),
        ("md", "approvers"),
        ("admin", "administrator"),
        ("credit_officer", "credit-officer"),
        ("credit_reviewer", "credit-reviewer"),
        ("shariah_officer", "shariah-officer"),
        ("cashier", "cashier"),
        ("finance", "accountant"),
    ] {
        let page = open(&world, who, "/").await.text;
        let (_, keys) = page.split_once("id=\"keys\"").unwrap();
        let (keys, _) = keys.split_once("</dialog>").unwrap();
        assert!(keys.contains(&format!("href=\"/guide/{guide}\"")), "{who}: {keys}");
    }
}
