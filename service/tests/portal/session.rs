//! Lifetime of customer sessions.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use shared::error::Code;

use super::{authenticate, log_in};
use crate::sign_in::{PASSWORD, code};
use crate::support::World;

on_both!(
    a_session_ends_after_half_an_hour_of_silence,
    a_session_ends_after_eight_hours,
    the_eleventh_session_ends_the_first,
    signing_out_ends_this_session_alone,
    sessions_that_ended_long_ago_are_removed,
);

async fn a_session_ends_after_half_an_hour_of_silence(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    for _ in 0..3 {
        world.clock.advance(TimeDelta::minutes(29));
        assert!(authenticate(&world.service, &guest.token).await.is_ok());
    }
    world.clock.advance(TimeDelta::minutes(30));
    assert_eq!(code(authenticate(&world.service, &guest.token).await), Code::Unauthenticated);
}

async fn a_session_ends_after_eight_hours(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    for _ in 0..23 {
        world.clock.advance(TimeDelta::minutes(20));
        assert!(authenticate(&world.service, &guest.token).await.is_ok());
    }
    world.clock.advance(TimeDelta::minutes(20));
    assert_eq!(code(authenticate(&world.service, &guest.token).await), Code::Unauthenticated);
}

async fn the_eleventh_session_ends_the_first(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let mut tokens = vec![guest.token.clone()];
    for _ in 0..10 {
        world.clock.advance(TimeDelta::seconds(1));
        let answer = log_in(&world.service, &guest.email, PASSWORD).await.unwrap();
        tokens.push(answer.access_token);
    }
    assert_eq!(code(authenticate(&world.service, &tokens[0]).await), Code::Unauthenticated);
    for token in &tokens[1..] {
        assert!(authenticate(&world.service, token).await.is_ok());
    }
}

async fn signing_out_ends_this_session_alone(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let other = log_in(&world.service, &guest.email, PASSWORD).await.unwrap().access_token;
    let caller = authenticate(&world.service, &guest.token).await.unwrap();
    world.service.portal().logout(&caller).await.unwrap();
    assert_eq!(code(authenticate(&world.service, &guest.token).await), Code::Unauthenticated);
    assert!(authenticate(&world.service, &other).await.is_ok());
}

async fn sessions_that_ended_long_ago_are_removed(db: TestDatabase) {
    let world = World::new(db).await;
    world.guest("Omar").await;
    world.clock.advance(TimeDelta::days(31));
    world.service.sessions().prune().await.unwrap();
    let mut tx = world.db.read().await.unwrap();
    let left: i64 = tx.sql("SELECT COUNT(*) FROM portal_sessions").scalar().await.unwrap();
    assert_eq!(left, 0);
}
