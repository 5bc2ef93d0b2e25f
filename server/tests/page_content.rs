//! The content of pages, by role.

use http::Method;
use serde_json::json;

use crate::api::servicing::live;
use crate::support::{Reply, World, facility_input, initiation};

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    request.in_browser_of(who).send().await
}

fn count(page: &Reply, text: &str) -> usize {
    assert_eq!(page.status, 200, "{}", page.text);
    page.text.matches(text).count()
}

#[tokio::test]
async fn the_account_map_marks_what_the_presentation_that_is_set_misses() {
    let world = World::sqlite().await;
    let page = open(&world, "finance", "/credit/accounts").await;
    assert_eq!((count(&page, "data-missing"), count(&page, ">Optional<")), (38, 4));
    let gross = json!({ "murabahaPresentation": "gross" });
    world.patch("admin", "/api/organization", gross).await.expect(200);
    let page = open(&world, "finance", "/credit/accounts").await;
    assert_eq!((count(&page, "data-missing"), count(&page, ">Optional<")), (42, 2));
    let page = open(&world, "admin", "/organization").await;
    assert_eq!(count(&page, "name=\"organization[murabaha_gross]\""), 1);
}

#[tokio::test]
async fn the_simulator_rounds_instalments_as_the_organization_does() {
    let world = World::sqlite().await;
    let address = "/credit/simulate?asset_cost=100&fixed_total_profit=10&rate=6&term_periods=3\
                   &periods_per_year=12&product=murabaha";
    let page = open(&world, "credit_officer", address).await;
    assert!(count(&page, ">36.67<") > 0 && count(&page, "Exactly USD\u{a0}36.6666") > 0);
    let rounded = json!({ "currency": "AED", "instalmentRounding": "minor_unit" });
    world.patch("admin", "/api/organization", rounded).await.expect(200);
    let page = open(&world, "credit_officer", address).await;
    assert_eq!((count(&page, "36.6666"), count(&page, ">36.67<")), (0, 0));
    assert!(count(&page, ">36.66<") > 0 && count(&page, "AED\u{a0}36.66<") > 0);
    let page = open(&world, "admin", "/organization").await;
    assert_eq!(count(&page, "name=\"organization[instalment_rounding]\""), 1);
}

#[tokio::test]
async fn the_disclosure_sheet_states_the_terms_of_the_simulated_product() {
    let world = World::sqlite().await;
    let kuwait = json!({ "currency": "KWD", "instalmentRounding": "minor_unit" });
    world.patch("admin", "/api/organization", kuwait).await.expect(200);
    let figures = "asset_cost=120&down_payment=20&rate=6&fixed_total_profit=10&term_periods=3\
                   &periods_per_year=12";
    let sheet = |product: &str| format!("/credit/simulate/sheet?{figures}&product={product}");
    let simulator = open(&world, "credit_officer", &format!("/credit/simulate?{figures}")).await;
    let link = sheet("ijarah").replace('&', "&amp;");
    assert_eq!(count(&simulator, &format!("href=\"{link}\"")), 1, "{}", simulator.text);
    let page = open(&world, "credit_officer", &sheet("murabaha")).await;
    for text in [
        "<dd>KWD\u{a0}120.000<",
        "<dd>KWD\u{a0}20.000<",
        "<dd>KWD\u{a0}100.000<",
        "<dd>KWD\u{a0}10.000<",
        "<dd>KWD\u{a0}110.000<",
        "<dd>3 instalments, 12 a year<",
        "<dd>KWD\u{a0}36.666<",
        "<dd>KWD\u{a0}36.668<",
        "<dd>21 December 2026<",
        "<dd>21 February 2027<",
        "this sheet is not an offer",
    ] {
        assert_eq!(count(&page, text), 1, "{text}: {}", page.text);
    }
    assert_eq!(count(&page, "Profit rate"), 0);
    let page = open(&world, "md", &sheet("ijarah")).await;
    assert_eq!((count(&page, "Profit rate"), count(&page, "6% p.a.")), (1, 1));
    let page = open(&world, "md", "/credit/simulate/sheet?asset_cost=120&product=ijarah").await;
    assert_eq!((count(&page, "No schedule yet"), count(&page, "not an offer")), (1, 0));
    assert_eq!(open(&world, "employee", &sheet("ijarah")).await.status, 403);
}

#[tokio::test]
async fn the_page_of_accounts_warns_and_shows_up_to_which_day_the_books_are_closed() {
    let world = World::sqlite().await;
    let mappings = [("origination", "debit", "1320"), ("installment_principal", "credit", "1010")]
        .map(|(event, side, account)| {
            json!({ "productType": "ijarah", "eventType": event, "side": side,
                "glAccount": account })
        });
    let path = "/api/credit/config/account-map";
    world.put("finance", path, json!({ "mappings": mappings })).await.expect(200);
    let closed = json!({ "closedThrough": "2026-10-31" });
    world.put("finance", "/api/credit/config/closed-period", closed).await.expect(200);
    let page = open(&world, "finance", "/credit/accounts").await;
    assert_eq!(count(&page, "Principal is credited to a different account"), 1);
    assert_eq!(count(&page, "value=\"2026-10-31\""), 1);
    let page = open(&world, "md", "/credit/accounts").await;
    assert_eq!(count(&page, "closed_through"), 0);
}

#[tokio::test]
async fn the_page_of_accounts_imports_names_and_shows_them() {
    let world = World::sqlite().await;
    live(&world).await;
    let send = async |rows: &str| {
        let request = world.request(Method::POST, "/api/ui/credit/save-account-names");
        let request = request.in_browser_of("finance").header("accept", "text/html");
        let request = request.header("sec-fetch-site", "same-origin");
        request.text("application/x-www-form-urlencoded", format!("csv={rows}")).send().await
    };
    let sent = send("code%2Cname%0A%22origination-debit%22%2C%22%3Cb%3EDebtors%22").await;
    assert_eq!(sent.status, 302, "{}", sent.text);
    let page = open(&world, "finance", "/credit/accounts").await;
    assert!(count(&page, "&lt;b>Debtors") + count(&page, "&lt;b&gt;Debtors") >= 2, "{}", page.text);
    assert_eq!(count(&page, "<b>Debtors"), 0);
    for path in ["/credit/journals", "/credit/trial-balance"] {
        let page = open(&world, "md", path).await;
        assert!(page.text.contains("Debtors"), "{path}: {}", page.text);
    }
    assert_eq!(send("code%0A1310").await.status, 302);
    let page = open(&world, "md", "/credit/accounts").await;
    assert_eq!(count(&page, "name=\"csv\""), 0);
}

#[tokio::test]
async fn an_account_that_was_replaced_while_it_holds_a_balance_is_named_on_the_next_page() {
    let world = World::sqlite().await;
    live(&world).await;
    let form = "now[murabaha.origination.debit]=1310\
                &was[murabaha.origination.debit]=origination-debit";
    let request = world.request(Method::POST, "/api/ui/credit/save-account-map");
    let request = request.in_browser_of("finance").header("accept", "text/html");
    let request = request.header("sec-fetch-site", "same-origin");
    let reply = request.text("application/x-www-form-urlencoded", form.to_owned()).send().await;
    assert_eq!(reply.status, 302, "{}", reply.text);
    let location = reply.header("location").unwrap().to_owned();
    let (path, part) = location.split_once('#').unwrap();
    let page = open(&world, "finance", path).await;
    assert_eq!(count(&page, "has a balance of 100,000.0000"), 1);
    assert_eq!(count(&page, &format!("id=\"{part}\"")), 1);
    // Values in the address are verified.
    let page = open(&world, "finance", &path.replace("debit", "credit")).await;
    assert_eq!(count(&page, "has a balance"), 0);
}

#[tokio::test]
async fn the_payment_page_is_shown_only_to_those_who_may_record_payments() {
    let world = World::sqlite().await;
    let input = facility_input(&world.guest.id.to_string());
    let made = world.post("credit_officer", "/api/credit/facilities", input).await.expect(201);
    let path = format!("/credit/{}/payment", made["facilityRef"].as_str().unwrap());
    for (who, status) in [("cashier", 200), ("md", 403), ("stranger", 403)] {
        let page = open(&world, who, &path).await;
        assert_eq!(page.status, status, "{who}: {}", page.text);
    }
}

#[tokio::test]
async fn a_list_leads_to_a_file_of_the_rows_that_it_shows() {
    let world = World::sqlite().await;
    for (path, file) in [
        ("/people?role=md&sort=name", "/api/staff/export.csv?role=md&sort=name"),
        ("/customers?type=company&sort=name", "/api/customers/export.csv?type=company&sort=name"),
        (
            "/appraisals?scope=all&status=finalized&sort=score",
            "/api/staff/appraisals/export.csv?status=finalized&sort=score",
        ),
        (
            "/credit?status=active&sort=outstanding_asc",
            "/api/credit/facilities/export.csv?status=active&sort=outstanding_asc",
        ),
        ("/probation", "/api/staff/export.csv?confirmed=false&sort=started"),
        ("/probation?due=true", "/api/staff/export.csv?confirmed=false&sort=started&due=true"),
        (
            "/probation?dueWithin=30",
            "/api/staff/export.csv?confirmed=false&sort=started&due=true&dueWithin=30",
        ),
        ("/appraisals/stuck?blocked=true", "/api/staff/appraisals/stuck/export.csv?blocked=true"),
        (
            "/credit/reports?asOf=2026-11-20",
            "/api/credit/reports/portfolio/export.csv?asOf=2026-11-20",
        ),
        (
            "/credit/reports/income?from=2026-01-01&to=2026-11-20",
            "/api/credit/reports/income/export.csv?from=2026-01-01&to=2026-11-20",
        ),
        (
            "/credit/trial-balance?from=2026-01-01&asOf=2026-11-20",
            "/api/credit/trial-balance/export.csv?from=2026-01-01&asOf=2026-11-20",
        ),
        ("/leave/team", "/api/leave/requests/export.csv?scope=team&status=pending"),
        ("/leave/team?show=team", "/api/leave/requests/export.csv?scope=team"),
        ("/leave/team?show=all", "/api/leave/requests/export.csv?scope=all"),
    ] {
        let page = open(&world, "admin", path).await;
        let link = format!("href=\"{}\"", file.replace('&', "&amp;"));
        assert_eq!(count(&page, &link), 1, "{path}: {}", page.text);
        assert_eq!(world.get("admin", file).await.status, 200, "{file}");
    }
}

#[tokio::test]
async fn the_team_leave_page_states_which_requests_it_shows() {
    let world = World::sqlite().await;
    for (path, shown) in [
        ("/leave/team", "waiting"),
        ("/leave/team?show=team", "team"),
        ("/leave/team?show=all", "all"),
        ("/leave/team?show=nonsense", "waiting"),
    ] {
        let page = open(&world, "hr", path).await;
        let chosen: Vec<_> = page
            .text
            .split("<a ")
            .filter(|link| link.split('>').next().unwrap().contains("aria-current=\"true\""))
            .collect();
        let [chosen] = chosen.try_into().unwrap();
        assert!(chosen.contains(&format!("/leave/team?show={shown}\"")), "{path}: {chosen}");
    }
}

#[tokio::test]
async fn a_murabaha_schedule_shows_the_remaining_price_and_the_days_past_due() {
    let mut world = World::sqlite().await;
    let facility = live(&world).await;
    let path = facility.replace("/api/credit/facilities", "/credit");
    let page = open(&world, "cashier", &path).await;
    for text in [
        "Selling price outstanding (USD)",
        "Deferred profit (USD)",
        "title=\"Exactly USD\u{a0}100,833.3334\" class=\"money\">100,833.33<",
        "title=\"Exactly USD\u{a0}9,166.6667\" class=\"money\">9,166.67<",
    ] {
        assert!(count(&page, text) > 0, "{text}: {}", page.text);
    }
    assert_eq!((count(&page, " days past due<"), count(&page, ">Bank share<")), (0, 0));
    world.clock.advance(chrono::TimeDelta::days(35));
    for who in ["cashier", "shariah_officer"] {
        world.sign_in_again(who).await;
    }
    world.post("shariah_officer", &format!("{facility}/overdue"), json!({})).await.expect(200);
    let page = open(&world, "cashier", &path).await;
    assert_eq!(count(&page, ">5 days past due<"), 1, "{}", page.text);
}

#[tokio::test]
async fn a_start_of_appraisals_offers_those_who_can_be_started() {
    let world = World::sqlite().await;
    let start = "action=\"/api/ui/appraisal/initiate\"";
    let page = open(&world, "hr", "/appraisals/new").await;
    assert_eq!(count(&page, start), 0, "{}", page.text);
    assert_eq!(count(&page, "No employees selected"), 1, "{}", page.text);

    let path = format!("/appraisals/new?people={},{}", world.id("employee"), world.id("colleague"));
    let page = open(&world, "hr", &path).await;
    assert_eq!(count(&page, start), 1, "{}", page.text);
    assert_eq!(count(&page, "name=\"batch[chosen][]\""), 2, "{}", page.text);
    let input = initiation(&world.id("employee"), false);
    world.post("hr", "/api/staff/appraisals", input).await.expect(201);
    let page = open(&world, "hr", &path).await;
    assert_eq!(count(&page, "name=\"batch[chosen][]\""), 1, "{}", page.text);
    assert_eq!(count(&page, "already has an open appraisal"), 1, "{}", page.text);

    let searched = open(&world, "hr", "/appraisals/new?q=example").await;
    let offered = format!("name=\"add\" value=\"{}\"", world.id("employee"));
    assert_eq!(count(&searched, &offered), 0, "{}", searched.text);
    let offered = format!("name=\"add\" value=\"{}\"", world.id("colleague"));
    assert_eq!(count(&searched, &offered), 1, "{}", searched.text);
}

#[tokio::test]
async fn a_blocked_person_is_shown_as_blocked() {
    let world = World::sqlite().await;
    let (path, text) = (format!("/people/{}", world.id("colleague")), "Disabled: can’t");
    assert_eq!(count(&open(&world, "hr", &path).await, text), 0);
    let staff = format!("/api/staff/{}", world.id("colleague"));
    world.patch("hr", &staff, json!({ "isBlocked": true })).await.expect(200);
    assert!(count(&open(&world, "hr", &path).await, text) >= 1);
}

#[tokio::test]
async fn the_home_page_leads_to_the_form_that_asks_for_leave() {
    let world = World::sqlite().await;
    let page = open(&world, "employee", "/").await;
    assert_eq!(count(&page, "href=\"/leave#leave-form\""), 1, "{}", page.text);
    let page = open(&world, "employee", "/leave").await;
    assert_eq!(count(&page, "id=\"leave-form\""), 1, "{}", page.text);
}

#[tokio::test]
async fn a_schedule_has_the_columns_of_its_product_and_its_reader() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let reference = facility.rsplit('/').next().unwrap();
    let page = open(&world, "customer", &format!("/portal/facilities/{reference}")).await;
    assert!(count(&page, "Selling price outstanding") > 0, "{}", page.text);
    assert_eq!(count(&page, "Deferred profit"), 0, "{}", page.text);

    let mut input = facility_input(&world.guest.id.to_string());
    input["productType"] = json!("ijarah");
    input["rate"] = json!("6");
    input.as_object_mut().unwrap().remove("fixedTotalProfit");
    let made = world.post("credit_officer", "/api/credit/facilities", input).await.expect(201);
    let path = format!("/credit/{}", made["facilityRef"].as_str().unwrap());
    let page = open(&world, "credit_officer", &path).await;
    assert!(count(&page, "Closing balance") > 0, "{}", page.text);
    assert_eq!((count(&page, ">Bank share<"), count(&page, "100.00%")), (0, 0), "{}", page.text);
}

#[tokio::test]
async fn the_approver_of_leave_sees_the_balance_after_an_approval() {
    let world = World::sqlite().await;
    let input = json!({ "type": "casual", "startDate": "2026-12-01", "endDate": "2026-12-01",
        "reason": "Moving house" });
    world.post("employee", "/api/leave/requests", input).await.expect(201);
    let page = open(&world, "manager", "/leave/team").await;
    assert_eq!(count(&page, ">5 days left, 4 after approval<"), 1, "{}", page.text);
    let page = open(&world, "employee", "/leave").await;
    assert_eq!(count(&page, "after approval"), 0, "{}", page.text);
}
