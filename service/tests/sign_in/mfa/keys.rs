//! Unreadable secrets, and changes of keys.

use std::sync::Arc;

use database::on_both;
use database::test_support::TestDatabase;
use service::Service;
use service::clock::ManualClock;
use service::context::Settings;
use service::mfa::Reencrypted;
use service::secret::{MfaSettings, Secrets};
use shared::error::Code;
use shared::mfa::MfaCompleteInput;
use zeroize::Zeroizing;

use super::{code_of, pre_auth, second_step, sign_in};
use crate::sign_in::code;
use crate::support::{World, run_sql};

on_both!(
    a_secret_of_another_account_is_not_decrypted_and_recovery_codes_still_work,
    a_new_key_reads_secrets_of_the_old_one_and_reencrypts_them,
    reencrypting_leaves_nothing_under_the_old_key_and_ends_no_session,
    a_second_factor_that_no_key_opens_is_found,
    recovery_hashes_that_cannot_be_read_are_no_wrong_code,
);

/// A server with a new key.
fn server(world: &World, old: bool) -> Service {
    let secrets = Secrets::for_testing();
    let old_keys = if old { vec![secrets.staff_mfa.key.clone()] } else { Vec::new() };
    let key = Zeroizing::new(*b"the next key of staff, 32 bytes.");
    let staff_mfa = MfaSettings { key, old_keys, ..secrets.staff_mfa.clone() };
    let secrets = Secrets { staff_mfa, ..secrets };
    let clock = Arc::<ManualClock>::clone(&world.clock);
    let settings = Settings { login_per_minute_per_ip: 1_000, ..Settings::default() };
    Service::with_settings((*world.db).clone(), secrets, clock, settings)
}

async fn sealed(world: &World) -> String {
    let mut tx = world.db.read().await.unwrap();
    tx.sql("SELECT encrypted_secret FROM staff_mfa_credentials").scalar().await.unwrap()
}

async fn a_secret_of_another_account_is_not_decrypted_and_recovery_codes_still_work(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    let victim = world.enrolled(&world.hr).await;
    let attacker = world.enrolled(&world.employee).await;
    // An attacker with write access to the database replaces the secret with a known one.
    run_sql!(
        world.db,
        "UPDATE staff_mfa_credentials SET encrypted_secret =
            (SELECT other.encrypted_secret FROM staff_mfa_credentials AS other
             WHERE other.staff_id = $1) WHERE staff_id = $2",
        world.employee.staff(),
        world.hr.staff()
    );
    let token = pre_auth(&world.service, &victim.email).await;
    for _ in 0..7 {
        let typed = code_of(&world, &attacker.secret, 0);
        let refused = second_step(&world.service, &token, &typed).await;
        assert_eq!(code(refused), Code::ServiceUnavailable);
    }
    second_step(&world.service, &token, &victim.codes[0]).await.unwrap();
}

async fn a_new_key_reads_secrets_of_the_old_one_and_reencrypts_them(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let before = sealed(&world).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    let right = code_of(&world, &enrolled.secret, 0);
    let without = second_step(&server(&world, false), &token, &right).await;
    assert_eq!(code(without), Code::ServiceUnavailable);
    assert_eq!(sealed(&world).await, before);
    second_step(&server(&world, true), &token, &right).await.unwrap();
    let after = sealed(&world).await;
    assert_ne!(before.split('.').nth(1), after.split('.').nth(1));
    world.clock.advance(chrono::TimeDelta::seconds(30));
    let right = code_of(&world, &enrolled.secret, 0);
    let token = pre_auth(&world.service, &enrolled.email).await;
    second_step(&server(&world, false), &token, &right).await.unwrap();
    let old = sign_in(&world, &enrolled.email, &right).await;
    assert_eq!(code(old), Code::ServiceUnavailable);
}

async fn reencrypting_leaves_nothing_under_the_old_key_and_ends_no_session(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    world.enrolled(&world.employee).await;
    // An enrolment is in progress.
    let (_, beginner, pending) = world.beginner(&world.manager).await;
    let both = server(&world, true);
    let reencrypted = both.second_factors().reencrypt().await.unwrap();
    assert_eq!(reencrypted, Reencrypted { done: 3, unreadable: 0 });
    assert_eq!(both.second_factors().reencrypt().await.unwrap(), Reencrypted::default());
    let new = server(&world, false);
    assert!(new.self_check().run().await.unwrap().is_empty());
    let token = pre_auth(&new, &enrolled.email).await;
    second_step(&new, &token, &code_of(&world, &enrolled.secret, 0)).await.unwrap();
    let code = code_of(&world, &pending.secret, 0);
    new.sessions().mfa_complete(&beginner, MfaCompleteInput::new(code)).await.unwrap();
}

async fn a_second_factor_that_no_key_opens_is_found(db: TestDatabase) {
    let world = World::new(db).await;
    world.enrolled(&world.hr).await;
    let without = server(&world, false);
    let reencrypted = without.second_factors().reencrypt().await.unwrap();
    assert_eq!(reencrypted, Reencrypted { done: 0, unreadable: 1 });
    let findings = without.self_check().run().await.unwrap();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].code, "SECOND_FACTOR_UNREADABLE");
    assert!(findings[0].message.ends_with(&world.hr.staff().to_string()));
}

async fn recovery_hashes_that_cannot_be_read_are_no_wrong_code(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let token = pre_auth(&world.service, &enrolled.email).await;
    world.run("UPDATE staff_mfa_credentials SET backup_codes_hashes = '[\"half'").await;
    let outcome = second_step(&world.service, &token, &enrolled.codes[0]).await;
    assert_eq!(code(outcome), Code::ServiceUnavailable);
    let me = world.service.sessions().me(&enrolled.caller).await;
    assert_eq!(code(me), Code::ServiceUnavailable);
}
