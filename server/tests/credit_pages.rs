//! The credit pages in a browser without JavaScript.

use http::Method;
use serde_json::{Value, json};

use crate::api::servicing::live;
use crate::support::{World, facility_input};

const FACILITIES: &str = "/api/credit/facilities";

async fn read(world: &World, who: &str, path: &str) -> String {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    let page = request.in_browser_of(who).send().await;
    assert_eq!(page.status, 200, "{who} {path}: {}", page.text);
    // The page also contains the properties of the islands, which include all names.
    page.text.split("</main>").next().unwrap().to_owned()
}

async fn draft(world: &World) -> Value {
    let input = facility_input(&world.guest.id.to_string());
    world.post("credit_officer", FACILITIES, input).await.expect(201)
}

/// The URLs of the lists that a page links to.
fn lists(page: &str) -> Vec<String> {
    let links = page.split("href=\"/credit?").skip(1);
    let query = |link: &str| link.split('"').next().unwrap().replace("&amp;", "&");
    links.map(query).collect()
}

#[tokio::test]
async fn a_row_of_the_portfolio_leads_to_the_facilities_that_it_counts() {
    let mut world = World::sqlite().await;
    live(&world).await;
    let late = live(&world).await;
    draft(&world).await;
    let settled = live(&world).await;
    let quote = world.get("md", &format!("{settled}/settlement-quote")).await.expect(200);
    let body = json!({ "amount": quote["total"], "paymentDate": "2026-11-21",
        "earlySettlement": true });
    world.post("cashier", &format!("{settled}/payments"), body).await.expect(201);
    world.clock.advance(chrono::TimeDelta::days(40));
    for who in ["md", "shariah_officer"] {
        world.sign_in_again(who).await;
    }
    world.post_empty("shariah_officer", &format!("{late}/overdue")).await.expect(200);

    let report = world.get("md", "/api/credit/reports/portfolio").await.expect(200);
    let rows = [&report["rows"], &report["ageing"]].map(|rows| rows.as_array().unwrap().clone());
    let counted: Vec<_> = rows.iter().flatten().map(|row| row["count"].clone()).collect();
    let page = read(&world, "md", "/credit/reports").await;
    let mut linked = Vec::new();
    for query in lists(&page) {
        let list = world.get("md", &format!("{FACILITIES}?{query}")).await.expect(200);
        linked.push(list["pagination"]["total"].clone());
    }
    assert_eq!(linked, counted, "{page}");

    let past = read(&world, "md", "/credit/reports?asOf=2026-11-21").await;
    assert_eq!(lists(&past), Vec::<String>::new(), "{past}");
}

#[tokio::test]
async fn nobody_is_chosen_as_the_customer_of_a_new_facility() {
    let world = World::sqlite().await;
    let page = read(&world, "credit_officer", "/credit/new?product=murabaha").await;
    let select = page.split("id=\"customerId\"").nth(1).unwrap();
    let select = select.split("</select>").next().unwrap();
    assert!(select.contains("required"), "{select}");
    let chosen: Vec<_> =
        select.split("<option").skip(1).filter(|it| it.contains("selected")).collect();
    assert!(chosen.len() == 1 && chosen[0].contains("value=\"\""), "{select}");
    assert!(chosen[0].contains("Select a customer"), "{select}");
}

#[tokio::test]
async fn a_draft_is_withdrawn_by_its_maker_and_copied_into_a_new_one() {
    let world = World::sqlite().await;
    let made = draft(&world).await;
    let reference = made["facilityRef"].as_str().unwrap();
    let path = format!("/credit/{reference}");
    let page = read(&world, "credit_officer", &path).await;
    assert!(page.contains("Withdraw draft"), "{page}");
    let copy = page.split("href=\"/credit/new?").nth(1).unwrap();
    let copy = copy.split('"').next().unwrap().replace("&amp;", "&");
    assert!(!read(&world, "cashier", &path).await.contains("/credit/new?"));

    let form = read(&world, "credit_officer", &format!("/credit/new?{copy}")).await;
    for text in [
        format!("<option value=\"{}\" selected", world.guest.id),
        "name=\"facility[product_type]\" value=\"murabaha\"".to_owned(),
        "value=\"120000.0000\"".to_owned(),
        "value=\"20000.0000\"".to_owned(),
        "value=\"10000.0000\"".to_owned(),
        "value=\"Delivery van\"".to_owned(),
        "value=\"12\"".to_owned(),
    ] {
        assert!(form.contains(&text), "{text}: {form}");
    }

    let address = format!("{FACILITIES}/{reference}/withdraw");
    let stale = json!({ "reason": "Wrong customer", "revision": 0 });
    world.post("credit_officer", &address, stale).await.refused(409, "STALE_REVISION");
    let body = json!({ "reason": "Wrong customer", "revision": made["revision"] });
    world.post("admin", &address, body.clone()).await.refused(403, "FORBIDDEN");
    let withdrawn = world.post("credit_officer", &address, body).await.expect(200);
    assert_eq!(withdrawn["status"], "withdrawn");
    let page = read(&world, "credit_officer", &path).await;
    assert!(page.contains("Wrong customer"), "{page}");
    assert!(page.contains("href=\"/credit/new?"), "{page}");
    let list = read(&world, "md", "/credit?status=withdrawn").await;
    assert!(list.contains(reference), "{list}");
}

#[tokio::test]
async fn the_ownership_document_is_required() {
    let world = World::sqlite().await;
    let made = draft(&world).await;
    let reference = made["facilityRef"].as_str().unwrap();
    for (who, act) in [
        ("credit_officer", "review"),
        ("credit_reviewer", "approve"),
        ("shariah_officer", "approve"),
    ] {
        world.post_empty(who, &format!("{FACILITIES}/{reference}/{act}")).await.expect(200);
    }
    let page = read(&world, "shariah_officer", &format!("/credit/{reference}")).await;
    let input = page.split("id=\"said-asset_owned\"").nth(1).unwrap().split('>').next().unwrap();
    assert!(input.contains("required"), "{input}");
    assert!(page.contains("VR-001: record asset ownership first."), "{page}");
    let facility = world.get("md", &format!("{FACILITIES}/{reference}")).await.expect(200);
    let body = json!({ "facility_ref": reference, "step": "asset_owned", "said": " ",
        "revision": facility["revision"] });
    let request =
        world.request(Method::POST, "/api/ui/credit/move").in_browser_of("shariah_officer");
    let form = body.as_object().unwrap().iter().map(|(name, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("{name}={}", value.replace(' ', "%20"))
    });
    let form = form.collect::<Vec<_>>().join("&");
    let request = request.header("sec-fetch-site", "same-origin");
    let refused = request.text("application/x-www-form-urlencoded", form).send().await;
    assert_eq!(refused.status, 400, "{}", refused.text);
}

#[tokio::test]
async fn a_tab_keeps_the_place_on_the_page() {
    let world = World::sqlite().await;
    let facility = live(&world).await.replace(FACILITIES, "/credit");
    let page = read(&world, "md", &facility).await;
    let links = page.split("<a ").skip(1).filter_map(|rest| rest.split('>').next());
    let tabs: Vec<_> = links.filter(|link| link.contains("class=\"tab\"")).collect();
    assert!(tabs.len() > 2, "{page}");
    for tab in tabs {
        assert!(tab.contains("data-noscroll"), "{tab}");
    }
}

#[tokio::test]
async fn a_customer_reads_every_payment_page_by_page() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    for number in 1..=25 {
        let body = json!({ "amount": "1", "paymentDate": "2026-11-21",
            "reference": format!("FT-{number:03}") });
        world.post("cashier", &format!("{facility}/payments"), body).await.expect(201);
    }
    let path = facility.replace(FACILITIES, "/portal/facilities");
    let first = read(&world, "customer", &path).await;
    assert!(first.contains("FT-025") && !first.contains("FT-005"), "{first}");
    assert!(first.contains("?page=2#payments\""), "{first}");
    let second = read(&world, "customer", &format!("{path}?page=2")).await;
    assert!(second.contains("FT-005") && !second.contains("FT-025"), "{second}");
}
