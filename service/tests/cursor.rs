//! Cursors of lists: each list read by its cursors, and while others insert.

mod rate;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join;
use service::caller::RequestContext;
use service::portal::PortalCaller;
use service::secret::Secrets;
use service::{Caller, Service, demo};
use shared::appraisal::list::{AppraisalQuery, AppraisalSort, Scope};
use shared::appraisal::stuck::StuckQuery;
use shared::audit::AuditQuery;
use shared::credit::facility::{FacilityQuery, FacilitySort};
use shared::credit::journal::JournalQuery;
use shared::customer::{CustomerQuery, CustomerSort};
use shared::error::{Code, Result};
use shared::leave::request::{LeaveQuery, LeaveScope};
use shared::page::{Page, PageRequest};
use shared::probation::ProbationQuery;
use shared::session::LoginInput;
use shared::staff::{StaffQuery, StaffSort};

use crate::credit_desk::code;
use crate::portal::{authenticate, customer};
use crate::support::World;

on_both!(
    every_list_is_the_same_by_cursors_and_by_page_numbers,
    a_cursor_of_another_list_or_order_is_refused,
    a_walk_beside_inserts_and_rollbacks_reads_every_row_once,
    a_row_that_is_inserted_meanwhile_moves_no_other,
);

/// A list from its start, by its cursors.
async fn walk<T>(limit: u32, list: &impl AsyncFn(PageRequest) -> Result<Page<T>>) -> Vec<T> {
    let mut rows = Vec::new();
    let mut request = PageRequest::new(1, limit);
    loop {
        let page = list(request.clone()).await.unwrap();
        assert!(page.data.len() <= usize::try_from(limit).unwrap());
        rows.extend(page.data);
        match page.next_cursor {
            Some(cursor) => request.cursor = Some(cursor),
            None => return rows,
        }
    }
}

/// The same list by page numbers.
async fn count_through<T>(list: &impl AsyncFn(PageRequest) -> Result<Page<T>>) -> Vec<T> {
    let mut rows = Vec::new();
    for page in 1.. {
        let read = list(PageRequest::new(page, 100)).await.unwrap();
        rows.extend(read.data);
        if u64::from(page) >= read.pagination.total_pages {
            break;
        }
    }
    rows
}

/// Reads a list of at least two rows by cursors and by page numbers, and compares the rows.
async fn compare<T: PartialEq + std::fmt::Debug>(
    name: &str,
    list: impl AsyncFn(PageRequest) -> Result<Page<T>>,
) {
    let whole = count_through(&list).await;
    assert!(whole.len() >= 2, "{name} has {} rows", whole.len());
    // The last page is partly filled by one limit, and full by the other.
    for limit in [7, 1] {
        if limit == 1 && whole.len() > 100 {
            continue;
        }
        assert_eq!(walk(limit, &list).await, whole, "{name} by {limit}");
    }
    let last = PageRequest::new(1, u32::try_from(whole.len()).unwrap());
    assert_eq!(list(last).await.unwrap().next_cursor, None, "{name} in one page");
}

/// A caller of the demo with this role.
async fn caller(db: &TestDatabase, service: &Service, role: &str) -> Caller {
    let mut tx = db.read().await.unwrap();
    let text = "SELECT organization_id, id FROM staff WHERE role_key = $1 ORDER BY id LIMIT 1";
    let (organization, id) = tx.sql(text).bind(role).one().await.unwrap();
    drop(tx);
    service.sessions().caller_for_testing(organization, id).await.unwrap()
}

async fn guest(service: &Service, accounts: &[demo::DemoAccount]) -> PortalCaller {
    let mut customers = accounts.iter().filter(|it| it.role == demo::CUSTOMER_ROLE);
    let account = customers.next().unwrap();
    let (email, password) = (account.email.clone(), account.password.clone());
    let input = LoginInput { email, password };
    let answer = service.portal().login(input, RequestContext::default()).await.unwrap();
    let token = answer.signed_in().unwrap().access_token.clone();
    authenticate(service, &token).await.unwrap()
}

async fn every_list_is_the_same_by_cursors_and_by_page_numbers(db: TestDatabase) {
    let service = Service::new(db.clone(), Secrets::for_testing());
    let accounts = demo::fill(&service).await.unwrap();
    let admin = caller(&db, &service, "admin").await;
    let hr = caller(&db, &service, "hr").await;

    for sort in StaffSort::ALL {
        let query = |page| StaffQuery { sort: Some(*sort), page, ..StaffQuery::default() };
        compare("staff", async |page| service.staff().list(&admin, query(page)).await).await;
    }
    for sort in CustomerSort::ALL {
        let query = |page| CustomerQuery { sort: Some(*sort), page, ..CustomerQuery::default() };
        compare("customers", async |page| service.customers().list(&admin, query(page)).await)
            .await;
    }
    for sort in FacilitySort::ALL {
        let query = |page| FacilityQuery { sort: Some(*sort), page, ..FacilityQuery::default() };
        compare("facilities", async |page| service.facilities().list(&admin, query(page)).await)
            .await;
    }
    people(&service, &hr).await;
    let query = |page| AuditQuery { page, ..AuditQuery::default() };
    compare("audit", async |page| service.audit().list(&admin, query(page)).await).await;
    let query = |page| JournalQuery { page, ..JournalQuery::default() };
    compare("journals", async |page| service.journals().list(&admin, query(page)).await).await;

    let all = FacilityQuery { page: PageRequest::new(1, 100), ..FacilityQuery::default() };
    let facilities = service.facilities().list(&admin, all).await.unwrap().data;
    let mut compared = 0;
    for facility in facilities {
        let payments = service.payments();
        let list = async |page| payments.list(&admin, &facility.facility_ref, page).await;
        if count_through(&list).await.len() > 1 {
            compare("payments", list).await;
            compared += 1;
        }
    }
    assert!(compared > 0, "no facility has payments");

    let guest = guest(&service, &accounts).await;
    let list = async |page| service.portal().facilities(&guest, page).await;
    let own = count_through(&list).await;
    assert_eq!(walk(1, &list).await, own);
    for facility in own {
        let portal = service.portal();
        let list = async |page| portal.payments(&guest, &facility.facility_ref, page).await;
        assert_eq!(walk(1, &list).await, count_through(&list).await);
    }
}

/// The lists of appraisals, leave, probation and notifications.
async fn people(service: &Service, hr: &Caller) {
    for scope in [Scope::Queue, Scope::All] {
        let query = |page| AppraisalQuery { page, ..AppraisalQuery::of(scope) };
        compare("appraisals", async |page| service.appraisals().list(hr, query(page)).await).await;
        for sort in AppraisalSort::ALL {
            let query = |page| AppraisalQuery { sort: Some(*sort), ..query(page) };
            compare("sorted", async |page| service.appraisals().list(hr, query(page)).await).await;
        }
    }
    let query =
        |page| AppraisalQuery { page, q: Some("a".to_owned()), ..AppraisalQuery::of(Scope::All) };
    compare("found", async |page| service.appraisals().list(hr, query(page)).await).await;
    let query = |page| StuckQuery { page, ..StuckQuery::default() };
    compare("stuck", async |page| service.appraisals().stuck(hr, query(page)).await).await;
    let query = |page| ProbationQuery { page, ..ProbationQuery::default() };
    compare("probation", async |page| service.staff().probation(hr, query(page)).await).await;
    let query = |page| LeaveQuery { page, ..LeaveQuery::of(LeaveScope::All) };
    compare("leave", async |page| service.leave().requests(hr, query(page)).await).await;
    let notifications = service.notifications();
    compare("notifications", async |page| notifications.list(hr, false, page).await).await;
}

async fn a_cursor_of_another_list_or_order_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let staff = world.service.staff();
    let list = async |sort, cursor: Option<String>| {
        let page = PageRequest { cursor, ..PageRequest::new(1, 2) };
        staff.list(&world.hr, StaffQuery { sort, page, ..StaffQuery::default() }).await
    };
    let newest = list(None, None).await.unwrap().next_cursor;
    assert!(list(None, newest.clone()).await.is_ok());
    let refused = list(Some(StaffSort::Name), newest.clone()).await;
    assert_eq!(code(refused), Code::ValidationFailed);
    let names = list(Some(StaffSort::Name), None).await.unwrap().next_cursor;
    for other in [StaffSort::Started, StaffSort::NameDescending] {
        assert_eq!(code(list(Some(other), names.clone()).await), Code::ValidationFailed);
    }
    let page = PageRequest { cursor: newest, ..PageRequest::default() };
    let query = JournalQuery { page, ..JournalQuery::default() };
    let refused = world.service.journals().list(&world.admin, query).await;
    assert_eq!(code(refused), Code::ValidationFailed);
}

async fn a_row_that_is_inserted_meanwhile_moves_no_other(db: TestDatabase) {
    let world = World::new(db).await;
    let staff = world.service.staff();
    let list = async |page| {
        staff.list(&world.hr, StaffQuery { page, ..StaffQuery::default() }).await.unwrap()
    };
    let before = list(PageRequest::new(1, 100)).await.data;
    let first = list(PageRequest::new(1, 3)).await;
    world.clock.advance(TimeDelta::seconds(1));
    staff.create(&world.hr, crate::support::person("Aisha", "amanah")).await.unwrap();
    let next = PageRequest { cursor: first.next_cursor, ..PageRequest::new(1, 3) };
    assert_eq!(list(next).await.data, before[3..6]);
}

/// Some of the new customers have the same time of creation, and their deletion is rolled back.
async fn a_walk_beside_inserts_and_rollbacks_reads_every_row_once(db: TestDatabase) {
    let world = World::new(db).await;
    let customers = world.service.customers();
    for number in 0..40 {
        customers.create(&world.admin, customer(&format!("Before-{number}"))).await.unwrap();
    }
    let list = async |page| {
        let query = CustomerQuery { page, ..CustomerQuery::default() };
        customers.list(&world.admin, query).await
    };
    let before = count_through(&list).await;
    let is_over = AtomicBool::new(false);
    let write = async {
        for number in 0.. {
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            if number % 3 == 0 {
                world.clock.advance(TimeDelta::microseconds(1));
            }
            customers.create(&world.admin, customer(&format!("New-{number}"))).await.unwrap();
            let mut tx = world.db.begin().await.unwrap();
            tx.sql("DELETE FROM customers WHERE name LIKE 'New%'").execute().await.unwrap();
            drop(tx);
        }
    };
    let read = async {
        for _ in 0..10 {
            let walked = walk(3, &list).await;
            let ids: HashSet<_> = walked.iter().map(|it| it.id).collect();
            assert_eq!(ids.len(), walked.len(), "a row was read twice");
            assert!(before.iter().all(|it| ids.contains(&it.id)), "a row was lost");
        }
        is_over.store(true, Ordering::Relaxed);
    };
    join(write, read).await;
}
