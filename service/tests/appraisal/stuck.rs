//! Appraisals in flight, and the reasons for delays.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::appraisal::Status;
use shared::appraisal::stuck::{StuckAppraisal, StuckQuery, StuckReason};
use shared::error::Code;
use shared::page::PageRequest;
use shared::patch::Patch;
use shared::staff::StaffPatch;

use super::code;
use crate::support::{World, run_sql};

on_both!(
    the_longest_wait_comes_first_and_what_is_finalized_is_left_out,
    a_blocked_reviewer_is_named_until_their_stage_is_signed,
    a_reviewer_who_is_no_longer_in_the_post_is_named,
    an_organization_without_a_managing_director_is_reported,
    a_template_edited_after_initiation_is_reported,
    the_list_shows_the_current_reviewer_and_the_blocking_reason,
    the_list_is_for_human_resources_of_the_organization,
    the_list_takes_two_statements_however_long,
);

async fn list(world: &World, query: StuckQuery) -> Vec<StuckAppraisal> {
    world.service.appraisals().stuck(&world.hr, query).await.unwrap().data
}

async fn reasons(world: &World) -> Vec<StuckReason> {
    list(world, StuckQuery::default()).await.remove(0).reasons
}

async fn block(world: &World, caller: &Caller, is_blocked: bool) {
    let patch = StaffPatch { is_blocked: Some(is_blocked), ..Default::default() };
    world.change(caller.staff(), patch).await;
}

async fn the_longest_wait_comes_first_and_what_is_finalized_is_left_out(db: TestDatabase) {
    let world = World::new(db).await;
    let first = world.initiated().await;
    world.clock.advance(TimeDelta::days(1));
    let second = world.initiate(world.manager.staff()).await.unwrap();
    world.clock.advance(TimeDelta::days(1));
    let ids = async || {
        let found = list(&world, StuckQuery::default()).await;
        found.iter().map(|it| it.appraisal.id).collect::<Vec<_>>()
    };
    assert_eq!(ids().await, [first.id, second.id]);
    let mut moved = world.move_on(&first).await;
    assert_eq!(ids().await, [second.id, first.id]);
    let query = StuckQuery { status: Some(Status::PendingLm), ..Default::default() };
    assert_eq!(list(&world, query).await[0].appraisal.id, first.id);
    while moved.status != Status::Finalized {
        moved = world.move_on(&moved).await;
    }
    assert_eq!(ids().await, [second.id]);
    let query = StuckQuery { page: PageRequest::new(5, 1), ..Default::default() };
    let beyond = world.service.appraisals().stuck(&world.hr, query).await.unwrap();
    assert_eq!((beyond.data.len(), beyond.pagination.total), (0, 1));
}

async fn a_blocked_reviewer_is_named_until_their_stage_is_signed(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    assert_eq!(reasons(&world).await, []);
    let blocked = StuckQuery { blocked: true, ..Default::default() };
    assert!(list(&world, blocked.clone()).await.is_empty());
    block(&world, &world.manager, true).await;
    assert_eq!(reasons(&world).await, [StuckReason::LineManagerBlocked]);
    assert_eq!(list(&world, blocked.clone()).await.len(), 1);
    let detail = world.move_on(&world.move_on(&detail).await).await;
    assert_eq!(detail.status, Status::PendingDeptHead);
    assert_eq!(reasons(&world).await, []);
    block(&world, &world.head, true).await;
    assert_eq!(reasons(&world).await, [StuckReason::DepartmentHeadBlocked]);
    world.move_on(&detail).await;
    block(&world, &world.employee, true).await;
    assert_eq!(reasons(&world).await, []);
    assert!(list(&world, blocked).await.is_empty());
}

async fn a_reviewer_who_is_no_longer_in_the_post_is_named(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    let line_manager_id = Patch::Value(world.md.staff());
    let patch = StaffPatch { line_manager_id, ..Default::default() };
    world.change(world.employee.staff(), patch).await;
    assert_eq!(reasons(&world).await, [StuckReason::LineManagerChanged]);
    let department_id = Patch::Null;
    let patch = StaffPatch { department_id, ..Default::default() };
    world.change(world.employee.staff(), patch).await;
    let both = [StuckReason::LineManagerChanged, StuckReason::DepartmentHeadChanged];
    assert_eq!(reasons(&world).await, both);
}

async fn an_organization_without_a_managing_director_is_reported(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    block(&world, &world.md, true).await;
    assert_eq!(reasons(&world).await, [StuckReason::NoManagingDirector]);
    block(&world, &world.md, false).await;
    assert_eq!(reasons(&world).await, []);
}

async fn a_template_edited_after_initiation_is_reported(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    run_sql!(
        world.db,
        "UPDATE appraisal_templates SET updated_at = $1",
        "2026-11-22T00:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap()
    );
    assert_eq!(reasons(&world).await, [StuckReason::TemplateChanged]);
}

async fn the_list_shows_the_current_reviewer_and_the_blocking_reason(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    world.clock.advance(TimeDelta::days(1));
    world.initiate(world.manager.staff()).await.unwrap();
    block(&world, &world.manager, true).await;
    let appraisals = world.service.appraisals();
    let query = StuckQuery { page: PageRequest::new(3, 1), ..Default::default() };
    let table = appraisals.export_stuck(&world.hr, query.clone()).await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 3, "{table}");
    assert!(lines[1].contains(",Bilal,Finance,"), "{table}");
    assert!(lines[1].contains(",pending_self,Bilal,"), "{table}");
    assert!(lines[1].ends_with(",line_manager_blocked"), "{table}");
    assert!(lines[2].ends_with(",subject_blocked"), "{table}");
    let later = StuckQuery { status: Some(Status::PendingLm), ..query.clone() };
    assert_eq!(appraisals.export_stuck(&world.hr, later).await.unwrap().lines().count(), 1);
    let foreign = appraisals.export_stuck(&world.stranger, query.clone()).await.unwrap();
    assert_eq!(foreign.lines().count(), 1);
    assert_eq!(code(appraisals.export_stuck(&world.manager, query).await), Code::Forbidden);
}

async fn the_list_is_for_human_resources_of_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    let appraisals = world.service.appraisals();
    for caller in [&world.employee, &world.manager, &world.md] {
        let refused = appraisals.stuck(caller, StuckQuery::default()).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    let foreign = appraisals.stuck(&world.stranger, StuckQuery::default()).await.unwrap();
    assert!(foreign.data.is_empty());
}

async fn the_list_takes_two_statements_however_long(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    world.initiate(world.manager.staff()).await.unwrap();
    let before = world.db.statements();
    list(&world, StuckQuery::default()).await;
    assert_eq!(world.db.statements() - before, 2);
}
