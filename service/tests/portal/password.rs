//! Password changes of a customer.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::error::{Code, Error};
use shared::session::TokenAnswer;

use super::{authenticate, log_in};
use crate::sign_in::{NEXT_PASSWORD, PASSWORD, code, passwords};
use crate::support::World;

on_both!(
    the_present_password_is_needed,
    guessing_the_present_password_is_limited,
    weak_passwords_are_refused_and_nothing_changes,
    a_new_password_ends_every_other_session_at_once,
    of_two_changes_at_once_one_wins,
);

async fn change(
    world: &World,
    token: &str,
    current: &str,
    new: &str,
) -> Result<TokenAnswer, Error> {
    let caller = authenticate(&world.service, token).await.unwrap();
    world.service.portal().change_password(&caller, passwords(current, new)).await
}

async fn the_present_password_is_needed(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    for current in ["", "wrong", NEXT_PASSWORD] {
        let refused = change(&world, &guest.token, current, NEXT_PASSWORD).await;
        assert_eq!(code(refused), Code::InvalidCurrentPassword);
    }
    assert!(log_in(&world.service, &guest.email, PASSWORD).await.is_ok());
}

async fn guessing_the_present_password_is_limited(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    for _ in 0..5 {
        let refused = change(&world, &guest.token, "wrong", NEXT_PASSWORD).await;
        assert_eq!(code(refused), Code::InvalidCurrentPassword);
    }
    let refused = change(&world, &guest.token, PASSWORD, NEXT_PASSWORD).await;
    assert_eq!(code(refused), Code::RateLimited);
}

async fn weak_passwords_are_refused_and_nothing_changes(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    for (new, expected) in [
        ("too short", "PASSWORD_TOO_SHORT"),
        ("passwordpassword", "PASSWORD_COMMON"),
        ("omar@home.example", "PASSWORD_CONTEXT"),
        ("Amanah Omar Mizan 1", "PASSWORD_CONTEXT"),
        (PASSWORD, "PASSWORD_UNCHANGED"),
    ] {
        let error = change(&world, &guest.token, PASSWORD, new).await.unwrap_err();
        let detail = &error.problem().errors[0];
        assert_eq!((&*detail.field, detail.code.as_str()), ("newPassword", expected));
    }
    assert!(authenticate(&world.service, &guest.token).await.is_ok());
}

async fn a_new_password_ends_every_other_session_at_once(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let other = log_in(&world.service, &guest.email, PASSWORD).await.unwrap().access_token;
    // The clock does not advance: tokens of the same second are revoked too.
    let changed = change(&world, &guest.token, PASSWORD, NEXT_PASSWORD).await.unwrap();
    for token in [&guest.token, &other] {
        assert_eq!(code(authenticate(&world.service, token).await), Code::Unauthenticated);
    }
    assert!(authenticate(&world.service, &changed.access_token).await.is_ok());
    let old = log_in(&world.service, &guest.email, PASSWORD).await;
    assert_eq!(code(old), Code::InvalidCredentials);
    assert!(log_in(&world.service, &guest.email, NEXT_PASSWORD).await.is_ok());
}

async fn of_two_changes_at_once_one_wins(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let news = ["one green door opens inwards", "two blue lamps stand outside"];
    let caller = authenticate(&world.service, &guest.token).await.unwrap();
    let portal = world.service.portal();
    let changes = news.map(|new| portal.change_password(&caller, passwords(PASSWORD, new)));
    let results = join_all(changes).await;
    let won: Vec<_> = results.iter().filter_map(|result| result.as_ref().ok()).collect();
    assert_eq!(won.len(), 1, "{results:?}");
    assert!(authenticate(&world.service, &won[0].access_token).await.is_ok());
}
