//! Signatures, the rotation of secrets, and changes of the keys that encrypt them.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use hmac::{Hmac, Mac};
use service::Service;
use service::clock::ManualClock;
use service::context::Settings;
use service::mfa::Reencrypted;
use service::secret::{MfaSettings, Secrets};
use service::webhook::WebhookRequest;
use sha2::Sha256;
use shared::webhook::{FailureReason, WebhookPatch};
use zeroize::Zeroizing;

use super::{Receiver, failed};
use crate::support::World;

on_both!(
    a_request_is_signed_at_the_time_of_its_attempt,
    after_a_rotation_both_secrets_sign_for_a_day,
    a_secret_of_another_webhook_is_not_decrypted,
    a_change_of_keys_keeps_the_secrets_of_webhooks,
);

/// The signature that a receiver computes.
fn signature(secret: &str, request: &WebhookRequest) -> String {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    let WebhookRequest { id, timestamp, body, .. } = request;
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// The request about a new event.
async fn next(world: &World, service: &Service, day: &str) -> WebhookRequest {
    let receiver = Receiver::open();
    world.asks(&world.employee, day).await;
    assert_eq!(service.webhooks().deliver_due(&receiver).await.unwrap(), 1);
    receiver.requests().remove(0)
}

async fn rotate(world: &World) -> String {
    let id = world.only_webhook().await.id;
    let patch = WebhookPatch { rotate_secret: Some(true), ..WebhookPatch::default() };
    let changed = world.service.webhooks().change(&world.admin, id, patch).await.unwrap();
    changed.secret.unwrap()
}

/// A server with a new key.
fn server(world: &World, old: bool) -> Service {
    let secrets = Secrets::for_testing();
    let old_keys = if old { vec![secrets.staff_mfa.key.clone()] } else { Vec::new() };
    let key = Zeroizing::new(*b"the next key of staff, 32 bytes.");
    let staff_mfa = MfaSettings { key, old_keys, ..secrets.staff_mfa.clone() };
    let secrets = Secrets { staff_mfa, ..secrets };
    let clock = Arc::<ManualClock>::clone(&world.clock);
    Service::with_settings((*world.db).clone(), secrets, clock, Settings::default())
}

async fn a_request_is_signed_at_the_time_of_its_attempt(db: TestDatabase) {
    let world = World::new(db).await;
    let secret = world.webhook(&[]).await.secret;
    world.asks(&world.employee, "2026-12-01").await;
    let broken = Receiver::with_status(500);
    world.deliver(&broken).await;
    world.clock.advance(TimeDelta::minutes(1));
    let open = Receiver::open();
    world.deliver(&open).await;
    let (first, second) = (&broken.requests()[0], &open.requests()[0]);
    assert_eq!(second.timestamp - first.timestamp, 60);
    for request in [first, second] {
        assert_eq!(request.signature, signature(&secret, request));
    }
}

async fn after_a_rotation_both_secrets_sign_for_a_day(db: TestDatabase) {
    let world = World::new(db).await;
    let old = world.webhook(&[]).await.secret;
    let new = rotate(&world).await;
    let request = next(&world, &world.service, "2026-12-01").await;
    let both = format!("{} {}", signature(&new, &request), signature(&old, &request));
    assert_eq!(request.signature, both);
    assert_eq!(world.service.webhooks().prune().await.unwrap(), 0);
    world.clock.advance(TimeDelta::hours(24));
    let request = next(&world, &world.service, "2026-12-02").await;
    assert_eq!(request.signature, signature(&new, &request));
    assert_eq!(world.service.webhooks().prune().await.unwrap(), 1);
    assert_eq!(world.only_webhook().await.previous_secret_expires_at, None);
}

async fn a_secret_of_another_webhook_is_not_decrypted(db: TestDatabase) {
    let world = World::new(db).await;
    let webhook = world.webhook(&[]).await.webhook;
    world.service.webhooks().create(&world.foreign_admin, super::input()).await.unwrap();
    // An attacker with write access to the database replaces the secret with a known one.
    let mut tx = world.db.begin().await.unwrap();
    tx.sql(
        "UPDATE webhooks SET secret = (SELECT other.secret FROM webhooks AS other
            WHERE other.id <> $1) WHERE id = $1",
    )
    .bind(webhook.id)
    .execute()
    .await
    .unwrap();
    tx.commit().await.unwrap();
    world.asks(&world.employee, "2026-12-01").await;
    let receiver = Receiver::open();
    assert_eq!(world.deliver(&receiver).await, 0);
    assert!(receiver.requests().is_empty());
    assert_eq!(failed(&world.only_webhook().await), Some((FailureReason::SecretUnreadable, None)));
    let findings = world.service.self_check().run().await.unwrap();
    assert_eq!(
        findings.iter().map(|it| it.code).collect::<Vec<_>>(),
        ["WEBHOOK_SECRET_UNREADABLE"]
    );
}

async fn a_change_of_keys_keeps_the_secrets_of_webhooks(db: TestDatabase) {
    let world = World::new(db).await;
    let old = world.webhook(&[]).await.secret;
    let new = rotate(&world).await;
    let both = server(&world, true);
    assert!(both.self_check().run().await.unwrap().is_empty());
    let done = both.second_factors().reencrypt().await.unwrap();
    assert_eq!(done, Reencrypted { done: 2, unreadable: 0 });
    let again = both.second_factors().reencrypt().await.unwrap();
    assert_eq!(again, Reencrypted::default());
    let without = server(&world, false);
    assert!(without.self_check().run().await.unwrap().is_empty());
    let request = next(&world, &without, "2026-12-01").await;
    let signatures = format!("{} {}", signature(&new, &request), signature(&old, &request));
    assert_eq!(request.signature, signatures);
    assert_eq!(world.service.self_check().run().await.unwrap().len(), 1);
}
