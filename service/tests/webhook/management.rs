//! The management of webhooks.

use database::on_both;
use database::test_support::TestDatabase;
use service::context::Settings;
use service::idempotency::IdempotencyKey;
use shared::error::Code;
use shared::event::EventType;
use shared::webhook::{
    WEBHOOKS_MAX, WebhookInput, WebhookPatch, WebhookReplayInput, WebhookStatus,
};

use super::{Receiver, UNKNOWN, URL};
use crate::appraisal::code;
use crate::support::World;

on_both!(
    a_webhook_is_listed_without_its_secret,
    a_change_changes_what_it_names,
    webhooks_are_for_those_who_manage_the_organization,
    the_webhooks_of_another_organization_do_not_exist,
    an_address_in_a_private_network_needs_the_permission_of_the_operator,
    a_repeated_creation_returns_the_first_webhook_with_its_secret,
    an_organization_has_a_limited_number_of_webhooks,
);

fn input(url: &str) -> WebhookInput {
    WebhookInput { url: url.to_owned(), types: Vec::new() }
}

async fn a_webhook_is_listed_without_its_secret(db: TestDatabase) {
    let world = World::new(db).await;
    let created = world.webhook(&[EventType::LeaveApproved]).await;
    assert!(created.secret.starts_with("whsec_"));
    let listed = world.only_webhook().await;
    assert_eq!(listed, created.webhook);
    assert_eq!((listed.url.as_str(), listed.status), (URL, WebhookStatus::Active));
    assert_eq!(listed.types, [EventType::LeaveApproved]);
    let mut tx = world.db.read().await.unwrap();
    let stored: String = tx.sql("SELECT secret FROM webhooks").scalar().await.unwrap();
    assert!(stored.starts_with("v1.") && !stored.contains(&created.secret[6..]));
    assert!(!format!("{created:?}").contains(&created.secret));
}

async fn a_change_changes_what_it_names(db: TestDatabase) {
    let world = World::new(db).await;
    let id = world.webhook(&[EventType::LeaveApproved]).await.webhook.id;
    let change = async |patch| {
        world.service.webhooks().change(&world.admin, id, patch).await.unwrap().webhook
    };
    let url = Some("https://erp.example/other".to_owned());
    let changed = change(WebhookPatch { url, ..WebhookPatch::default() }).await;
    assert_eq!(changed.url, "https://erp.example/other");
    assert_eq!(changed.types, [EventType::LeaveApproved]);
    let types = Some(Vec::new());
    let changed = change(WebhookPatch { types, ..WebhookPatch::default() }).await;
    assert!(changed.types.is_empty() && changed.status == WebhookStatus::Active);
    let status = Some(WebhookStatus::Paused);
    let changed = change(WebhookPatch { status, ..WebhookPatch::default() }).await;
    assert_eq!(changed.status, WebhookStatus::Paused);
    assert_eq!(change(WebhookPatch::default()).await, changed);
}

async fn webhooks_are_for_those_who_manage_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let id = world.webhook(&[]).await.webhook.id;
    let webhooks = world.service.webhooks();
    for caller in [&world.hr, &world.md, &world.employee] {
        let replay = WebhookReplayInput::default();
        assert_eq!(code(webhooks.list(caller).await), Code::Forbidden);
        assert_eq!(code(webhooks.create(caller, input(URL)).await), Code::Forbidden);
        let patch = WebhookPatch::default();
        assert_eq!(code(webhooks.change(caller, id, patch).await), Code::Forbidden);
        assert_eq!(code(webhooks.delete(caller, id).await), Code::Forbidden);
        assert_eq!(code(webhooks.replay(caller, id, replay).await), Code::Forbidden);
    }
}

async fn the_webhooks_of_another_organization_do_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let id = world.webhook(&[]).await.webhook.id;
    let webhooks = world.service.webhooks();
    let foreign = &world.foreign_admin;
    assert!(webhooks.list(foreign).await.unwrap().is_empty());
    for (caller, id) in [(foreign, id), (&world.admin, UNKNOWN)] {
        let patch = WebhookPatch { rotate_secret: Some(true), ..WebhookPatch::default() };
        assert_eq!(code(webhooks.change(caller, id, patch).await), Code::NotFound);
        let replay = WebhookReplayInput::default();
        assert_eq!(code(webhooks.replay(caller, id, replay).await), Code::NotFound);
        assert_eq!(code(webhooks.delete(caller, id).await), Code::NotFound);
    }
    world.asks(&world.stranger, "2026-12-01").await;
    assert_eq!(world.deliver(&Receiver::open()).await, 0);
    webhooks.create(foreign, input(URL)).await.unwrap();
    world.asks(&world.stranger, "2026-12-02").await;
    let receiver = Receiver::open();
    assert_eq!(world.deliver(&receiver).await, 1);
    let organization = foreign.organization().to_string();
    assert!(receiver.requests()[0].body.contains(&organization));
}

async fn an_address_in_a_private_network_needs_the_permission_of_the_operator(db: TestDatabase) {
    let world = World::new(db).await;
    let id = world.webhook(&[]).await.webhook.id;
    let allowing = Settings { webhooks_allow_private_addresses: true, ..Settings::default() };
    let allowing = world.server(allowing);
    for url in
        ["http://erp.example", "https://10.0.0.8/", "http://127.0.0.1:8080/", "https://[::1]"]
    {
        let webhooks = world.service.webhooks();
        let created = webhooks.create(&world.admin, input(url)).await;
        assert_eq!(code(created), Code::ValidationFailed, "{url}");
        let patch = WebhookPatch { url: Some(url.to_owned()), ..WebhookPatch::default() };
        let changed = webhooks.change(&world.admin, id, patch).await;
        assert_eq!(code(changed), Code::ValidationFailed, "{url}");
        allowing.webhooks().create(&world.admin, input(url)).await.unwrap();
    }
}

async fn a_repeated_creation_returns_the_first_webhook_with_its_secret(db: TestDatabase) {
    let world = World::new(db).await;
    let caller = world.admin.clone().with_idempotency_key(IdempotencyKey::parse("one").unwrap());
    let webhooks = world.service.webhooks();
    let first = webhooks.create(&caller, input(URL)).await.unwrap();
    assert_eq!(webhooks.create(&caller, input(URL)).await.unwrap(), first);
    let other = webhooks.create(&caller, input("https://erp.example/other")).await;
    assert_eq!(code(other), Code::IdempotencyKeyReused);
    let caller = world.admin.clone().with_idempotency_key(IdempotencyKey::parse("two").unwrap());
    let patch = WebhookPatch { rotate_secret: Some(true), ..WebhookPatch::default() };
    let id = first.webhook.id;
    let rotated = webhooks.change(&caller, id, patch.clone()).await.unwrap();
    assert_eq!(webhooks.change(&caller, id, patch).await.unwrap(), rotated);
    assert!(rotated.secret.is_some_and(|secret| secret != first.secret));
    world.only_webhook().await;
}

async fn an_organization_has_a_limited_number_of_webhooks(db: TestDatabase) {
    let world = World::new(db).await;
    for _ in 0..WEBHOOKS_MAX {
        world.webhook(&[]).await;
    }
    let webhooks = world.service.webhooks();
    assert_eq!(code(webhooks.create(&world.admin, input(URL)).await), Code::ValidationFailed);
    webhooks.create(&world.foreign_admin, input(URL)).await.unwrap();
}
