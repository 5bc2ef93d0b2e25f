//! Limits on guessing.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use service::Service;
use service::context::Settings;
use shared::error::{Code, Error};
use shared::session::{LoginAnswer, LoginInput};

use super::{PASSWORD, code, from_ip, log_in};
use crate::support::World;

on_both!(
    five_wrong_passwords_make_an_address_wait,
    the_wait_doubles_up_to_a_quarter_of_an_hour,
    an_unknown_address_waits_as_well,
    a_right_password_forgets_the_wrong_ones,
    wrong_passwords_are_forgotten_after_five_minutes,
    guessing_in_parallel_gains_nothing,
    a_network_address_has_a_budget_of_its_own,
    a_success_does_not_refill_the_budget_of_a_network_address,
    the_limits_hold_across_servers,
    a_reset_lifts_the_wait,
);

fn wait(result: Result<LoginAnswer, Error>) -> u32 {
    match result.unwrap_err() {
        Error::TooManyRequests { retry_after, .. } => retry_after,
        other => panic!("not limited: {other}"),
    }
}

async fn fail(world: &World, email: &str, times: usize) {
    for _ in 0..times {
        assert_eq!(code(log_in(&world.service, email, "wrong").await), Code::InvalidCredentials);
    }
}

async fn five_wrong_passwords_make_an_address_wait(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let other = world.signed_in(&world.employee).await;
    fail(&world, &member.email, 5).await;
    assert_eq!(wait(log_in(&world.service, &member.email, PASSWORD).await), 61);
    assert!(log_in(&world.service, &other.email, PASSWORD).await.is_ok());
    world.clock.advance(TimeDelta::seconds(60));
    assert!(log_in(&world.service, &member.email, PASSWORD).await.is_ok());
}

async fn the_wait_doubles_up_to_a_quarter_of_an_hour(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    for minutes in [1, 2, 4, 8, 15, 15] {
        fail(&world, &member.email, 5).await;
        let seconds = wait(log_in(&world.service, &member.email, PASSWORD).await);
        assert_eq!(seconds, minutes * 60 + 1);
        world.clock.advance(TimeDelta::minutes(i64::from(minutes)));
    }
    world.clock.advance(TimeDelta::days(1));
    fail(&world, &member.email, 5).await;
    assert_eq!(wait(log_in(&world.service, &member.email, PASSWORD).await), 61);
}

async fn an_unknown_address_waits_as_well(db: TestDatabase) {
    let world = World::new(db).await;
    fail(&world, "nobody@amanah.example", 5).await;
    assert_eq!(wait(log_in(&world.service, "Nobody@amanah.example ", "wrong").await), 61);
}

async fn a_right_password_forgets_the_wrong_ones(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    for _ in 0..3 {
        fail(&world, &member.email, 4).await;
        assert!(log_in(&world.service, &member.email, PASSWORD).await.is_ok());
    }
}

async fn wrong_passwords_are_forgotten_after_five_minutes(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    for _ in 0..3 {
        fail(&world, &member.email, 4).await;
        world.clock.advance(TimeDelta::minutes(5));
    }
    assert!(log_in(&world.service, &member.email, PASSWORD).await.is_ok());
}

async fn guessing_in_parallel_gains_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let guesses = (0..30).map(|_| log_in(&world.service, &member.email, "wrong"));
    let codes: Vec<Code> = join_all(guesses).await.into_iter().map(code).collect();
    let judged = codes.iter().filter(|code| **code == Code::InvalidCredentials).count();
    assert_eq!((judged, codes.len()), (5, 30));
    assert!(codes.iter().all(|it| [Code::InvalidCredentials, Code::RateLimited].contains(it)));
}

async fn from(service: &Service, ip: &str, email: &str) -> Result<LoginAnswer, Error> {
    let input = LoginInput { email: email.to_owned(), password: PASSWORD.to_owned() };
    let outcome = service.sessions().login(input, from_ip(ip)).await;
    outcome.map(|outcome| outcome.signed_in().unwrap())
}

async fn a_network_address_has_a_budget_of_its_own(db: TestDatabase) {
    let world = World::new(db).await;
    let server = world.server(Settings { login_per_minute_per_ip: 3, ..Settings::default() });
    let attempts = (0..10).map(async |number: i32| {
        let email = format!("nobody{number}@amanah.example");
        from(&server, "2001:db8:0:1::7", &email).await.unwrap_err().code()
    });
    let codes = join_all(attempts).await;
    assert_eq!(codes.iter().filter(|it| **it == Code::InvalidCredentials).count(), 3);
    assert_eq!(codes.iter().filter(|it| **it == Code::RateLimited).count(), 7);

    let neighbour = from(&server, "2001:db8:0:1::8", "nobody@amanah.example").await;
    assert_eq!(wait(neighbour), 61);
    let elsewhere = from(&server, "2001:db8:0:2::7", "nobody@amanah.example").await;
    assert_eq!(code(elsewhere), Code::InvalidCredentials);
    world.clock.advance(TimeDelta::minutes(1));
    let later = from(&server, "2001:db8:0:1::7", "nobody@amanah.example").await;
    assert_eq!(code(later), Code::InvalidCredentials);
}

async fn a_success_does_not_refill_the_budget_of_a_network_address(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let server = world.server(Settings { login_per_minute_per_ip: 3, ..Settings::default() });
    for _ in 0..3 {
        assert!(from(&server, "198.51.100.1", &member.email).await.is_ok());
    }
    assert_eq!(wait(from(&server, "198.51.100.1", &member.email).await), 61);
}

async fn the_limits_hold_across_servers(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let other = world.server(Settings { login_per_minute_per_ip: 1_000, ..Settings::default() });
    fail(&world, &member.email, 5).await;
    assert_eq!(wait(log_in(&other, &member.email, PASSWORD).await), 61);
}

async fn a_reset_lifts_the_wait(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    fail(&world, &member.email, 5).await;
    let temporary = world.reset(&world.hr).await;
    assert!(log_in(&world.service, &member.email, &temporary).await.is_ok());
}
