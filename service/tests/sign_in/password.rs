//! Changes of one's own password.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::error::{Code, Error};
use shared::session::TokenAnswer;

use super::{NEXT_PASSWORD, PASSWORD, authenticate, code, log_in, passwords};
use crate::support::World;

on_both!(
    the_present_password_is_needed,
    guessing_the_present_password_is_limited,
    weak_passwords_are_refused_and_nothing_changes,
    a_new_password_replaces_the_old_one,
    of_two_changes_at_once_one_wins,
    nobody_resets_their_own_password,
    resets_are_for_who_manages_the_organization,
);

async fn change(
    world: &World,
    token: &str,
    current: &str,
    new: &str,
) -> Result<TokenAnswer, Error> {
    let caller = authenticate(&world.service, token).await.unwrap();
    world.service.sessions().change_password(&caller, passwords(current, new)).await
}

async fn the_present_password_is_needed(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    for current in ["", "wrong", NEXT_PASSWORD] {
        let refused = change(&world, &member.token, current, NEXT_PASSWORD).await;
        assert_eq!(code(refused), Code::InvalidCurrentPassword);
    }
    assert!(log_in(&world.service, &member.email, PASSWORD).await.is_ok());
}

async fn guessing_the_present_password_is_limited(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    for _ in 0..5 {
        let refused = change(&world, &member.token, "wrong", NEXT_PASSWORD).await;
        assert_eq!(code(refused), Code::InvalidCurrentPassword);
    }
    let refused = change(&world, &member.token, PASSWORD, NEXT_PASSWORD).await;
    assert_eq!(code(refused), Code::RateLimited);
    world.clock.advance(chrono::TimeDelta::minutes(2));
    assert!(change(&world, &member.token, PASSWORD, NEXT_PASSWORD).await.is_ok());
}

async fn weak_passwords_are_refused_and_nothing_changes(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    for (new, expected) in [
        ("too short", "PASSWORD_TOO_SHORT"),
        ("passwordpassword", "PASSWORD_COMMON"),
        ("noura@amanah.example", "PASSWORD_CONTEXT"),
        ("Amanah Noura Mizan 1", "PASSWORD_CONTEXT"),
        (PASSWORD, "PASSWORD_UNCHANGED"),
    ] {
        let error = change(&world, &member.token, PASSWORD, new).await.unwrap_err();
        let detail = &error.problem().errors[0];
        assert_eq!((&*detail.field, detail.code.as_str()), ("newPassword", expected));
    }
    // Seven attempts without a lock, since none of them was a guess.
    let long = "x".repeat(129);
    for new in [&*long, "             "] {
        assert!(change(&world, &member.token, PASSWORD, new).await.is_err());
    }
    assert!(authenticate(&world.service, &member.token).await.is_ok());
    assert!(change(&world, &member.token, PASSWORD, NEXT_PASSWORD).await.is_ok());
}

async fn a_new_password_replaces_the_old_one(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    change(&world, &member.token, PASSWORD, NEXT_PASSWORD).await.unwrap();
    let old = log_in(&world.service, &member.email, PASSWORD).await;
    assert_eq!(code(old), Code::InvalidCredentials);
    assert!(log_in(&world.service, &member.email, NEXT_PASSWORD).await.is_ok());
}

async fn of_two_changes_at_once_one_wins(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let news = ["one green door opens inwards", "two blue lamps stand outside"];
    // Authenticated before the first change; afterwards the session is a different one.
    let caller = authenticate(&world.service, &member.token).await.unwrap();
    let sessions = world.service.sessions();
    let changes = news.map(|new| sessions.change_password(&caller, passwords(PASSWORD, new)));
    let results = join_all(changes).await;
    let won: Vec<_> = results.iter().filter_map(|result| result.as_ref().ok()).collect();
    assert_eq!(won.len(), 1, "{results:?}");
    assert!(authenticate(&world.service, &won[0].access_token).await.is_ok());
}

async fn nobody_resets_their_own_password(db: TestDatabase) {
    let world = World::new(db).await;
    let own = world.service.staff().reset_password(&world.admin, world.admin.staff()).await;
    assert_eq!(code(own), Code::Forbidden);
}

async fn resets_are_for_who_manages_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let staff = world.service.staff();
    for caller in [&world.hr, &world.md, &world.employee] {
        let refused = staff.reset_password(caller, world.bystander.staff()).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    let foreign = staff.reset_password(&world.foreign_admin, world.bystander.staff()).await;
    assert_eq!(code(foreign), Code::NotFound);
}
