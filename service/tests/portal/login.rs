//! Sign-in to the portal with a password.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use service::Service;
use service::caller::RequestContext;
use service::context::Settings;
use shared::error::{Code, Error};
use shared::organization::OrganizationPatch;
use shared::portal::PortalLoginAnswer;
use shared::session::{LoginInput, TokenType};

use super::{authenticate, log_in};
use crate::sign_in::{PASSWORD, code, from_ip};
use crate::support::World;

on_both!(
    a_temporary_password_opens_nothing_but_its_change,
    an_own_password_opens_the_portal,
    unknown_address_wrong_password_and_blocked_account_get_the_same_error,
    known_and_unknown_addresses_wait_alike,
    guessing_in_parallel_gains_nothing,
    everybody_may_sign_in_at_the_same_moment,
    a_network_address_has_a_budget_of_its_own,
    a_block_during_the_sign_in_wins,
    the_organization_may_want_a_second_factor,
);

async fn a_temporary_password_opens_nothing_but_its_change(db: TestDatabase) {
    let world = World::new(db).await;
    let customer = world.customer("Omar").await;
    let temporary = world.open_account(&world.admin, customer.id).await;
    let answer = log_in(&world.service, &customer.email, &temporary).await.unwrap();
    let caller = authenticate(&world.service, &answer.access_token).await.unwrap();
    let me = world.service.portal().me(&caller).await.unwrap();
    assert!(me.password_change_required && !me.is_ready());
    assert_eq!(code(caller.require_ready()), Code::PasswordChangeRequired);
    world.service.portal().logout(&caller).await.unwrap();
    let ended = authenticate(&world.service, &answer.access_token).await;
    assert_eq!(code(ended), Code::Unauthenticated);
}

async fn an_own_password_opens_the_portal(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let typed = format!("  {} ", guest.email.to_uppercase());
    let answer = log_in(&world.service, &typed, PASSWORD).await.unwrap();
    assert_eq!((answer.token_type, answer.expires_in), (TokenType::Bearer, 8 * 3_600));
    assert!(!answer.mfa_required && !answer.password_change_required);
    let caller = authenticate(&world.service, &answer.access_token).await.unwrap();
    caller.require_ready().unwrap();
    assert_eq!((caller.organization(), caller.customer()), (world.organization, guest.customer));
    let me = world.service.portal().me(&caller).await.unwrap();
    assert_eq!((me.customer_id, &*me.name, &*me.email), (guest.customer, "Omar", &*guest.email));
    assert_eq!((me.organization_id, &*me.organization_name), (world.organization, "Amanah"));
    assert_eq!((me.mfa_enabled, me.mfa_enrollment_required), (false, false));
    assert_eq!((me.recovery_codes_remaining, me.recovery_codes_exhausted), (None, false));
}

async fn unknown_address_wrong_password_and_blocked_account_get_the_same_error(db: TestDatabase) {
    let world = World::new(db).await;
    let (omar, salma) = (world.guest("Omar").await, world.guest("Salma").await);
    world.service.customers().block_account(&world.admin, salma.customer).await.unwrap();
    let unknown = log_in(&world.service, "nobody@home.example", PASSWORD).await.unwrap_err();
    let wrong = log_in(&world.service, &omar.email, "wrong").await.unwrap_err();
    let blocked = log_in(&world.service, &salma.email, PASSWORD).await.unwrap_err();
    assert_eq!(unknown.code(), Code::InvalidCredentials);
    assert_eq!((&unknown, &unknown), (&wrong, &blocked));
}

async fn known_and_unknown_addresses_wait_alike(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    for email in [&*guest.email, "nobody@home.example"] {
        for _ in 0..5 {
            let refused = log_in(&world.service, email, "wrong").await;
            assert_eq!(code(refused), Code::InvalidCredentials);
        }
    }
    let known = log_in(&world.service, &guest.email, PASSWORD).await.unwrap_err();
    let unknown = log_in(&world.service, "nobody@home.example", PASSWORD).await.unwrap_err();
    assert_eq!((&known, known.code()), (&unknown, Code::RateLimited));
    world.clock.advance(TimeDelta::minutes(6));
    assert!(log_in(&world.service, &guest.email, PASSWORD).await.is_ok());
}

async fn guessing_in_parallel_gains_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let guesses = (0..30).map(|_| log_in(&world.service, &guest.email, "wrong"));
    let codes: Vec<Code> = join_all(guesses).await.into_iter().map(code).collect();
    let judged = codes.iter().filter(|code| **code == Code::InvalidCredentials).count();
    assert_eq!((judged, codes.len()), (5, 30));
}

async fn everybody_may_sign_in_at_the_same_moment(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    // The session in which the guest chose a password is older than all of these.
    world.clock.advance(chrono::TimeDelta::seconds(1));
    let attempts = (0..20).map(|_| log_in(&world.service, &guest.email, PASSWORD));
    let mut alive = 0;
    for attempt in join_all(attempts).await {
        let token = attempt.unwrap().access_token;
        alive += u32::from(authenticate(&world.service, &token).await.is_ok());
    }
    assert_eq!(alive, 10);
}

async fn from(service: &Service, ip: &str, email: &str) -> Result<PortalLoginAnswer, Error> {
    let input = LoginInput { email: email.to_owned(), password: PASSWORD.to_owned() };
    let outcome = service.portal().login(input, from_ip(ip)).await;
    outcome.map(|outcome| outcome.signed_in().unwrap())
}

async fn a_network_address_has_a_budget_of_its_own(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let server = world.server(Settings { login_per_minute_per_ip: 3, ..Settings::default() });
    for _ in 0..3 {
        assert!(from(&server, "198.51.100.1", &guest.email).await.is_ok());
    }
    let limited = from(&server, "198.51.100.1", &guest.email).await;
    assert_eq!(code(limited), Code::RateLimited);
    assert!(from(&server, "198.51.100.2", &guest.email).await.is_ok());
}

async fn a_block_during_the_sign_in_wins(db: TestDatabase) {
    let world = World::new(db).await;
    for round in 0..5 {
        let guest = world.guest(&format!("Guest{round}")).await;
        let customers = world.service.customers();
        let (answer, blocked) = tokio::join!(
            log_in(&world.service, &guest.email, PASSWORD),
            customers.block_account(&world.admin, guest.customer),
        );
        blocked.unwrap();
        if let Ok(answer) = answer {
            let token = &answer.access_token;
            assert_eq!(code(authenticate(&world.service, token).await), Code::Unauthenticated);
        }
    }
}

async fn the_organization_may_want_a_second_factor(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let patch = OrganizationPatch { customer_mfa_required: Some(true), ..Default::default() };
    world.service.organizations().change(&world.admin, patch).await.unwrap();
    let request = RequestContext::default();
    let caller = world.service.portal().authenticate(&guest.token, request).await.unwrap();
    assert_eq!(code(caller.require_ready()), Code::MfaEnrollmentRequired);
    let me = world.service.portal().me(&caller).await.unwrap();
    assert!(me.mfa_enrollment_required && !me.mfa_enabled && !me.is_ready());
}
