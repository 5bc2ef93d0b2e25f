//! /api/credit: servicing of live facilities.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, World, facility_input};

const FACILITIES: &str = "/api/credit/facilities";

/// Maps events of a product to a separate account for each side.
pub(crate) fn mapped(product: &str, events: &[&str]) -> Value {
    let mappings: Vec<Value> = events
        .iter()
        .flat_map(|event| ["debit", "credit"].map(|side| (event, side)))
        .map(|(event, side)| {
            json!({ "productType": product, "eventType": event, "side": side,
                "glAccount": format!("{event}_{side}") })
        })
        .collect();
    json!({ "mappings": mappings })
}

/// The reference of a lease that was activated and settled today.
pub(crate) async fn settled_lease(world: &World) -> String {
    let mapped = mapped("ijarah", &["origination", "early_settlement_principal"]);
    world.put("finance", "/api/credit/config/account-map", mapped).await.expect(200);
    let mut input = facility_input(&world.guest.id.to_string());
    input["productType"] = json!("ijarah");
    input["rate"] = json!("6");
    input.as_object_mut().unwrap().remove("fixedTotalProfit");
    let facility = activated(world, input).await;
    let settlement = json!({ "amount": "100000", "paymentDate": "2026-11-21",
        "earlySettlement": true });
    pay(world, &facility, settlement).await.expect(201);
    facility.rsplit('/').next().unwrap().to_owned()
}

/// Maps the events of a murabaha to one account each.
pub(super) async fn map(world: &World) {
    let events = [
        "origination",
        "installment_principal",
        "installment_profit",
        "extra_payment",
        "early_settlement_principal",
        "early_settlement_profit",
        "non_accrual_receipt",
    ];
    let mappings: Vec<Value> = events
        .iter()
        .flat_map(|event| ["debit", "credit"].map(|side| (event, side)))
        .map(|(event, side)| {
            json!({ "productType": "murabaha", "eventType": event, "side": side,
                "glAccount": format!("{event}-{side}") })
        })
        .collect();
    let body = json!({ "mappings": mappings });
    world.put("finance", "/api/credit/config/account-map", body).await.expect(200);
}

/// The path of a murabaha of 100,000 and 10,000 over 12 months, activated today.
pub(crate) async fn live(world: &World) -> String {
    map(world).await;
    activated(world, facility_input(&world.guest.id.to_string())).await
}

/// The path of a newly activated facility.
pub(crate) async fn activated(world: &World, input: Value) -> String {
    let made = world.post("credit_officer", FACILITIES, input).await.expect(201);
    let facility = format!("{FACILITIES}/{}", made["facilityRef"].as_str().unwrap());
    for (who, act) in [
        ("credit_officer", "review"),
        ("credit_reviewer", "approve"),
        ("shariah_officer", "approve"),
        ("shariah_officer", "asset-owned"),
        ("shariah_officer", "activate"),
    ] {
        world.post_empty(who, &format!("{facility}/{act}")).await.expect(200);
    }
    facility
}

fn receipt(amount: &str) -> Value {
    json!({ "amount": amount, "paymentDate": "2026-11-21", "reference": "Transfer 1" })
}

async fn pay(world: &World, facility: &str, body: Value) -> Reply {
    world.post("cashier", &format!("{facility}/payments"), body).await
}

#[tokio::test]
async fn money_is_received_settled_and_given_back() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let paid = pay(&world, &facility, receipt("9166.6666")).await.expect(201);
    assert_eq!(paid["amount"], "9166.6666");
    let applied = json!([{ "period": 1, "status": "paid", "paidAmount": "9166.6666" }]);
    assert_eq!(paid["appliedTo"], applied);
    assert_eq!((&paid["extraPayment"], &paid["extraAmount"]), (&json!(false), &json!("0.0000")));
    assert!(paid["journalEntryId"].is_string() && paid["reversedAt"].is_null());

    let quote = world.get("md", &format!("{facility}/settlement-quote")).await.expect(200);
    assert_eq!(quote["asOf"], "2026-11-21");
    assert_eq!(quote["total"], "100833.3334");
    assert_eq!(quote["profitWaived"], "0.0000");
    let mut input = receipt("100833.3333");
    input["earlySettlement"] = json!(true);
    let refused = pay(&world, &facility, input.clone()).await;
    let said = refused.refused(422, "AMOUNT_NOT_ACCEPTED");
    assert!(said["error"]["message"].as_str().unwrap().contains("100833.3334"));
    input["amount"] = json!("100833.3334");
    let settled = pay(&world, &facility, input).await.expect(201);
    let found = world.get("md", &facility).await.expect(200);
    assert_eq!((&found["status"], &found["nextDue"]), (&json!("settled"), &Value::Null));
    pay(&world, &facility, receipt("1")).await.refused(409, "WRONG_STATE");

    let id = |payment: &Value| payment["paymentId"].as_str().unwrap().to_owned();
    let reverse = async |id: &str| {
        let path = format!("{facility}/payments/{id}/reverse");
        world.post("shariah_officer", &path, json!({ "reason": "Bounced" })).await
    };
    reverse(&id(&paid)).await.refused(409, "WRONG_STATE");
    reverse("12").await.refused(404, "NOT_FOUND");
    assert!(reverse(&id(&settled)).await.expect(200)["reversedAt"].is_string());
    let list = world.get("md", &format!("{facility}/payments")).await.expect(200);
    assert_eq!(list["pagination"]["total"], 2);
    assert_eq!(list["data"][1], paid);
    let report = world.get("md", "/api/credit/reports/portfolio").await.expect(200);
    assert_eq!(report["tieOut"]["difference"], "0.0000");
    // Each place has an account of its own here: the principal was credited to a different one.
    assert_eq!(report["tieOut"]["accounts"], "100000.0000");
    assert_eq!(report["tieOut"]["accountsDifference"], "8333.3333");
    assert_eq!(report["rows"][0]["outstandingPrincipal"], "91666.6667");
    let report = world.get("md", "/api/credit/reports/income?from=2026-11-01").await.expect(200);
    assert_eq!(report["totals"]["recognised"], "833.3333");
    let report = world.get("md", "/api/credit/reports/shariah-compliance").await.expect(200);
    assert_eq!(report["ownershipBeforeActivation"], json!({ "compliant": 1, "total": 1 }));
}

#[tokio::test]
async fn a_payment_that_is_sent_again_is_one() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let path = format!("{facility}/payments");
    let send = async |key: &str, amount: &str| {
        let request = world.request(Method::POST, &path).by("cashier").json(&receipt(amount));
        request.header("Idempotency-Key", key).send().await
    };
    let first = send("slip 12", "100").await.expect(201);
    assert_eq!(send("slip 12", "100").await.expect(201), first);
    send("slip 12", "101").await.refused(409, "IDEMPOTENCY_KEY_REUSED");
    send("", "100").await.refused(400, "VALIDATION_FAILED");
    let list = world.get("md", &path).await.expect(200);
    assert_eq!(list["pagination"]["total"], 1);
}

#[tokio::test]
async fn errors_in_a_payment_are_named() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    for (field, value) in [
        ("amount", json!("0")),
        ("amount", json!("1e3")),
        ("amount", json!("1.00001")),
        ("amount", Value::Null),
        ("paymentDate", json!("2026-11-22")),
        ("paymentDate", json!("2026-11-20")),
        ("paymentDate", json!("yesterday")),
        ("reference", json!("a\u{0}b")),
    ] {
        let mut input = receipt("1");
        input[field] = value;
        let reply = pay(&world, &facility, input.clone()).await;
        reply.refused(400, "VALIDATION_FAILED");
        assert_eq!(reply.fields(), [field], "{input}");
    }
    pay(&world, &facility, receipt("110000.0001")).await.refused(422, "AMOUNT_NOT_ACCEPTED");
    for path in [
        "/api/credit/reports/portfolio?asOf=2026-11-22",
        "/api/credit/reports/portfolio?asOf=soon",
        "/api/credit/reports/portfolio/export.csv?asOf=2026-11-22",
        "/api/credit/reports/income?from=2026-11-22&to=2026-11-21",
        "/api/credit/reports/income/export.csv?from=2026-11-22&to=2026-11-21",
        "/api/credit/trial-balance?from=2026-11-22&to=2026-11-21",
        "/api/credit/trial-balance?asOf=2026-11-22&to=2026-11-21",
        "/api/credit/trial-balance/export.csv?from=2026-11-22&asOf=2026-11-21",
    ] {
        world.get("md", path).await.refused(400, "VALIDATION_FAILED");
    }
}

#[tokio::test]
async fn null_is_accepted_for_optional_members_of_a_payment() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let mut input = receipt("1");
    (input["reference"], input["earlySettlement"]) = (Value::Null, Value::Null);
    let paid = pay(&world, &facility, input).await.expect(201);
    assert_eq!((&paid["reference"], &paid["earlySettlement"]), (&json!(""), &json!(false)));
}

#[tokio::test]
async fn a_missing_record_is_reported_before_errors_in_the_input() {
    let world = World::sqlite().await;
    let facility = format!("{FACILITIES}/CF-NOPE");
    for act in ["non-accrual", "resume-accrual", "waive-profit", "reject"] {
        let body = json!({ "reason": " " });
        let path = format!("{facility}/{act}");
        world.post("admin", &path, body).await.refused(404, "NOT_FOUND");
    }
    pay(&world, &facility, receipt("0")).await.refused(404, "NOT_FOUND");
    let path = format!("{facility}/payments/0192e4a0-0000-7000-8000-000000000001/reverse");
    let body = json!({ "reason": " " });
    world.post("admin", &path, body).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn income_stops_and_is_resumed_for_a_reason() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let act = async |act: &str, body: Value| {
        world.post("shariah_officer", &format!("{facility}/{act}"), body).await
    };
    let reason = || json!({ "reason": "Insolvent" });
    act("resume-accrual", reason()).await.refused(409, "WRONG_STATE");
    act("non-accrual", json!({})).await.refused(400, "VALIDATION_FAILED");
    let stopped = act("non-accrual", reason()).await.expect(200);
    assert_eq!(stopped["status"], "non_accrual");
    assert_eq!(stopped["nonAccrualSince"], "2026-11-21");
    act("non-accrual", reason()).await.refused(409, "WRONG_STATE");
    assert_eq!(act("overdue", json!({})).await.expect(200)["status"], "non_accrual");
    let tomorrow = json!({ "asOf": "2026-11-22" });
    act("overdue", tomorrow).await.refused(400, "VALIDATION_FAILED");
    let paid = pay(&world, &facility, receipt("500")).await.expect(201);
    assert_eq!((&paid["principal"], &paid["profit"]), (&json!("500.0000"), &json!("0.0000")));
    assert_eq!(act("resume-accrual", reason()).await.expect(200)["status"], "active");
}

#[tokio::test]
async fn suspended_profit_is_waived_by_another_person_than_the_cashier() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let reason = || json!({ "reason": "Hardship" });
    let waive = format!("{facility}/waive-profit");
    world.post("shariah_officer", &waive, reason()).await.refused(409, "WRONG_STATE");
    let stop = format!("{facility}/non-accrual");
    world.post("shariah_officer", &stop, reason()).await.expect(200);
    pay(&world, &facility, receipt("100000")).await.expect(201);
    let seen = world.get("credit_officer", &facility).await.expect(200);
    assert_eq!(seen["status"], "non_accrual");
    assert_eq!((&seen["profitSuspended"], &seen["nextDue"]), (&json!("10000.0000"), &Value::Null));
    pay(&world, &facility, receipt("1")).await.refused(409, "WRONG_STATE");
    world.post("cashier", &waive, reason()).await.refused(403, "FORBIDDEN");
    world.post("shariah_officer", &waive, json!({})).await.refused(400, "VALIDATION_FAILED");
    let settled = world.post("shariah_officer", &waive, reason()).await.expect(200);
    assert_eq!((&settled["status"], &settled["assetStatus"]), (&json!("settled"), &json!("sold")));
    let report = "/api/credit/reports/shariah-compliance";
    let report = world.get("finance", report).await.expect(200);
    let waiver = &report["waivers"][0];
    assert_eq!((&waiver["amount"], &waiver["reason"]), (&json!("10000.0000"), &json!("Hardship")));
}

#[tokio::test]
async fn the_title_of_a_settled_lease_is_transferred_by_its_document() {
    let world = World::sqlite().await;
    let facility = format!("{FACILITIES}/{}", settled_lease(&world).await);
    let transfer = format!("{facility}/transfer-ownership");
    let document = || json!({ "documentRef": "Deed 7" });
    world.post("cashier", &transfer, document()).await.refused(403, "FORBIDDEN");
    world.post("shariah_officer", &transfer, json!({})).await.refused(400, "VALIDATION_FAILED");
    let seen = world.post("shariah_officer", &transfer, document()).await.expect(200);
    let shares = (&seen["providerOwnershipPct"], &seen["customerOwnershipPct"]);
    assert_eq!(shares, (&json!("0.00"), &json!("100.00")));
    assert_eq!(seen["assetStatus"], "transferred");
    world.post("shariah_officer", &transfer, document()).await.refused(409, "WRONG_STATE");
}
