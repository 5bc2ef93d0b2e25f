//! Statements of account: over HTTP, and their pages in a browser without JavaScript.

use http::Method;
use serde_json::{Value, json};

use crate::api::servicing::live;
use crate::support::{Reply, World, facility_input};

const FACILITIES: &str = "/api/credit/facilities";

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    request.in_browser_of(who).send().await
}

/// A murabaha of 110,000 on which 10,000 was paid today, as the path of its API.
async fn paid(world: &World) -> String {
    let facility = live(world).await;
    let body =
        json!({ "amount": "10000", "paymentDate": "2026-11-21", "reference": "Transfer 77" });
    world.post("cashier", &format!("{facility}/payments"), body).await.expect(201);
    facility
}

#[tokio::test]
async fn a_statement_has_the_shape_of_its_description_for_staff_and_customer() {
    let world = World::sqlite().await;
    let facility = paid(&world).await;
    let statement = world.get("md", &format!("{facility}/statement")).await.expect(200);
    let reference = facility.rsplit('/').next().unwrap();
    let whole = |movements: &[Value]| {
        json!({ "facilityRef": reference, "from": "2026-11-21", "to": "2026-11-21",
            "opening": "0.0000", "movements": movements, "closing": "100000.0000" })
    };
    let mut movements = statement["movements"].as_array().unwrap().clone();
    assert_eq!(statement, whole(&movements));
    assert!(movements.iter().all(|it| it["journalId"].is_string()), "{statement}");
    for movement in &mut movements {
        movement["journalId"] = Value::Null;
    }
    let expected = json!([
        { "date": "2026-11-21", "type": "sale", "reference": "", "debit": "110000.0000",
            "credit": "0.0000", "balance": "110000.0000", "journalId": null },
        { "date": "2026-11-21", "type": "payment", "reference": "Transfer 77",
            "debit": "0.0000", "credit": "10000.0000", "balance": "100000.0000",
            "journalId": null },
    ]);
    assert_eq!(json!(movements), expected);
    let own = facility.replace(FACILITIES, "/api/portal/facilities");
    let own = world.get("customer", &format!("{own}/statement")).await.expect(200);
    assert_eq!(own, whole(&movements));
}

#[tokio::test]
async fn a_statement_of_a_wrong_period_is_refused() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let own = facility.replace(FACILITIES, "/api/portal/facilities");
    let asked = [
        ("md", format!("{facility}/statement")),
        ("md", format!("{facility}/statement.csv")),
        ("customer", format!("{own}/statement")),
    ];
    for (who, path) in asked {
        for period in ["from=2026-12-01&to=2026-11-30", "from=1899-12-31", "to=soon"] {
            let refused = world.get(who, &format!("{path}?{period}")).await.expect(400);
            assert_eq!(refused["error"]["code"], "VALIDATION_FAILED", "{path} {period}");
        }
    }
}

#[tokio::test]
async fn staff_read_and_export_a_statement_on_its_page() {
    let world = World::sqlite().await;
    let api = paid(&world).await;
    let facility = api.replace(FACILITIES, "/credit");
    let path = format!("{facility}/statement");
    let page = open(&world, "cashier", &path).await;
    assert_eq!(page.status, 200, "{}", page.text);
    let csv = format!("href=\"{api}/statement.csv?from=2026-11-21&amp;to=2026-11-21\"");
    let ledger = format!("href=\"{facility}/ledger#journal-");
    let texts = ["Opening balance", "Selling price", "Transfer 77", ">100,000.00<", "amanah"];
    for text in texts.into_iter().chain([&*csv, &*ledger]) {
        assert!(page.text.contains(text), "{text}: {}", page.text);
    }
    let linked = open(&world, "cashier", &facility).await;
    assert!(linked.text.contains(&format!("href=\"{path}\"")), "{}", linked.text);
    let later = open(&world, "cashier", &format!("{path}?from=2026-12-01&to=2026-12-31")).await;
    assert!(later.text.contains("No movements in this period"), "{}", later.text);
    let wrong = open(&world, "cashier", &format!("{path}?from=2026-12-02&to=2026-12-01")).await;
    assert_eq!(wrong.status, 200, "{}", wrong.text);
    let text = "No statement available for this period";
    assert!(wrong.text.contains(text) && wrong.text.contains("2026-12-02"), "{}", wrong.text);
    assert_eq!(open(&world, "employee", &path).await.status, 403);
    assert_eq!(open(&world, "foreign_admin", &path).await.status, 404);
}

#[tokio::test]
async fn a_draft_has_an_empty_statement_and_no_link_to_it() {
    let world = World::sqlite().await;
    let input = facility_input(&world.guest.id.to_string());
    let made = world.post("credit_officer", FACILITIES, input).await.expect(201);
    let facility = format!("/credit/{}", made["facilityRef"].as_str().unwrap());
    let page = open(&world, "cashier", &format!("{facility}/statement")).await;
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(page.text.contains("No movements in this period"), "{}", page.text);
    let draft = open(&world, "cashier", &facility).await;
    assert!(!draft.text.contains("/statement\""), "{}", draft.text);
}

#[tokio::test]
async fn a_customer_reads_their_statement_on_its_page() {
    let world = World::sqlite().await;
    let facility = paid(&world).await.replace(FACILITIES, "/portal/facilities");
    let path = format!("{facility}/statement");
    let linked = open(&world, "customer", &facility).await;
    assert!(linked.text.contains(&format!("href=\"{path}\"")), "{}", linked.text);
    let page = open(&world, "customer", &path).await;
    assert_eq!(page.status, 200, "{}", page.text);
    for text in ["Closing balance", "Transfer 77", ">100,000.00<"] {
        assert!(page.text.contains(text), "{text}: {}", page.text);
    }
    for text in ["/ledger", ".csv", "journal"] {
        let main = page.text.split("</main>").next().unwrap();
        assert!(!main.contains(text), "{text}: {main}");
    }
    let unknown = open(&world, "customer", "/portal/facilities/CF-20261121-ZZZZ/statement").await;
    assert_eq!(unknown.status, 404);
}
