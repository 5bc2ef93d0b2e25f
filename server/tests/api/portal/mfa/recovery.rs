//! Recovery codes, and the mail after the last one.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use serde_json::json;

use super::{
    ME, code_of, count, enrolled, get, only_refused_for, pre_auth, pre_auths, second_step, sign_in,
    text,
};
use crate::support::World;

on_both!(
    every_code_opens_once_and_the_last_one_brings_a_mail,
    of_fifty_uses_of_one_code_at_once_one_counts,
    the_last_code_used_by_twenty_concurrent_requests_is_spent_and_reported_once,
    two_different_codes_at_once_both_count,
    a_code_counts_however_it_was_typed,
    a_code_of_digits_alone_is_a_recovery_code_all_the_same,
    a_sign_in_that_fails_half_way_spends_nothing,
    a_mail_that_cannot_be_written_spends_nothing,
);

async fn every_code_opens_once_and_the_last_one_brings_a_mail(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let (customer, email) = (&enrolled.visitor.customer, &enrolled.visitor.email);
    // Mail goes to the contact address of the customer, which may differ from the sign-in address.
    let patch = json!({ "email": "office@elsewhere.example" });
    let path = format!("/api/customers/{customer}");
    world.patch("admin", &path, patch).await.expect(200);
    for (left, typed) in (0..10_u32).rev().zip(&enrolled.codes) {
        assert_eq!(world.counted("SELECT COUNT(*) FROM mails").await, 0);
        let answer = sign_in(&world, email, typed).await.expect(200);
        assert_eq!(answer["usedRecoveryCode"], true);
        assert_eq!(answer["recoveryCodesRemaining"], left);
        let me = get(&world, ME, &text(&answer, "accessToken")).await.expect(200);
        assert_eq!(
            (&me["mfaEnabled"], &me["recoveryCodesRemaining"]),
            (&json!(true), &json!(left))
        );
        assert_eq!(me["recoveryCodesExhausted"], left == 0);
        assert_eq!(world.hashes(customer).await.len(), usize::try_from(left).unwrap());
        sign_in(&world, email, typed).await.refused(401, "INVALID_MFA_CODE");
    }
    let mut tx = world.db.read().await.unwrap();
    let (recipient, subject, words, html): (String, String, String, String) =
        tx.sql("SELECT recipient, subject, text, html FROM mails").one().await.unwrap();
    drop(tx);
    assert_eq!(recipient, "office@elsewhere.example");
    assert!(subject.contains("recovery codes"));
    for body in [&words, &html] {
        assert!(body.contains("http://127.0.0.1:3000/portal/settings/security"), "{body}");
        assert!(body.contains("No recovery codes remain") && body.contains("Settings"));
        assert!(enrolled.codes.iter().all(|code| !body.contains(code.as_str())));
    }
    let trail = world.trail().await;
    let exhausted = trail.iter().filter(|it| *it == "mfa.recovery_codes_exhausted");
    assert_eq!(exhausted.count(), 1);
    // The app is still accepted, and causes no second mail.
    let right = code_of(&world, &enrolled.secret, 0);
    sign_in(&world, email, &right).await.expect(200);
    assert_eq!(world.counted("SELECT COUNT(*) FROM mails").await, 1);
}

async fn of_fifty_uses_of_one_code_at_once_one_counts(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let tokens = pre_auths(&world, &enrolled.visitor.email, 10).await;
    let sessions = "SELECT COUNT(*) FROM portal_sessions";
    let begun = world.counted(sessions).await;
    let typed = &enrolled.codes[3];
    let uses = (0..50).map(|number: usize| second_step(&world, &tokens[number % 10], typed));
    let replies = join_all(uses).await;
    assert_eq!(count(&replies, 200), 1);
    let known = ["INVALID_MFA_CODE", "INVALID_PRE_AUTH_TOKEN", "SERVICE_UNAVAILABLE"];
    only_refused_for(&replies, &known);
    assert_eq!(world.hashes(&enrolled.visitor.customer).await.len(), 9);
    assert_eq!(world.counted(sessions).await, begun + 1);
    let used = "SELECT COUNT(*) FROM audit_entries WHERE action = 'mfa.recovery_code_used'";
    assert_eq!(world.counted(used).await, 1);
}

async fn the_last_code_used_by_twenty_concurrent_requests_is_spent_and_reported_once(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    for typed in &enrolled.codes[..9] {
        sign_in(&world, &enrolled.visitor.email, typed).await.expect(200);
    }
    let tokens = pre_auths(&world, &enrolled.visitor.email, 10).await;
    let last = &enrolled.codes[9];
    let uses = (0..20).map(|number: usize| second_step(&world, &tokens[number % 10], last));
    let replies = join_all(uses).await;
    assert_eq!(count(&replies, 200), 1);
    let won = replies.iter().find(|reply| reply.status == 200).unwrap().json();
    assert_eq!(won["recoveryCodesRemaining"], 0);
    assert_eq!(world.counted("SELECT COUNT(*) FROM mails").await, 1);
    let me = get(&world, ME, &text(&won, "accessToken")).await.expect(200);
    assert_eq!(me["recoveryCodesExhausted"], true);
}

async fn two_different_codes_at_once_both_count(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let tokens = pre_auths(&world, &enrolled.visitor.email, 4).await;
    let uses = tokens.iter().zip(&enrolled.codes);
    for reply in join_all(uses.map(|(token, code)| second_step(&world, token, code))).await {
        reply.expect(200);
    }
    assert_eq!(world.hashes(&enrolled.visitor.customer).await.len(), 6);
}

async fn a_code_counts_however_it_was_typed(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let codes = &enrolled.codes;
    assert!(codes.iter().all(|code| code.len() == 19 && code.matches('-').count() == 3));
    for typed in [
        codes[0].to_uppercase(),
        codes[1].replace('-', ""),
        format!("  {} ", codes[2].replace('-', " ")),
    ] {
        sign_in(&world, &enrolled.visitor.email, &typed).await.expect(200);
    }
    let mistaken = format!("O{}", &codes[3][1..]);
    let refused = sign_in(&world, &enrolled.visitor.email, &mistaken).await;
    refused.refused(401, "INVALID_MFA_CODE");
}

async fn a_code_of_digits_alone_is_a_recovery_code_all_the_same(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let salt = [0x12; 16];
    let hash = bcrypt::non_truncating_hash_with_salt("1234567890123456", 4, salt).unwrap();
    let mut tx = world.db.begin().await.unwrap();
    let write = tx.sql("UPDATE customer_mfa_credentials SET backup_codes_hashes = $1");
    write.bind(json!([hash.to_string()]).to_string()).execute().await.unwrap();
    tx.commit().await.unwrap();
    let reply = sign_in(&world, &enrolled.visitor.email, "1234-5678-9012-3456").await;
    assert_eq!(reply.expect(200)["usedRecoveryCode"], true);
}

async fn a_sign_in_that_fails_half_way_spends_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let token = pre_auth(&world, &enrolled.visitor.email).await;
    world.run("ALTER TABLE portal_sessions RENAME TO portal_sessions_gone").await;
    let failed = second_step(&world, &token, &enrolled.codes[0]).await;
    failed.refused(500, "INTERNAL_ERROR");
    world.run("ALTER TABLE portal_sessions_gone RENAME TO portal_sessions").await;
    assert_eq!(world.hashes(&enrolled.visitor.customer).await.len(), 10);
    second_step(&world, &token, &enrolled.codes[0]).await.expect(200);
}

async fn a_mail_that_cannot_be_written_spends_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    for typed in &enrolled.codes[..9] {
        sign_in(&world, &enrolled.visitor.email, typed).await.expect(200);
    }
    let token = pre_auth(&world, &enrolled.visitor.email).await;
    world.run("ALTER TABLE mails RENAME TO mails_gone").await;
    let failed = second_step(&world, &token, &enrolled.codes[9]).await;
    failed.refused(500, "INTERNAL_ERROR");
    world.run("ALTER TABLE mails_gone RENAME TO mails").await;
    assert_eq!(world.hashes(&enrolled.visitor.customer).await.len(), 1);
    second_step(&world, &token, &enrolled.codes[9]).await.expect(200);
    assert_eq!(world.counted("SELECT COUNT(*) FROM mails").await, 1);
}
