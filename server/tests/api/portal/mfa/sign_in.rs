//! Two-step sign-in, codes of the app, and failed sign-ins.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use http::Method;
use serde_json::{Value, json};

use super::{
    LOGIN, ME, PASSWORD, SECOND_STEP, code_of, count, enrolled, get, login, only_refused_for, post,
    pre_auth, pre_auths, second_step, sign_in, text, visitor, wrong_code,
};
use crate::support::World;

on_both!(
    a_password_alone_brings_a_question_and_no_session,
    a_code_brings_the_session,
    a_code_counts_once_even_within_its_drift,
    of_twenty_equal_codes_at_once_one_counts,
    codes_hold_one_step_before_and_after,
    a_code_is_six_ascii_digits_and_a_wrong_shape_costs_no_hash,
    a_code_that_is_not_a_string_is_refused,
    a_token_allows_five_wrong_codes_and_a_new_sign_in_works,
    guessing_in_parallel_gains_nothing,
    a_token_is_good_for_one_session,
    a_token_ends_after_five_minutes,
    the_eleventh_token_voids_the_first,
    a_token_is_no_session_and_a_session_is_no_token,
    the_realms_take_nothing_from_each_other,
    a_code_of_another_account_or_organization_opens_nothing,
    five_wrong_codes_lock_the_app_and_recovery_codes_still_open,
    a_success_elsewhere_clears_no_limit,
);

const BOTH: [&str; 2] = ["INVALID_MFA_CODE", "INVALID_PRE_AUTH_TOKEN"];

async fn a_password_alone_brings_a_question_and_no_session(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let sessions = "SELECT COUNT(*) FROM portal_sessions";
    let before = world.counted(sessions).await;
    let reply = login(&world, &enrolled.visitor.email, PASSWORD).await;
    let question = reply.expect(200);
    assert_eq!(reply.header("set-cookie"), None);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!((&question["mfaRequired"], &question["expiresIn"]), (&json!(true), &json!(300)));
    assert_eq!(question.as_object().unwrap().len(), 3);
    let token = text(&question, "preAuthToken");
    assert_eq!(token.len(), 43);
    assert_eq!(world.counted(sessions).await, before);
    let mut tx = world.db.read().await.unwrap();
    let stored: String =
        tx.sql("SELECT token_hash FROM customer_pre_auth_tokens").scalar().await.unwrap();
    assert!(stored.len() == 64 && stored != token);
}

async fn a_code_brings_the_session(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let typed = format!(" {} ", code_of(&world, &enrolled.secret, 0));
    let reply = sign_in(&world, &enrolled.visitor.email, &typed).await;
    let answer = reply.expect(200);
    assert_eq!(reply.header("set-cookie"), None);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    for (member, value) in [
        ("tokenType", json!("Bearer")),
        ("expiresIn", json!(28_800)),
        ("mfaRequired", json!(false)),
        ("passwordChangeRequired", json!(false)),
        ("usedRecoveryCode", json!(false)),
        ("recoveryCodesRemaining", json!(10)),
    ] {
        assert_eq!(answer[member], value, "{member}");
    }
    let me = get(&world, ME, &text(&answer, "accessToken")).await.expect(200);
    assert_eq!(me["customerId"], enrolled.visitor.customer);
    for (member, value) in [
        ("mfaEnabled", json!(true)),
        ("mfaEnrollmentRequired", json!(false)),
        ("recoveryCodesRemaining", json!(10)),
        ("recoveryCodesExhausted", json!(false)),
    ] {
        assert_eq!(me[member], value, "{member}");
    }
    let trail = world.trail().await;
    assert_eq!(trail[..2], ["login.succeeded", "login.password_accepted"]);
}

async fn a_code_counts_once_even_within_its_drift(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let email = &enrolled.visitor.email;
    // The code of the enrolment is consumed as well.
    let first = code_of(&world, &enrolled.secret, -1);
    sign_in(&world, email, &first).await.refused(401, "INVALID_MFA_CODE");
    let ahead = code_of(&world, &enrolled.secret, 1);
    sign_in(&world, email, &ahead).await.expect(200);
    // Immediately, and after 29, 31 and 59 seconds.
    for seconds in [0, 29, 2, 28] {
        world.clock.advance(TimeDelta::seconds(seconds));
        sign_in(&world, email, &ahead).await.refused(401, "INVALID_MFA_CODE");
    }
}

async fn of_twenty_equal_codes_at_once_one_counts(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let tokens = pre_auths(&world, &enrolled.visitor.email, 10).await;
    let right = code_of(&world, &enrolled.secret, 0);
    let steps = (0..20).map(|number: usize| second_step(&world, &tokens[number % 10], &right));
    let replies = join_all(steps).await;
    assert_eq!(count(&replies, 200), 1);
    only_refused_for(&replies, &["INVALID_MFA_CODE", "INVALID_PRE_AUTH_TOKEN", "MFA_LOCKED"]);
}

async fn codes_hold_one_step_before_and_after(db: TestDatabase) {
    let world = World::new(db).await;
    for (name, steps, status) in
        [("a", -2, 401), ("b", -1, 200), ("c", 0, 200), ("d", 1, 200), ("e", 2, 401)]
    {
        let enrolled = enrolled(&world, name).await;
        world.clock.advance(TimeDelta::minutes(2));
        let typed = code_of(&world, &enrolled.secret, steps);
        let reply = sign_in(&world, &enrolled.visitor.email, &typed).await;
        assert_eq!(reply.status, status, "{steps}: {}", reply.text);
    }
}

async fn a_code_is_six_ascii_digits_and_a_wrong_shape_costs_no_hash(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let right = code_of(&world, &enrolled.secret, 0);
    let sessions = world.service.sessions();
    for typed in [
        &right[1..],
        &format!("{right}0"),
        &format!("+{}", &right[1..]),
        "１２３４５６",
        "١٢٣٤٥٦",
        &format!("{right}é"),
    ] {
        let token = pre_auth(&world, &enrolled.visitor.email).await;
        let hashed = sessions.hashes_for_testing();
        second_step(&world, &token, typed).await.refused(401, "INVALID_MFA_CODE");
        assert_eq!(sessions.hashes_for_testing(), hashed, "{typed}");
    }
    let spaced = format!("{} {}", &right[..3], &right[3..]);
    sign_in(&world, &enrolled.visitor.email, &spaced).await.expect(200);
}

async fn a_code_that_is_not_a_string_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let token = pre_auth(&world, &enrolled.visitor.email).await;
    let right = code_of(&world, &enrolled.secret, 0);
    let hashed = world.service.sessions().hashes_for_testing();
    for code in [
        json!(right.parse::<u32>().unwrap()),
        json!([right]),
        json!({ "code": right }),
        Value::Null,
        json!(""),
        json!("   "),
        json!(format!("{right}\0")),
        json!("1".repeat(10_000)),
    ] {
        let body = json!({ "preAuthToken": token, "code": code });
        let reply = world.request(Method::POST, SECOND_STEP).json(&body).send().await;
        reply.refused(400, "VALIDATION_FAILED");
    }
    for body in [json!({ "code": right }), json!({ "preAuthToken": token }), json!([])] {
        let reply = world.request(Method::POST, SECOND_STEP).json(&body).send().await;
        reply.refused(400, "VALIDATION_FAILED");
    }
    assert_eq!(world.service.sessions().hashes_for_testing(), hashed);
    // None of that was a guess: the token and the code are still valid.
    second_step(&world, &token, &right).await.expect(200);
}

async fn a_token_allows_five_wrong_codes_and_a_new_sign_in_works(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let token = pre_auth(&world, &enrolled.visitor.email).await;
    for typed in ["nonsense", "ffff-ffff-ffff-ffff", "000", "ffff-ffff-ffff-fffe", "1234567"] {
        second_step(&world, &token, typed).await.refused(401, "INVALID_MFA_CODE");
    }
    let right = code_of(&world, &enrolled.secret, 0);
    second_step(&world, &token, &right).await.refused(401, "INVALID_PRE_AUTH_TOKEN");
    sign_in(&world, &enrolled.visitor.email, &right).await.expect(200);
}

async fn guessing_in_parallel_gains_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let token = pre_auth(&world, &enrolled.visitor.email).await;
    let guesses: Vec<String> =
        (0..20).map(|number| format!("ffff-ffff-ffff-{number:04}")).collect();
    let replies = join_all(guesses.iter().map(|guess| second_step(&world, &token, guess))).await;
    only_refused_for(&replies, &BOTH);
    let judged = replies.iter().filter(|reply| super::refusal(reply) == "INVALID_MFA_CODE");
    assert_eq!(judged.count(), 5);
}

async fn a_token_is_good_for_one_session(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let token = pre_auth(&world, &enrolled.visitor.email).await;
    let right = code_of(&world, &enrolled.secret, 0);
    let (totp, recovery) = tokio::join!(
        second_step(&world, &token, &right),
        second_step(&world, &token, &enrolled.codes[0]),
    );
    assert_eq!(count(&[totp, recovery.clone()], 200), 1);
    let left = if recovery.status == 200 { 9 } else { 10 };
    assert_eq!(world.hashes(&enrolled.visitor.customer).await.len(), left);
    let again = second_step(&world, &token, &enrolled.codes[1]).await;
    again.refused(401, "INVALID_PRE_AUTH_TOKEN");
    assert_eq!(world.hashes(&enrolled.visitor.customer).await.len(), left);
}

async fn a_token_ends_after_five_minutes(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let tokens = pre_auths(&world, &enrolled.visitor.email, 2).await;
    world.clock.advance(TimeDelta::seconds(299));
    let right = code_of(&world, &enrolled.secret, 0);
    second_step(&world, &tokens[0], &right).await.expect(200);
    world.clock.advance(TimeDelta::seconds(2));
    let late = second_step(&world, &tokens[1], &enrolled.codes[0]).await;
    late.refused(401, "INVALID_PRE_AUTH_TOKEN");
}

async fn the_eleventh_token_voids_the_first(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let mut tokens = Vec::new();
    for _ in 0..11 {
        world.clock.advance(TimeDelta::seconds(1));
        tokens.push(pre_auth(&world, &enrolled.visitor.email).await);
    }
    let oldest = second_step(&world, &tokens[0], &enrolled.codes[0]).await;
    oldest.refused(401, "INVALID_PRE_AUTH_TOKEN");
    second_step(&world, &tokens[1], &enrolled.codes[0]).await.expect(200);
}

async fn a_token_is_no_session_and_a_session_is_no_token(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let token = pre_auth(&world, &enrolled.visitor.email).await;
    for path in [ME, super::SETUP, "/api/auth/me", "/api/staff"] {
        get(&world, path, &token).await.refused(401, "UNAUTHENTICATED");
    }
    let browser = world.request(Method::GET, ME);
    let browser = browser.header("cookie", &format!("__Host-customer_session={token}"));
    browser.send().await.refused(401, "UNAUTHENTICATED");
    let session = &enrolled.visitor.token;
    for other in [&session[..200], &session[..43], "unknown"] {
        let refused = second_step(&world, other, &enrolled.codes[0]).await;
        refused.refused(401, "INVALID_PRE_AUTH_TOKEN");
    }
    second_step(&world, session, &enrolled.codes[0]).await.refused(400, "VALIDATION_FAILED");
    assert_eq!(world.hashes(&enrolled.visitor.customer).await.len(), 10);
}

/// A member of staff with two factors: their token, a code of their app, and a recovery code.
async fn staff_factors(world: &World) -> (String, String, String) {
    let setup = world.get("hr", "/api/auth/mfa/setup").await.expect(200);
    let secret = text(&setup, "secret");
    let body = json!({ "code": code_of(world, &secret, 0) });
    let enabled = world.post("hr", "/api/auth/mfa/complete", body).await.expect(200);
    world.clock.advance(TimeDelta::seconds(30));
    let person = world.person("hr");
    let body = json!({ "email": person.email, "password": person.password });
    let question =
        world.request(Method::POST, "/api/auth/login").json(&body).send().await.expect(200);
    let recovery = super::codes(&enabled)[0].clone();
    (text(&question, "preAuthToken"), code_of(world, &secret, 0), recovery)
}

async fn the_realms_take_nothing_from_each_other(db: TestDatabase) {
    let world = World::new(db).await;
    let (staff_token, staff_code, staff_recovery) = staff_factors(&world).await;
    let enrolled = enrolled(&world, "layla").await;
    let own = pre_auth(&world, &enrolled.visitor.email).await;
    let right = code_of(&world, &enrolled.secret, 0);
    for (token, code, answer) in [
        (&staff_token, &right, "INVALID_PRE_AUTH_TOKEN"),
        (&staff_token, &staff_code, "INVALID_PRE_AUTH_TOKEN"),
        (&own, &staff_code, "INVALID_MFA_CODE"),
        (&own, &staff_recovery, "INVALID_MFA_CODE"),
    ] {
        second_step(&world, token, code).await.refused(401, answer);
    }
    let staff_step = async |token: &str, code: &str| {
        let body = json!({ "preAuthToken": token, "code": code });
        world.request(Method::POST, "/api/auth/login/mfa").json(&body).send().await
    };
    staff_step(&own, &right).await.refused(401, "INVALID_PRE_AUTH_TOKEN");
    let foreign = staff_step(&staff_token, &enrolled.codes[0]).await;
    foreign.refused(401, "INVALID_MFA_CODE");
    // Each realm accepts its own.
    staff_step(&staff_token, &staff_recovery).await.expect(200);
    second_step(&world, &own, &right).await.expect(200);
}

async fn a_code_of_another_account_or_organization_opens_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let victim = enrolled(&world, "layla").await;
    let neighbour = enrolled(&world, "salma").await;
    let foreign = visitor(&world, "foreign_admin", "zaid").await;
    let foreign = super::enrol(&world, foreign).await;
    for other in [&neighbour, &foreign] {
        let token = pre_auth(&world, &victim.visitor.email).await;
        let typed = code_of(&world, &other.secret, 0);
        for code in [&typed, &other.codes[0]] {
            second_step(&world, &token, code).await.refused(401, "INVALID_MFA_CODE");
        }
        assert_eq!(world.hashes(&other.visitor.customer).await.len(), 10);
    }
    // Accounts and organizations in the request are ignored.
    let token = pre_auth(&world, &foreign.visitor.email).await;
    let me = get(&world, ME, &victim.visitor.token).await.expect(200);
    let body = json!({ "preAuthToken": token, "code": foreign.codes[0],
        "organizationId": me["organizationId"], "customerPortalAccountId": me["id"] });
    let reply = world.request(Method::POST, SECOND_STEP).json(&body).send().await.expect(200);
    let me = get(&world, ME, &text(&reply, "accessToken")).await.expect(200);
    assert_eq!(me["email"], foreign.visitor.email);
}

async fn five_wrong_codes_lock_the_app_and_recovery_codes_still_open(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let email = &enrolled.visitor.email;
    for _ in 0..5 {
        let wrong = wrong_code(&world, &enrolled.secret);
        sign_in(&world, email, &wrong).await.refused(401, "INVALID_MFA_CODE");
    }
    let right = code_of(&world, &enrolled.secret, 0);
    let locked = sign_in(&world, email, &right).await;
    locked.refused(429, "MFA_LOCKED");
    assert_eq!(locked.header("retry-after"), Some("901"));
    // The lock applies wherever a code of the app is accepted.
    let body = json!({ "currentPassword": PASSWORD, "code": right });
    let refused = post(&world, super::REGENERATE, &enrolled.visitor.token, body).await;
    refused.refused(429, "MFA_LOCKED");
    sign_in(&world, email, &enrolled.codes[0]).await.expect(200);
    assert!(world.trail().await.contains(&"mfa.locked".to_owned()));
    world.clock.advance(TimeDelta::minutes(15));
    let right = code_of(&world, &enrolled.secret, 0);
    sign_in(&world, email, &right).await.expect(200);
}

async fn a_success_elsewhere_clears_no_limit(db: TestDatabase) {
    let world = World::new(db).await;
    let victim = enrolled(&world, "layla").await;
    let attacker = enrolled(&world, "salma").await;
    for _ in 0..5 {
        login(&world, &victim.visitor.email, "a guess").await.refused(401, "INVALID_CREDENTIALS");
    }
    let attempts = "SELECT MAX(attempts) FROM login_throttles WHERE key LIKE 'customer-ip:%'";
    let before = world.counted(attempts).await;
    let body = json!({ "email": attacker.visitor.email, "password": PASSWORD });
    world.request(Method::POST, LOGIN).json(&body).send().await.expect(200);
    assert_eq!(world.counted(attempts).await, before + 1);
    for _ in 0..2 {
        let typed = code_of(&world, &attacker.secret, 0);
        sign_in(&world, &attacker.visitor.email, &typed).await.expect(200);
        let refused = login(&world, &victim.visitor.email, PASSWORD).await;
        refused.refused(429, "RATE_LIMITED");
        world.clock.advance(TimeDelta::seconds(30));
    }
}
