//! The realms of staff and customers are separate, although they share code.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::Code;
use shared::portal::PortalAccountInput;

use super::{authenticate, log_in};
use crate::sign_in::{self, PASSWORD, code};
use crate::support::World;

on_both!(
    a_token_of_one_realm_is_none_in_the_other,
    the_same_address_and_password_open_two_different_doors,
    a_lock_of_one_realm_leaves_the_other_open,
);

async fn a_token_of_one_realm_is_none_in_the_other(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let member = world.signed_in(&world.hr).await;
    let portal = authenticate(&world.service, &member.token).await;
    assert_eq!(code(portal), Code::Unauthenticated);
    let staff = sign_in::authenticate(&world.service, &guest.token).await;
    assert_eq!(code(staff), Code::Unauthenticated);
}

async fn the_same_address_and_password_open_two_different_doors(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let member = world.signed_in(&world.hr).await;
    let staff = sign_in::log_in(&world.service, &guest.email, PASSWORD).await;
    assert_eq!(code(staff), Code::InvalidCredentials);
    let portal = log_in(&world.service, &member.email, PASSWORD).await;
    assert_eq!(code(portal), Code::InvalidCredentials);
}

async fn a_lock_of_one_realm_leaves_the_other_open(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let customer = world.customer("Noura").await;
    let input = PortalAccountInput { email: Some(member.email.clone()) };
    let made = world.service.customers().create_account(&world.admin, customer.id, input).await;
    let temporary = made.unwrap().temporary_password;
    for _ in 0..5 {
        let refused = log_in(&world.service, &member.email, "wrong").await;
        assert_eq!(code(refused), Code::InvalidCredentials);
    }
    let limited = log_in(&world.service, &member.email, &temporary).await;
    assert_eq!(code(limited), Code::RateLimited);
    assert!(sign_in::log_in(&world.service, &member.email, PASSWORD).await.is_ok());
}
