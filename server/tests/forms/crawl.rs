//! Every form of every page that any role can reach.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use http::Method;
use serde_json::json;

use super::twice::{post, started};
use super::{Form, attribute};
use crate::api::servicing::live;
use crate::api::staff::appraisals::start;
use crate::api::staff::appraisals::walk::Walk;
use crate::import_page::upload;
use crate::support::World;

const ROLES: [&str; 11] = [
    "admin",
    "hr",
    "md",
    "head",
    "manager",
    "employee",
    "credit_officer",
    "credit_reviewer",
    "shariah_officer",
    "cashier",
    "finance",
];

const PAGES: &str = include_str!("../../../app/src/pages.rs");

/// The maximum number of queries with which a path is opened.
const QUERIES_MAX: usize = 3;

/// Forms that create nothing and whose repetition is harmless: the choice of language and theme,
/// signing in and out, marking messages as read, an upload that replaces the previous one, and
/// saves of the appraisal form; and those of the password and the second factor, whose responses
/// are never recorded.
const WITHOUT_KEY: [&str; 14] = [
    "/api/ui/session/language",
    "/api/ui/session/theme",
    "/api/ui/session/login",
    "/api/ui/session/enter-as",
    "/api/ui/session/logout",
    "/api/ui/session/password",
    "/api/ui/session/mfa-setup",
    "/api/ui/session/mfa-complete",
    "/api/ui/notification/read-all",
    "/api/ui/people/import-file",
    "/api/ui/people/logo-file",
    "/api/ui/settings/archive-template",
    "/api/ui/appraisal/post-hr",
    "/api/ui/portal/logout",
];

/// The beginning of the actions of forms that export personal data: they create nothing but an
/// entry in the audit log for each export.
const EXPORTS: &str = "/api/personal-data/";

/// Forms that create a record: the crawl must find each of them.
const CREATING: [&str; 12] = [
    "/api/ui/people/create",
    "/api/ui/people/department",
    "/api/ui/people/role",
    "/api/ui/people/import",
    "/api/ui/people/reset-password",
    "/api/ui/customers/create",
    "/api/ui/appraisal/initiate",
    "/api/ui/leave/request",
    "/api/ui/leave/adjust",
    "/api/ui/credit/create",
    "/api/ui/credit/move",
    "/api/ui/credit/record-payment",
];

async fn open(world: &World, who: &str, path: &str) -> String {
    let request = world.request(Method::GET, path).in_browser_of(who).header("accept", "text/html");
    request.send().await.text
}

fn links(page: &str) -> Vec<String> {
    let anchors = page.split("<a").skip(1).filter_map(|rest| rest.split_once('>'));
    let links = anchors.filter_map(|(tag, _)| attribute(tag, "href"));
    let links = links.filter_map(|link| link.split('#').next().map(str::to_owned));
    links.filter(|link| link.starts_with('/') && !link.starts_with("/api/")).collect()
}

/// The addresses of the pages of staff, as declared.
fn addresses() -> impl Iterator<Item = &'static str> {
    let (_, staff) = PAGES.split_once("fn StaffRoutes()").unwrap();
    let addresses = staff.split("path!(\"").skip(1).filter_map(|rest| rest.split('"').next());
    addresses.filter(|address| !address.contains('*'))
}

/// Returns true if the path is one of that address, as in `/people/:id`.
fn is_at(path: &str, address: &str) -> bool {
    let (mut path, mut address) = (path.split('/'), address.split('/'));
    loop {
        match (path.next(), address.next()) {
            (None, None) => return true,
            (None, Some(part)) if part.ends_with('?') => {}
            (Some(_), Some(part)) if part.starts_with(':') => {}
            (Some(given), Some(part)) if given == part => {}
            (None | Some(_), None | Some(_)) => return false,
        }
    }
}

/// Follows every link from the start pages, and returns the forms by their action. The paths of the
/// links are added to `linked`.
async fn crawl(
    world: &World,
    who: &str,
    start: Vec<String>,
    linked: &mut BTreeSet<String>,
) -> BTreeMap<String, Vec<Form>> {
    let mut forms = BTreeMap::<String, Vec<Form>>::new();
    let (mut waiting, mut seen) = (VecDeque::from(start), BTreeSet::new());
    let mut opened = HashMap::<String, usize>::new();
    while let Some(path) = waiting.pop_front() {
        let bare = path.split('?').next().unwrap_or_default().to_owned();
        let count = opened.entry(bare).or_default();
        if *count >= QUERIES_MAX || !seen.insert(path.clone()) {
            continue;
        }
        *count += 1;
        let page = open(world, who, &path).await;
        let links = links(&page);
        linked.extend(links.iter().filter_map(|it| it.split('?').next()).map(str::to_owned));
        waiting.extend(links);
        for form in Form::all(&page) {
            forms.entry(form.action.clone()).or_default().push(form);
        }
    }
    forms
}

/// Records with papers: approved leave, and a confirmed employee.
async fn papers(world: &World) {
    let wish = json!({ "type": "casual", "startDate": "2026-12-03", "endDate": "2026-12-03",
        "reason": "Moving house" });
    let leave = world.post("employee", "/api/leave/requests", wish).await.expect(201);
    let approve = format!("/api/leave/requests/{}/approve", leave["id"].as_str().unwrap());
    world.post("manager", &approve, json!({})).await.expect(200);
    let colleague = format!("/api/staff/{}", world.id("colleague"));
    let confirmed = json!({ "employmentConfirmedAt": "2026-11-01" });
    world.patch("admin", &colleague, confirmed).await.expect(200);
}

#[tokio::test]
async fn every_page_has_a_link_and_every_form_that_creates_or_moves_something_a_key_of_its_own() {
    let world = World::sqlite().await;
    start(&world).await;
    let facility = live(&world).await;
    let payment = json!({ "amount": "10.0000", "paymentDate": "2026-11-21" });
    world.post("cashier", &format!("{facility}/payments"), payment).await.expect(201);
    let facility = facility.rsplit('/').next().unwrap();
    let draft = crate::support::facility_input(&world.guest.id.to_string());
    world.post("credit_officer", "/api/credit/facilities", draft).await.expect(201);
    let wish = json!({ "type": "casual", "startDate": "2026-12-01", "endDate": "2026-12-01",
        "reason": "Moving house" });
    world.post("employee", "/api/leave/requests", wish).await.expect(201);
    papers(&world).await;
    let walk = Walk { world: &world, subject: "manager", manager: "head", head: None };
    walk.to_the_end(true).await;
    let people = [world.id("manager"), world.id("head")];
    let people = people.each_ref().map(String::as_str);
    let batch = format!("batch[review_type]=annual&{}", started(&people));
    post(&world, "hr", "/api/ui/appraisal/initiate", &batch).await;

    let rows = "staffNumber,name,email,employmentStartDate\n\
                S1,Salim,salim@amanah.example,2026-05-01\n";
    let upload = upload(&world, "hr", rows).await;

    let (mut keys, mut met, mut linked) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for who in ROLES {
        let person = world.id("colleague");
        let start = vec![
            "/".to_owned(),
            format!("/people/{person}"),
            format!("/credit/{facility}/payment"),
            "/credit/new?product=murabaha".to_owned(),
            "/credit/simulate?asset_cost=100&rate=6&term_periods=3".to_owned(),
            "/customers/new".to_owned(),
            "/people/import".to_owned(),
            format!("/people/import?upload={upload}"),
            format!("/leave/manage?staff={person}"),
            "/leave/manage?close=2025".to_owned(),
            format!("/appraisals/new?people={person}"),
        ];
        for (action, forms) in crawl(&world, who, start, &mut linked).await {
            met.insert(action.clone());
            if WITHOUT_KEY.contains(&&*action) || action.starts_with(EXPORTS) {
                continue;
            }
            for form in forms {
                let key = form.key();
                let key = key.unwrap_or_else(|| panic!("{who}: no key: {action}: {}", form.html));
                assert!(keys.insert(key), "{who}: a key was drawn twice: {action}");
            }
        }
    }
    for action in CREATING {
        assert!(met.contains(action), "{action} was not met among {met:#?}");
    }
    assert!(addresses().count() > 30, "the walk finds the addresses");
    let is_linked = |address: &&str| linked.iter().any(|path| is_at(path, address));
    let lost: Vec<_> = addresses().filter(|it| !is_linked(it)).collect();
    assert!(lost.is_empty(), "no page links to {lost:?}: add them to app/src/frame/side_bar.rs");
}
