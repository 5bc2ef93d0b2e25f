//! A new set of recovery codes.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use service::Caller;
use shared::error::{Code, Result};
use shared::mfa::{RecoveryCodes, RegenerateInput};

use super::{code_of, sign_in, wrong_code};
use crate::sign_in::{PASSWORD, authenticate, code};
use crate::support::World;

on_both!(
    a_new_set_voids_the_old_one,
    both_factors_are_required_and_the_error_does_not_tell_which_failed,
    a_spent_code_is_not_enough,
    of_two_new_sets_at_once_one_counts,
    three_sets_an_hour_are_enough,
    without_a_second_factor_there_are_no_codes,
);

async fn regenerate(
    world: &World,
    caller: &Caller,
    password: &str,
    code: &str,
) -> Result<RecoveryCodes> {
    let (current_password, code) = (password.to_owned(), code.to_owned());
    let input = RegenerateInput { current_password, code };
    world.service.sessions().regenerate_recovery_codes(caller, input).await
}

async fn a_new_set_voids_the_old_one(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    sign_in(&world, &enrolled.email, &enrolled.codes[0]).await.unwrap();
    let right = code_of(&world, &enrolled.secret, 0);
    let made = regenerate(&world, &enrolled.caller, PASSWORD, &right).await.unwrap();
    assert_eq!((made.recovery_codes.len(), made.recovery_codes_remaining), (8, 8));
    let old = sign_in(&world, &enrolled.email, &enrolled.codes[1]).await;
    assert_eq!(code(old), Code::InvalidMfaCode);
    let answer = sign_in(&world, &enrolled.email, &made.recovery_codes[0]).await.unwrap();
    assert_eq!(answer.recovery_codes_remaining, 7);
    let action = Some(shared::audit::AuditAction::MfaRecoveryCodesRegenerated);
    let query = shared::audit::AuditQuery { action, ..Default::default() };
    let entries = world.service.audit().list(&world.admin, query).await.unwrap().data;
    assert_eq!(entries.len(), 1);
    assert!(!format!("{entries:?}").contains(&made.recovery_codes[0]));
}

async fn both_factors_are_required_and_the_error_does_not_tell_which_failed(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let right = code_of(&world, &enrolled.secret, 0);
    let wrong = wrong_code(&world, &enrolled.secret);
    let sessions = world.service.sessions();
    let before = world.hashes().await;
    let mut refusals = Vec::new();
    for (password, typed) in [
        ("not my password", &*right),
        (PASSWORD, &*wrong),
        ("not my password", &*wrong),
        (PASSWORD, &*enrolled.codes[0]),
        (PASSWORD, "nonsense"),
    ] {
        let hashed = sessions.hashes_for_testing();
        refusals.push(regenerate(&world, &enrolled.caller, password, typed).await.unwrap_err());
        // The password is always checked.
        assert_eq!(sessions.hashes_for_testing() - hashed, 1);
    }
    assert!(refusals.iter().all(|it| it.code() == Code::ReauthenticationFailed));
    assert!(refusals.iter().all(|it| *it == refusals[0]));
    assert_eq!(world.hashes().await, before);
    // None of that has consumed the code, nor one of the three sets of this hour.
    regenerate(&world, &enrolled.caller, PASSWORD, &right).await.unwrap();
}

async fn a_spent_code_is_not_enough(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let right = code_of(&world, &enrolled.secret, 0);
    sign_in(&world, &enrolled.email, &right).await.unwrap();
    let spent = regenerate(&world, &enrolled.caller, PASSWORD, &right).await;
    assert_eq!(code(spent), Code::ReauthenticationFailed);
}

async fn of_two_new_sets_at_once_one_counts(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let right = code_of(&world, &enrolled.secret, 0);
    let answers =
        join_all((0..3).map(|_| regenerate(&world, &enrolled.caller, PASSWORD, &right))).await;
    let won: Vec<_> = answers.into_iter().filter_map(Result::ok).collect();
    assert_eq!(won.len(), 1);
    for (shown, hash) in won[0].recovery_codes.iter().zip(&world.hashes().await) {
        assert!(bcrypt::verify(shown.replace('-', ""), hash).unwrap());
    }
}

async fn three_sets_an_hour_are_enough(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let answer = sign_in(&world, &enrolled.email, &enrolled.codes[0]).await.unwrap();
    for _ in 0..3 {
        let caller = authenticate(&world.service, &answer.login.access_token).await.unwrap();
        let right = code_of(&world, &enrolled.secret, 0);
        regenerate(&world, &caller, PASSWORD, &right).await.unwrap();
        world.clock.advance(TimeDelta::minutes(5));
    }
    let right = code_of(&world, &enrolled.secret, 0);
    let fourth = regenerate(&world, &enrolled.caller, PASSWORD, &right).await;
    assert_eq!(code(fourth), Code::RateLimited);
    world.clock.advance(TimeDelta::minutes(45));
    let right = code_of(&world, &enrolled.secret, 0);
    regenerate(&world, &enrolled.caller, PASSWORD, &right).await.unwrap();
}

async fn without_a_second_factor_there_are_no_codes(db: TestDatabase) {
    let world = World::new(db).await;
    let (_, caller, setup) = world.beginner(&world.hr).await;
    let right = code_of(&world, &setup.secret, 0);
    let refused = regenerate(&world, &caller, PASSWORD, &right).await;
    assert_eq!(code(refused), Code::MfaNotEnabled);
}
