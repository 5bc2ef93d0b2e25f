//! Tokens of integrations.

use service::Caller;
use service::database::test_support::TestDatabase;
use service::on_both;
use shared::api_token::{ApiTokenCreated, ApiTokenInput};
use shared::error::Code;
use shared::id::ApiTokenId;
use shared::permission::Permission;
use shared::role::{RoleInput, RolePatch};
use shared::staff::StaffPatch;
use uuid::Uuid;

use super::{authenticate, code, passwords};
use crate::appraisal::{CONFIRM, terms};
use crate::support::World;
use shared::appraisal::Status;
use shared::appraisal::save::HrInput;
use shared::member::Member;
use shared::staff::StaffQuery;

on_both!(
    a_token_acts_as_its_creator_within_its_limits,
    a_token_of_human_resources_is_answered_what_it_changed,
    a_token_is_shown_once_and_stored_as_a_hash,
    what_the_creator_loses_the_token_loses,
    a_blocked_creator_has_no_tokens,
    a_withdrawn_token_is_dead_at_once,
    tokens_cannot_touch_sign_in_nor_make_tokens,
    tokens_are_for_who_manages_the_organization,
    tokens_of_another_organization_do_not_exist,
    a_token_needs_a_name_and_a_permission,
);

async fn make(world: &World, caller: &Caller, permissions: &[Permission]) -> ApiTokenCreated {
    let input = ApiTokenInput { name: "Payroll".to_owned(), permissions: permissions.to_vec() };
    world.service.api_tokens().create(caller, input).await.unwrap()
}

async fn a_token_acts_as_its_creator_within_its_limits(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffView]).await;
    let before = world.service.db().statements();
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    assert_eq!(world.service.db().statements() - before, 2);
    assert_eq!(caller.staff(), world.admin.staff());
    assert_eq!(caller.permissions().iter().copied().collect::<Vec<_>>(), [Permission::StaffView]);
    assert!(world.service.staff().list(&caller, StaffQuery::default()).await.is_ok());
    let refused = world.service.api_tokens().list(&caller).await;
    assert_eq!(code(refused), Code::Forbidden);
    world.service.sessions().again(&caller).await.unwrap();
    // The time of use is written down once a minute.
    let before = world.service.db().statements();
    authenticate(&world.service, &created.token).await.unwrap();
    assert_eq!(world.service.db().statements() - before, 1);
}

/// It may not respond to appraisals, which looking at them takes.
async fn a_token_of_human_resources_is_answered_what_it_changed(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::AppraisalsHrManage]).await;
    let token = authenticate(&world.service, &created.token).await.unwrap();
    let appraisals = world.service.appraisals();
    let mut detail = appraisals.initiate(&token, terms(world.employee.staff())).await.unwrap();
    assert_eq!(code(appraisals.detail(&token, detail.id).await), Code::Forbidden);
    let remark = || HrInput {
        hr_remarks: Member::Value("Read by a machine".to_owned()),
        ..HrInput::default()
    };
    while detail.status != Status::PendingHr {
        let saved = appraisals.save_hr(&token, detail.id, remark()).await.unwrap();
        assert_eq!(saved.hr_remarks, remark().hr_remarks);
        detail = world.move_on(&detail).await;
    }
    let done = appraisals.finalize(&token, detail.id, CONFIRM).await.unwrap();
    assert_eq!(done.status, Status::Finalized);
    assert!(done.finalized_at.is_some() && done.overall_score.is_some());
}

async fn a_token_is_shown_once_and_stored_as_a_hash(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffView]).await;
    assert!(created.token.starts_with("mizan_"));
    assert_eq!(created.token.len(), 49);
    let listed = world.service.api_tokens().list(&world.admin).await.unwrap();
    assert_eq!(listed, [created.api_token]);
    let mut tx = world.db.read().await.unwrap();
    let stored: String = tx.sql("SELECT token_hash FROM api_tokens").scalar().await.unwrap();
    assert_eq!(stored.len(), 64);
    assert!(!created.token.contains(&stored));
}

async fn what_the_creator_loses_the_token_loses(db: TestDatabase) {
    let world = World::new(db).await;
    let permissions = vec![Permission::OrgManage, Permission::StaffView];
    let role = RoleInput { key: None, name: "Integrator".to_owned(), permissions };
    world.service.roles().create(&world.admin, role).await.unwrap();
    let integrator = Some("integrator".to_owned());
    world
        .change(world.bystander.staff(), StaffPatch { role: integrator, ..Default::default() })
        .await;
    let bystander = world.again(&world.bystander).await;
    let wanted = [Permission::StaffView, Permission::StaffManage];
    let created = make(&world, &bystander, &wanted).await;
    assert_eq!(created.api_token.permissions, wanted);
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    assert!(caller.may(Permission::StaffView) && !caller.may(Permission::StaffManage));
    let permissions = Some(vec![Permission::OrgManage]);
    let patch = RolePatch { permissions, name: None };
    world.service.roles().change(&world.admin, "integrator", patch).await.unwrap();
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    assert!(caller.permissions().is_empty());
}

async fn a_blocked_creator_has_no_tokens(db: TestDatabase) {
    let world = World::new(db).await;
    let role = Some("admin".to_owned());
    world.change(world.bystander.staff(), StaffPatch { role, ..Default::default() }).await;
    let bystander = world.again(&world.bystander).await;
    let created = make(&world, &bystander, &[Permission::StaffView]).await;
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    let is_blocked = Some(true);
    world.change(world.bystander.staff(), StaffPatch { is_blocked, ..Default::default() }).await;
    let dead = authenticate(&world.service, &created.token).await;
    assert_eq!(code(dead), Code::Unauthenticated);
    let dead = world.service.sessions().again(&caller).await;
    assert_eq!(code(dead), Code::Unauthenticated);
}

async fn a_withdrawn_token_is_dead_at_once(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffView]).await;
    let id = created.api_token.id;
    let revoked = world.service.api_tokens().revoke(&world.admin, id).await.unwrap();
    assert!(revoked.revoked_at.is_some());
    world.clock.advance(chrono::TimeDelta::minutes(1));
    let again = world.service.api_tokens().revoke(&world.admin, id).await.unwrap();
    assert_eq!(again, revoked);
    let dead = authenticate(&world.service, &created.token).await;
    assert_eq!(code(dead), Code::Unauthenticated);
}

async fn tokens_cannot_touch_sign_in_nor_make_tokens(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, Permission::ALL).await;
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    assert!(world.service.api_tokens().list(&caller).await.is_ok());
    let sessions = world.service.sessions();
    assert_eq!(code(sessions.logout(&caller).await), Code::Forbidden);
    let change = sessions.change_password(&caller, passwords("a", "b")).await;
    assert_eq!(code(change), Code::Forbidden);
    let permissions = vec![Permission::OrgManage];
    let input = ApiTokenInput { name: "Another".to_owned(), permissions };
    let made = world.service.api_tokens().create(&caller, input).await;
    assert_eq!(made.unwrap_err().code(), Code::Forbidden);
}

async fn tokens_are_for_who_manages_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    for caller in [&world.hr, &world.md, &world.employee] {
        let tokens = world.service.api_tokens();
        let input =
            ApiTokenInput { name: "x".to_owned(), permissions: vec![Permission::StaffView] };
        assert_eq!(tokens.create(caller, input).await.unwrap_err().code(), Code::Forbidden);
        assert_eq!(code(tokens.list(caller).await), Code::Forbidden);
        let unknown = ApiTokenId(Uuid::from_u128(404));
        assert_eq!(code(tokens.revoke(caller, unknown).await), Code::Forbidden);
    }
}

async fn tokens_of_another_organization_do_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffView]).await;
    let tokens = world.service.api_tokens();
    assert!(tokens.list(&world.foreign_admin).await.unwrap().is_empty());
    let foreign = tokens.revoke(&world.foreign_admin, created.api_token.id).await.unwrap_err();
    let unknown = ApiTokenId(Uuid::from_u128(404));
    assert_eq!(foreign, tokens.revoke(&world.foreign_admin, unknown).await.unwrap_err());
    assert!(authenticate(&world.service, &created.token).await.is_ok());
}

async fn a_token_needs_a_name_and_a_permission(db: TestDatabase) {
    let world = World::new(db).await;
    let input = ApiTokenInput { name: " ".to_owned(), permissions: vec![] };
    let error = world.service.api_tokens().create(&world.admin, input).await.unwrap_err();
    assert_eq!(error.problem().errors.len(), 2);
}
