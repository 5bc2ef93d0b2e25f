//! The page of a new payment, in a browser without JavaScript.

use http::Method;
use serde_json::{Value, json};
use service::idempotency::FORM_FIELD;

use crate::api::servicing::live;
use crate::support::{Reply, World};

const FACILITIES: &str = "/api/credit/facilities";

async fn read(world: &World, who: &str, path: &str) -> String {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    let page = request.in_browser_of(who).send().await;
    assert_eq!(page.status, 200, "{who} {path}: {}", page.text);
    without_data(page.text.split("</main>").next().unwrap())
}

/// The page without the properties of the islands, which include all names.
fn without_data(page: &str) -> String {
    let mut parts = page.split(" data-props=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.filter_map(|part| Some(part.split_once('"')?.1));
    std::iter::once(first.as_str()).chain(rest).collect()
}

/// The value of a hidden field.
fn hidden(page: &str, name: &str) -> String {
    let field = format!("name=\"{name}\" value=\"");
    let rest = page.split(&field).nth(1).unwrap_or_else(|| panic!("{name}: {page}"));
    rest.split('"').next().unwrap().to_owned()
}

/// Sends a form as the browser does, and returns the target of the redirect.
async fn send(world: &World, who: &str, (path, back): (&str, &str), form: String) -> String {
    let request = world.request(Method::POST, path).in_browser_of(who);
    let request = request.header("accept", "text/html").header("sec-fetch-site", "same-origin");
    let request = request.header("referer", &format!("http://127.0.0.1:3000{back}"));
    let reply = request.text("application/x-www-form-urlencoded", form).send().await;
    assert_eq!(reply.status, 302, "{}", reply.text);
    reply.header("location").unwrap().to_owned()
}

/// The payment form of an open page.
async fn pay(world: &World, who: &str, facility: &str, page: &str) -> String {
    let reference = hidden(page, "facility_ref");
    let (key, revision) = (hidden(page, FORM_FIELD), hidden(page, "revision"));
    let form = format!(
        "facility_ref={reference}&{FORM_FIELD}={key}&revision={revision}&payment[amount]=100\
         &payment[payment_date]=2026-11-21&payment[reference]=FT-17"
    );
    let back = format!("{facility}/payment");
    send(world, who, ("/api/ui/credit/record-payment", &back), form).await
}

async fn recorded(world: &World, facility: &str) -> Value {
    let path = format!("{}/payments", facility.replace("/credit", FACILITIES));
    world.get("cashier", &path).await.expect(200)["pagination"]["total"].clone()
}

#[tokio::test]
async fn of_two_open_forms_the_second_gets_a_conflict() {
    let world = World::sqlite().await;
    let facility = live(&world).await.replace(FACILITIES, "/credit");
    let path = format!("{facility}/payment");
    let [first, second] =
        [read(&world, "cashier", &path).await, read(&world, "admin", &path).await];
    let tab = read(&world, "cashier", &path).await;
    assert_ne!(hidden(&first, FORM_FIELD), hidden(&tab, FORM_FIELD));
    assert_eq!(hidden(&first, "revision"), hidden(&second, "revision"));

    let location = pay(&world, "cashier", &facility, &first).await;
    assert!(location.starts_with(&format!("{facility}/payments?recorded=")), "{location}");
    for (who, page) in [("admin", &second), ("cashier", &tab)] {
        let location = pay(&world, who, &facility, page).await;
        assert!(location.contains("/payment?"), "{location}");
        let back = location.trim_start_matches("http://127.0.0.1:3000").to_owned();
        let text = read(&world, who, &back).await;
        assert!(text.contains("Someone else changed this."), "{text}");
        // The form is renewed, for the current revision of the facility.
        assert_ne!(hidden(&text, "revision"), hidden(page, "revision"));
    }
    // The same form submitted twice is one payment.
    pay(&world, "cashier", &facility, &first).await;
    assert_eq!(recorded(&world, &facility).await, json!(1));
}

#[tokio::test]
async fn a_reference_that_an_earlier_payment_has_is_named_before_and_after() {
    let world = World::sqlite().await;
    let facility = live(&world).await.replace(FACILITIES, "/credit");
    let path = format!("{facility}/payment");
    let warning = "has the same reference";
    let work_out = |reference: &str| {
        format!(
            "{path}?payment[amount]=100&payment[payment_date]=2026-11-21\
             &payment[reference]={reference}"
        )
    };
    let form = read(&world, "cashier", &path).await;
    pay(&world, "cashier", &facility, &form).await;
    assert!(read(&world, "cashier", &work_out("FT-17")).await.contains(warning));
    assert!(!read(&world, "cashier", &work_out("FT-18")).await.contains(warning));
    let form = read(&world, "cashier", &path).await;
    pay(&world, "cashier", &facility, &form).await;
    let timeline = read(&world, "cashier", &format!("{facility}/timeline")).await;
    assert!(
        timeline.contains("an earlier payment of USD\u{a0}100.00 on 21 Nov 2026"),
        "{timeline}"
    );
    let report = read(&world, "finance", "/credit/reports").await;
    assert!(report.contains("Possible duplicate payments"), "{report}");
    assert!(report.contains("FT-17"), "{report}");
}

/// The request that the island sends during input.
#[tokio::test]
async fn the_preview_takes_the_reference_that_is_typed() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let body = json!({ "amount": "100", "paymentDate": "2026-11-21", "reference": "FT-17" });
    world.post("cashier", &format!("{facility}/payments"), body).await.expect(201);
    let preview = async |reference: &str| -> Reply {
        let body = json!({ "facility_ref": facility.rsplit('/').next().unwrap(),
            "payment": { "amount": "100", "payment_date": "2026-11-21", "reference": reference } });
        let request = world.request(Method::POST, "/api/ui/credit/look-at-payment");
        let request = request.in_browser_of("cashier").header("sec-fetch-site", "same-origin");
        request.json(&body).send().await
    };
    let found = preview("FT-17").await.expect(200);
    assert_eq!(found["preview"]["Ok"]["sameReference"]["amount"], "100.0000", "{found}");
    let found = preview("").await.expect(200);
    assert!(found["preview"]["Ok"]["sameReference"].is_null(), "{found}");
}

#[tokio::test]
async fn the_hint_explains_the_suggested_amount() {
    let mut world = World::sqlite().await;
    let facility = live(&world).await.replace(FACILITIES, "/credit");
    let page = read(&world, "cashier", &format!("{facility}/payment")).await;
    assert!(page.contains("Prefilled with the next instalment."), "{page}");
    world.clock.advance(chrono::TimeDelta::days(31));
    world.sign_in_again("cashier").await;
    let page = read(&world, "cashier", &format!("{facility}/payment")).await;
    assert!(page.contains("Prefilled with the amount due."), "{page}");
}

#[tokio::test]
async fn a_refusal_has_the_format_of_the_page() {
    let world = World::sqlite().await;
    let facility = live(&world).await.replace(FACILITIES, "/credit");
    let refused = async |amount: &str, day: &str| {
        let query = format!("payment[amount]={amount}&payment[payment_date]={day}");
        read(&world, "cashier", &format!("{facility}/payment?{query}")).await
    };
    let page = refused("999999999", "2026-11-21").await;
    assert!(page.contains("Maximum: USD\u{a0}110,000.00<"), "{page}");
    assert!(!page.contains("110000.0000"), "{page}");
    let page = refused("100", "2026-11-22").await;
    assert!(page.contains("Latest date: 21 Nov 2026"), "{page}");
    let page = refused("100", "2026-11-20").await;
    assert!(page.contains("Earliest date: 21 Nov 2026"), "{page}");
}

#[tokio::test]
async fn a_payment_that_would_be_refused_cannot_be_recorded_and_the_reason_is_shown() {
    let world = World::sqlite().await;
    let facility = live(&world).await.replace(FACILITIES, "/credit");
    let work_out = async |amount: &str| {
        let query = format!("payment[amount]={amount}&payment[payment_date]=2026-11-21");
        read(&world, "cashier", &format!("{facility}/payment?{query}")).await
    };
    let refused = work_out("999999999").await;
    let blocked = "aria-disabled=\"true\" aria-describedby=\"record-reason\"";
    let silent = "id=\"record-reason\" hidden";
    assert!(refused.contains(blocked) && !refused.contains(silent), "{refused}");
    let taken = work_out("100").await;
    assert!(!taken.contains(blocked) && taken.contains(silent), "{taken}");
}

#[tokio::test]
async fn an_arabic_form_begins_with_the_digits_of_its_text() {
    let world = World::sqlite().await;
    let facility = live(&world).await.replace(FACILITIES, "/credit");
    let request = world.request(Method::GET, &format!("{facility}/payment"));
    let request = request.header("accept", "text/html").header("accept-language", "ar");
    let page = request.in_browser_of("cashier").send().await;
    let body = page.text.split("</main>").next().unwrap();
    assert!(body.contains("value=\"٩١٦٦٫٦٦"), "{body}");
    assert!(!body.contains("value=\"9166"), "{body}");
    assert!(body.contains("توقيت غرينتش"), "{body}");
}
