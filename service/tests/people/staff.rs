//! Creating, finding and listing staff.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::Code;
use shared::id::StaffId;
use shared::page::PageRequest;
use shared::probation::DueFilter;
use shared::session::LoginInput;
use shared::staff::{Staff, StaffInput, StaffPatch, StaffQuery, StaffSort};
use uuid::Uuid;

use super::{code, fault, faults};
use crate::support::{World, person};
use service::caller::RequestContext;
use shared::audit::AuditQuery;

on_both!(
    a_new_member_of_staff_gets_a_temporary_password,
    an_address_is_taken_on_the_whole_platform,
    a_number_is_taken_in_its_organization,
    references_lead_to_the_same_organization,
    a_role_other_than_employee_takes_the_right_to_give_it,
    staff_of_another_organization_do_not_exist,
    staff_need_the_permissions_to_read_and_to_create_them,
    lists_are_newest_first_and_paged,
    lists_are_returned_in_the_requested_order,
    lists_can_be_searched_and_filtered,
    due_for_confirmation_follows_the_day_of_the_organization,
    a_list_takes_two_statements_however_long,
);

async fn total(world: &World, query: StaffQuery) -> u64 {
    let page = world.service.staff().list(&world.hr, query).await.unwrap();
    assert_eq!(page.pagination.total, u64::try_from(page.data.len()).unwrap());
    page.pagination.total
}

async fn a_new_member_of_staff_gets_a_temporary_password(db: TestDatabase) {
    let world = World::new(db).await;
    let input = StaffInput {
        department_id: Some(world.finance),
        line_manager_id: Some(world.manager.staff()),
        ..person("Aisha", "Amanah")
    };
    let created = world.service.staff().create(&world.hr, input).await.unwrap();
    assert!(!format!("{created:?}").contains(&created.temporary_password));
    let staff = &created.staff;
    assert_eq!((&*staff.email, &*staff.role), ("aisha@amanah.example", "employee"));
    assert_eq!(staff.department_name.as_deref(), Some("Finance"));
    assert_eq!(staff.line_manager_name.as_deref(), Some("Imran"));
    assert!(!staff.is_blocked && staff.due_for_confirmation);
    assert_eq!(world.service.staff().find(&world.md, staff.id).await.unwrap(), *staff);

    let password = created.temporary_password.clone();
    let input = LoginInput { email: staff.email.clone(), password };
    let answer = world.service.sessions().login(input, RequestContext::default()).await.unwrap();
    let answer = answer.signed_in().unwrap();
    assert!(answer.password_change_required);
    let page = world.service.audit().list(&world.hr, AuditQuery::default()).await.unwrap();
    assert!(page.data.iter().any(|entry| entry.action.as_str() == "staff.created"));
}

async fn an_address_is_taken_on_the_whole_platform(db: TestDatabase) {
    let world = World::new(db).await;
    let foreign = world.service.staff().find(&world.stranger, world.stranger.staff()).await;
    let taken =
        StaffInput { email: foreign.unwrap().email.to_uppercase(), ..person("A", "amanah") };
    let refused = world.service.staff().create(&world.hr, taken).await;
    assert_eq!(code(refused), Code::EmailTaken);
    let patch = StaffPatch { email: Some("hr@x.example".to_owned()), ..Default::default() };
    world.change(world.employee.staff(), patch.clone()).await;
    world.change(world.employee.staff(), patch.clone()).await;
    let refused = world.service.staff().change(&world.hr, world.manager.staff(), patch).await;
    assert_eq!(code(refused), Code::EmailTaken);
}

async fn a_number_is_taken_in_its_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let staff = world.service.staff();
    let taken = StaffInput { staff_number: " BILAL ".to_owned(), ..person("Aisha", "amanah") };
    assert_eq!(code(staff.create(&world.hr, taken.clone()).await), Code::StaffNumberTaken);
    let elsewhere = StaffInput { email: "aisha@baraka.example".to_owned(), ..taken };
    assert!(staff.create(&world.stranger, elsewhere).await.is_ok());
    let patch = StaffPatch { staff_number: Some("BILAL".to_owned()), ..Default::default() };
    let refused = staff.change(&world.hr, world.manager.staff(), patch).await;
    assert_eq!(code(refused), Code::StaffNumberTaken);
}

async fn references_lead_to_the_same_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let input = StaffInput {
        department_id: Some(world.foreign_department),
        line_manager_id: Some(world.stranger.staff()),
        role: "nothing".to_owned(),
        ..person("Aisha", "amanah")
    };
    let refused = world.service.staff().create(&world.admin, input).await.unwrap_err();
    let fields: Vec<_> = refused.problem().errors.iter().map(|it| &*it.field).collect();
    assert_eq!(fields, ["departmentId", "lineManagerId", "role"]);
    assert_eq!(
        total(&world, StaffQuery { q: Some("aisha".to_owned()), ..Default::default() }).await,
        0
    );
}

async fn a_role_other_than_employee_takes_the_right_to_give_it(db: TestDatabase) {
    let world = World::new(db).await;
    for role in ["hr", "admin", "nothing"] {
        let input = StaffInput { role: role.to_owned(), ..person("Aisha", "amanah") };
        let refused = world.service.staff().create(&world.hr, input).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    let input = StaffInput { role: "cashier".to_owned(), ..person("Aisha", "amanah") };
    assert!(world.service.staff().create(&world.admin, input).await.is_ok());
}

async fn staff_of_another_organization_do_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let staff = world.service.staff();
    let foreign = staff.find(&world.hr, world.stranger.staff()).await.unwrap_err();
    let unknown = staff.find(&world.hr, StaffId(Uuid::from_u128(404))).await.unwrap_err();
    assert_eq!((foreign.code(), &foreign), (Code::NotFound, &unknown));
    let patch = StaffPatch { name: Some("Mine now".to_owned()), ..Default::default() };
    let changed = staff.change(&world.hr, world.stranger.staff(), patch).await.unwrap_err();
    assert_eq!(changed, unknown);
    let found = staff.list(&world.stranger, StaffQuery::default()).await.unwrap();
    assert_eq!(found.pagination.total, 2);
}

async fn staff_need_the_permissions_to_read_and_to_create_them(db: TestDatabase) {
    let world = World::new(db).await;
    let staff = world.service.staff();
    for caller in [&world.employee, &world.head] {
        assert_eq!(code(staff.list(caller, StaffQuery::default()).await), Code::Forbidden);
        assert_eq!(code(staff.find(caller, caller.staff()).await), Code::Forbidden);
    }
    assert!(staff.list(&world.md, StaffQuery::default()).await.is_ok());
    for caller in [&world.employee, &world.md] {
        let made = staff.create(caller, person("Aisha", "amanah")).await;
        assert_eq!(code(made), Code::Forbidden);
        let changed = staff.change(caller, StaffId(Uuid::nil()), StaffPatch::default()).await;
        assert_eq!(code(changed), Code::Forbidden);
    }
}

async fn lists_are_newest_first_and_paged(db: TestDatabase) {
    let world = World::new(db).await;
    world.clock.advance(chrono::TimeDelta::seconds(1));
    world.service.staff().create(&world.hr, person("Aisha", "amanah")).await.unwrap();
    let page = PageRequest::new(1, 3);
    let query = StaffQuery { page, ..Default::default() };
    let first = world.service.staff().list(&world.hr, query).await.unwrap();
    assert_eq!(first.data[0].name, "Aisha");
    assert_eq!((first.pagination.total, first.pagination.total_pages), (8, 3));
    let mut seen: Vec<_> = first.data.into_iter().map(|staff| staff.id).collect();
    for page in [2, 3, 4] {
        let page = PageRequest::new(page, 3);
        let query = StaffQuery { page, ..Default::default() };
        let next = world.service.staff().list(&world.hr, query).await.unwrap();
        assert_eq!(next.pagination.total, 8);
        seen.extend(next.data.into_iter().map(|staff| staff.id));
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 8);
}

async fn lists_are_returned_in_the_requested_order(db: TestDatabase) {
    let world = World::new(db).await;
    let staff = world.service.staff();
    for (name, start) in [("Zaid", "2024-03-01"), ("aamir", "2025-02-01"), ("Noor", "2023-01-01")] {
        let employment_start_date = start.parse().unwrap();
        let input = StaffInput { employment_start_date, ..person(name, "amanah") };
        staff.create(&world.hr, input).await.unwrap();
    }
    for limit in [2, 100] {
        let sorted = async |sort| {
            let mut found = Vec::new();
            for page in 1..=100 / limit {
                let query =
                    StaffQuery { sort, page: PageRequest::new(page, limit), ..Default::default() };
                found.extend(staff.list(&world.hr, query).await.unwrap().data);
            }
            found
        };
        let by_name = sorted(Some(StaffSort::Name)).await;
        assert!(
            by_name.is_sorted_by(|one, next| one.name.to_lowercase() <= next.name.to_lowercase()),
            "{by_name:?}"
        );
        let longest_first = sorted(Some(StaffSort::Started)).await;
        let start = |it: &Staff| it.employment_start_date;
        assert!(longest_first.is_sorted_by_key(start), "{longest_first:?}");
        let names = |list: &[Staff]| list.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&longest_first)[..3], ["Noor", "Zaid", "aamir"]);
        assert_eq!((by_name.len(), longest_first.len()), (10, 10));
        let reversed = |mut list: Vec<Staff>| {
            list.reverse();
            names(&list)
        };
        let last_first = sorted(Some(StaffSort::NameDescending)).await;
        assert_eq!(names(&last_first), reversed(by_name));
        let shortest_first = sorted(Some(StaffSort::StartedDescending)).await;
        assert_eq!(names(&shortest_first), reversed(longest_first.clone()));
        assert_eq!(names(&sorted(None).await), names(&sorted(Some(StaffSort::Newest)).await));
        let query = StaffQuery { sort: Some(StaffSort::Started), ..Default::default() };
        let table = staff.export(&world.hr, query).await.unwrap();
        assert!(table.lines().nth(1).unwrap().contains(",Noor,"), "{table}");
    }
}

async fn lists_can_be_searched_and_filtered(db: TestDatabase) {
    let world = World::new(db).await;
    let confirmed = Some("2026-11-01".parse().unwrap());
    let odd = StaffInput {
        name: "Élodie 50%_Off".to_owned(),
        employment_confirmed_at: confirmed,
        ..person("Elodie", "amanah")
    };
    world.service.staff().create(&world.hr, odd).await.unwrap();
    let search = async |q: &str| {
        total(&world, StaffQuery { q: Some(q.to_owned()), ..Default::default() }).await
    };
    for (q, found) in [
        ("bil", 1),
        ("BILAL", 1),
        ("bilal@amanah", 1),
        (" ", 8),
        ("Élodie", 1),
        ("50%_off", 1),
        ("%", 1),
        ("_", 1),
        ("\\", 0),
        ("' OR 1=1 --", 0),
        ("samira", 0),
    ] {
        assert_eq!(search(q).await, found, "{q}");
    }
    let of = StaffQuery::default;
    assert_eq!(total(&world, StaffQuery { department_id: Some(world.finance), ..of() }).await, 3);
    let foreign = Some(world.foreign_department);
    assert_eq!(total(&world, StaffQuery { department_id: foreign, ..of() }).await, 0);
    assert_eq!(total(&world, StaffQuery { role: Some("md".to_owned()), ..of() }).await, 1);
    assert_eq!(total(&world, StaffQuery { confirmed: Some(true), ..of() }).await, 1);
    assert_eq!(total(&world, StaffQuery { confirmed: Some(false), ..of() }).await, 7);
    assert_eq!(total(&world, StaffQuery { blocked: Some(true), ..of() }).await, 0);
    let block = StaffPatch { is_blocked: Some(true), ..Default::default() };
    world.change(world.employee.staff(), block).await;
    assert_eq!(total(&world, StaffQuery { blocked: Some(true), ..of() }).await, 1);
    assert_eq!(total(&world, StaffQuery { blocked: Some(false), ..of() }).await, 7);
    let nul = StaffQuery { q: Some("\0".to_owned()), ..of() };
    let refused = world.service.staff().list(&world.hr, nul).await;
    assert_eq!(faults(refused), fault("q", "INVALID"));
}

async fn due_for_confirmation_follows_the_day_of_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let start = "2026-05-22".parse().unwrap();
    let input = StaffInput { employment_start_date: start, ..person("Aisha", "amanah") };
    let aisha = world.service.staff().create(&world.hr, input).await.unwrap().staff;
    assert!(!aisha.due_for_confirmation);
    // The administrator of the world started today.
    let within = |is_due, within| {
        let due = Some(DueFilter { is_due, within });
        StaffQuery { due, ..Default::default() }
    };
    let due = |is_due| within(is_due, 0);
    assert_eq!((total(&world, due(true)).await, total(&world, due(false)).await), (6, 2));
    for (days, expected) in [(0, (6, 2)), (1, (7, 1)), (u32::MAX, (8, 0))] {
        let found = (within(true, days), within(false, days));
        assert_eq!((total(&world, found.0).await, total(&world, found.1).await), expected);
    }

    let zone = shared::organization::OrganizationPatch {
        time_zone: Some("Pacific/Kiritimati".to_owned()),
        ..Default::default()
    };
    world.service.organizations().change(&world.admin, zone).await.unwrap();
    world.clock.advance(chrono::TimeDelta::hours(3));
    let hr = world.again(&world.hr).await;
    let page = world.service.staff().list(&hr, due(true)).await.unwrap();
    assert_eq!(page.pagination.total, 7);
    assert!(page.data.iter().all(|staff| staff.due_for_confirmation));
    assert!(world.service.staff().find(&hr, aisha.id).await.unwrap().due_for_confirmation);
}

async fn a_list_takes_two_statements_however_long(db: TestDatabase) {
    let world = World::new(db).await;
    for limit in [1, 100] {
        let before = world.service.db().statements();
        let page = PageRequest::new(1, limit);
        let query = StaffQuery { page, q: Some("a".to_owned()), ..Default::default() };
        world.service.staff().list(&world.hr, query).await.unwrap();
        assert_eq!(world.service.db().statements() - before, 2);
    }
}
