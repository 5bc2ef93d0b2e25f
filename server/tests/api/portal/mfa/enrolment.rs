//! Enrolment of the second factor, and organizations that require one.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use http::Method;
use serde_json::json;

use super::{
    CHANGE_PASSWORD, COMPLETE, ME, NEXT_PASSWORD, PASSWORD, REGENERATE, SETUP, Visitor, code_of,
    codes, count, enrolled, get, login, only_refused_for, post, text, visitor, wrong_code,
};
use crate::support::World;

on_both!(
    a_secret_stays_the_same_for_a_quarter_of_an_hour,
    neither_a_get_request_nor_another_site_starts_an_enrolment,
    the_first_code_brings_ten_recovery_codes_once,
    an_enabled_second_factor_cannot_be_set_up_again,
    nothing_is_completed_that_was_not_begun_or_took_too_long,
    of_two_first_codes_at_once_one_counts,
    a_malformed_first_code_is_no_guess_and_wrong_ones_are_limited,
    an_unfinished_enrolment_changes_nothing,
    a_temporary_password_comes_first,
    ten_setups_an_hour_are_enough,
    an_enrolment_that_is_pending_is_nothing_to_take_away,
    if_a_second_factor_is_required_a_customer_enrols_before_anything_else,
);

async fn complete(world: &World, visitor: &Visitor, code: &str) -> crate::support::Reply {
    post(world, COMPLETE, &visitor.token, json!({ "code": code })).await
}

async fn begin(world: &World, visitor: &Visitor) -> String {
    text(&get(world, SETUP, &visitor.token).await.expect(200), "secret")
}

async fn a_secret_stays_the_same_for_a_quarter_of_an_hour(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    let reply = get(&world, SETUP, &visitor.token).await;
    let first = reply.expect(200);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!((text(&first, "secret").len(), &first["expiresIn"]), (32, &json!(900)));
    assert_eq!(first["issuer"], "Mizan Portal");
    assert_eq!(first["accountName"], visitor.email);
    assert!(text(&first, "otpauthUri").starts_with("otpauth://totp/Mizan%20Portal:"));
    assert!(text(&first, "qrCode").starts_with("data:image/svg+xml;base64,"));
    world.clock.advance(TimeDelta::seconds(899));
    let again = get(&world, SETUP, &visitor.token).await.expect(200);
    assert_eq!((&again["secret"], &again["expiresIn"]), (&first["secret"], &json!(1)));
    world.clock.advance(TimeDelta::seconds(1));
    let later = get(&world, SETUP, &visitor.token).await.expect(200);
    assert_ne!(later["secret"], first["secret"]);
    let old = code_of(&world, &text(&first, "secret"), 0);
    complete(&world, &visitor, &old).await.refused(400, "INVALID_MFA_CODE");
    let new = code_of(&world, &text(&later, "secret"), 0);
    complete(&world, &visitor, &new).await.expect(200);
}

async fn neither_a_get_request_nor_another_site_starts_an_enrolment(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    let head = world.request(Method::HEAD, SETUP);
    let head = head.header("authorization", &format!("Bearer {}", visitor.token)).send().await;
    assert_eq!((head.status, head.header("allow")), (405, Some("GET")));
    let cookie = format!("__Host-customer_session={}", visitor.token);
    let browser = |site: &str| {
        let request = world.request(Method::GET, SETUP).header("cookie", &cookie);
        request.header("sec-fetch-site", site).send()
    };
    for site in ["cross-site", "same-site"] {
        browser(site).await.refused(403, "CROSS_SITE_REJECTED");
    }
    let rows = "SELECT COUNT(*) FROM customer_mfa_credentials";
    assert_eq!(world.counted(rows).await, 0);
    browser("same-origin").await.expect(200);
    assert_eq!(world.counted(rows).await, 1);
}

async fn the_first_code_brings_ten_recovery_codes_once(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    let secret = begin(&world, &visitor).await;
    let reply = complete(&world, &visitor, &code_of(&world, &secret, 0)).await;
    let enabled = reply.expect(200);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!(
        (&enabled["mfaEnabled"], &enabled["recoveryCodesRemaining"]),
        (&json!(true), &json!(10))
    );
    let (shown, hashes) = (codes(&enabled), world.hashes(&visitor.customer).await);
    assert_eq!((shown.len(), hashes.len()), (10, 10));
    for (code, hash) in shown.iter().zip(&hashes) {
        assert!(bcrypt::verify(code.replace('-', ""), hash).unwrap());
        let me = get(&world, ME, &visitor.token).await;
        assert!(!me.text.contains(code.as_str()) && !me.text.contains(&secret));
    }
    let path = format!("/api/customers/{}", visitor.customer);
    let seen = world.get("cashier", &path).await.expect(200);
    assert_eq!(seen["portalAccount"]["mfaEnabled"], true);
    let list = world.get("cashier", "/api/customers?q=layla").await.expect(200);
    assert_eq!(list["data"][0]["portalAccount"]["mfaEnabled"], true);
    assert_eq!(world.trail().await[..2], ["mfa.enabled", "mfa.setup_started"]);
}

async fn an_enabled_second_factor_cannot_be_set_up_again(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = enrolled(&world, "layla").await;
    let stored = async || {
        let mut tx = world.db.read().await.unwrap();
        let text = "SELECT encrypted_secret FROM customer_mfa_credentials";
        tx.sql(text).scalar::<String>().await.unwrap()
    };
    let before = stored().await;
    let again = get(&world, SETUP, &enrolled.visitor.token).await;
    again.refused(409, "MFA_ALREADY_ENABLED");
    let right = code_of(&world, &enrolled.secret, 0);
    complete(&world, &enrolled.visitor, &right).await.refused(409, "MFA_ALREADY_ENABLED");
    assert_eq!(stored().await, before);
    assert_eq!(world.hashes(&enrolled.visitor.customer).await.len(), 10);
}

async fn nothing_is_completed_that_was_not_begun_or_took_too_long(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    complete(&world, &visitor, "123456").await.refused(409, "MFA_NOT_PENDING");
    let secret = begin(&world, &visitor).await;
    world.clock.advance(TimeDelta::minutes(15));
    let right = code_of(&world, &secret, 0);
    complete(&world, &visitor, &right).await.refused(409, "MFA_SETUP_EXPIRED");
}

async fn of_two_first_codes_at_once_one_counts(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    let secret = begin(&world, &visitor).await;
    let right = code_of(&world, &secret, 0);
    let replies = join_all((0..4).map(|_| complete(&world, &visitor, &right))).await;
    assert_eq!((count(&replies, 200), count(&replies, 409)), (1, 3));
    only_refused_for(&replies, &["MFA_ALREADY_ENABLED"]);
    let won = replies.iter().find(|reply| reply.status == 200).unwrap().json();
    for (code, hash) in codes(&won).iter().zip(&world.hashes(&visitor.customer).await) {
        assert!(bcrypt::verify(code.replace('-', ""), hash).unwrap());
    }
}

async fn a_malformed_first_code_is_no_guess_and_wrong_ones_are_limited(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    let secret = begin(&world, &visitor).await;
    for malformed in ["", "12345", "abcdef", "01ab-23cd-45ef-6789", "１２３４５６"] {
        complete(&world, &visitor, malformed).await.refused(400, "VALIDATION_FAILED");
    }
    let wrong = wrong_code(&world, &secret);
    for _ in 0..5 {
        complete(&world, &visitor, &wrong).await.refused(400, "INVALID_MFA_CODE");
    }
    let right = code_of(&world, &secret, 0);
    complete(&world, &visitor, &right).await.refused(429, "MFA_LOCKED");
}

async fn an_unfinished_enrolment_changes_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    begin(&world, &visitor).await;
    let answer = login(&world, &visitor.email, PASSWORD).await.expect(200);
    assert_eq!(answer["mfaRequired"], false);
    let me = get(&world, ME, &text(&answer, "accessToken")).await.expect(200);
    assert_eq!((&me["mfaEnabled"], &me["recoveryCodesRemaining"]), (&json!(false), &json!(null)));
    let path = format!("/api/customers/{}", visitor.customer);
    let seen = world.get("admin", &path).await.expect(200);
    assert_eq!(seen["portalAccount"]["mfaEnabled"], false);
}

async fn a_temporary_password_comes_first(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    let path = format!("/api/customers/{}/portal-account/reset-password", visitor.customer);
    let temporary = text(&world.post_empty("admin", &path).await.expect(200), "temporaryPassword");
    let answer = login(&world, &visitor.email, &temporary).await.expect(200);
    assert_eq!(answer["passwordChangeRequired"], true);
    let token = text(&answer, "accessToken");
    get(&world, SETUP, &token).await.refused(403, "PASSWORD_CHANGE_REQUIRED");
    let body = json!({ "code": "123456" });
    post(&world, COMPLETE, &token, body).await.refused(403, "PASSWORD_CHANGE_REQUIRED");
}

async fn ten_setups_an_hour_are_enough(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    let secret = begin(&world, &visitor).await;
    for _ in 1..10 {
        assert_eq!(begin(&world, &visitor).await, secret);
    }
    let limited = get(&world, SETUP, &visitor.token).await;
    limited.refused(429, "RATE_LIMITED");
    assert_eq!(limited.header("retry-after"), Some("3601"));
    complete(&world, &visitor, &code_of(&world, &secret, 0)).await.expect(200);
    get(&world, SETUP, &visitor.token).await.refused(409, "MFA_ALREADY_ENABLED");
}

async fn an_enrolment_that_is_pending_is_nothing_to_take_away(db: TestDatabase) {
    let world = World::new(db).await;
    let visitor = visitor(&world, "admin", "layla").await;
    let secret = begin(&world, &visitor).await;
    let path = format!("/api/customers/{}/portal-account/reset-mfa", visitor.customer);
    world.post_empty("admin", &path).await.refused(409, "MFA_NOT_ENABLED");
    login(&world, &visitor.email, PASSWORD).await.expect(200);
    complete(&world, &visitor, &code_of(&world, &secret, 0)).await.expect(200);
}

async fn if_a_second_factor_is_required_a_customer_enrols_before_anything_else(db: TestDatabase) {
    let world = World::new(db).await;
    let wanted = async |is_wanted: bool| {
        let patch = json!({ "customerMfaRequired": is_wanted });
        world.patch("admin", "/api/organization", patch).await.expect(200);
    };
    let visitor = visitor(&world, "admin", "layla").await;
    wanted(true).await;
    let answer = login(&world, &visitor.email, PASSWORD).await.expect(200);
    let token = text(&answer, "accessToken");
    let required = async |token: &str| {
        let me = get(&world, ME, token).await.expect(200);
        me["mfaEnrollmentRequired"].as_bool().unwrap()
    };
    assert!(required(&token).await);
    // An incomplete enrolment does not count.
    let secret = text(&get(&world, SETUP, &token).await.expect(200), "secret");
    assert!(required(&token).await);
    let body = json!({ "currentPassword": PASSWORD, "code": code_of(&world, &secret, 0) });
    post(&world, REGENERATE, &token, body).await.refused(403, "MFA_ENROLLMENT_REQUIRED");
    // Changing the password and signing out are allowed.
    let body = json!({ "currentPassword": PASSWORD, "newPassword": NEXT_PASSWORD });
    let changed = super::request(&world, Method::PATCH, CHANGE_PASSWORD, &token, body).await;
    let token = text(&changed.expect(200), "accessToken");
    let request = service::caller::RequestContext::default();
    let caller = world.service.portal().authenticate(&token, request.clone()).await.unwrap();
    let refused = caller.require_ready().unwrap_err();
    assert_eq!(refused.code(), shared::error::Code::MfaEnrollmentRequired);
    // A person with the old password may know the secret: it was revoked with the password.
    let body = json!({ "code": code_of(&world, &secret, 0) });
    post(&world, COMPLETE, &token, body).await.refused(409, "MFA_NOT_PENDING");
    let secret = text(&get(&world, SETUP, &token).await.expect(200), "secret");
    let body = json!({ "code": code_of(&world, &secret, 0) });
    post(&world, COMPLETE, &token, body).await.expect(200);
    assert!(!required(&token).await);
    let caller = world.service.portal().authenticate(&token, request).await.unwrap();
    caller.require_ready().unwrap();
    // The setting applies to one organization only.
    let foreign = super::visitor(&world, "foreign_admin", "zaid").await;
    assert!(!required(&foreign.token).await);
    let gone =
        super::request(&world, Method::POST, "/api/customer-auth/logout", &token, json!({})).await;
    assert_eq!(gone.status, 204);
}
