//! A new set of recovery codes.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use serde_json::json;

use super::{
    Enrolled, ME, PASSWORD, REGENERATE, code_of, codes, count, enrolled, get, only_refused_for,
    post, sign_in, text, visitor, wrong_code,
};
use crate::support::{Reply, World};

on_both!(
    a_new_set_voids_the_old_one_and_ends_the_exhaustion,
    both_factors_are_required_and_the_error_does_not_tell_which_failed,
    a_spent_code_is_not_enough,
    of_two_new_sets_at_once_one_counts,
    three_sets_an_hour_are_enough,
    without_a_second_factor_there_are_no_codes,
);

async fn regenerate(world: &World, enrolled: &Enrolled, password: &str, code: &str) -> Reply {
    let body = json!({ "currentPassword": password, "code": code });
    post(world, REGENERATE, &enrolled.visitor.token, body).await
}

async fn a_new_set_voids_the_old_one_and_ends_the_exhaustion(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let email = &enrolled.visitor.email;
    for typed in &enrolled.codes[1..] {
        sign_in(&world, email, typed).await.expect(200);
    }
    let right = code_of(&world, &enrolled.secret, 0);
    let reply = regenerate(&world, &enrolled, PASSWORD, &right).await;
    let made = reply.expect(200);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!((codes(&made).len(), &made["recoveryCodesRemaining"]), (10, &json!(10)));
    sign_in(&world, email, &enrolled.codes[0]).await.refused(401, "INVALID_MFA_CODE");
    // Exhausted once, one mail is sent; renewed and exhausted again, a second one.
    for typed in codes(&made) {
        sign_in(&world, email, &typed).await.expect(200);
    }
    assert_eq!(world.counted("SELECT COUNT(*) FROM mails").await, 1);
    world.clock.advance(TimeDelta::seconds(30));
    let right = code_of(&world, &enrolled.secret, 0);
    let token = text(&sign_in(&world, email, &right).await.expect(200), "accessToken");
    world.clock.advance(TimeDelta::seconds(30));
    let right = code_of(&world, &enrolled.secret, 0);
    let body = json!({ "currentPassword": PASSWORD, "code": right });
    let made = post(&world, REGENERATE, &token, body).await.expect(200);
    let me = get(&world, ME, &token).await.expect(200);
    assert_eq!(
        (&me["recoveryCodesRemaining"], &me["recoveryCodesExhausted"]),
        (&json!(10), &json!(false))
    );
    for typed in codes(&made) {
        sign_in(&world, email, &typed).await.expect(200);
    }
    assert_eq!(world.counted("SELECT COUNT(*) FROM mails").await, 2);
    let audit = world.get("admin", "/api/audit-log?action=mfa.recovery_codes_regenerated").await;
    assert_eq!(audit.expect(200)["pagination"]["total"], 2);
    assert!(codes(&made).iter().all(|code| !audit.text.contains(code.as_str())));
}

async fn both_factors_are_required_and_the_error_does_not_tell_which_failed(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let right = code_of(&world, &enrolled.secret, 0);
    let wrong = wrong_code(&world, &enrolled.secret);
    let before = world.hashes(&enrolled.visitor.customer).await;
    let mut refusals = Vec::new();
    for (password, typed) in [
        ("not my password", &*right),
        (PASSWORD, &*wrong),
        ("not my password", &*wrong),
        (PASSWORD, &*enrolled.codes[0]),
        (PASSWORD, "nonsense"),
        (PASSWORD, ""),
        ("", &*right),
    ] {
        let reply = regenerate(&world, &enrolled, password, typed).await;
        reply.refused(400, "REAUTHENTICATION_FAILED");
        refusals.push(reply.bytes());
    }
    assert!(refusals.iter().all(|it| *it == refusals[0]));
    assert_eq!(world.hashes(&enrolled.visitor.customer).await, before);
    regenerate(&world, &enrolled, PASSWORD, &right).await.expect(200);
}

async fn a_spent_code_is_not_enough(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let right = code_of(&world, &enrolled.secret, 0);
    sign_in(&world, &enrolled.visitor.email, &right).await.expect(200);
    let refused = regenerate(&world, &enrolled, PASSWORD, &right).await;
    refused.refused(400, "REAUTHENTICATION_FAILED");
    let next = code_of(&world, &enrolled.secret, 1);
    regenerate(&world, &enrolled, PASSWORD, &next).await.expect(200);
    let replayed = sign_in(&world, &enrolled.visitor.email, &next).await;
    replayed.refused(401, "INVALID_MFA_CODE");
}

async fn of_two_new_sets_at_once_one_counts(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let right = code_of(&world, &enrolled.secret, 0);
    let asked = (0..2).map(|_| regenerate(&world, &enrolled, PASSWORD, &right));
    let replies = join_all(asked).await;
    assert_eq!(count(&replies, 200), 1);
    only_refused_for(&replies, &["REAUTHENTICATION_FAILED"]);
    let won = replies.iter().find(|reply| reply.status == 200).unwrap().json();
    for (code, hash) in codes(&won).iter().zip(&world.hashes(&enrolled.visitor.customer).await) {
        assert!(bcrypt::verify(code.replace('-', ""), hash).unwrap());
    }
}

async fn three_sets_an_hour_are_enough(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    for _ in 0..3 {
        let right = code_of(&world, &enrolled.secret, 0);
        regenerate(&world, &enrolled, PASSWORD, &right).await.expect(200);
        world.clock.advance(TimeDelta::minutes(5));
    }
    let right = code_of(&world, &enrolled.secret, 0);
    let fourth = regenerate(&world, &enrolled, PASSWORD, &right).await;
    fourth.refused(429, "RATE_LIMITED");
    assert!(fourth.header("retry-after").is_some());
}

async fn without_a_second_factor_there_are_no_codes(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    let body = json!({ "currentPassword": PASSWORD, "code": "123456" });
    let refused = post(&world, REGENERATE, &visitor.token, body).await;
    refused.refused(409, "MFA_NOT_ENABLED");
}
