//! Enrolment and removal of the second factor.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use service::Service;
use service::clock::{Clock, ManualClock};
use service::secret::Secrets;
use shared::api_token::ApiTokenInput;
use shared::error::{Code, Error};
use shared::mfa::MfaCompleteInput;
use shared::permission::Permission;

use super::{code_of, complete, sign_in, wrong_code};
use crate::sign_in::{PASSWORD, authenticate, code, log_in};
use crate::support::World;

on_both!(
    a_secret_stays_the_same_for_a_quarter_of_an_hour,
    two_setups_at_once_show_one_secret,
    a_first_setup_has_the_whole_quarter_of_an_hour,
    ten_setups_an_hour_are_enough,
    a_pending_enrolment_changes_nothing,
    the_first_code_brings_eight_recovery_codes_once,
    a_second_factor_ends_the_other_sessions,
    an_enabled_second_factor_cannot_be_set_up_again,
    nothing_is_completed_that_was_not_begun_or_took_too_long,
    an_enrolment_that_expires_during_its_first_check_is_refused,
    of_two_first_codes_at_once_one_counts,
    of_many_first_codes_at_once_few_cost_hashes,
    a_malformed_first_code_is_no_guess_and_wrong_ones_are_limited,
    only_a_session_of_ones_own_sets_it_up,
    a_reset_takes_it_away_with_the_password_and_every_session,
    an_enrolment_that_is_pending_is_nothing_to_take_away,
    a_secret_that_waits_for_its_first_code_ends_with_the_password,
    resets_are_for_who_manages_the_organization,
);

/// A clock that advances with every reading.
#[derive(Debug)]
struct Ticking(ManualClock);

impl Clock for Ticking {
    fn now(&self) -> DateTime<Utc> {
        self.0.advance(TimeDelta::milliseconds(1));
        self.0.now()
    }
}

/// A clock that advances by a quarter of an hour at one of its next readings.
#[derive(Debug)]
struct Leaping {
    clock: Arc<ManualClock>,
    looks: AtomicI64,
}

impl Clock for Leaping {
    fn now(&self) -> DateTime<Utc> {
        if self.looks.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.clock.advance(TimeDelta::minutes(15));
        }
        self.clock.now()
    }
}

async fn a_secret_stays_the_same_for_a_quarter_of_an_hour(db: TestDatabase) {
    let world = World::new(db).await;
    let (email, caller, first) = world.beginner(&world.hr).await;
    assert_eq!((first.secret.len(), first.expires_in), (32, 900));
    assert_eq!((&*first.issuer, &first.account_name), ("Mizan", &email));
    world.clock.advance(TimeDelta::seconds(899));
    let again = world.service.sessions().mfa_setup(&caller).await.unwrap();
    assert_eq!((&again.secret, again.expires_in), (&first.secret, 1));
    world.clock.advance(TimeDelta::seconds(1));
    let later = world.service.sessions().mfa_setup(&caller).await.unwrap();
    assert_ne!(later.secret, first.secret);
    let old = complete(&world, &caller, &code_of(&world, &first.secret, 0)).await;
    assert_eq!(code(old), Code::InvalidMfaCode);
    complete(&world, &caller, &code_of(&world, &later.secret, 0)).await.unwrap();
}

async fn a_secret_that_waits_for_its_first_code_ends_with_the_password(db: TestDatabase) {
    let world = World::new(db).await;
    let (_, caller, known) = world.beginner(&world.hr).await;
    let staff = world.service.staff();
    staff.reset_password(&world.admin, caller.staff()).await.unwrap();
    let old = complete(&world, &caller, &code_of(&world, &known.secret, 0)).await;
    assert!(old.is_err(), "somebody else may know the secret");
    let next = world.service.sessions().mfa_setup(&caller).await.unwrap();
    assert_ne!(next.secret, known.secret);
}

async fn two_setups_at_once_show_one_secret(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    let sessions = world.service.sessions();
    let setups = join_all((0..8).map(|_| sessions.mfa_setup(&caller))).await;
    let secrets: Vec<String> = setups.into_iter().map(|setup| setup.unwrap().secret).collect();
    assert!(secrets.iter().all(|secret| *secret == secrets[0]));
}

async fn a_first_setup_has_the_whole_quarter_of_an_hour(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    let clock = Ticking(ManualClock::at(world.service.now()));
    let secrets = Secrets::for_testing();
    let ticking = Service::with_clock((*world.db).clone(), secrets, Arc::new(clock));
    assert_eq!(ticking.sessions().mfa_setup(&caller).await.unwrap().expires_in, 900);
}

async fn ten_setups_an_hour_are_enough(db: TestDatabase) {
    let world = World::new(db).await;
    let (_, caller, first) = world.beginner(&world.hr).await;
    let setup = async || world.service.sessions().mfa_setup(&caller).await;
    for _ in 1..10 {
        assert_eq!(setup().await.unwrap().secret, first.secret);
    }
    let Error::TooManyRequests { retry_after, problem } = setup().await.unwrap_err() else {
        panic!("not limited")
    };
    assert_eq!((retry_after, problem.code), (3601, Code::RateLimited));
    // Other people are not affected, and the code of the app is still accepted.
    world.beginner(&world.employee).await;
    complete(&world, &caller, &code_of(&world, &first.secret, 0)).await.unwrap();
    assert_eq!(code(setup().await), Code::MfaAlreadyEnabled);
    world.service.staff().reset_mfa(&world.admin, world.hr.staff()).await.unwrap();
    world.clock.advance(TimeDelta::hours(1));
    world.beginner(&world.hr).await;
}

async fn a_pending_enrolment_changes_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let (email, _, _) = world.beginner(&world.hr).await;
    let answer = log_in(&world.service, &email, PASSWORD).await.unwrap();
    assert!(!answer.staff.mfa_enabled && answer.staff.recovery_codes_remaining.is_none());
}

async fn the_first_code_brings_eight_recovery_codes_once(db: TestDatabase) {
    let world = World::new(db).await;
    let (_, caller, setup) = world.beginner(&world.hr).await;
    let enabled = complete(&world, &caller, &code_of(&world, &setup.secret, 0)).await.unwrap();
    assert!(enabled.mfa_enabled);
    assert_eq!((enabled.recovery_codes.len(), enabled.recovery_codes_remaining), (8, 8));
    let hashes = world.hashes().await;
    for (shown, hash) in enabled.recovery_codes.iter().zip(&hashes) {
        assert_eq!((shown.len(), shown.matches('-').count()), (19, 3));
        assert!(bcrypt::verify(shown.replace('-', ""), hash).unwrap());
    }
    let me = world.service.sessions().me(&caller).await.unwrap();
    assert_eq!((me.mfa_enabled, me.recovery_codes_remaining), (true, Some(8)));
}

async fn an_enabled_second_factor_cannot_be_set_up_again(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let before = world.hashes().await;
    let setup = world.service.sessions().mfa_setup(&enrolled.caller).await;
    assert_eq!(code(setup), Code::MfaAlreadyEnabled);
    let again = complete(&world, &enrolled.caller, &code_of(&world, &enrolled.secret, 0)).await;
    assert_eq!(code(again), Code::MfaAlreadyEnabled);
    assert_eq!(world.hashes().await, before);
}

async fn nothing_is_completed_that_was_not_begun_or_took_too_long(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.employee).await;
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    assert_eq!(code(complete(&world, &caller, "123456").await), Code::MfaNotPending);
    let (_, caller, setup) = world.beginner(&world.hr).await;
    world.clock.advance(TimeDelta::minutes(15));
    let late = complete(&world, &caller, &code_of(&world, &setup.secret, 0)).await;
    assert_eq!(code(late), Code::MfaSetupExpired);
}

async fn an_enrolment_that_expires_during_its_first_check_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let mut refused = Vec::new();
    for looks in (0..).map(AtomicI64::new) {
        // The clock advances each time, and an old sign-in would require the password.
        let (_, caller, setup) = world.beginner(&world.hr).await;
        let code = code_of(&world, &setup.secret, 0);
        let clock = Arc::new(Leaping { clock: Arc::clone(&world.clock), looks });
        let slow = Service::with_clock((*world.db).clone(), Secrets::for_testing(), clock);
        match slow.sessions().mfa_complete(&caller, MfaCompleteInput::new(code)).await {
            Ok(_) => break,
            Err(error) => refused.push(error.code()),
        }
    }
    refused.retain(|code| *code != Code::InvalidMfaCode);
    assert!(refused.len() > 2 && refused.iter().all(|code| *code == Code::MfaSetupExpired));
}

async fn of_two_first_codes_at_once_one_counts(db: TestDatabase) {
    let world = World::new(db).await;
    let (_, caller, setup) = world.beginner(&world.hr).await;
    let first = code_of(&world, &setup.secret, 0);
    let answers = join_all((0..4).map(|_| complete(&world, &caller, &first))).await;
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!((won.len(), lost.len()), (1, 3));
    for answer in lost {
        assert_eq!(code(answer), Code::MfaAlreadyEnabled);
    }
    let codes = won.into_iter().next().unwrap().unwrap().recovery_codes;
    for (shown, hash) in codes.iter().zip(&world.hashes().await) {
        assert!(bcrypt::verify(shown.replace('-', ""), hash).unwrap());
    }
}

async fn of_many_first_codes_at_once_few_cost_hashes(db: TestDatabase) {
    let world = World::new(db).await;
    let (_, caller, setup) = world.beginner(&world.hr).await;
    let first = code_of(&world, &setup.secret, 0);
    let before = world.service.sessions().hashes_for_testing();
    let answers = join_all((0..20).map(|_| complete(&world, &caller, &first))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    // Five slots are in use at a time; a request that waited for one finds the factor enabled.
    let hashes = world.service.sessions().hashes_for_testing() - before;
    assert!((1..=5).contains(&hashes), "{hashes}");
}

async fn a_malformed_first_code_is_no_guess_and_wrong_ones_are_limited(db: TestDatabase) {
    let world = World::new(db).await;
    let (_, caller, setup) = world.beginner(&world.hr).await;
    for malformed in ["", "12345", "abcdef", "01ab-23cd-45ef-6789", "１２３４５６"] {
        let answer = complete(&world, &caller, malformed).await;
        assert_eq!(code(answer), Code::ValidationFailed);
    }
    let wrong = wrong_code(&world, &setup.secret);
    for _ in 0..5 {
        assert_eq!(code(complete(&world, &caller, &wrong).await), Code::InvalidMfaCode);
    }
    let right = code_of(&world, &setup.secret, 0);
    assert_eq!(code(complete(&world, &caller, &right).await), Code::MfaLocked);
}

/// Other sessions may have been started with the password alone.
async fn a_second_factor_ends_the_other_sessions(db: TestDatabase) {
    let world = World::new(db).await;
    let (email, caller, setup) = world.beginner(&world.hr).await;
    let stolen = log_in(&world.service, &email, PASSWORD).await.unwrap().access_token;
    complete(&world, &caller, &code_of(&world, &setup.secret, 0)).await.unwrap();
    let dead = authenticate(&world.service, &stolen).await;
    assert_eq!(code(dead), Code::Unauthenticated);
    assert!(world.service.sessions().again(&caller).await.is_ok());
}

async fn only_a_session_of_ones_own_sets_it_up(db: TestDatabase) {
    let world = World::new(db).await;
    let permissions = vec![Permission::StaffView];
    let expires_at = world.service.now() + TimeDelta::days(30);
    let input = ApiTokenInput { name: "Payroll".to_owned(), permissions, expires_at };
    let created = world.service.api_tokens().create(&world.admin, input).await.unwrap();
    let integration = authenticate(&world.service, &created.token).await.unwrap();
    let refused = world.service.sessions().mfa_setup(&integration).await;
    assert_eq!(code(refused), Code::Forbidden);
    assert_eq!(code(complete(&world, &integration, "123456").await), Code::Forbidden);

    let email = world.email_of(&world.hr).await;
    let temporary = world.reset(&world.hr).await;
    let answer = log_in(&world.service, &email, &temporary).await.unwrap();
    let newcomer = authenticate(&world.service, &answer.access_token).await.unwrap();
    let refused = world.service.sessions().mfa_setup(&newcomer).await;
    assert_eq!(code(refused), Code::PasswordChangeRequired);
}

async fn a_reset_takes_it_away_with_the_password_and_every_session(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.hr).await;
    let first = code_of(&world, &enrolled.secret, 0);
    let answer = sign_in(&world, &enrolled.email, &first).await.unwrap();
    let token = answer.login.access_token;
    let reset = world.service.staff().reset_mfa(&world.admin, world.hr.staff()).await.unwrap();
    assert_eq!(code(authenticate(&world.service, &token).await), Code::Unauthenticated);
    let old = log_in(&world.service, &enrolled.email, PASSWORD).await;
    assert_eq!(code(old), Code::InvalidCredentials);
    let answer = log_in(&world.service, &enrolled.email, &reset.temporary_password).await.unwrap();
    assert!(answer.password_change_required && !answer.staff.mfa_enabled);
    let again = world.service.staff().reset_mfa(&world.admin, world.hr.staff()).await;
    assert_eq!(code(again), Code::MfaNotEnabled);
}

async fn an_enrolment_that_is_pending_is_nothing_to_take_away(db: TestDatabase) {
    let world = World::new(db).await;
    let (email, caller, setup) = world.beginner(&world.hr).await;
    let reset = world.service.staff().reset_mfa(&world.admin, world.hr.staff()).await;
    assert_eq!(code(reset), Code::MfaNotEnabled);
    // Nothing has changed: the password, the session and the enrolment remain valid.
    log_in(&world.service, &email, PASSWORD).await.unwrap();
    complete(&world, &caller, &code_of(&world, &setup.secret, 0)).await.unwrap();
}

async fn resets_are_for_who_manages_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let enrolled = world.enrolled(&world.employee).await;
    let staff = world.service.staff();
    let employee = world.employee.staff();
    for caller in [&world.hr, &world.md, &enrolled.caller] {
        assert_eq!(code(staff.reset_mfa(caller, employee).await), Code::Forbidden);
    }
    assert_eq!(code(staff.reset_mfa(&world.foreign_admin, employee).await), Code::NotFound);
    let own = staff.reset_mfa(&world.admin, world.admin.staff()).await;
    assert_eq!(code(own), Code::Forbidden);
    // None of that has changed the password or the factor.
    let first = code_of(&world, &enrolled.secret, 0);
    sign_in(&world, &enrolled.email, &first).await.unwrap();
}
