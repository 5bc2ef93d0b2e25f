//! Idempotency of every creating request.

use std::fmt::Debug;

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::api_token::ApiTokenInput;
use shared::department::DepartmentInput;
use shared::error::{Code, Result};
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::policy::LeaveAdjustmentInput;
use shared::leave::request::{LeaveDecisionInput, LeaveRequestInput};
use shared::permission::Permission;
use shared::portal::PortalAccountInput;
use shared::role::RoleInput;
use shared::staff::StaffInput;

use crate::appraisal::terms;
use crate::portal::customer;
use crate::settings::named;
use crate::support::{World, keyed, person};

on_both!(
    people_and_departments_are_created_once_under_one_key,
    a_record_of_an_organization_is_created_once_under_one_key,
    leave_is_requested_decided_and_corrected_once_under_one_key,
    a_temporary_password_is_shown_again_and_never_stored_in_the_clear,
    a_key_is_refused_for_other_values,
    a_refused_request_leaves_its_key_free_for_a_corrected_one,
);

const KEY: &str = "6f1c";

async fn entries(world: &World) -> i64 {
    let mut tx = world.db.read().await.unwrap();
    tx.sql("SELECT count(*) FROM audit_entries").scalar::<i64>().await.unwrap()
}

/// Sends the request several times at once, and once more: all get the same response, and the log
/// has as many new entries as one request writes.
async fn once<T: PartialEq + Debug>(
    world: &World,
    written: i64,
    action: impl AsyncFn() -> Result<T>,
) -> T {
    let before = entries(world).await;
    let mut answers = join_all((0..4).map(|_| action())).await;
    answers.push(action().await);
    let mut answers = answers.into_iter().map(Result::unwrap);
    let first = answers.next().unwrap();
    for answer in answers {
        assert_eq!(answer, first);
    }
    assert_eq!(entries(world).await - before, written, "{first:?}");
    first
}

async fn people_and_departments_are_created_once_under_one_key(db: TestDatabase) {
    let world = World::new(db).await;
    let (service, hr) = (&world.service, keyed(&world.hr, KEY));
    let input = || person("Aisha", "amanah");
    once(&world, 1, async || service.staff().create(&hr, input()).await).await;
    let input = || DepartmentInput { name: "Audit".to_owned(), supervisor_staff_id: None };
    once(&world, 1, async || service.departments().create(&hr, input()).await).await;
    let csv = "staffNumber,name,email,employmentStartDate\n\
               S-1,Salim,salim@amanah.example,2026-05-01\n";
    once(&world, 1, async || service.staff().import(&hr, csv.as_bytes(), false).await).await;
    once(&world, 1, async || {
        service.appraisals().initiate(&hr, terms(world.employee.staff())).await
    })
    .await;
    once(&world, 1, async || service.templates().create(&hr, named("Legal")).await).await;
}

async fn a_record_of_an_organization_is_created_once_under_one_key(db: TestDatabase) {
    let world = World::new(db).await;
    let (service, admin) = (&world.service, keyed(&world.admin, KEY));
    let role = || RoleInput {
        key: None,
        name: "Auditor".to_owned(),
        permissions: vec![Permission::AuditView],
    };
    once(&world, 1, async || service.roles().create(&admin, role()).await).await;
    let token = || ApiTokenInput {
        name: "Payroll".to_owned(),
        permissions: vec![Permission::StaffView],
        expires_at: service.now() + TimeDelta::days(30),
    };
    let tokens = service.api_tokens();
    let token = once(&world, 1, async || tokens.create(&admin, token()).await).await.api_token.id;
    once(&world, 2, async || tokens.rotate(&admin, token).await).await;
    let created =
        once(&world, 1, async || service.customers().create(&admin, customer("Omar")).await).await;
    let account = PortalAccountInput::default;
    let create = async || service.customers().create_account(&admin, created.id, account()).await;
    once(&world, 1, create).await;
    let employee = world.employee.staff();
    once(&world, 1, async || service.staff().reset_password(&admin, employee).await).await;
    let reset = async || service.customers().reset_account_password(&admin, created.id).await;
    once(&world, 1, reset).await;
}

async fn leave_is_requested_decided_and_corrected_once_under_one_key(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let day = "2026-12-01".parse().unwrap();
    let wish = || LeaveRequestInput {
        leave_type: LeaveType::Casual,
        start_date: day,
        end_date: day,
        start_half: false,
        end_half: false,
        reason: "Moving house".to_owned(),
    };
    let (employee, manager) = (keyed(&world.employee, KEY), keyed(&world.manager, KEY));
    let requested = once(&world, 1, async || leave.request(&employee, wish()).await).await;
    let decision = LeaveDecisionInput::default;
    once(&world, 1, async || leave.approve(&manager, requested.id, decision()).await).await;
    once(&world, 1, async || leave.cancel(&employee, requested.id, decision()).await).await;
    once(&world, 1, async || leave.resubmit(&employee, requested.id).await).await;

    let hr = keyed(&world.hr, KEY);
    let correction = || LeaveAdjustmentInput {
        staff_id: world.employee.staff(),
        leave_type: LeaveType::Casual,
        year: 2026,
        days: Days::whole(2),
        reason: "Worked on a holiday".to_owned(),
    };
    once(&world, 1, async || leave.adjust(&hr, correction()).await).await;
    let rows = leave.balances(&world.employee, Some(2026)).await.unwrap().adjustment_rows;
    assert_eq!(rows.len(), 1);
}

async fn a_temporary_password_is_shown_again_and_never_stored_in_the_clear(db: TestDatabase) {
    let world = World::new(db).await;
    let hr = keyed(&world.hr, KEY);
    let create = async || world.service.staff().create(&hr, person("Aisha", "amanah")).await;
    let created = create().await.unwrap();
    assert_eq!(create().await.unwrap().temporary_password, created.temporary_password);
    let mut tx = world.db.read().await.unwrap();
    let stored = tx.sql("SELECT answer FROM idempotency_keys").scalars::<String>().await.unwrap();
    assert_eq!(stored.len(), 1);
    assert!(stored[0].starts_with("v1."), "{}", stored[0]);
    assert!(!stored[0].contains(&created.temporary_password));
}

async fn a_key_is_refused_for_other_values(db: TestDatabase) {
    let world = World::new(db).await;
    let (staff, hr) = (world.service.staff(), keyed(&world.hr, KEY));
    staff.create(&hr, person("Aisha", "amanah")).await.unwrap();
    let refused = staff.create(&hr, person("Basma", "amanah")).await.unwrap_err();
    assert_eq!(refused.code(), Code::IdempotencyKeyReused);
    // Keys belong to one caller and one action.
    staff.create(&keyed(&world.admin, KEY), person("Basma", "amanah")).await.unwrap();
    let input = DepartmentInput { name: "Audit".to_owned(), supervisor_staff_id: None };
    world.service.departments().create(&hr, input).await.unwrap();
}

async fn a_refused_request_leaves_its_key_free_for_a_corrected_one(db: TestDatabase) {
    let world = World::new(db).await;
    let (staff, hr) = (world.service.staff(), keyed(&world.hr, KEY));
    let taken = StaffInput { email: "imran@amanah.example".to_owned(), ..person("A", "amanah") };
    let refused = staff.create(&hr, taken).await.unwrap_err();
    assert_eq!(refused.code(), Code::EmailTaken);
    staff.create(&hr, person("Aisha", "amanah")).await.unwrap();
}
