//! The page of a settlement quote, in a browser without JavaScript.

use http::Method;

use crate::api::servicing::live;
use crate::support::{Reply, World, facility_input};

const FACILITIES: &str = "/api/credit/facilities";

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    request.in_browser_of(who).send().await
}

#[tokio::test]
async fn readers_of_a_facility_see_its_settlement_amount() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let facility = facility.replace(FACILITIES, "/credit");
    let path = format!("{facility}/quote");
    for who in ["cashier", "md"] {
        let page = open(&world, who, &path).await;
        assert_eq!(page.status, 200, "{who}: {}", page.text);
        for text in
            ["Settlement at 21 Nov 2026", "110,000.0000", "Deferred profit payable", "amanah"]
        {
            assert!(page.text.contains(text), "{who} {text}: {}", page.text);
        }
        assert!(page.text.contains("Valid for value date 21 Nov 2026 only."), "{}", page.text);
        let linked = open(&world, who, &facility).await;
        assert!(linked.text.contains(&format!("href=\"{path}\"")), "{who}: {}", linked.text);
    }
    assert_eq!(open(&world, "employee", &path).await.status, 403);
    assert_eq!(open(&world, "foreign_admin", &path).await.status, 404);
}

#[tokio::test]
async fn a_quote_is_given_for_the_day_of_the_address() {
    let world = World::sqlite().await;
    let facility = live(&world).await.replace(FACILITIES, "/credit");
    let of = async |day: &str| {
        let page = open(&world, "cashier", &format!("{facility}/quote?asOf={day}")).await;
        assert_eq!(page.status, 200, "{day}: {}", page.text);
        page.text
    };
    assert!(of("2027-01-21").await.contains("Settlement at 21 Jan 2027"));
    assert!(of("nonsense").await.contains("Settlement at 21 Nov 2026"));
    assert!(of("2026-11-20").await.contains("No quote available for this date"));
}

#[tokio::test]
async fn a_draft_explains_why_it_has_no_quote() {
    let world = World::sqlite().await;
    let input = facility_input(&world.guest.id.to_string());
    let made = world.post("credit_officer", FACILITIES, input).await.expect(201);
    let facility = format!("/credit/{}", made["facilityRef"].as_str().unwrap());
    let page = open(&world, "cashier", &format!("{facility}/quote")).await;
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(page.text.contains("No quote available"), "{}", page.text);
    assert!(page.text.contains("Current status: Draft."), "{}", page.text);
    assert!(!page.text.contains("id=\"asOf\""), "{}", page.text);
    let draft = open(&world, "cashier", &facility).await;
    assert!(!draft.text.contains("/quote\""), "{}", draft.text);
}
