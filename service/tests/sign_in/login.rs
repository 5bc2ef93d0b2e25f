//! Sign-in with a password.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::audit::{AuditQuery, Category};
use shared::error::Code;
use shared::permission::Permission;
use shared::session::TokenType;
use shared::staff::StaffPatch;

use super::{PASSWORD, authenticate, code, log_in};
use crate::support::World;
use shared::staff::StaffQuery;

on_both!(
    a_temporary_password_signs_in_and_asks_for_a_change,
    an_own_password_opens_everything_the_role_allows,
    an_address_counts_whatever_its_case_and_spaces,
    unknown_address_wrong_password_and_blocked_account_get_the_same_error,
    passwords_of_one_organization_open_no_other,
    everybody_may_sign_in_at_the_same_moment,
    the_eleventh_session_ends_the_first,
    parallel_sign_ins_leave_ten_sessions,
    a_block_during_the_sign_in_wins,
    attempts_are_written_down,
);

async fn a_temporary_password_signs_in_and_asks_for_a_change(db: TestDatabase) {
    let world = World::new(db).await;
    let email = world.email_of(&world.hr).await;
    let temporary = world.reset(&world.hr).await;
    let answer = log_in(&world.service, &email, &temporary).await.unwrap();
    assert!(answer.password_change_required && answer.staff.password_change_required);
    assert!(!answer.mfa_required);

    let caller = authenticate(&world.service, &answer.access_token).await.unwrap();
    assert!(world.service.sessions().me(&caller).await.unwrap().password_change_required);
    let staff = world.service.staff().list(&caller, StaffQuery::default()).await;
    assert_eq!(code(staff), Code::PasswordChangeRequired);
    let found = world.service.everywhere().search(&caller, "a").await;
    assert_eq!(code(found), Code::PasswordChangeRequired);
    world.service.sessions().logout(&caller).await.unwrap();
}

async fn an_own_password_opens_everything_the_role_allows(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let answer = log_in(&world.service, &member.email, PASSWORD).await.unwrap();
    assert_eq!((answer.token_type, answer.expires_in), (TokenType::Bearer, 8 * 3_600));
    assert!(!answer.password_change_required);
    let me = answer.staff;
    assert_eq!((me.id, me.organization_id), (world.hr.staff(), world.organization));
    assert_eq!((&*me.organization_name, &*me.time_zone, &*me.currency), ("Amanah", "UTC", "USD"));
    assert_eq!((&*me.role, me.mfa_enabled, me.recovery_codes_remaining), ("hr", false, None));
    assert!(me.may(Permission::StaffManage) && !me.may(Permission::OrgManage));

    let caller = authenticate(&world.service, &answer.access_token).await.unwrap();
    assert_eq!(world.service.sessions().me(&caller).await.unwrap(), me);
    assert!(world.service.staff().list(&caller, StaffQuery::default()).await.is_ok());
}

async fn an_address_counts_whatever_its_case_and_spaces(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let typed = format!("  {} ", member.email.to_uppercase());
    assert!(log_in(&world.service, &typed, PASSWORD).await.is_ok());
}

async fn unknown_address_wrong_password_and_blocked_account_get_the_same_error(db: TestDatabase) {
    let world = World::new(db).await;
    let (hr, employee) = (world.signed_in(&world.hr).await, world.signed_in(&world.employee).await);
    let block = StaffPatch { is_blocked: Some(true), ..Default::default() };
    world.change(world.employee.staff(), block).await;
    let unknown = log_in(&world.service, "nobody@amanah.example", PASSWORD).await.unwrap_err();
    let wrong = log_in(&world.service, &hr.email, "wrong").await.unwrap_err();
    let blocked = log_in(&world.service, &employee.email, PASSWORD).await.unwrap_err();
    assert_eq!(unknown.code(), Code::InvalidCredentials);
    assert_eq!((&unknown, &unknown), (&wrong, &blocked));
}

async fn passwords_of_one_organization_open_no_other(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let answer = log_in(&world.service, &member.email, PASSWORD).await.unwrap();
    let caller = authenticate(&world.service, &answer.access_token).await.unwrap();
    assert_eq!(caller.organization(), world.organization);
    let foreign = world.service.staff().find(&caller, world.stranger.staff()).await;
    assert_eq!(code(foreign), Code::NotFound);
}

async fn everybody_may_sign_in_at_the_same_moment(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let attempts = (0..20).map(|_| log_in(&world.service, &member.email, PASSWORD));
    for attempt in join_all(attempts).await {
        attempt.unwrap();
    }
}

async fn the_eleventh_session_ends_the_first(db: TestDatabase) {
    let world = World::new(db).await;
    let first = world.signed_in(&world.hr).await;
    let mut tokens = vec![first.token];
    for _ in 0..10 {
        world.clock.advance(chrono::TimeDelta::seconds(1));
        let answer = log_in(&world.service, &first.email, PASSWORD).await.unwrap();
        tokens.push(answer.access_token);
    }
    assert_eq!(code(authenticate(&world.service, &tokens[0]).await), Code::Unauthenticated);
    for token in &tokens[1..] {
        assert!(authenticate(&world.service, token).await.is_ok());
    }
}

async fn parallel_sign_ins_leave_ten_sessions(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let attempts = (0..14).map(|_| log_in(&world.service, &member.email, PASSWORD));
    let mut tokens = vec![member.token.clone()];
    tokens.extend(join_all(attempts).await.into_iter().map(|it| it.unwrap().access_token));
    let mut alive = 0;
    for token in tokens {
        alive += u32::from(authenticate(&world.service, &token).await.is_ok());
    }
    assert_eq!(alive, 10);
}

async fn a_block_during_the_sign_in_wins(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.employee).await;
    let block = |is_blocked| StaffPatch { is_blocked: Some(is_blocked), ..Default::default() };
    let employee = world.employee.staff();
    let (answer, ()) = tokio::join!(
        log_in(&world.service, &member.email, PASSWORD),
        world.change(employee, block(true)),
    );
    // In either order, no session outlives the block, even after it is lifted.
    world.change(employee, block(false)).await;
    if let Ok(answer) = answer {
        let alive = authenticate(&world.service, &answer.access_token).await;
        assert_eq!(code(alive), Code::Unauthenticated);
    }
}

async fn attempts_are_written_down(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.employee).await;
    log_in(&world.service, &member.email, "wrong").await.unwrap_err();
    world.clock.advance(chrono::TimeDelta::seconds(1));
    log_in(&world.service, &member.email, PASSWORD).await.unwrap();
    let category = Some(Category::Authentication);
    let query = AuditQuery { category, ..Default::default() };
    let entries = world.service.audit().list(&world.admin, query).await.unwrap().data;
    let employee = Some(world.employee.staff().to_string());
    assert!(entries.iter().all(|entry| entry.entity_id == employee));
    assert_eq!(
        (entries[0].action.as_str(), entries[1].action.as_str()),
        ("login.succeeded", "login.failed")
    );
    assert_eq!(entries[0].ip.as_deref(), Some("203.0.113.7"));
    assert_eq!(entries[0].actor_id, Some(world.employee.staff()));
    assert_eq!(entries[1].actor_id, None);
    let actions: Vec<&str> = entries.iter().map(|entry| entry.action.as_str()).collect();
    for action in ["password.reset", "password.changed", "sessions.revoked"] {
        assert!(actions.contains(&action), "{actions:?}");
    }
    assert!(!format!("{entries:?}").contains("wrong"));
}
