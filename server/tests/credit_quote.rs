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
        let total = "USD\u{a0}110,000.00<";
        for text in ["Settlement at 21 Nov 2026", total, "Deferred profit payable", "amanah"] {
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

#[tokio::test]
async fn the_settlement_letter_states_the_quote_for_its_day_and_has_a_line_to_sign() {
    let world = World::sqlite().await;
    let facility = live(&world).await.replace(FACILITIES, "/credit");
    let path = format!("{facility}/quote/letter?asOf=2027-01-21");
    let quote = open(&world, "md", &format!("{facility}/quote?asOf=2027-01-21")).await;
    assert!(quote.text.contains(&format!("href=\"{path}\"")), "{}", quote.text);
    let page = open(&world, "md", &path).await;
    assert_eq!(page.status, 200, "{}", page.text);
    for text in [
        "Settlement letter",
        "Issued on 21 November 2026",
        "is settled in full when amanah receives USD\u{a0}110,000.00",
        " with value date 21 January 2027.",
        "Valid for value date 21 Jan 2027 only.",
        "class=\"signature-office\">Name and signature, for amanah<",
        "data-print",
    ] {
        assert!(page.text.contains(text), "{text}: {}", page.text);
    }
    assert!(!page.text.contains("Exact amount"), "{}", page.text);
    let early = open(&world, "md", &format!("{facility}/quote/letter?asOf=2026-11-20")).await;
    assert!(early.text.contains("No quote available for this date"), "{}", early.text);
    assert!(!early.text.contains("signature-office"), "{}", early.text);
    assert_eq!(open(&world, "employee", &path).await.status, 403);
    assert_eq!(open(&world, "foreign_admin", &path).await.status, 404);
}

#[tokio::test]
async fn a_settlement_amount_of_more_digits_than_its_currency_is_given_exactly_too() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let part = serde_json::json!({ "amount": "9166.6666", "paymentDate": "2026-11-21" });
    world.post("cashier", &format!("{facility}/payments"), part).await.expect(201);
    let facility = facility.replace(FACILITIES, "/credit");
    for page in ["quote", "quote/letter"] {
        let page = open(&world, "cashier", &format!("{facility}/{page}")).await;
        for text in [">USD\u{a0}100,833.33<", "Exact amount: USD\u{a0}100,833.3334."] {
            assert!(page.text.contains(text), "{text}: {}", page.text);
        }
    }
}

#[tokio::test]
async fn the_receipt_of_a_settlement_names_its_instalments_as_a_range() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let mut receipts = Vec::new();
    for (amount, settles) in [("9166.6666", false), ("100833.3334", true)] {
        let input = serde_json::json!({ "amount": amount, "paymentDate": "2026-11-21",
            "earlySettlement": settles });
        let path = format!("{facility}/payments");
        let made = world.post("cashier", &path, input).await.expect(201);
        receipts.push(made["paymentId"].as_str().unwrap().to_owned());
    }
    for (who, area) in [("cashier", "/credit"), ("customer", "/portal/facilities")] {
        let area = facility.replace(FACILITIES, area);
        let page = async |id: &str| open(&world, who, &format!("{area}/receipts/{id}")).await;
        let [first, settlement] = [page(&receipts[0]).await, page(&receipts[1]).await];
        assert!(settlement.text.contains("Instalments 2 to 12<"), "{who}: {}", settlement.text);
        assert!(!settlement.text.contains("<table"), "{who}: {}", settlement.text);
        assert!(first.text.contains("<table"), "{who}: {}", first.text);
        assert!(first.text.contains("USD\u{a0}9,166.67<"), "{who}: {}", first.text);
        assert_eq!(page("nonsense").await.status, 404, "{who}");
        let other = "01941f29-7c00-7000-8000-000000000000";
        assert_eq!(page(other).await.status, 404, "{who}");
    }
}
