//! Active sessions, and their end.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::caller::RequestContext;
use shared::error::Code;
use shared::id::SessionId;
use shared::session::{ActiveSession, LoginInput};
use uuid::Uuid;

use super::{Member, PASSWORD, authenticate, code, log_in};
use crate::support::World;

on_both!(
    sessions_are_listed_with_where_they_came_from,
    ended_sessions_are_not_listed,
    one_session_is_ended_from_another,
    the_session_of_another_person_is_not_found,
    all_other_sessions_are_ended_at_once,
    an_administrator_ends_the_sessions_of_a_person,
);

async fn again(world: &World, member: &Member) -> String {
    log_in(&world.service, &member.email, PASSWORD).await.unwrap().access_token
}

async fn list(world: &World, token: &str) -> Vec<ActiveSession> {
    let caller = authenticate(&world.service, token).await.unwrap();
    world.service.sessions().list(&caller).await.unwrap()
}

async fn sessions_are_listed_with_where_they_came_from(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    world.clock.advance(TimeDelta::minutes(5));
    let request = RequestContext {
        ip: Some("198.51.100.4".to_owned()),
        user_agent: Some("A browser".to_owned()),
        ..RequestContext::default()
    };
    let input = LoginInput { email: member.email.clone(), password: PASSWORD.to_owned() };
    world.service.sessions().login(input, request).await.unwrap();
    let listed = list(&world, &member.token).await;
    assert_eq!(listed.iter().map(|it| it.current).filter(|it| *it).count(), 1);
    let other = listed.iter().find(|it| !it.current).unwrap();
    assert_eq!(other.ip.as_deref(), Some("198.51.100.4"));
    assert_eq!(other.user_agent.as_deref(), Some("A browser"));
    assert_eq!(other.created_at, world.service.now());
}

async fn ended_sessions_are_not_listed(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    again(&world, &member).await;
    world.clock.advance(TimeDelta::minutes(20));
    assert_eq!(list(&world, &member.token).await.len(), 2);
    // The other session was not used for half an hour.
    world.clock.advance(TimeDelta::minutes(20));
    assert_eq!(list(&world, &member.token).await.len(), 1);
}

async fn one_session_is_ended_from_another(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let stolen = again(&world, &member).await;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    let other = list(&world, &member.token).await.into_iter().find(|it| !it.current).unwrap();
    world.service.sessions().end(&caller, other.id).await.unwrap();
    assert_eq!(code(authenticate(&world.service, &stolen).await), Code::Unauthenticated);
    assert!(authenticate(&world.service, &member.token).await.is_ok());
    let twice = world.service.sessions().end(&caller, other.id).await;
    assert_eq!(code(twice), Code::NotFound);
}

async fn the_session_of_another_person_is_not_found(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let stranger = world.signed_in(&world.employee).await;
    let theirs = list(&world, &stranger.token).await[0].id;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    let sessions = world.service.sessions();
    let foreign = sessions.end(&caller, theirs).await.unwrap_err();
    let unknown = sessions.end(&caller, SessionId(Uuid::from_u128(404))).await.unwrap_err();
    assert_eq!(foreign, unknown);
    assert!(authenticate(&world.service, &stranger.token).await.is_ok());
}

async fn all_other_sessions_are_ended_at_once(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let others = [again(&world, &member).await, again(&world, &member).await];
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    let left = world.service.sessions().end_others(&caller).await.unwrap();
    assert_eq!(left.iter().map(|it| it.current).collect::<Vec<_>>(), [true]);
    for token in &others {
        assert_eq!(code(authenticate(&world.service, token).await), Code::Unauthenticated);
    }
    assert!(authenticate(&world.service, &member.token).await.is_ok());
}

async fn an_administrator_ends_the_sessions_of_a_person(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.employee).await;
    let staff = world.service.staff();
    let refused = staff.end_sessions(&world.hr, world.employee.staff()).await;
    assert_eq!(code(refused), Code::Forbidden);
    let foreign = staff.end_sessions(&world.foreign_admin, world.employee.staff()).await;
    assert_eq!(code(foreign), Code::NotFound);
    assert!(authenticate(&world.service, &member.token).await.is_ok());
    staff.end_sessions(&world.admin, world.employee.staff()).await.unwrap();
    assert_eq!(code(authenticate(&world.service, &member.token).await), Code::Unauthenticated);
    // The password is still valid.
    assert!(log_in(&world.service, &member.email, PASSWORD).await.is_ok());
}
