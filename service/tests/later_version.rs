//! Rows that a later version has written, as during an upgrade without downtime.

use database::on_both;
use database::test_support::TestDatabase;
use shared::audit::AuditQuery;
use shared::event::EventQuery;
use shared::id::{EventId, OrganizationId};
use shared::page::PageRequest;
use shared::role::RolePatch;

use crate::credit_desk::{CreditDesk, Terms};
use crate::support::{World, run_sql};

on_both!(
    a_notification_of_a_later_version_is_listed_with_its_text,
    an_audit_entry_of_a_later_version_is_listed_and_exported_by_its_code,
    an_event_of_a_later_version_is_passed_on_and_left_to_the_dispatcher_of_that_version,
    a_permission_of_a_later_version_refuses_nobody_and_survives_a_change_of_its_role,
    a_timeline_contains_the_events_of_a_later_version,
);

async fn a_notification_of_a_later_version_is_listed_with_its_text(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    world.service.events().dispatch_waiting().await.unwrap();
    let change = "UPDATE notifications SET type = 'appraisal.archived' WHERE organization_id = $1";
    run_sql!(world.db, change, world.organization);
    let page = PageRequest::new(1, 100);
    let inbox = world.service.notifications().list(&world.employee, false, page).await.unwrap();
    assert_eq!(inbox.data[0].kind.as_str(), "appraisal.archived");
    assert_eq!(inbox.data[0].title, "Your appraisal has started");
}

async fn an_audit_entry_of_a_later_version_is_listed_and_exported_by_its_code(db: TestDatabase) {
    let world = World::new(db).await;
    let add = "INSERT INTO audit_entries (organization_id, id, at, category, action, actor_id,
            actor_name, actor_salt, actor_commitment, entity_type, fields)
        SELECT organization_id, organization_id, at, 'vault', 'vault.opened', actor_id, actor_name,
            actor_salt, actor_commitment, entity_type, fields
        FROM audit_entries WHERE organization_id = $1 ORDER BY at LIMIT 1";
    run_sql!(world.db, add, world.organization);
    let query = AuditQuery { page: PageRequest::new(1, 100), ..AuditQuery::default() };
    let audit = world.service.audit();
    let entries = audit.list(&world.admin, query.clone()).await.unwrap().data;
    let entry = entries.iter().find(|it| OrganizationId(it.id.0) == world.organization).unwrap();
    assert_eq!((entry.category.as_str(), entry.action.as_str()), ("vault", "vault.opened"));
    let table = audit.export(&world.admin, query).await.unwrap();
    assert!(table.contains(",vault,vault.opened,"), "{table}");
}

/// Adds events of types and of a kind of record that this version does not know.
async fn add_events(world: &World) {
    for (id, event_type, entity) in [
        (world.admin.staff(), "appraisal.archived", "appraisal"),
        (world.hr.staff(), "vault.opened", "vault"),
    ] {
        run_sql!(
            world.db,
            "INSERT INTO events
                (organization_id, id, type, occurred_at, entity_type, entity_id, data)
            VALUES ($1, $2, $3, $4, $5, 'V-1', '{\"vaultId\":\"V-1\"}')",
            world.organization,
            EventId(id.0),
            event_type,
            world.service.now(),
            entity,
        );
    }
}

async fn an_event_of_a_later_version_is_passed_on_and_left_to_the_dispatcher_of_that_version(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    add_events(&world).await;
    world.initiated().await;
    assert_eq!(world.service.events().dispatch_waiting().await.unwrap(), 1);
    let mut tx = world.db.read().await.unwrap();
    let waiting = "SELECT type FROM events
        WHERE dispatched_at IS NULL AND entity_type = 'appraisal'";
    assert_eq!(tx.sql(waiting).scalars::<String>().await.unwrap(), ["appraisal.archived"]);
    drop(tx);
    let page = world.service.events().feed(&world.admin, EventQuery::default()).await.unwrap();
    let types: Vec<_> = page.data.iter().map(|it| it.event_type.as_str()).collect();
    assert_eq!(types, ["appraisal.archived", "vault.opened", "appraisal.started"]);
    let event = serde_json::to_value(&page.data[1]).unwrap();
    assert_eq!((&event["entityType"], &event["data"]["vaultId"]), (&"vault".into(), &"V-1".into()));
}

async fn a_permission_of_a_later_version_refuses_nobody_and_survives_a_change_of_its_role(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    let add = "UPDATE roles SET permissions = permissions || ' vault:open'
        WHERE organization_id = $1";
    run_sql!(world.db, add, world.organization);
    let (sessions, roles) = (world.service.sessions(), world.service.roles());
    let staff = world.admin.staff();
    let admin = sessions.caller_for_testing(world.organization, staff).await.unwrap();
    let before = roles.list(&admin).await.unwrap();
    let patch = RolePatch { name: Some("People".to_owned()), ..RolePatch::default() };
    let changed = roles.change(&admin, "hr", patch).await.unwrap();
    let permissions = &before.iter().find(|it| it.key == "hr").unwrap().permissions;
    assert_eq!(changed.permissions, *permissions);
    let mut tx = world.db.read().await.unwrap();
    let stored = tx
        .sql("SELECT permissions FROM roles WHERE organization_id = $1 AND key = 'hr'")
        .bind(world.organization)
        .scalar::<String>()
        .await
        .unwrap();
    assert!(stored.ends_with(" vault:open"), "{stored}");
}

async fn a_timeline_contains_the_events_of_a_later_version(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let reference = desk.live(Terms::SMALL).await;
    let add = "INSERT INTO facility_events
            (organization_id, id, facility_id, at, type, actor_id, text, journal_id)
        SELECT organization_id, organization_id, facility_id, at, 'revalued', actor_id, text,
            journal_id
        FROM facility_events WHERE organization_id = $1 ORDER BY at LIMIT 1";
    run_sql!(desk.world.db, add, desk.world.organization);
    let facilities = desk.world.service.facilities();
    let events = facilities.timeline(&desk.finance, &reference).await.unwrap();
    assert!(events.iter().any(|it| it.event_type.as_str() == "revalued"), "{events:?}");
}
