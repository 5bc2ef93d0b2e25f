//! The second step of a sign-in, with a code of the app.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::error::Code;
use shared::mfa::LoginOutcome;
use shared::session::LoginInput;
use shared::staff::StaffPatch;

use super::{code_of, pre_auth, second_step, sign_in, wrong_code};
use crate::sign_in::{NEXT_PASSWORD, PASSWORD, authenticate, code, from_ip, passwords};
use crate::support::World;

on_both!(
    a_right_password_alone_brings_no_session,
    a_code_brings_the_session,
    the_code_of_the_enrolment_is_spent,
    a_code_counts_once_even_within_its_drift,
    of_twenty_equal_codes_at_once_one_counts,
    codes_hold_one_step_before_and_after,
    a_token_is_good_for_one_session_whatever_the_factor,
    a_token_allows_five_wrong_codes,
    guessing_in_parallel_gains_nothing,
    a_token_ends_after_five_minutes,
    a_new_password_voids_the_token,
    a_block_voids_the_token,
    a_block_during_the_second_step_wins,
    the_eleventh_token_voids_the_first,
    tokens_and_sessions_are_not_interchangeable,
    nothing_that_happens_is_written_down_with_a_secret,
);

async fn a_right_password_alone_brings_no_session(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let before = world.sessions_begun().await;
    let input = LoginInput { email: enrolled.email.clone(), password: PASSWORD.to_owned() };
    let outcome = world.service.sessions().login(input, from_ip("203.0.113.7")).await.unwrap();
    let LoginOutcome::MfaRequired(question) = &outcome else { panic!("{outcome:?}") };
    assert_eq!((question.pre_auth_token.len(), question.expires_in), (43, 300));
    let json = serde_json::to_value(&outcome).unwrap();
    let members: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(members, ["expiresIn", "mfaRequired", "preAuthToken"]);
    assert_eq!(world.sessions_begun().await, before);
    let stored: String = {
        let mut tx = world.db.read().await.unwrap();
        tx.sql("SELECT token_hash FROM staff_pre_auth_tokens").scalar().await.unwrap()
    };
    assert!(stored.len() == 64 && stored != question.pre_auth_token);
}

async fn a_code_brings_the_session(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let first = format!(" {} ", code_of(&world, &enrolled.secret, 0));
    let answer = sign_in(&world, &enrolled.email, &first).await.unwrap();
    assert!(!answer.used_recovery_code && !answer.login.mfa_required);
    assert_eq!(answer.recovery_codes_remaining, 8);
    assert_eq!(answer.login.staff.recovery_codes_remaining, Some(8));
    let caller = authenticate(&world.service, &answer.login.access_token).await.unwrap();
    assert_eq!(caller.staff(), world.hr.staff());
}

async fn the_code_of_the_enrolment_is_spent(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let first = code_of(&world, &enrolled.secret, -1);
    let replayed = sign_in(&world, &enrolled.email, &first).await;
    assert_eq!(code(replayed), Code::InvalidMfaCode);
}

async fn a_code_counts_once_even_within_its_drift(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let ahead = code_of(&world, &enrolled.secret, 1);
    sign_in(&world, &enrolled.email, &ahead).await.unwrap();
    for seconds in [0, 29, 2, 28] {
        world.clock.advance(TimeDelta::seconds(seconds));
        let replayed = sign_in(&world, &enrolled.email, &ahead).await;
        assert_eq!(code(replayed), Code::InvalidMfaCode);
    }
    // Earlier steps are consumed together with the consumed one.
    let behind = code_of(&world, &enrolled.secret, -1);
    assert_eq!(code(sign_in(&world, &enrolled.email, &behind).await), Code::InvalidMfaCode);
}

async fn of_twenty_equal_codes_at_once_one_counts(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let mut tokens = Vec::new();
    for _ in 0..10 {
        tokens.push(pre_auth(&world.service, &enrolled.email).await);
    }
    let begun = world.sessions_begun().await;
    let right = code_of(&world, &enrolled.secret, 0);
    let steps =
        (0..20).map(|number: usize| second_step(&world.service, &tokens[number % 10], &right));
    let answers = join_all(steps).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for answer in answers.into_iter().filter(Result::is_err) {
        let refusal = code(answer);
        let known = [Code::InvalidMfaCode, Code::InvalidPreAuthToken, Code::MfaLocked];
        assert!(known.contains(&refusal), "{refusal}");
    }
    assert_eq!(world.sessions_begun().await, begun + 1);
}

async fn codes_hold_one_step_before_and_after(db: TestDatabase) {
    let world = World::new(db).await;
    let people = [&world.hr, &world.md, &world.head, &world.manager, &world.employee];
    for (steps, holds) in [-2, -1, 0, 1, 2].into_iter().zip([false, true, true, true, false]) {
        let index = usize::try_from(steps + 2).unwrap();
        let enrolled = world.enrolled(people[index]).await;
        world.clock.advance(TimeDelta::minutes(2));
        let answer =
            sign_in(&world, &enrolled.email, &code_of(&world, &enrolled.secret, steps)).await;
        assert_eq!(answer.is_ok(), holds, "{steps}");
    }
}

async fn a_token_is_good_for_one_session_whatever_the_factor(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    let right = code_of(&world, &enrolled.secret, 0);
    let (totp, recovery) = tokio::join!(
        second_step(&world.service, &token, &right),
        second_step(&world.service, &token, &enrolled.codes[0]),
    );
    assert!(totp.is_ok() ^ recovery.is_ok());
    // The losing request consumed nothing.
    let left = if recovery.is_ok() { 7 } else { 8 };
    assert_eq!(world.hashes().await.len(), left);
    if recovery.is_ok() {
        sign_in(&world, &enrolled.email, &right).await.unwrap();
    }
    let again = second_step(&world.service, &token, &enrolled.codes[1]).await;
    assert_eq!(code(again), Code::InvalidPreAuthToken);
    assert_eq!(world.hashes().await.len(), left);
}

async fn a_token_allows_five_wrong_codes(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    let wrong = ["nonsense", "ffff-ffff-ffff-ffff", "000", "ffff-ffff-ffff-fffe", "1234567"];
    for typed in wrong {
        let refused = second_step(&world.service, &token, typed).await;
        assert_eq!(code(refused), Code::InvalidMfaCode);
    }
    let right = code_of(&world, &enrolled.secret, 0);
    let burned = second_step(&world.service, &token, &right).await;
    assert_eq!(code(burned), Code::InvalidPreAuthToken);
    sign_in(&world, &enrolled.email, &right).await.unwrap();
}

async fn guessing_in_parallel_gains_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    let hashed = world.service.sessions().hashes_for_testing();
    let guesses = (0..20).map(async |number: i32| {
        let guess = format!("ffff-ffff-ffff-{number:04}");
        code(second_step(&world.service, &token, &guess).await)
    });
    let codes = join_all(guesses).await;
    let judged = codes.iter().filter(|code| **code == Code::InvalidMfaCode).count();
    let burned = codes.iter().filter(|code| **code == Code::InvalidPreAuthToken).count();
    assert_eq!((judged, burned), (5, 15));
    assert_eq!(world.service.sessions().hashes_for_testing() - hashed, 5);
}

async fn a_token_ends_after_five_minutes(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    let other = pre_auth(&world.service, &enrolled.email).await;
    world.clock.advance(TimeDelta::seconds(299));
    let right = code_of(&world, &enrolled.secret, 0);
    second_step(&world.service, &token, &right).await.unwrap();
    world.clock.advance(TimeDelta::seconds(2));
    let late = second_step(&world.service, &other, &enrolled.codes[0]).await;
    assert_eq!(code(late), Code::InvalidPreAuthToken);
    world.clock.advance(TimeDelta::days(32));
    assert!(world.service.sessions().prune().await.unwrap() >= 2);
    let mut tx = world.db.read().await.unwrap();
    let text = "SELECT COUNT(*) FROM staff_pre_auth_tokens";
    assert_eq!(tx.sql(text).scalar::<i64>().await.unwrap(), 0);
}

async fn a_new_password_voids_the_token(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    let input = passwords(PASSWORD, NEXT_PASSWORD);
    world.service.sessions().change_password(&enrolled.caller, input).await.unwrap();
    let void = second_step(&world.service, &token, &enrolled.codes[0]).await;
    assert_eq!(code(void), Code::InvalidPreAuthToken);
    assert_eq!(world.hashes().await.len(), 8);
}

async fn a_block_voids_the_token(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.employee).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    for is_blocked in [true, false] {
        let patch = StaffPatch { is_blocked: Some(is_blocked), ..Default::default() };
        world.change(world.employee.staff(), patch).await;
        let void = second_step(&world.service, &token, &enrolled.codes[0]).await;
        assert_eq!(code(void), Code::InvalidPreAuthToken);
    }
}

async fn a_block_during_the_second_step_wins(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.employee).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    let block = |is_blocked| StaffPatch { is_blocked: Some(is_blocked), ..Default::default() };
    let (answer, ()) = tokio::join!(
        second_step(&world.service, &token, &enrolled.codes[0]),
        world.change(world.employee.staff(), block(true)),
    );
    world.change(world.employee.staff(), block(false)).await;
    if let Ok(answer) = answer {
        let alive = authenticate(&world.service, &answer.login.access_token).await;
        assert_eq!(code(alive), Code::Unauthenticated);
    }
}

async fn the_eleventh_token_voids_the_first(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let mut tokens = Vec::new();
    for _ in 0..11 {
        world.clock.advance(TimeDelta::seconds(1));
        tokens.push(pre_auth(&world.service, &enrolled.email).await);
    }
    let oldest = second_step(&world.service, &tokens[0], &enrolled.codes[0]).await;
    assert_eq!(code(oldest), Code::InvalidPreAuthToken);
    second_step(&world.service, &tokens[1], &enrolled.codes[0]).await.unwrap();
}

async fn tokens_and_sessions_are_not_interchangeable(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    assert_eq!(code(authenticate(&world.service, &token).await), Code::Unauthenticated);
    let right = code_of(&world, &enrolled.secret, 0);
    let answer = second_step(&world.service, &token, &right).await.unwrap();
    let session: String = answer.login.access_token.chars().take(200).collect();
    for other in [&*session, "", "x", &"x".repeat(43)] {
        let refused = second_step(&world.service, other, &enrolled.codes[0]).await;
        let known = [Code::InvalidPreAuthToken, Code::ValidationFailed];
        assert!(known.contains(&code(refused)));
    }
    assert_eq!(world.hashes().await.len(), 8);
}

async fn nothing_that_happens_is_written_down_with_a_secret(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let wrong = wrong_code(&world, &enrolled.secret);
    sign_in(&world, &enrolled.email, &wrong).await.unwrap_err();
    sign_in(&world, &enrolled.email, &enrolled.codes[0]).await.unwrap();
    let right = code_of(&world, &enrolled.secret, 0);
    sign_in(&world, &enrolled.email, &right).await.unwrap();
    world.service.staff().reset_mfa(&world.admin, world.hr.staff()).await.unwrap();
    let query = shared::audit::AuditQuery::default();
    let entries = world.service.audit().list(&world.admin, query).await.unwrap().data;
    let actions: Vec<&str> = entries.iter().map(|entry| entry.action.as_str()).collect();
    for action in [
        "mfa.setup_started",
        "mfa.enabled",
        "login.password_accepted",
        "mfa.code_refused",
        "mfa.recovery_code_used",
        "login.succeeded",
        "mfa.reset",
    ] {
        assert!(actions.contains(&action), "{action}: {actions:?}");
    }
    let shown = format!("{entries:?}");
    let plain = enrolled.codes[0].replace('-', "");
    for secret in [&enrolled.secret, &enrolled.codes[0], &plain, &right, &wrong] {
        assert!(!shown.contains(secret.as_str()));
    }
}
