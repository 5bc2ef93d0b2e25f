//! The pages of servicing, in a browser without JavaScript.

use http::Method;
use serde_json::json;

use crate::api::servicing::{live, settled_lease};
use crate::support::{World, facility_input};

const FACILITIES: &str = "/api/credit/facilities";

async fn page(world: &World, who: &str, path: &str) -> String {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    let reply = request.in_browser_of(who).send().await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    reply.text
}

#[tokio::test]
async fn a_payment_that_reaches_the_settlement_amount_needs_confirmation_as_a_settlement() {
    let world = World::sqlite().await;
    let mut input = facility_input(&world.guest.id.to_string());
    input["productType"] = json!("ijarah");
    input["rate"] = json!("6");
    input.as_object_mut().unwrap().remove("fixedTotalProfit");
    let mapped = crate::api::servicing::mapped("ijarah", &["origination"]);
    world.put("finance", "/api/credit/config/account-map", mapped).await.expect(200);
    let facility = crate::api::servicing::activated(&world, input).await;
    let facility = facility.replace(FACILITIES, "/credit");
    let typed = |amount: &str| format!("{facility}/payment?payment[amount]={amount}");
    let text = page(&world, "cashier", &typed("100200")).await;
    for part in [
        "Settle now for USD\u{a0}100,000.00?",
        "Settle for USD\u{a0}100,000.00",
        "name=\"payment[early_settlement]\" value=\"true\"",
        "enter less than USD\u{a0}100,000.00.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = page(&world, "cashier", &typed("100")).await;
    assert!(!text.contains("Settle now for"), "{text}");
}

#[tokio::test]
async fn suspended_profit_shows_with_the_ways_out_of_it() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let reason = json!({ "reason": "Lost" });
    world.post("shariah_officer", &format!("{facility}/non-accrual"), reason).await.expect(200);
    let receipt = json!({ "amount": "100000", "paymentDate": "2026-11-21" });
    world.post("cashier", &format!("{facility}/payments"), receipt).await.expect(201);
    let reference = facility.rsplit('/').next().unwrap();
    let text = page(&world, "shariah_officer", &format!("/credit/{reference}")).await;
    for part in [
        "Suspended profit",
        "Selling price outstanding",
        "Waive suspended profit",
        "USD\u{a0}10,000.00<",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = page(&world, "cashier", &format!("/credit/{reference}")).await;
    assert!(text.contains("All principal is paid and the profit is suspended"), "{text}");
}

#[tokio::test]
async fn the_title_of_a_settled_lease_is_offered_to_be_transferred() {
    let world = World::sqlite().await;
    let reference = settled_lease(&world).await;
    let path = format!("/credit/{reference}");
    let text = page(&world, "shariah_officer", &path).await;
    assert!(text.contains("Transfer title to customer"), "{text}");
    assert!(text.contains("Owned by the bank"), "{text}");
    let transfer = format!("{FACILITIES}/{reference}/transfer-ownership");
    let document = json!({ "documentRef": "Deed 7" });
    world.post("shariah_officer", &transfer, document).await.expect(200);
    let text = page(&world, "shariah_officer", &path).await;
    assert!(text.contains("Transferred to the customer") && text.contains("Deed 7"), "{text}");
    assert!(!text.contains("ask-transfer"), "{text}");
}
