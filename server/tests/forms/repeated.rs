//! A repeated signature or decision is recorded once, and redirects to the same page.

use http::Method;
use serde_json::{Value, json};

use super::Form;
use super::twice::{filled, post, records};
use crate::api::servicing::live;
use crate::api::staff::appraisals::start;
use crate::support::{World, facility_input, review_input, self_input};

/// Submits a form of a page twice.
async fn post_twice(world: &World, who: &str, page: &str, action: &str, typed: &str) {
    let body = filled(world, who, page, action, typed).await;
    send_twice(world, who, action, &body).await;
}

async fn send_twice(world: &World, who: &str, action: &str, body: &str) {
    let before = records(world).await;
    let first = post(world, who, action, body).await;
    assert_eq!(first.status, 302, "{action}: {}", first.text);
    let location = first.header("location").unwrap_or_default();
    assert!(!location.contains("__err"), "{action}: {location}");
    let after = records(world).await;
    assert_ne!(after, before, "{action} did nothing");
    let second = post(world, who, action, body).await;
    assert_eq!(second.header("location"), Some(location), "{action}");
    assert_eq!(records(world).await, after, "{action} was carried out twice");
}

#[tokio::test]
async fn every_signature_of_an_appraisal_is_given_once() {
    let world = World::sqlite().await;
    let path = start(&world).await;
    let page = format!("/appraisals/{}", path.rsplit('/').next().unwrap());
    let at = |action: &str| format!("/api/ui/appraisal/{action}");

    let detail = world.get("employee", &path).await.expect(200);
    world.patch("employee", &format!("{path}/self"), self_input(&detail)).await.expect(200);
    // The form itself is submitted too, and is saved before the sign-off.
    let item = detail["items"][0]["id"].as_str().unwrap();
    let text = format!("form[texts][row-{item}]=Done");
    post_twice(&world, "employee", &page, &at("submit-self"), &text).await;
    let detail = world.get("manager", &path).await.expect(200);
    world.patch("manager", &format!("{path}/review"), review_input(&detail)).await.expect(200);
    post_twice(&world, "manager", &page, &at("submit-review"), "").await;
    post_twice(&world, "head", &page, &at("approve-dept-head"), "comment=Agreed").await;
    post_twice(&world, "md", &page, &at("approve-md"), "comment=Agreed").await;
    post_twice(&world, "hr", &page, &at("finalize"), "outcome=confirm").await;
    let done = world.get("hr", &path).await.expect(200);
    assert_eq!(done["status"], "finalized");
}

/// The form of a page for this step.
async fn step_form(world: &World, who: &str, page: &str, step: &str) -> Option<String> {
    let request = world.request(Method::GET, page).in_browser_of(who).header("accept", "text/html");
    let page = request.send().await.text;
    let forms = Form::all(&page).into_iter().map(|form| form.hidden());
    let mut forms =
        forms.filter(|hidden| hidden.iter().any(|(name, value)| name == "step" && value == step));
    let fields = forms.next()?.into_iter().map(|(name, value)| format!("{name}={value}"));
    Some(fields.collect::<Vec<_>>().join("&"))
}

#[tokio::test]
async fn every_step_of_a_facility_is_taken_once() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let draft = facility_input(&world.guest.id.to_string());
    let draft = world.post("credit_officer", "/api/credit/facilities", draft).await.expect(201);
    let draft = draft["facilityRef"].as_str().unwrap();
    let live = facility.rsplit('/').next().unwrap();
    for (who, reference, step, said) in [
        ("credit_officer", draft, "review", ""),
        ("credit_reviewer", draft, "approve", ""),
        ("shariah_officer", draft, "approve", ""),
        ("shariah_officer", draft, "asset_owned", "INV-1"),
        ("shariah_officer", live, "overdue", ""),
        ("shariah_officer", live, "non_accrual", "In arrears"),
        ("shariah_officer", live, "resume_accrual", "Paid"),
    ] {
        let form = step_form(&world, who, &format!("/credit/{reference}"), step).await;
        let form = form.unwrap_or_else(|| panic!("{who}: no form for {step}"));
        let body = if said.is_empty() { form } else { format!("{form}&said={said}") };
        send_twice(&world, who, "/api/ui/credit/move", &body).await;
    }
}

#[tokio::test]
async fn a_payment_is_reversed_once() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let payment = json!({ "amount": "100", "paymentDate": "2026-11-21", "reference": "T1" });
    world.post("cashier", &format!("{facility}/payments"), payment).await.expect(201);
    let page = format!("/credit/{}/payments", facility.rsplit('/').next().unwrap());
    let action = "/api/ui/credit/reverse-payment";
    post_twice(&world, "shariah_officer", &page, action, "said=Wrong facility").await;
}

/// Setting a value needs no recorded response: it is idempotent.
#[tokio::test]
async fn a_value_that_is_set_twice_is_written_once() {
    let world = World::sqlite().await;
    let person = format!("/people/{}", world.id("colleague"));
    let details = "person[staff_number]=C9&person[name]=Renamed\
                   &person[email]=c9@amanah.example&person[start]=2026-05-01";
    for (who, page, action, typed) in [
        ("hr", &*person, "people/change", details),
        ("hr", &person, "people/block", ""),
        ("hr", "/leave/manage", "leave/set-policy", "entitlement=29&carry=3"),
        ("hr", "/leave/manage", "leave/set-week", "week[monday]=true"),
        ("hr", "/leave/manage", "leave/add-holiday", "date=2026-12-02&name=National Day"),
        ("hr", "/leave/manage", "leave/remove-holiday", ""),
        ("finance", "/credit/accounts", "credit/save-closed-period", "closed_through=2026-09-30"),
        (
            "finance",
            "/credit/accounts",
            "credit/save-account-names",
            "csv=code,name%0A1310,Debtors",
        ),
    ] {
        post_twice(&world, who, page, &format!("/api/ui/{action}"), typed).await;
    }
    for is_blocked in [true, false] {
        let body = format!("id={}&is_blocked={is_blocked}", world.guest.id);
        send_twice(&world, "admin", "/api/ui/customers/block", &body).await;
    }
}

#[tokio::test]
async fn a_template_that_is_saved_twice_is_made_once() {
    let world = World::sqlite().await;
    let item = json!({ "categoryLabel": "Service", "categoryWeight": "1",
        "objective": "Answer in time", "weight": "1" });
    let input = json!({ "name": "Branch", "items": [item] });
    let send = |input: &Value, key: &str| {
        let body = json!({ "id": null, "input": input, "based_on": null, "key": key });
        let request =
            world.request(Method::POST, "/api/ui/settings/save-template").in_browser_of("hr");
        request.header("sec-fetch-site", "same-origin").json(&body).send()
    };
    let (first, second) = futures::join!(send(&input, "6f1c"), send(&input, "6f1c"));
    assert_eq!(first.expect(200), second.expect(200));
    let saved = first.expect(200);
    let change = |name: &str| {
        let changed = json!({ "name": name, "items": input["items"] });
        let body = json!({ "id": saved["id"], "input": changed, "based_on": saved["updatedAt"] });
        let request =
            world.request(Method::POST, "/api/ui/settings/save-template").in_browser_of("hr");
        request.header("sec-fetch-site", "same-origin").json(&body).send()
    };
    let (first, second) = futures::join!(change("Counter"), change("Counter"));
    assert_eq!(first.expect(200), second.expect(200));
    assert_eq!(change("Counter").await.expect(200), first.expect(200));
}
