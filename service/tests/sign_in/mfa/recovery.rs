//! The second step of a sign-in, with a recovery code.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::error::Code;

use super::{pre_auth, second_step, sign_in};
use crate::sign_in::code;
use crate::support::World;

on_both!(
    every_code_works_once_and_use_of_the_last_one_is_reported,
    a_code_counts_however_it_was_typed,
    one_attempt_costs_one_hash_and_a_wrong_shape_none,
    of_fifty_uses_of_one_code_at_once_one_counts,
    the_last_code_is_spent_once,
    two_different_codes_at_once_both_count,
    a_sign_in_that_fails_half_way_spends_nothing,
);

async fn every_code_works_once_and_use_of_the_last_one_is_reported(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    for (left, typed) in (0..8_u32).rev().zip(&enrolled.codes) {
        let answer = sign_in(&world, &enrolled.email, typed).await.unwrap();
        assert!(answer.used_recovery_code);
        assert_eq!(answer.recovery_codes_remaining, left);
        assert_eq!(world.remaining(&answer.login.access_token).await, Some(left));
        assert_eq!(world.hashes().await.len(), usize::try_from(left).unwrap());
        let again = sign_in(&world, &enrolled.email, typed).await;
        assert_eq!(code(again), Code::InvalidMfaCode);
    }
    let category = Some(shared::audit::Category::Authentication);
    let action = Some(shared::audit::AuditAction::MfaRecoveryCodesExhausted);
    let query = shared::audit::AuditQuery { category, action, ..Default::default() };
    let entries = world.service.audit().list(&world.admin, query).await.unwrap();
    assert_eq!(entries.data.len(), 1);
}

async fn a_code_counts_however_it_was_typed(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let codes = &enrolled.codes;
    for typed in [
        codes[0].to_uppercase(),
        codes[1].replace('-', ""),
        format!("  {} ", codes[2].replace('-', " ")),
    ] {
        sign_in(&world, &enrolled.email, &typed).await.unwrap();
    }
    let mistaken = format!("O{}", &codes[3][1..]);
    let refused = sign_in(&world, &enrolled.email, &mistaken).await;
    assert_eq!(code(refused), Code::InvalidMfaCode);
}

async fn one_attempt_costs_one_hash_and_a_wrong_shape_none(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let sessions = world.service.sessions();
    let token = pre_auth(&world.service, &enrolled.email).await;
    for (typed, hashes) in [
        ("12345", 0),
        ("+12345", 0),
        ("１２３４５６", 0),
        ("ffff-ffff-ffff-ffff", 1),
        (&*enrolled.codes[4], 1),
    ] {
        let before = sessions.hashes_for_testing();
        let answer = second_step(&world.service, &token, typed).await;
        assert_eq!(answer.is_ok(), typed == enrolled.codes[4]);
        assert_eq!(sessions.hashes_for_testing() - before, hashes, "{typed}");
    }
}

async fn of_fifty_uses_of_one_code_at_once_one_counts(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let mut tokens = Vec::new();
    for _ in 0..10 {
        tokens.push(pre_auth(&world.service, &enrolled.email).await);
    }
    let begun = world.sessions_begun().await;
    let typed = &enrolled.codes[3];
    let uses =
        (0..50).map(|number: usize| second_step(&world.service, &tokens[number % 10], typed));
    let answers = join_all(uses).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for answer in answers.into_iter().filter(Result::is_err) {
        let refusal = code(answer);
        let known = [Code::InvalidMfaCode, Code::InvalidPreAuthToken, Code::ServiceUnavailable];
        assert!(known.contains(&refusal), "{refusal}");
    }
    assert_eq!(world.hashes().await.len(), 7);
    assert_eq!(world.sessions_begun().await, begun + 1);
}

async fn the_last_code_is_spent_once(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    for typed in &enrolled.codes[..7] {
        sign_in(&world, &enrolled.email, typed).await.unwrap();
    }
    let mut tokens = Vec::new();
    for _ in 0..10 {
        tokens.push(pre_auth(&world.service, &enrolled.email).await);
    }
    let last = &enrolled.codes[7];
    let uses = (0..20).map(|number: usize| second_step(&world.service, &tokens[number % 10], last));
    let won: Vec<_> = join_all(uses).await.into_iter().filter_map(Result::ok).collect();
    assert_eq!(won.len(), 1);
    assert_eq!(won[0].recovery_codes_remaining, 0);
    assert_eq!(world.remaining(&won[0].login.access_token).await, Some(0));
}

async fn two_different_codes_at_once_both_count(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let mut tokens = Vec::new();
    for _ in 0..4 {
        tokens.push(pre_auth(&world.service, &enrolled.email).await);
    }
    let uses = tokens.iter().zip(&enrolled.codes);
    let answers = join_all(uses.map(|(token, typed)| second_step(&world.service, token, typed)));
    for answer in answers.await {
        answer.unwrap();
    }
    assert_eq!(world.hashes().await.len(), 4);
}

async fn a_sign_in_that_fails_half_way_spends_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    world.run("ALTER TABLE sessions RENAME TO sessions_gone").await;
    let failed = second_step(&world.service, &token, &enrolled.codes[0]).await;
    assert_eq!(code(failed), Code::InternalError);
    world.run("ALTER TABLE sessions_gone RENAME TO sessions").await;
    assert_eq!(world.hashes().await.len(), 8);
    second_step(&world.service, &token, &enrolled.codes[0]).await.unwrap();
}
