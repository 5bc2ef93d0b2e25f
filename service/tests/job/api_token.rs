//! The notice before an API token expires.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use service::job::Job;
use shared::api_token::{API_TOKEN_NOTICE_DAYS, ApiTokenCreated, ApiTokenInput};
use shared::notification::{Notification, NotificationKind};
use shared::page::PageRequest;
use shared::permission::Permission;
use shared::staff::{StaffInput, StaffPatch};

use crate::support::{World, hire, person};

on_both!(
    the_owner_of_a_token_is_notified_once_before_it_expires,
    a_notice_begins_with_a_day_of_the_organization,
    revoked_expired_and_blocked_tokens_need_no_notice,
    two_servers_write_one_notice,
);

const EXPIRY: Job = Job::ApiTokenExpiry;
const MONTH: TimeDelta = TimeDelta::days(30);

async fn make(world: &World, caller: &Caller, name: &str) -> ApiTokenCreated {
    let (expires_at, permissions) = (world.service.now() + MONTH, vec![Permission::StaffView]);
    let input = ApiTokenInput { name: name.to_owned(), permissions, expires_at };
    world.service.api_tokens().create(caller, input).await.unwrap()
}

async fn notices(world: &World, caller: &Caller) -> Vec<Notification> {
    let page = PageRequest::new(1, 100);
    let inbox = world.service.notifications().list(caller, false, page).await.unwrap().data;
    inbox.into_iter().filter(|it| it.kind == NotificationKind::ApiTokenExpiring).collect()
}

async fn done(world: &World) -> usize {
    let report = world.service.jobs().run(EXPIRY).await.unwrap().unwrap();
    assert_eq!(report.failed, 0);
    report.done
}

fn go_to_the_notice(world: &World) {
    world.clock.advance(MONTH - TimeDelta::days(API_TOKEN_NOTICE_DAYS));
}

async fn the_owner_of_a_token_is_notified_once_before_it_expires(db: TestDatabase) {
    let world = World::new(db).await;
    make(&world, &world.admin, "Payroll").await;
    assert_eq!(done(&world).await, 0);
    go_to_the_notice(&world);
    assert_eq!(done(&world).await, 1);
    world.clock.advance(TimeDelta::days(1));
    assert_eq!(done(&world).await, 0);
    let found = notices(&world, &world.admin).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].title, "API token Payroll is about to expire");
    assert!(found[0].body.starts_with("It expires on 21 December 2026."), "{}", found[0].body);
    assert_eq!(found[0].link, "/api-tokens");
    assert!(notices(&world, &world.hr).await.is_empty());
}

async fn a_notice_begins_with_a_day_of_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    world.clock.set("2026-11-21T23:30:00Z".parse().unwrap());
    make(&world, &world.admin, "Payroll").await;
    let days = MONTH - TimeDelta::days(API_TOKEN_NOTICE_DAYS);
    let midnight = world.service.now() + days - TimeDelta::minutes(23 * 60 + 30);
    world.clock.set(midnight - TimeDelta::hours(9));
    assert_eq!(done(&world).await, 0, "the day before, in every zone up to nine hours east");
    world.clock.set(midnight);
    assert_eq!(done(&world).await, 1, "before the hour of expiry");
}

async fn revoked_expired_and_blocked_tokens_need_no_notice(db: TestDatabase) {
    let world = World::new(db).await;
    let input = StaffInput { role: "admin".to_owned(), ..person("Salma", "amanah") };
    let salma = hire(&world.service, &world.admin, input).await;
    make(&world, &salma, "Of a blocked person").await;
    let revoked = make(&world, &world.admin, "Revoked").await;
    make(&world, &world.admin, "Expired").await;
    world.service.api_tokens().revoke(&world.admin, revoked.api_token.id).await.unwrap();
    let is_blocked = StaffPatch { is_blocked: Some(true), ..StaffPatch::default() };
    world.change(salma.staff(), is_blocked).await;
    world.clock.advance(MONTH + TimeDelta::seconds(1));
    assert_eq!(done(&world).await, 0);
}

async fn two_servers_write_one_notice(db: TestDatabase) {
    let world = World::new(db).await;
    make(&world, &world.admin, "Payroll").await;
    go_to_the_notice(&world);
    let other = world.server(service::context::Settings::default());
    let (jobs, others) = (world.service.jobs(), other.jobs());
    let (one, two) = tokio::join!(jobs.run(EXPIRY), others.run(EXPIRY));
    let reports = [one.unwrap(), two.unwrap()].into_iter().flatten();
    assert_eq!(reports.map(|it| it.done).sum::<usize>(), 1);
    assert_eq!(notices(&world, &world.admin).await.len(), 1);
}
