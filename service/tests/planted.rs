//! A failure in part of a change rolls back the whole change: if an entry of the trail, of the
//! audit log or of the outbox cannot be written, nothing is.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::BoxFuture;
use service::Caller;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::save::{ApprovalInput, HrInput};
use shared::appraisal::{CatalogKind, Status};
use shared::catalog::{CatalogInput, CatalogItemInput};
use shared::department::DepartmentInput;
use shared::error::Result;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::policy::LeaveAdjustmentInput;
use shared::leave::request::{LeaveDecisionInput, LeaveRequestInput};
use shared::organization::OrganizationPatch;
use shared::patch::Patch;
use shared::role::RoleInput;
use shared::staff::StaffPatch;

use crate::appraisal::{CONFIRM, full_review, full_self, terms};
use crate::settings::{named, weight};
use crate::support::{Fault, World, person};

on_both!(
    an_initiation_whose_event_cannot_be_written_never_happened,
    a_sign_off_whose_review_or_event_cannot_be_written_leaves_the_appraisal_where_it_was,
    a_finalization_whose_entry_cannot_be_written_confirms_nobody,
    a_save_of_human_resources_whose_entry_cannot_be_written_saves_nothing,
    acts_on_leave_whose_entry_or_event_cannot_be_written_change_nothing,
    acts_on_people_whose_entry_cannot_be_written_change_nothing,
    acts_on_settings_whose_entry_cannot_be_written_change_nothing,
);

const AUDIT: &str = "audit_entries";
const EVENTS: &str = "events";
const REVIEWS: &str = "appraisal_reviews";

/// The action fails while nothing can be written into that table.
async fn fails<T: std::fmt::Debug>(
    world: &World,
    table: &'static str,
    action: impl Future<Output = Result<T>>,
) {
    let fault = Fault::plant(&world.db, table).await;
    let outcome = action.await;
    fault.remove().await;
    assert!(outcome.is_err(), "{table}: {outcome:?}");
}

/// The number of rows in every table that the actions of these tests write.
async fn rows(world: &World) -> Vec<i64> {
    let mut tx = world.db.read().await.unwrap();
    let mut counts = Vec::new();
    for text in [
        "SELECT COUNT(*) FROM appraisals",
        "SELECT COUNT(*) FROM appraisal_items",
        "SELECT COUNT(*) FROM appraisal_reviews",
        "SELECT COUNT(*) FROM events",
        "SELECT COUNT(*) FROM notifications",
        "SELECT COUNT(*) FROM audit_entries",
        "SELECT COUNT(*) FROM staff",
        "SELECT COUNT(*) FROM departments",
        "SELECT COUNT(*) FROM roles",
        "SELECT COUNT(*) FROM appraisal_templates",
        "SELECT COUNT(*) FROM leave_requests",
        "SELECT COUNT(*) FROM leave_adjustments",
        "SELECT COUNT(*) FROM staff WHERE employment_confirmed_at IS NOT NULL",
        "SELECT COUNT(*) FROM leave_requests WHERE status = 'pending'",
    ] {
        counts.push(tx.sql(text).scalar().await.unwrap());
    }
    counts
}

async fn an_initiation_whose_event_cannot_be_written_never_happened(db: TestDatabase) {
    let world = World::new(db).await;
    let before = rows(&world).await;
    let input = terms(world.employee.staff());
    let appraisals = world.service.appraisals();
    fails(&world, EVENTS, Box::pin(appraisals.initiate(&world.hr, input))).await;
    assert_eq!(rows(&world).await, before);
    world.initiated().await;
}

fn sign_off<'w>(
    world: &'w World,
    detail: &AppraisalDetail,
) -> BoxFuture<'w, Result<AppraisalDetail>> {
    let (id, status) = (detail.id, detail.status);
    Box::pin(async move {
        let appraisals = world.service.appraisals();
        let nothing = ApprovalInput::default;
        match status {
            Status::PendingSelf => appraisals.submit_self(&world.employee, id).await,
            Status::PendingLm => appraisals.submit_review(&world.manager, id).await,
            Status::PendingDeptHead => {
                appraisals.approve_dept_head(&world.head, id, nothing()).await
            }
            Status::PendingMd => appraisals.approve_md(&world.md, id, nothing()).await,
            Status::PendingHr => appraisals.finalize(&world.hr, id, CONFIRM).await,
            Status::Draft | Status::Finalized => panic!("nothing follows {status}"),
        }
    })
}

async fn a_sign_off_whose_review_or_event_cannot_be_written_leaves_the_appraisal_where_it_was(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    let appraisals = world.service.appraisals();
    appraisals.save_self(&world.employee, detail.id, full_self(&detail)).await.unwrap();
    while detail.status != Status::Finalized {
        if detail.status == Status::PendingLm {
            let review = full_review(&detail);
            appraisals.save_review(&world.manager, detail.id, review).await.unwrap();
        }
        let before = (world.seen_by_hr(&detail).await, rows(&world).await);
        for table in [REVIEWS, EVENTS] {
            fails(&world, table, sign_off(&world, &detail)).await;
            let after = (world.seen_by_hr(&detail).await, rows(&world).await);
            assert_eq!(after, before, "{table} at {}", detail.status);
        }
        detail = sign_off(&world, &detail).await.unwrap();
    }
}

async fn a_finalization_whose_entry_cannot_be_written_confirms_nobody(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.at(Status::PendingHr).await;
    let before = (world.seen_by_hr(&detail).await, rows(&world).await);
    fails(&world, AUDIT, sign_off(&world, &detail)).await;
    assert_eq!((world.seen_by_hr(&detail).await, rows(&world).await), before);
}

async fn a_save_of_human_resources_whose_entry_cannot_be_written_saves_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    let before = world.seen_by_hr(&detail).await;
    let remarks = Patch::Value("Late twice".to_owned());
    let input = HrInput { hr_remarks: remarks, ..HrInput::default() };
    let appraisals = world.service.appraisals();
    fails(&world, AUDIT, Box::pin(appraisals.save_hr(&world.hr, detail.id, input))).await;
    assert_eq!(world.seen_by_hr(&detail).await, before);
}

async fn acts_on_leave_whose_entry_or_event_cannot_be_written_change_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let wish = || LeaveRequestInput {
        leave_type: LeaveType::Casual,
        start_date: "2026-12-01".parse().unwrap(),
        end_date: "2026-12-01".parse().unwrap(),
        start_half: false,
        end_half: false,
        reason: "Moving house".to_owned(),
    };
    let word = || LeaveDecisionInput { comment: None };
    let correction = LeaveAdjustmentInput {
        staff_id: world.employee.staff(),
        leave_type: LeaveType::Casual,
        year: 2026,
        days: Days::from_halves(2),
        reason: "Agreed".to_owned(),
    };
    let before = rows(&world).await;
    for table in [AUDIT, EVENTS] {
        fails(&world, table, leave.request(&world.employee, wish())).await;
    }
    fails(&world, AUDIT, leave.adjust(&world.hr, correction)).await;
    assert_eq!(rows(&world).await, before);
    let id = leave.request(&world.employee, wish()).await.unwrap().id;
    let before = rows(&world).await;
    for table in [AUDIT, EVENTS] {
        fails(&world, table, leave.approve(&world.manager, id, word())).await;
        fails(&world, table, leave.reject(&world.manager, id, word())).await;
        fails(&world, table, leave.cancel(&world.employee, id, word())).await;
    }
    assert_eq!(rows(&world).await, before);
}

async fn acts_on_people_whose_entry_cannot_be_written_change_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let (before, staff) = (rows(&world).await, world.service.staff());
    let id = world.employee.staff();
    let employee = staff.find(&world.admin, id).await.unwrap();
    let name = Some("Another name".to_owned());
    let patch = StaffPatch { name, is_blocked: Some(true), ..StaffPatch::default() };
    let created = Box::pin(staff.create(&world.admin, person("Salma", "amanah")));
    fails(&world, AUDIT, created).await;
    fails(&world, AUDIT, Box::pin(staff.change(&world.admin, id, patch))).await;
    fails(&world, AUDIT, staff.reset_password(&world.admin, id)).await;
    let department = DepartmentInput { name: "Legal".to_owned(), supervisor_staff_id: None };
    fails(&world, AUDIT, world.service.departments().create(&world.admin, department)).await;
    let role = RoleInput { key: None, name: "Any".to_owned(), permissions: vec![] };
    fails(&world, AUDIT, world.service.roles().create(&world.admin, role)).await;
    assert_eq!(rows(&world).await, before);
    assert_eq!(staff.find(&world.admin, id).await.unwrap(), employee);
}

async fn acts_on_settings_whose_entry_cannot_be_written_change_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let admin: &Caller = &world.admin;
    let before = rows(&world).await;
    let (organizations, catalogs) = (world.service.organizations(), world.service.catalogs());
    let organization = organizations.find(admin).await.unwrap();
    let catalog = catalogs.find(&world.hr, CatalogKind::Behaviour).await.unwrap();
    let patch = OrganizationPatch { grace_days: Some(9), ..OrganizationPatch::default() };
    fails(&world, AUDIT, organizations.change(admin, patch)).await;
    let templates = world.service.templates();
    fails(&world, AUDIT, templates.create(&world.hr, named("Legal"))).await;
    let item = CatalogItemInput {
        label: "Candour".to_owned(),
        description: String::new(),
        target_guidance: None,
        weight: weight(10_000),
    };
    let input = CatalogInput { items: vec![item], based_on: None };
    let replacing = catalogs.replace(&world.hr, CatalogKind::Behaviour, input);
    fails(&world, AUDIT, replacing).await;
    assert_eq!(rows(&world).await, before);
    assert_eq!(organizations.find(admin).await.unwrap(), organization);
    assert_eq!(catalogs.find(&world.hr, CatalogKind::Behaviour).await.unwrap(), catalog);
}
