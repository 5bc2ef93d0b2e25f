//! Limits on guessing codes of an app.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::context::Settings;
use shared::error::{Code, Error, Result};
use shared::mfa::MfaLoginAnswer;

use super::{code_of, pre_auth, second_step, sign_in, wrong_code};
use crate::sign_in::code;
use crate::support::World;

on_both!(
    five_wrong_codes_lock_the_app_and_recovery_codes_still_open,
    the_lock_doubles_up_to_a_day,
    a_right_code_forgets_the_wrong_ones,
    a_hundred_wrong_codes_in_a_row_lock_the_app_until_a_reset,
    a_network_address_has_a_budget_for_the_second_step,
);

fn wait(result: Result<MfaLoginAnswer>) -> u32 {
    match result.unwrap_err() {
        Error::TooManyRequests { retry_after, .. } => retry_after,
        other => panic!("not limited: {other}"),
    }
}

async fn fail(world: &World, enrolled: &super::Enrolled, times: usize) {
    for _ in 0..times {
        let wrong = wrong_code(world, &enrolled.secret);
        let refused = sign_in(world, &enrolled.email, &wrong).await;
        assert_eq!(code(refused), Code::InvalidMfaCode);
    }
}

async fn five_wrong_codes_lock_the_app_and_recovery_codes_still_open(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    fail(&world, &enrolled, 5).await;
    let right = code_of(&world, &enrolled.secret, 0);
    let token = pre_auth(&world.service, &enrolled.email).await;
    for _ in 0..7 {
        // A code that is not checked does not consume the token.
        let locked = second_step(&world.service, &token, &right).await;
        assert_eq!(locked.as_ref().unwrap_err().code(), Code::MfaLocked);
        assert_eq!(wait(locked), 901);
    }
    second_step(&world.service, &token, &enrolled.codes[0]).await.unwrap();
    assert_eq!(wait(sign_in(&world, &enrolled.email, &right).await), 901);
    world.clock.advance(TimeDelta::minutes(15));
    let right = code_of(&world, &enrolled.secret, 0);
    sign_in(&world, &enrolled.email, &right).await.unwrap();
}

async fn the_lock_doubles_up_to_a_day(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    for minutes in [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440] {
        fail(&world, &enrolled, 5).await;
        let right = code_of(&world, &enrolled.secret, 0);
        assert_eq!(wait(sign_in(&world, &enrolled.email, &right).await), minutes * 60 + 1);
        world.clock.advance(TimeDelta::minutes(i64::from(minutes)));
        world.service.sessions().prune().await.unwrap();
    }
}

async fn a_right_code_forgets_the_wrong_ones(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    for _ in 0..3 {
        fail(&world, &enrolled, 4).await;
        let right = code_of(&world, &enrolled.secret, 0);
        sign_in(&world, &enrolled.email, &right).await.unwrap();
        world.clock.advance(TimeDelta::seconds(30));
    }
}

async fn a_hundred_wrong_codes_in_a_row_lock_the_app_until_a_reset(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    world.run("UPDATE staff_mfa_credentials SET totp_failures = 99").await;
    fail(&world, &enrolled, 1).await;
    world.clock.advance(TimeDelta::days(2));
    let right = code_of(&world, &enrolled.secret, 0);
    let refused = sign_in(&world, &enrolled.email, &right).await;
    assert_eq!(code(refused), Code::MfaLocked);
    sign_in(&world, &enrolled.email, &enrolled.codes[0]).await.unwrap();
    assert_eq!(code(sign_in(&world, &enrolled.email, &right).await), Code::MfaLocked);
    let temporary = world.reset(&world.hr).await;
    let input = shared::session::LoginInput { email: enrolled.email, password: temporary };
    let outcome = world.service.sessions().login(input, super::from_ip("203.0.113.7")).await;
    let shared::mfa::LoginOutcome::MfaRequired(question) = outcome.unwrap() else { panic!() };
    second_step(&world.service, &question.pre_auth_token, &right).await.unwrap();
}

async fn a_network_address_has_a_budget_for_the_second_step(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    let server = world.server(Settings { login_per_minute_per_ip: 3, ..Settings::default() });
    for _ in 0..3 {
        let refused = second_step(&server, "unknown", "123456").await;
        assert_eq!(code(refused), Code::InvalidPreAuthToken);
    }
    assert_eq!(wait(second_step(&server, &token, &enrolled.codes[0]).await), 61);
}
