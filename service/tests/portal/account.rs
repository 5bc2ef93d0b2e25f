//! Portal accounts: creation, blocking and resets by staff.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::audit::{AuditQuery, Category};
use shared::error::Code;
use shared::portal::PortalAccountInput;

use super::{authenticate, log_in};
use crate::sign_in::{PASSWORD, code};
use crate::support::World;

on_both!(
    an_account_signs_in_with_its_temporary_password,
    a_customer_has_one_account,
    of_many_who_make_an_account_at_once_one_wins,
    an_address_serves_one_account_of_the_whole_platform,
    a_block_ends_sessions_at_once_and_can_be_lifted,
    a_reset_ends_sessions_and_lifts_the_wait,
    accounts_are_for_who_may_change_customers,
    changes_of_an_account_are_audited,
);

fn at(email: &str) -> PortalAccountInput {
    PortalAccountInput { email: Some(email.to_owned()) }
}

async fn an_account_signs_in_with_its_temporary_password(db: TestDatabase) {
    let world = World::new(db).await;
    let customer = world.customer("Omar").await;
    let customers = world.service.customers();
    let made =
        customers.create_account(&world.admin, customer.id, at(" Omar@Portal.Example ")).await;
    let made = made.unwrap();
    assert_eq!(made.account.email, "omar@portal.example");
    assert!(made.account.password_change_required && !made.account.is_blocked);
    let found = customers.find(&world.admin, customer.id).await.unwrap();
    assert_eq!(found.portal_account, Some(made.account.clone()));
    assert_eq!(found.email, "omar@home.example");
    let answer = log_in(&world.service, "omar@portal.example", &made.temporary_password).await;
    assert!(answer.unwrap().password_change_required);
}

async fn a_customer_has_one_account(db: TestDatabase) {
    let world = World::new(db).await;
    let customer = world.customer("Omar").await;
    world.open_account(&world.admin, customer.id).await;
    let customers = world.service.customers();
    let second = customers.create_account(&world.admin, customer.id, at("b@c.example")).await;
    assert_eq!(code(second), Code::PortalAccountExists);
}

async fn of_many_who_make_an_account_at_once_one_wins(db: TestDatabase) {
    let world = World::new(db).await;
    let customer = world.customer("Omar").await;
    let customers = world.service.customers();
    let made = join_all((0..6).map(|_| {
        let input = PortalAccountInput::default();
        customers.create_account(&world.admin, customer.id, input)
    }));
    let (won, lost): (Vec<_>, Vec<_>) = made.await.into_iter().partition(Result::is_ok);
    assert_eq!(won.len(), 1);
    assert!(lost.into_iter().all(|it| code(it) == Code::PortalAccountExists));
    let temporary = &won[0].as_ref().unwrap().temporary_password;
    assert!(log_in(&world.service, &customer.email, temporary).await.is_ok());
}

async fn an_address_serves_one_account_of_the_whole_platform(db: TestDatabase) {
    let world = World::new(db).await;
    let first = world.customer("Omar").await;
    world.open_account(&world.admin, first.id).await;
    let customers = world.service.customers();
    let second = world.customer("Salma").await;
    let taken = customers.create_account(&world.admin, second.id, at("OMAR@home.example")).await;
    let taken = taken.unwrap_err();
    assert_eq!((taken.code(), &*taken.problem().errors[0].field), (Code::EmailTaken, "email"));
    let foreign = customers.create(&world.foreign_admin, super::customer("Omar")).await.unwrap();
    let input = PortalAccountInput::default();
    let taken = customers.create_account(&world.foreign_admin, foreign.id, input).await;
    assert_eq!(code(taken), Code::EmailTaken);
    // Staff addresses are a separate namespace.
    let email = world.email_of(&world.hr).await;
    assert!(customers.create_account(&world.admin, second.id, at(&email)).await.is_ok());
}

async fn a_block_ends_sessions_at_once_and_can_be_lifted(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let customers = world.service.customers();
    for _ in 0..2 {
        let blocked = customers.block_account(&world.admin, guest.customer).await.unwrap();
        assert!(blocked.is_blocked);
    }
    let refused = authenticate(&world.service, &guest.token).await;
    assert_eq!(code(refused), Code::Unauthenticated);
    let refused = log_in(&world.service, &guest.email, PASSWORD).await;
    assert_eq!(code(refused), Code::InvalidCredentials);
    let free = customers.unblock_account(&world.admin, guest.customer).await.unwrap();
    assert!(!free.is_blocked);
    assert!(log_in(&world.service, &guest.email, PASSWORD).await.is_ok());
    // An ended session stays ended.
    let refused = authenticate(&world.service, &guest.token).await;
    assert_eq!(code(refused), Code::Unauthenticated);
}

async fn a_reset_ends_sessions_and_lifts_the_wait(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    for _ in 0..5 {
        let refused = log_in(&world.service, &guest.email, "wrong").await;
        assert_eq!(code(refused), Code::InvalidCredentials);
    }
    let limited = log_in(&world.service, &guest.email, PASSWORD).await;
    assert_eq!(code(limited), Code::RateLimited);
    let customers = world.service.customers();
    let reset = customers.reset_account_password(&world.admin, guest.customer).await;
    let temporary = reset.unwrap().temporary_password;
    assert_eq!(code(authenticate(&world.service, &guest.token).await), Code::Unauthenticated);
    let old = log_in(&world.service, &guest.email, PASSWORD).await;
    assert_eq!(code(old), Code::InvalidCredentials);
    let answer = log_in(&world.service, &guest.email, &temporary).await.unwrap();
    assert!(answer.password_change_required);
}

async fn accounts_are_for_who_may_change_customers(db: TestDatabase) {
    let world = World::new(db).await;
    let with = world.guest("Omar").await.customer;
    let without = world.customer("Salma").await.id;
    let customers = world.service.customers();
    for (caller, id, expected) in [
        (&world.hr, with, Code::Forbidden),
        (&world.employee, with, Code::Forbidden),
        (&world.foreign_admin, with, Code::NotFound),
        (&world.admin, without, Code::NotFound),
    ] {
        assert_eq!(code(customers.block_account(caller, id).await), expected);
        assert_eq!(code(customers.unblock_account(caller, id).await), expected);
        assert_eq!(code(customers.reset_account_password(caller, id).await), expected);
    }
    let input = PortalAccountInput::default();
    let refused = customers.create_account(&world.hr, without, input.clone()).await;
    assert_eq!(code(refused), Code::Forbidden);
    let refused = customers.create_account(&world.foreign_admin, without, input).await;
    assert_eq!(code(refused), Code::NotFound);
    let found = customers.find(&world.admin, with).await.unwrap();
    assert!(!found.portal_account.unwrap().is_blocked);
}

async fn changes_of_an_account_are_audited(db: TestDatabase) {
    let world = World::new(db).await;
    let guest = world.guest("Omar").await;
    let customers = world.service.customers();
    customers.block_account(&world.admin, guest.customer).await.unwrap();
    customers.unblock_account(&world.admin, guest.customer).await.unwrap();
    let temporary = customers.reset_account_password(&world.admin, guest.customer).await.unwrap();
    let found = customers.find(&world.admin, guest.customer).await.unwrap();
    let account = found.portal_account.unwrap().id.to_string();
    let query = AuditQuery { entity_id: Some(account), ..AuditQuery::default() };
    let entries = world.service.audit().list(&world.admin, query).await.unwrap().data;
    let actions: Vec<_> = entries.iter().rev().map(|it| it.action.as_str()).collect();
    assert_eq!(
        actions,
        [
            "portal_account.created",
            "login.succeeded",
            "sessions.revoked",
            "password.changed",
            "portal_account.blocked",
            "sessions.revoked",
            "portal_account.unblocked",
            "password.reset",
        ]
    );
    for entry in &entries {
        let is_own = ["login.succeeded", "password.changed"].contains(&entry.action.as_str());
        assert!(!is_own || (entry.actor_id.is_none() && entry.actor_name == "Omar"), "{entry:?}");
        assert_eq!(entry.entity_type, "portal_account");
        let text = serde_json::to_string(entry).unwrap();
        assert!(!text.contains(&temporary.temporary_password) && !text.contains(PASSWORD));
    }
    let category = Some(Category::Authentication);
    assert!(entries.iter().any(|it| it.category.known() == category));
    world.service.audit().seal_all().await.unwrap();
    assert_eq!(world.service.self_check().run().await.unwrap(), []);
}
