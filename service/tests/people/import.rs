//! Import of staff from a table.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::{Code, Error};
use shared::permission::Permission;
use shared::role::RolePatch;
use shared::staff::{ImportResult, StaffQuery};

use super::code;
use crate::support::World;
use service::caller::RequestContext;
use shared::audit::AuditQuery;

on_both!(
    a_table_becomes_staff,
    a_dry_run_writes_nothing,
    one_bad_line_stops_all_of_them,
    a_line_with_a_fault_is_looked_at_to_its_end_and_counts_for_the_others,
    lines_may_name_each_other_but_not_in_a_circle,
    roles_take_the_right_to_give_them,
    imported_employees_cannot_sign_in_before_a_password_reset,
    a_long_table_takes_no_more_statements_than_a_short_one,
    imports_are_for_who_manages_staff,
    two_imports_at_once_do_not_mix,
    one_bad_line_of_five_thousand_is_named_and_nothing_is_written,
    problems_are_counted_and_the_first_hundred_are_named,
    five_thousand_who_name_each_other_are_one_circle,
    an_export_can_be_imported,
);

const HEADINGS: &str = "staffNumber,name,email,role,jobTitle,department,lineManager,\
                        employmentStartDate,employmentConfirmedAt\n";

async fn import(world: &World, rows: &str, dry_run: bool) -> Result<ImportResult, Error> {
    world.service.staff().import(&world.hr, format!("{HEADINGS}{rows}").as_bytes(), dry_run).await
}

async fn staff_count(world: &World) -> u64 {
    let page = world.service.staff().list(&world.hr, StaffQuery::default()).await.unwrap();
    page.pagination.total
}

fn faults(result: &ImportResult) -> Vec<(u64, &str, &str)> {
    let errors = result.errors.iter();
    errors.map(|it| (it.line, it.field.as_deref().unwrap_or("-"), it.code.as_str())).collect()
}

const TWO: &str = "\
    A-1,Aisha,Aisha@x.example,,Analyst,Finance,BILAL,2026-03-01,2026-09-01\n\
    A-2,\"Omar, the younger\",omar@x.example,employee,,,A-1,2026-04-01,\n";

async fn a_table_becomes_staff(db: TestDatabase) {
    let world = World::new(db).await;
    let result = import(&world, TWO, false).await.unwrap();
    assert_eq!(result, ImportResult { created: 2, ..ImportResult::default() });
    let find = async |q: &str| {
        let query = StaffQuery { q: Some(q.to_owned()), ..Default::default() };
        world.service.staff().list(&world.hr, query).await.unwrap().data.remove(0)
    };
    let aisha = find("aisha@x.example").await;
    assert_eq!(aisha.line_manager_id, Some(world.employee.staff()));
    assert_eq!(aisha.department_id, Some(world.finance));
    assert_eq!(aisha.employment_confirmed_at, "2026-09-01".parse().ok());
    let omar = find("omar").await;
    assert_eq!((&*omar.name, &*omar.role), ("Omar, the younger", "employee"));
    assert_eq!(omar.line_manager_id, Some(aisha.id));
    for member in [aisha.id, omar.id] {
        let query = AuditQuery { entity_id: Some(member.to_string()), ..AuditQuery::default() };
        let page = world.service.audit().list(&world.hr, query).await.unwrap();
        let actions: Vec<_> = page.data.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(actions, ["staff.imported"]);
    }
}

async fn a_dry_run_writes_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let before = staff_count(&world).await;
    assert_eq!(import(&world, TWO, true).await.unwrap().created, 2);
    assert_eq!(staff_count(&world).await, before);
    assert_eq!(import(&world, TWO, false).await.unwrap().created, 2);
    let again = import(&world, TWO, true).await.unwrap();
    let taken = [
        (2, "email", "EMAIL_TAKEN"),
        (2, "staffNumber", "STAFF_NUMBER_TAKEN"),
        (3, "email", "EMAIL_TAKEN"),
        (3, "staffNumber", "STAFF_NUMBER_TAKEN"),
    ];
    assert_eq!((again.created, faults(&again)), (0, taken.to_vec()));
}

async fn one_bad_line_stops_all_of_them(db: TestDatabase) {
    let world = World::new(db).await;
    let before = staff_count(&world).await;
    let rows = "\
        B-1,Fine,fine@x.example,,,,,2026-03-01,\n\
        B-2,,nobody,,,Nowhere,,yesterday,\n\
        B-1,Twin,samira@baraka.example,,,,B-99,2026-03-01,\n\
        B-4,Early,early@x.example,nothing,,,,2026-03-01,2026-02-01\n\
        B-5,Lost,lost@x.example,,,,SAMIRA,2026-03-01,\n";
    let result = import(&world, rows, false).await.unwrap();
    assert_eq!(result.created, 0);
    assert_eq!(
        faults(&result),
        [
            (3, "department", "NOT_FOUND"),
            (3, "employmentStartDate", "INVALID"),
            (3, "name", "REQUIRED"),
            (3, "email", "INVALID"),
            (4, "email", "EMAIL_TAKEN"),
            (4, "staffNumber", "STAFF_NUMBER_TAKEN"),
            (4, "lineManager", "NOT_FOUND"),
            (5, "employmentConfirmedAt", "BEFORE_START"),
            (5, "role", "NOT_FOUND"),
            (6, "lineManager", "NOT_FOUND"),
        ],
    );
    assert_eq!(staff_count(&world).await, before);
    let headless = world.service.staff().import(&world.hr, b"a,b\n1,2\n", false).await;
    assert_eq!(code(headless), Code::ValidationFailed);
}

async fn a_line_with_a_fault_is_looked_at_to_its_end_and_counts_for_the_others(db: TestDatabase) {
    let world = World::new(db).await;
    let rows = "\
        E-1,,one@x.example,nothing,,,E-99,2026-03-01,\n\
        E-1,Two,One@x.example,,,,,2026-03-01,\n\
        E-3,Three,three@x.example,,,,E-1,2026-03-01,\n\
        IMRAN,Four,nobody,,,,Imran@amanah.example,2026-03-01,\n";
    let result = import(&world, rows, true).await.unwrap();
    assert_eq!(
        faults(&result),
        [
            (2, "name", "REQUIRED"),
            (2, "role", "NOT_FOUND"),
            (2, "lineManager", "NOT_FOUND"),
            (3, "email", "EMAIL_TAKEN"),
            (3, "staffNumber", "STAFF_NUMBER_TAKEN"),
            (5, "email", "INVALID"),
            (5, "staffNumber", "STAFF_NUMBER_TAKEN"),
        ],
    );
}

async fn lines_may_name_each_other_but_not_in_a_circle(db: TestDatabase) {
    let world = World::new(db).await;
    let rows = "\
        C-1,One,one@x.example,,,,C-3,2026-03-01,\n\
        C-2,Two,two@x.example,,,,one@x.example,2026-03-01,\n\
        C-3,Three,three@x.example,,,,C-2,2026-03-01,\n\
        C-4,Four,four@x.example,,,,C-1,2026-03-01,\n";
    let result = import(&world, rows, false).await.unwrap();
    let circle = [2, 3, 4].map(|line| (line, "lineManager", "CYCLE"));
    assert_eq!(faults(&result), circle);
    let rows = rows.replace("C-3,2026", "IMRAN,2026");
    assert_eq!(import(&world, &rows, false).await.unwrap().created, 4);
}

async fn roles_take_the_right_to_give_them(db: TestDatabase) {
    let world = World::new(db).await;
    let rows = "D-1,Aisha,aisha@x.example,cashier,,,,2026-03-01,\n";
    let result = import(&world, rows, false).await.unwrap();
    assert_eq!(faults(&result), [(2, "role", "FORBIDDEN")]);
    let csv = format!("{HEADINGS}{rows}");
    let result = world.service.staff().import(&world.admin, csv.as_bytes(), false).await.unwrap();
    assert_eq!(result.created, 1);
}

async fn imported_employees_cannot_sign_in_before_a_password_reset(db: TestDatabase) {
    let world = World::new(db).await;
    import(&world, TWO, false).await.unwrap();
    let query = StaffQuery { q: Some("aisha".to_owned()), ..Default::default() };
    let aisha = world.service.staff().list(&world.hr, query).await.unwrap().data.remove(0);
    for password in ["", " ", "none", "aisha"] {
        let input = shared::session::LoginInput {
            email: aisha.email.clone(),
            password: password.to_owned(),
        };
        assert!(world.service.sessions().login(input, RequestContext::default()).await.is_err());
    }
    let reset = world.service.staff().reset_password(&world.admin, aisha.id).await.unwrap();
    let input =
        shared::session::LoginInput { email: aisha.email, password: reset.temporary_password };
    assert!(world.service.sessions().login(input, RequestContext::default()).await.is_ok());
}

fn many(prefix: &str, rows: std::ops::Range<usize>) -> String {
    let line = |n| format!("{prefix}{n},Name {n},{prefix}{n}@x.example,,,,BILAL,2026-03-01,\n");
    rows.map(line).collect()
}

async fn a_long_table_takes_no_more_statements_than_a_short_one(db: TestDatabase) {
    let world = World::new(db).await;
    let mut taken = Vec::new();
    for rows in [many("s", 0..2), many("l", 0..300)] {
        let before = world.service.db().statements();
        import(&world, &rows, false).await.unwrap();
        taken.push(world.service.db().statements() - before);
    }
    assert_eq!(taken[0], taken[1]);
}

async fn imports_are_for_who_manages_staff(db: TestDatabase) {
    let world = World::new(db).await;
    for caller in [&world.md, &world.employee] {
        let refused = world.service.staff().import(caller, HEADINGS.as_bytes(), true).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    let permissions = Some(vec![Permission::StaffManage]);
    let patch = RolePatch { permissions, name: None };
    world.service.roles().change(&world.admin, "md", patch).await.unwrap();
    let md = world.again(&world.md).await;
    let csv = format!("{HEADINGS}{TWO}");
    assert_eq!(world.service.staff().import(&md, csv.as_bytes(), true).await.unwrap().created, 2);
}

async fn two_imports_at_once_do_not_mix(db: TestDatabase) {
    let world = World::new(db).await;
    let rows = many("r", 0..50);
    let (one, two) = tokio::join!(import(&world, &rows, false), import(&world, &rows, false));
    let created = [one.unwrap(), two.unwrap()];
    let mut counts = created.iter().map(|result| result.created).collect::<Vec<_>>();
    counts.sort_unstable();
    assert_eq!(counts, [0, 50]);
    let errors: usize = created.iter().map(|result| result.errors.len()).sum();
    assert_eq!(errors, 100);
}

async fn one_bad_line_of_five_thousand_is_named_and_nothing_is_written(db: TestDatabase) {
    let world = World::new(db).await;
    let before = staff_count(&world).await;
    let rows = many("t", 0..5_000);
    let bad = rows.replace("t4321@x.example", "nobody");
    let result = import(&world, &bad, false).await.unwrap();
    // The header is line 1, and the first person, number 0, line 2.
    assert_eq!((result.created, faults(&result)), (0, vec![(4_323, "email", "INVALID")]));
    assert_eq!(staff_count(&world).await, before);
    assert_eq!(import(&world, &rows, true).await.unwrap().created, 5_000);
    assert_eq!(staff_count(&world).await, before);
}

async fn problems_are_counted_and_the_first_hundred_are_named(db: TestDatabase) {
    let world = World::new(db).await;
    let rows = many("p", 0..150).replace("@x.example", "");
    let dry = import(&world, &rows, true).await.unwrap();
    assert_eq!((dry.created, dry.errors.len(), dry.error_count), (0, 100, 150));
    assert_eq!(dry.errors[99].line, 101);
    assert_eq!(import(&world, &rows, false).await.unwrap(), dry);
}

async fn five_thousand_who_name_each_other_are_one_circle(db: TestDatabase) {
    let world = World::new(db).await;
    let line = |n: usize| {
        let manager = (n + 1) % 5_000;
        format!("c{n},Name {n},c{n}@x.example,,,,c{manager},2026-03-01,\n")
    };
    let result = import(&world, &(0..5_000).map(line).collect::<String>(), false).await.unwrap();
    assert_eq!((result.created, result.error_count), (0, 5_000));
    assert_eq!(faults(&result)[99], (101, "lineManager", "CYCLE"));
}

async fn an_export_can_be_imported(db: TestDatabase) {
    let world = World::new(db).await;
    let names = ["=1+1", "'quoted", "''twice", "Noor; -Sami", "+96899000111", "@home", "a,\"b\""];
    for (n, name) in names.iter().enumerate() {
        let input = shared::staff::StaffInput {
            name: (*name).to_owned(),
            job_title: Some("export".to_owned()),
            ..crate::support::person(&format!("Export{n}"), "amanah")
        };
        world.service.staff().create(&world.hr, input).await.unwrap();
    }
    let query = || StaffQuery { q: Some("export".to_owned()), ..Default::default() };
    let table = world.service.staff().export(&world.hr, query()).await.unwrap();
    let table = table.replace("amanah", "elsewhere").replace(",Finance,IMRAN,", ",,,");
    let foreign = &world.foreign_admin;
    let result = world.service.staff().import(foreign, table.as_bytes(), false).await.unwrap();
    assert_eq!(result.errors, []);
    assert_eq!(result.ignored_columns, ["dueForConfirmation", "isBlocked"]);
    let listed = world.service.staff().list(foreign, query()).await.unwrap().data;
    let mut read: Vec<_> = listed.iter().map(|staff| &*staff.name).collect();
    let mut expected = names;
    read.sort_unstable();
    expected.sort_unstable();
    assert_eq!(read, expected);
}
