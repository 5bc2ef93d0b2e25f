//! The end of sessions.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use shared::error::Code;
use shared::permission::Permission;
use shared::role::RolePatch;
use shared::staff::StaffPatch;

use super::{NEXT_PASSWORD, PASSWORD, authenticate, code, log_in, passwords};
use crate::support::{World, run_sql};

on_both!(
    authenticating_takes_one_statement,
    the_use_of_a_session_is_written_down_once_a_minute,
    a_session_that_is_not_used_ends_after_half_an_hour,
    a_session_ends_after_eight_hours_however_busy,
    signing_out_ends_this_session_alone,
    a_block_ends_every_session_at_once,
    a_changed_password_ends_the_others_even_of_the_same_second,
    a_reset_ends_every_session,
    a_change_of_role_counts_from_the_next_request_on,
    a_stream_notices_a_change_of_role,
    a_stream_notices_the_end_of_its_session,
    forged_and_edited_tokens_are_refused,
    sessions_that_ended_long_ago_are_deleted,
);

async fn authenticating_takes_one_statement(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let before = world.db.statements();
    authenticate(&world.service, &member.token).await.unwrap();
    assert_eq!(world.service.db().statements() - before, 1);
}

async fn the_use_of_a_session_is_written_down_once_a_minute(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    world.clock.advance(TimeDelta::seconds(60));
    for statements in [2, 1, 1] {
        let before = world.service.db().statements();
        authenticate(&world.service, &member.token).await.unwrap();
        assert_eq!(world.service.db().statements() - before, statements);
    }
}

async fn a_session_that_is_not_used_ends_after_half_an_hour(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    for _ in 0..3 {
        world.clock.advance(TimeDelta::minutes(29));
        authenticate(&world.service, &member.token).await.unwrap();
    }
    world.clock.advance(TimeDelta::minutes(30));
    let idle = authenticate(&world.service, &member.token).await;
    assert_eq!(code(idle), Code::Unauthenticated);
}

async fn a_session_ends_after_eight_hours_however_busy(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    for _ in 0..24 {
        authenticate(&world.service, &member.token).await.unwrap();
        world.clock.advance(TimeDelta::minutes(20));
    }
    let old = authenticate(&world.service, &member.token).await;
    assert_eq!(code(old), Code::Unauthenticated);
}

async fn signing_out_ends_this_session_alone(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let other = log_in(&world.service, &member.email, PASSWORD).await.unwrap().access_token;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    world.service.sessions().logout(&caller).await.unwrap();
    world.service.sessions().logout(&caller).await.unwrap();
    let ended = authenticate(&world.service, &member.token).await;
    assert_eq!(code(ended), Code::Unauthenticated);
    assert!(authenticate(&world.service, &other).await.is_ok());
}

async fn a_block_ends_every_session_at_once(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.employee).await;
    let bystander = world.signed_in(&world.bystander).await;
    let block = |is_blocked| StaffPatch { is_blocked: Some(is_blocked), ..Default::default() };
    world.change(world.employee.staff(), block(true)).await;
    let blocked = authenticate(&world.service, &member.token).await;
    assert_eq!(code(blocked), Code::Unauthenticated);
    world.change(world.employee.staff(), block(false)).await;
    let unblocked = authenticate(&world.service, &member.token).await;
    assert_eq!(code(unblocked), Code::Unauthenticated);
    assert!(authenticate(&world.service, &bystander.token).await.is_ok());
    assert!(log_in(&world.service, &member.email, PASSWORD).await.is_ok());
}

async fn a_changed_password_ends_the_others_even_of_the_same_second(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let other = log_in(&world.service, &member.email, PASSWORD).await.unwrap().access_token;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    let input = passwords(PASSWORD, NEXT_PASSWORD);
    let new = world.service.sessions().change_password(&caller, input).await.unwrap().access_token;
    for ended in [&member.token, &other] {
        assert_eq!(code(authenticate(&world.service, ended).await), Code::Unauthenticated);
    }
    assert!(authenticate(&world.service, &new).await.is_ok());
}

async fn a_reset_ends_every_session(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    world.reset(&world.hr).await;
    let ended = authenticate(&world.service, &member.token).await;
    assert_eq!(code(ended), Code::Unauthenticated);
    let old = log_in(&world.service, &member.email, PASSWORD).await;
    assert_eq!(code(old), Code::InvalidCredentials);
}

async fn a_change_of_role_counts_from_the_next_request_on(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let permissions = Some(vec![Permission::StaffView]);
    let patch = RolePatch { permissions, name: None };
    world.service.roles().change(&world.admin, "hr", patch).await.unwrap();
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    assert!(caller.may(Permission::StaffView) && !caller.may(Permission::StaffManage));
    assert!(caller.may(Permission::AppraisalsRespond));
    let role = Some("employee".to_owned());
    world.change(world.hr.staff(), StaffPatch { role, ..Default::default() }).await;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    assert!(!caller.may(Permission::StaffView));
}

async fn a_stream_notices_a_change_of_role(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    let role = Some("md".to_owned());
    world.change(world.hr.staff(), StaffPatch { role, ..Default::default() }).await;
    let now = world.service.sessions().again(&caller).await.unwrap();
    assert!(now.is_managing_director() && !now.may(Permission::AppraisalsHrManage));
}

async fn a_stream_notices_the_end_of_its_session(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    world.service.sessions().again(&caller).await.unwrap();
    world.service.sessions().logout(&caller).await.unwrap();
    let ended = world.service.sessions().again(&caller).await;
    assert_eq!(code(ended), Code::Unauthenticated);
}

async fn forged_and_edited_tokens_are_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let other = world.signed_in(&world.employee).await;
    let parts: Vec<&str> = member.token.split('.').collect();
    let others: Vec<&str> = other.token.split('.').collect();
    for token in [
        format!("{}.{}.{}", parts[0], others[1], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{}.{}.{}", parts[0], parts[1], &parts[2][1..]),
        format!(" {}", member.token),
        member.token.to_uppercase(),
        String::new(),
        "mizan_".to_owned(),
    ] {
        assert_eq!(code(authenticate(&world.service, &token).await), Code::Unauthenticated);
    }
    // An existing session, signed for another organization, is found in neither.
    run_sql!(
        world.db,
        "UPDATE sessions SET organization_id = $1, staff_id = $2 WHERE organization_id = $3",
        world.foreign_admin.organization(),
        world.foreign_admin.staff(),
        world.organization
    );
    let moved = authenticate(&world.service, &member.token).await;
    assert_eq!(code(moved), Code::Unauthenticated);
}

async fn sessions_that_ended_long_ago_are_deleted(db: TestDatabase) {
    let world = World::new(db).await;
    world.signed_in(&world.hr).await;
    assert_eq!(world.service.sessions().prune().await.unwrap(), 0);
    world.clock.advance(TimeDelta::days(31));
    // The session of the temporary password, the one after it, and the counter of the address.
    assert_eq!(world.service.sessions().prune().await.unwrap(), 3);
}
