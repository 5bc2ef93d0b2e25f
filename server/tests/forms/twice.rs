//! A repeated submission is executed once: by a browser without JavaScript, and by the bundle of a
//! page.

use futures::future::join_all;
use http::Method;

use super::Form;
use crate::api::servicing::live;
use crate::import_page::upload;
use crate::support::{Reply, World};

const FORM: &str = "application/x-www-form-urlencoded";

/// The number of records of each kind, and of audit entries.
pub(super) async fn records(world: &World) -> String {
    const COUNT: &str = "SELECT (SELECT count(*) FROM audit_entries)
        || ' ' || (SELECT count(*) FROM staff) || ' ' || (SELECT count(*) FROM departments)
        || ' ' || (SELECT count(*) FROM roles) || ' ' || (SELECT count(*) FROM customers)
        || ' ' || (SELECT count(*) FROM portal_accounts)
        || ' ' || (SELECT count(*) FROM leave_requests)
        || ' ' || (SELECT count(*) FROM leave_adjustments)
        || ' ' || (SELECT count(*) FROM appraisals) || ' ' || (SELECT count(*) FROM facilities)
        || ' ' || (SELECT count(*) FROM payments) || ' ' || (SELECT count(*) FROM journals)";
    let mut tx = world.db.read().await.unwrap();
    tx.sql(COUNT).scalar::<String>().await.unwrap()
}

/// The form of a page, filled in.
pub(super) async fn filled(
    world: &World,
    who: &str,
    page: &str,
    action: &str,
    typed: &str,
) -> String {
    let request = world.request(Method::GET, page).in_browser_of(who).header("accept", "text/html");
    let page = request.send().await.text;
    let form = Form::all(&page).into_iter().find(|form| form.action == action);
    let form = form.unwrap_or_else(|| panic!("{who}: no form {action}: {page}"));
    let hidden = form.hidden().into_iter().map(|(name, value)| format!("{name}={value}"));
    let fields: Vec<_> = hidden.chain([typed.to_owned()]).collect();
    fields.join("&")
}

/// Posts a form like a browser without JavaScript.
pub(super) async fn post(world: &World, who: &str, action: &str, body: &str) -> Reply {
    let request =
        world.request(Method::POST, action).in_browser_of(who).header("accept", "text/html");
    let request = request.header("sec-fetch-site", "same-origin");
    let request = request.header("referer", "http://127.0.0.1:3000/");
    request.text(FORM, body.to_owned()).send().await
}

/// Every creating form: person, page, action and input.
async fn forms(world: &World) -> Vec<(&'static str, String, &'static str, String)> {
    let facility = live(world).await;
    let facility = facility.rsplit('/').next().unwrap().to_owned();
    let (person, customer) = (world.id("colleague"), world.guest.id);
    let rows = "staffNumber,name,email,employmentStartDate\n\
                S1,Salim,salim@amanah.example,2026-05-01\n";
    let upload = upload(world, "hr", rows).await;
    let form =
        |who, page: &str, action, typed: &str| (who, page.to_owned(), action, typed.to_owned());
    vec![
        form(
            "hr",
            "/people/new",
            "/api/ui/people/create",
            "person[staff_number]=N1&person[name]=New&person[email]=new@amanah.example\
             &person[start]=2026-05-01",
        ),
        form("hr", "/departments", "/api/ui/people/department", "department[name]=Audit"),
        form("admin", "/roles", "/api/ui/people/role", "name=Auditor"),
        form("hr", &format!("/people/import?upload={upload}"), "/api/ui/people/import", ""),
        form(
            "admin",
            "/customers/new",
            "/api/ui/customers/create",
            "customer[name]=Omar&customer[email]=omar@home.example\
             &customer[customer_type]=individual",
        ),
        form(
            "employee",
            "/leave",
            "/api/ui/leave/request",
            "leave_type=casual&start_date=2026-12-01&end_date=2026-12-01&reason=Moving",
        ),
        form(
            "hr",
            &format!("/leave/manage?staff={person}"),
            "/api/ui/leave/adjust",
            "leave_type=casual&year=2026&days=1&reason=Agreed",
        ),
        form(
            "hr",
            &format!("/appraisals/new?people={person}"),
            "/api/ui/appraisal/initiate",
            &started(&[&person]),
        ),
        form(
            "hr",
            &format!("/appraisals/new?people={},{}", world.id("employee"), world.id("manager")),
            "/api/ui/appraisal/initiate",
            &started(&[&world.id("employee"), &world.id("manager")]),
        ),
        form(
            "credit_officer",
            "/credit/new?product=murabaha",
            "/api/ui/credit/create",
            &format!(
                "facility[customer_id]={customer}&facility[asset_description]=Van\
                 &facility[asset_cost]=120000&facility[down_payment]=20000\
                 &facility[fixed_total_profit]=10000&facility[term_periods]=12\
                 &facility[periods_per_year]=12"
            ),
        ),
        form(
            "cashier",
            &format!("/credit/{facility}/payment"),
            "/api/ui/credit/record-payment",
            "payment[amount]=100&payment[payment_date]=2026-11-21&payment[reference]=T1",
        ),
    ]
}

/// The fields of a start of appraisals, for these people.
pub(super) fn started(people: &[&str]) -> String {
    let fields = people.iter().map(|person| {
        format!(
            "batch[chosen][]={person}&batch[from][person-{person}]=2026-01-01\
             &batch[to][person-{person}]=2026-12-31&batch[category][person-{person}]=other"
        )
    });
    fields.collect::<Vec<_>>().join("&")
}

#[tokio::test]
async fn a_form_that_is_posted_twice_creates_one_record_and_leads_to_the_same_page() {
    let world = World::sqlite().await;
    for (who, page, action, typed) in forms(&world).await {
        let body = filled(&world, who, &page, action, &typed).await;
        let before = records(&world).await;
        let first = post(&world, who, action, &body).await;
        assert_eq!(first.status, 302, "{action}: {}", first.text);
        let location = first.header("location").unwrap_or_default();
        assert!(!location.contains("__err"), "{action}: {location}");
        let after = records(&world).await;
        assert_ne!(after, before, "{action} did nothing");
        let second = post(&world, who, action, &body).await;
        assert_eq!(second.header("location"), Some(location), "{action}");
        assert_eq!(records(&world).await, after, "{action} was carried out twice");
    }
}

#[tokio::test]
async fn a_form_that_was_refused_may_be_corrected_under_the_same_key() {
    let world = World::sqlite().await;
    let (page, action) = ("/leave", "/api/ui/leave/request");
    let typed = "leave_type=casual&start_date=2026-12-02&end_date=2026-12-01&reason=Moving";
    let wrong = filled(&world, "employee", page, action, typed).await;
    let before = records(&world).await;
    post(&world, "employee", action, &wrong).await;
    assert_eq!(records(&world).await, before);
    let corrected = wrong.replace("start_date=2026-12-02", "start_date=2026-12-01");
    let answer = post(&world, "employee", action, &corrected).await;
    assert_eq!(answer.header("location"), Some("/leave?done=true"));
}

/// The bundle of a page sends the key of the form in the header.
#[tokio::test]
async fn a_double_click_on_adding_a_person_shows_the_same_password_twice() {
    let world = World::sqlite().await;
    let body = "person[staff_number]=N1&person[name]=New&person[email]=new@amanah.example\
                &person[start]=2026-05-01";
    let send = || {
        let request = world.request(Method::POST, "/api/ui/people/create").in_browser_of("hr");
        let request =
            request.header("accept", "application/json").header("idempotency-key", "6f1c");
        let request = request.header("sec-fetch-site", "same-origin");
        request.text(FORM, body).send()
    };
    let answers = join_all([send(), send(), send()]).await;
    let shown: Vec<_> = answers.into_iter().map(|answer| answer.expect(200)).collect();
    assert!(shown[0]["temporary_password"].is_string(), "{shown:?}");
    assert!(shown.iter().all(|it| *it == shown[0]), "{shown:?}");
}
