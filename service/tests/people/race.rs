//! Invariants under concurrent changes of staff.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::department::DepartmentInput;
use shared::error::Code;
use shared::patch::Patch;
use shared::staff::{StaffInput, StaffPatch};

use super::code;
use crate::support::{World, hire, person};

on_both!(
    of_twenty_with_one_address_one_is_made,
    of_twenty_with_one_number_one_is_made,
    of_many_departments_with_one_name_one_is_made,
    two_changes_of_line_managers_never_make_a_circle,
    two_administrators_cannot_block_each_other,
);

async fn of_twenty_with_one_address_one_is_made(db: TestDatabase) {
    let world = World::new(db).await;
    let makers = (0..20).map(|number| {
        let admin = if number % 2 == 0 { &world.admin } else { &world.foreign_admin };
        let email = "the.one@shared.example".to_owned();
        let input = StaffInput { email, ..person(&format!("Twin{number}"), "x") };
        let service = &world.service;
        async move { service.staff().create(admin, input).await }
    });
    let results = join_all(makers).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for refused in results.into_iter().filter(Result::is_err) {
        assert_eq!(code(refused), Code::EmailTaken);
    }
}

async fn of_twenty_with_one_number_one_is_made(db: TestDatabase) {
    let world = World::new(db).await;
    let makers = (0..20).map(|number| {
        let staff_number = "THE-ONE".to_owned();
        let input = StaffInput { staff_number, ..person(&format!("Twin{number}"), "x") };
        let (service, hr) = (&world.service, &world.hr);
        async move { service.staff().create(hr, input).await }
    });
    let results = join_all(makers).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for refused in results.into_iter().filter(Result::is_err) {
        assert_eq!(code(refused), Code::StaffNumberTaken);
    }
}

async fn of_many_departments_with_one_name_one_is_made(db: TestDatabase) {
    let world = World::new(db).await;
    let makers = (0..10).map(|_| {
        let input = DepartmentInput { name: "Compliance".to_owned(), supervisor_staff_id: None };
        let (service, hr) = (&world.service, &world.hr);
        async move { service.departments().create(hr, input).await }
    });
    let results = join_all(makers).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
}

async fn two_changes_of_line_managers_never_make_a_circle(db: TestDatabase) {
    let world = World::new(db).await;
    for round in 0..5 {
        let one = hire(&world.service, &world.hr, person(&format!("One{round}"), "x")).await;
        let two = hire(&world.service, &world.hr, person(&format!("Two{round}"), "x")).await;
        let under =
            |staff| StaffPatch { line_manager_id: Patch::Value(staff), ..Default::default() };
        let staff = (world.service.staff(), world.service.staff());
        let (first, second) = tokio::join!(
            staff.0.change(&world.hr, one.staff(), under(two.staff())),
            staff.1.change(&world.hr, two.staff(), under(one.staff())),
        );
        assert_eq!(u32::from(first.is_ok()) + u32::from(second.is_ok()), 1);
    }
}

async fn two_administrators_cannot_block_each_other(db: TestDatabase) {
    let world = World::new(db).await;
    let second = StaffInput { role: "admin".to_owned(), ..person("Aisha", "amanah") };
    let second = hire(&world.service, &world.admin, second).await;
    let block = || StaffPatch { is_blocked: Some(true), ..Default::default() };
    let staff = (world.service.staff(), world.service.staff());
    let (first, second) = tokio::join!(
        staff.0.change(&world.admin, second.staff(), block()),
        staff.1.change(&second, world.admin.staff(), block()),
    );
    assert_eq!(u32::from(first.is_ok()) + u32::from(second.is_ok()), 1);
}
