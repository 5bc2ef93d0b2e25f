//! /api/credit.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, World, facility_input};

const FACILITIES: &str = "/api/credit/facilities";

fn input(world: &World) -> Value {
    facility_input(&world.guest.id.to_string())
}

/// The input with some fields changed.
fn with(world: &World, members: Value) -> Value {
    let mut input = input(world);
    for (name, value) in members.as_object().unwrap() {
        input[name] = value.clone();
    }
    input
}

async fn create(world: &World, input: Value) -> Reply {
    world.post("credit_officer", FACILITIES, input).await
}

async fn under_key(world: &World, key: &str, input: &Value) -> Reply {
    let request = world.request(Method::POST, FACILITIES).by("credit_officer").json(input);
    request.header("Idempotency-Key", key).send().await
}

async fn map(world: &World, account: Value) -> Reply {
    let mappings = ["debit", "credit"].map(|side| {
        let account = account.as_str().map(|account| format!("{account}-{side}"));
        json!({ "productType": "murabaha", "eventType": "origination", "side": side,
            "glAccount": account })
    });
    let body = json!({ "mappings": mappings });
    let put = world.request(Method::PUT, "/api/credit/config/account-map").by("finance");
    put.json(&body).send().await
}

#[tokio::test]
async fn a_facility_goes_from_the_simulation_into_the_ledger() {
    let world = World::sqlite().await;
    let figures = json!({ "productTypes": ["murabaha", "ijarah", "diminishing_musharakah"],
        "assetCost": "120000", "downPayment": 20000, "rate": 9.75, "fixedTotalProfit": "10000",
        "termPeriods": 12, "periodsPerYear": 12, "startDate": "2026-11-21" });
    let path = format!("{FACILITIES}/simulate");
    let simulated = world.post("credit_officer", &path, figures).await.expect(200);
    assert_eq!(simulated["schedules"].as_array().unwrap().len(), 3);
    let murabaha = &simulated["schedules"][0];
    assert_eq!(murabaha["totalPayment"], "110000.0000");

    let made = create(&world, input(&world)).await.expect(201);
    assert_eq!(
        (&made["status"], &made["facilityAmount"]),
        (&json!("draft"), &json!("100000.0000"))
    );
    let facility = format!("{FACILITIES}/{}", made["facilityRef"].as_str().unwrap());
    let schedule = world.get("cashier", &format!("{facility}/schedule")).await.expect(200);
    assert_eq!(schedule["facilityRef"], made["facilityRef"]);
    assert_eq!(schedule["lines"], murabaha["lines"]);
    assert_eq!(schedule["lines"][0]["providerOwnershipPct"], "0.00");

    let act =
        async |who: &str, act: &str| world.post_empty(who, &format!("{facility}/{act}")).await;
    act("credit_officer", "review").await.expect(200);
    act("credit_officer", "approve").await.refused(403, "FORBIDDEN");
    act("credit_reviewer", "approve").await.expect(200);
    act("shariah_officer", "activate").await.refused(409, "WRONG_STATE");
    act("shariah_officer", "approve").await.expect(200);
    act("shariah_officer", "activate").await.refused(409, "VR_001");
    act("shariah_officer", "asset-owned").await.expect(200);
    act("shariah_officer", "activate").await.refused(422, "ACCOUNT_UNMAPPED");
    assert_eq!(
        map(&world, json!("1310")).await.expect(200)["missing"].as_array().unwrap().len(),
        36
    );
    let live = act("shariah_officer", "activate").await.expect(200);
    assert_eq!(live["status"], "active");
    assert!(live["originationJournalId"].is_string() && live["activatedAt"].is_string());

    let journals = world.get("md", &format!("{facility}/journals")).await.expect(200);
    assert_eq!(journals["data"][0]["id"], live["originationJournalId"]);
    assert_eq!(journals["data"][0]["lines"][0]["debit"], "100000.0000");
    let all = world.get("md", "/api/credit/journals?from=2026-11-21").await.expect(200);
    assert_eq!(all["data"], journals["data"]);
    let balance = world.get("md", "/api/credit/trial-balance").await.expect(200);
    assert_eq!(balance["totals"]["balance"], "0.0000");
    assert_eq!((&balance["from"], &balance["asOf"]), (&Value::Null, &json!("2026-11-21")));
    let moved = "/api/credit/trial-balance?from=2026-11-21&to=2026-11-21";
    let moved = world.get("md", moved).await.expect(200);
    assert_eq!(moved["rows"][0]["opening"], json!({ "debit": "0.0000", "credit": "0.0000" }));
    for part in ["movement", "closing"] {
        let both = json!({ "debit": "100000.0000", "credit": "100000.0000" });
        assert_eq!(moved["totals"][part], both, "{part}");
    }
    let timeline = world.get("md", &format!("{facility}/timeline")).await.expect(200);
    assert_eq!(timeline["data"][0]["type"], "activated");
    assert_eq!(timeline["data"][5]["actorName"], "Person credit_officer");
    let list = world.get("md", &format!("{FACILITIES}?status=draft,active&bucket=current")).await;
    assert_eq!(list.expect(200)["data"][0]["facilityRef"], made["facilityRef"]);
}

#[tokio::test]
async fn instalments_of_new_facilities_are_whole_minor_units_if_the_organization_says_so() {
    let world = World::sqlite().await;
    let before = create(&world, input(&world)).await.expect(201);
    assert_eq!(before["instalmentRounding"], "none");
    let organization = "/api/organization";
    let rounding = |text: &str| json!({ "currency": "KWD", "instalmentRounding": text });
    let changed = world.patch("admin", organization, rounding("minor_unit")).await.expect(200);
    assert_eq!(changed["instalmentRounding"], "minor_unit");
    let me = world.get("cashier", "/api/auth/me").await.expect(200);
    assert_eq!(me["instalmentRounding"], "minor_unit");
    let terms = json!({ "assetCost": "100", "downPayment": "0", "fixedTotalProfit": "10",
        "termPeriods": 3 });
    let made = create(&world, with(&world, terms)).await.expect(201);
    assert_eq!(made["instalmentRounding"], "minor_unit");
    world.patch("admin", organization, rounding("none")).await.expect(200);
    let path = format!("{FACILITIES}/{}/schedule", made["facilityRef"].as_str().unwrap());
    let schedule = world.get("cashier", &path).await.expect(200);
    let totals = [0, 1, 2].map(|line: usize| &schedule["lines"][line]["totalPayment"]);
    assert_eq!(totals, ["36.6660", "36.6660", "36.6680"]);
    let gold = json!({ "currency": "XAU", "instalmentRounding": "minor_unit" });
    let refused = world.patch("admin", organization, gold).await.refused(400, "VALIDATION_FAILED");
    assert_eq!(refused["error"]["errors"][0]["field"], "instalmentRounding");
    let unknown = json!({ "instalmentRounding": "five_fils" });
    world.patch("admin", organization, unknown).await.refused(400, "VALIDATION_FAILED");
}

#[tokio::test]
async fn figures_that_could_mean_something_else_are_refused_by_name() {
    let world = World::sqlite().await;
    for (field, members) in [
        ("assetCost", json!({ "assetCost": "1e5" })),
        ("assetCost", json!({ "assetCost": "1.00001" })),
        ("assetCost", json!({ "assetCost": "100000000000000" })),
        ("assetCost", json!({ "assetCost": 1e300 })),
        ("assetCost", json!({ "assetCost": "-5" })),
        ("assetCost", json!({ "assetCost": null })),
        ("downPayment", json!({ "downPayment": "120000" })),
        ("termPeriods", json!({ "termPeriods": 0 })),
        ("termPeriods", json!({ "termPeriods": 601 })),
        ("termPeriods", json!({ "termPeriods": -1 })),
        ("termPeriods", json!({ "termPeriods": 1.5 })),
        ("rate", json!({ "rate": 0.000_000_1 })),
        ("rate", json!({ "rate": 101 })),
        ("fixedTotalProfit", json!({ "fixedTotalProfit": null })),
        ("fixedTotalProfit", json!({ "productType": "ijarah", "rate": 5 })),
        ("productType", json!({ "productType": "loan" })),
        ("asset.cost", json!({ "asset": { "description": "Van", "cost": "1" } })),
        ("customerId", json!({ "customerId": "0192e4a0-0000-7000-8000-000000000001" })),
    ] {
        let reply = create(&world, with(&world, members.clone())).await;
        reply.refused(400, "VALIDATION_FAILED");
        assert_eq!(reply.fields(), [field], "{members}");
    }
    for query in ["status=live", "status=draft,live", "bucket=1-31", "sort=oldest", "page=0"] {
        world.get("md", &format!("{FACILITIES}?{query}")).await.refused(400, "VALIDATION_FAILED");
    }
    let list = world.get("md", FACILITIES).await.expect(200);
    assert_eq!(list["pagination"]["total"], 0);
}

#[tokio::test]
async fn an_account_is_taken_out_by_null_and_not_by_leaving_it_out() {
    let world = World::sqlite().await;
    let mapped = map(&world, json!("1310")).await.expect(200);
    let place = json!({ "productType": "murabaha", "eventType": "origination", "side": "debit" });
    let body = json!({ "mappings": [place] });
    let put = world.put("finance", "/api/credit/config/account-map", body).await;
    let said = put.refused(400, "VALIDATION_FAILED");
    let detail = &said["error"]["errors"][0];
    let error = (detail["field"].as_str(), detail["code"].as_str());
    assert_eq!(error, (Some("mappings[0].glAccount"), Some("REQUIRED")));
    let found = world.get("finance", "/api/credit/config/account-map").await.expect(200);
    assert_eq!(found, mapped);
    let cleared = map(&world, Value::Null).await.expect(200);
    assert_eq!(cleared["mappings"], json!([]));
}

#[tokio::test]
async fn a_change_of_the_account_map_is_refused_or_warned_of_by_code() {
    let world = World::sqlite().await;
    let path = "/api/credit/config/account-map";
    let change = async |event: &str, accounts: [&str; 2]| {
        let [debit, credit] = [("debit", accounts[0]), ("credit", accounts[1])].map(|(side, it)| {
            json!({ "productType": "ijarah", "eventType": event, "side": side, "glAccount": it })
        });
        world.put("finance", path, json!({ "mappings": [debit, credit] })).await
    };
    let refused = change("origination", ["1310", "1310"]).await;
    refused.refused(400, "SAME_ACCOUNT");
    assert_eq!(refused.fields(), ["mappings[0].glAccount", "mappings[1].glAccount"]);
    for odd in ["13 10", "13\u{200b}10", "\u{202e}1310"] {
        change("origination", [odd, "2010"]).await.refused(400, "VALIDATION_FAILED");
    }
    let mapped = change("origination", ["1310", "2010"]).await.expect(200);
    assert_eq!(mapped["warnings"], json!([]));
    let mapped = change("extra_payment", ["1010", "2010"]).await.expect(200);
    let warning = json!({ "code": "PRINCIPAL_ACCOUNT_MISMATCH", "productType": "ijarah",
        "eventType": "extra_payment", "side": "credit", "balance": null });
    assert_eq!(mapped["warnings"], json!([warning]));
}

#[tokio::test]
async fn the_books_are_closed_by_finance_and_opened_by_an_administrator() {
    let world = World::sqlite().await;
    let path = "/api/credit/config/closed-period";
    let closed = |day: Value| json!({ "closedThrough": day });
    let found = world.get("finance", path).await.expect(200);
    assert_eq!(found, closed(Value::Null));
    world.get("cashier", path).await.refused(403, "FORBIDDEN");
    let put = async |who: &str, body: Value| world.put(who, path, body).await;
    assert_eq!(
        put("finance", closed("2026-10-31".into())).await.expect(200)["closedThrough"],
        "2026-10-31"
    );
    for body in [closed("2026-09-30".into()), closed(Value::Null)] {
        put("finance", body).await.refused(403, "FORBIDDEN");
    }
    for body in [closed("2027-01-01".into()), closed("October".into()), json!({})] {
        put("finance", body).await.refused(400, "VALIDATION_FAILED");
    }
    assert_eq!(put("admin", closed(Value::Null)).await.expect(200), closed(Value::Null));
}

#[tokio::test]
async fn accounts_have_names_until_null_removes_them() {
    let world = World::sqlite().await;
    let path = "/api/credit/config/accounts";
    let named = json!({ "accounts": [{ "code": "1010", "name": "Cash" }] });
    assert_eq!(world.put("finance", path, named.clone()).await.expect(200), named);
    assert_eq!(world.get("md", path).await.expect(200), named);
    let missing = json!({ "accounts": [{ "code": "1010" }] });
    world.put("finance", path, missing).await.refused(400, "VALIDATION_FAILED");
    let none = json!({ "accounts": [{ "code": "1010", "name": null }] });
    assert_eq!(world.put("finance", path, none).await.expect(200), json!({ "accounts": [] }));
    world.put("md", path, named).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn null_is_accepted_for_optional_members() {
    let world = World::sqlite().await;
    let nothing = with(&world, json!({ "downPayment": null, "scheduleMethod": null }));
    let made = create(&world, nothing).await.expect(201);
    assert_eq!(made["facilityAmount"], made["assetCost"]);
    let figures = json!({ "productType": "ijarah", "assetCost": "1000", "downPayment": null,
        "rate": 5, "termPeriods": 12, "periodsPerYear": 12, "startDate": null });
    let path = format!("{FACILITIES}/simulate");
    let simulated = world.post("credit_officer", &path, figures).await.expect(200);
    assert_eq!(simulated["schedules"][0]["facilityAmount"], "1000.0000");
}

#[tokio::test]
async fn a_missing_permission_to_decide_on_a_facility_is_reported_before_the_body_is_read() {
    let world = World::sqlite().await;
    for (who, act) in [("cashier", "approve"), ("cashier", "asset-owned"), ("hr", "approve")] {
        let path = format!("{FACILITIES}/CF-NOPE/{act}");
        let request = world.request(Method::POST, &path).by(who).text("application/json", "{");
        request.send().await.refused(403, "FORBIDDEN");
    }
    for who in ["credit_reviewer", "shariah_officer"] {
        let path = format!("{FACILITIES}/CF-NOPE/approve");
        world.post_empty(who, &path).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn the_oldest_bucket_is_called_like_the_others() {
    let world = World::sqlite().await;
    let list = world.get("md", &format!("{FACILITIES}?bucket=%3E365")).await.expect(200);
    assert_eq!(list["data"], json!([]));
    let report = world.get("md", "/api/credit/reports/portfolio").await.expect(200);
    assert_eq!(report["ageing"][6]["bucket"], ">365");
}

#[tokio::test]
async fn a_creation_that_is_sent_again_under_its_key_gives_the_first_answer() {
    let world = World::sqlite().await;
    let input = input(&world);
    let first = under_key(&world, "order-17", &input).await;
    first.expect(201);
    let again = under_key(&world, "order-17", &input).await;
    assert_eq!(first.bytes(), again.bytes());
    let other = with(&world, json!({ "termPeriods": 24 }));
    under_key(&world, "order-17", &other).await.refused(409, "IDEMPOTENCY_KEY_REUSED");
    under_key(&world, "", &input).await.refused(400, "VALIDATION_FAILED");
    under_key(&world, &"k".repeat(256), &input).await.refused(400, "VALIDATION_FAILED");
    let list = world.get("md", FACILITIES).await.expect(200);
    assert_eq!(list["pagination"]["total"], 1);
}
