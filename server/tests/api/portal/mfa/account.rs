//! Effects of a password change, a block and resets by staff on a sign-in with two factors.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use http::Method;
use serde_json::json;

use super::{
    CHANGE_PASSWORD, Enrolled, ME, NEXT_PASSWORD, PASSWORD, code_of, enrolled, get, login,
    pre_auth, request, second_step, settle, sign_in, text, visitor, wrong_code,
};
use crate::support::{Reply, World};

on_both!(
    a_new_password_voids_tokens_and_sessions,
    a_wrong_present_password_changes_nothing,
    with_a_second_factor_a_password_may_be_shorter,
    a_block_voids_the_token,
    a_block_during_the_second_step_wins,
    a_reset_of_the_password_keeps_the_factor_and_lifts_its_lock,
    a_reset_of_the_factor_takes_the_password_and_every_session_with_it,
    resets_of_the_factor_are_for_who_may_change_customers,
    nothing_that_happens_is_written_down_with_a_secret,
);

async fn change(world: &World, token: &str, current: &str, new: &str) -> Reply {
    let body = json!({ "currentPassword": current, "newPassword": new });
    request(world, Method::PATCH, CHANGE_PASSWORD, token, body).await
}

fn account_path(enrolled: &Enrolled, act: &str) -> String {
    format!("/api/customers/{}/portal-account/{act}", enrolled.visitor.customer)
}

async fn a_new_password_voids_tokens_and_sessions(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let question = pre_auth(&world, &enrolled.visitor.email).await;
    let right = code_of(&world, &enrolled.secret, 0);
    let other = sign_in(&world, &enrolled.visitor.email, &right).await.expect(200);
    // The clock does not advance: tokens of the same second are revoked too.
    let changed = change(&world, &enrolled.visitor.token, PASSWORD, NEXT_PASSWORD).await;
    let token = text(&changed.expect(200), "accessToken");
    second_step(&world, &question, &enrolled.codes[0]).await.refused(401, "INVALID_PRE_AUTH_TOKEN");
    for ended in [&text(&other, "accessToken"), &enrolled.visitor.token] {
        get(&world, ME, ended).await.refused(401, "UNAUTHENTICATED");
    }
    let me = get(&world, ME, &token).await.expect(200);
    assert_eq!((&me["mfaEnabled"], &me["recoveryCodesRemaining"]), (&json!(true), &json!(10)));
    // The second factor is required with the new password, too.
    let answer = login(&world, &enrolled.visitor.email, NEXT_PASSWORD).await.expect(200);
    assert_eq!(answer["mfaRequired"], true);
}

async fn a_wrong_present_password_changes_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let token = &enrolled.visitor.token;
    for current in ["", "wrong"] {
        let refused = change(&world, token, current, NEXT_PASSWORD).await;
        refused.refused(400, "INVALID_CURRENT_PASSWORD");
    }
    let missing = json!({ "newPassword": NEXT_PASSWORD });
    let refused = request(&world, Method::PATCH, CHANGE_PASSWORD, token, missing).await;
    refused.refused(400, "VALIDATION_FAILED");
    pre_auth(&world, &enrolled.visitor.email).await;
}

async fn with_a_second_factor_a_password_may_be_shorter(db: TestDatabase) {
    let world = World::new(db).await;
    let alone = visitor(&world, "admin", "salma").await;
    let refused = change(&world, &alone.token, PASSWORD, "kQ7vzx2m").await;
    refused.refused(400, "VALIDATION_FAILED");
    assert!(refused.text.contains("PASSWORD_TOO_SHORT"));
    let enrolled = enrolled(&world, "layla").await;
    let short = change(&world, &enrolled.visitor.token, PASSWORD, "kQ7vzx2").await;
    assert!(short.text.contains("PASSWORD_TOO_SHORT"));
    let common = change(&world, &enrolled.visitor.token, PASSWORD, "password1").await;
    assert!(common.text.contains("PASSWORD_COMMON"), "{}", common.text);
    change(&world, &enrolled.visitor.token, PASSWORD, "kQ7vzx2m").await.expect(200);
}

async fn a_block_voids_the_token(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let question = pre_auth(&world, &enrolled.visitor.email).await;
    for act in ["block", "unblock"] {
        world.post_empty("credit_officer", &account_path(&enrolled, act)).await.expect(200);
        let void = second_step(&world, &question, &enrolled.codes[0]).await;
        void.refused(401, "INVALID_PRE_AUTH_TOKEN");
        get(&world, ME, &enrolled.visitor.token).await.refused(401, "UNAUTHENTICATED");
    }
    sign_in(&world, &enrolled.visitor.email, &enrolled.codes[0]).await.expect(200);
}

async fn a_block_during_the_second_step_wins(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let question = pre_auth(&world, &enrolled.visitor.email).await;
    let path = account_path(&enrolled, "block");
    let (reply, blocked) = tokio::join!(
        second_step(&world, &question, &enrolled.codes[0]),
        world.post_empty("credit_officer", &path),
    );
    blocked.expect(200);
    if reply.status == 200 {
        let token = text(&reply.json(), "accessToken");
        get(&world, ME, &token).await.refused(401, "UNAUTHENTICATED");
    } else {
        reply.refused(401, "INVALID_PRE_AUTH_TOKEN");
    }
}

async fn a_reset_of_the_password_keeps_the_factor_and_lifts_its_lock(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let email = &enrolled.visitor.email;
    for _ in 0..5 {
        let wrong = wrong_code(&world, &enrolled.secret);
        sign_in(&world, email, &wrong).await.refused(401, "INVALID_MFA_CODE");
    }
    world.run("UPDATE customer_mfa_credentials SET totp_failures = 100").await;
    let question = pre_auth(&world, email).await;
    let path = account_path(&enrolled, "reset-password");
    let reset = world.post_empty("credit_officer", &path).await.expect(200);
    second_step(&world, &question, &enrolled.codes[0]).await.refused(401, "INVALID_PRE_AUTH_TOKEN");
    let temporary = text(&reset, "temporaryPassword");
    let answer = login(&world, email, &temporary).await.expect(200);
    let right = code_of(&world, &enrolled.secret, 0);
    let answer = second_step(&world, &text(&answer, "preAuthToken"), &right).await.expect(200);
    assert_eq!(answer["passwordChangeRequired"], true);
}

async fn a_reset_of_the_factor_takes_the_password_and_every_session_with_it(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let email = &enrolled.visitor.email;
    let question = pre_auth(&world, email).await;
    let path = account_path(&enrolled, "reset-mfa");
    let reset = world.post_empty("credit_officer", &path).await.expect(200);
    get(&world, ME, &enrolled.visitor.token).await.refused(401, "UNAUTHENTICATED");
    for typed in [&code_of(&world, &enrolled.secret, 0), &enrolled.codes[0]] {
        second_step(&world, &question, typed).await.refused(401, "INVALID_PRE_AUTH_TOKEN");
    }
    login(&world, email, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    let customer = enrolled.visitor.customer.clone();
    let again = settle(&world, customer, email, &text(&reset, "temporaryPassword")).await;
    let me = get(&world, ME, &again.token).await.expect(200);
    assert_eq!(me["mfaEnabled"], false);
    assert_eq!(world.trail().await.iter().filter(|it| *it == "mfa.reset").count(), 1);
    world.post_empty("credit_officer", &path).await.refused(409, "MFA_NOT_ENABLED");
    // The earlier enrolment is void.
    world.clock.advance(TimeDelta::seconds(30));
    let anew = super::enrol(&world, again).await;
    assert_ne!(anew.secret, enrolled.secret);
    let old = sign_in(&world, email, &enrolled.codes[0]).await;
    old.refused(401, "INVALID_MFA_CODE");
}

async fn resets_of_the_factor_are_for_who_may_change_customers(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let path = account_path(&enrolled, "reset-mfa");
    for who in ["cashier", "hr", "md", "employee"] {
        world.post_empty(who, &path).await.refused(403, "FORBIDDEN");
    }
    world.post_empty("foreign_admin", &path).await.refused(404, "NOT_FOUND");
    world.post_empty("nobody", &path).await.refused(401, "UNAUTHENTICATED");
    get(&world, ME, &enrolled.visitor.token).await.expect(200);
}

async fn nothing_that_happens_is_written_down_with_a_secret(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let email = &enrolled.visitor.email;
    let wrong = wrong_code(&world, &enrolled.secret);
    sign_in(&world, email, &wrong).await.refused(401, "INVALID_MFA_CODE");
    sign_in(&world, email, &enrolled.codes[0]).await.expect(200);
    let right = code_of(&world, &enrolled.secret, 0);
    let answer = sign_in(&world, email, &right).await.expect(200);
    world.post_empty("admin", &account_path(&enrolled, "reset-mfa")).await.expect(200);
    let audit = world.get("admin", "/api/audit-log?limit=100").await;
    for action in [
        "mfa.setup_started",
        "mfa.enabled",
        "login.password_accepted",
        "mfa.code_refused",
        "mfa.recovery_code_used",
        "login.succeeded",
        "mfa.reset",
        "sessions.revoked",
    ] {
        assert!(audit.text.contains(action), "{action}");
    }
    let plain = enrolled.codes[0].replace('-', "");
    let token = text(&answer, "accessToken");
    for secret in [&enrolled.secret, &enrolled.codes[0], &plain, &right, &wrong, &token] {
        assert!(!audit.text.contains(secret.as_str()));
    }
}
