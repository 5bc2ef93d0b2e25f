//! The audit log and its seals.

mod append_only;
mod erasure;

use chrono::TimeDelta;
use database::Engine;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use service::audit::{AuditFinding, FindingKind};
use shared::audit::{AuditAction, AuditEntry, AuditQuery, Category};
use shared::error::Code;
use shared::id::OrganizationId;
use shared::page::PageRequest;
use shared::staff::StaffPatch;

use crate::support::{World, run_sql};

on_both!(
    entries_name_fields_and_never_values,
    entries_can_be_filtered,
    days_are_those_of_the_organization,
    a_table_holds_the_entries_that_the_filters_let_through,
    the_log_is_for_those_who_may_read_it,
    organizations_have_logs_of_their_own,
    a_page_takes_as_many_statements_whatever_its_length,
    a_sealed_log_verifies,
    sealing_again_changes_nothing,
    a_clock_that_was_ahead_for_a_while_leaves_nothing_without_a_seal,
    two_servers_may_seal_at_once,
    an_edited_entry_shows,
    a_removed_entry_shows,
    a_removed_seal_shows,
    an_entry_that_was_slipped_in_shows,
    an_entry_moved_to_another_organization_shows,
    entries_and_seals_are_neither_changed_nor_removed,
    a_log_whose_end_was_cut_off_shows_it_for_ever,
    a_log_that_was_emptied_shows,
    a_rewritten_end_of_the_log_is_found,
);

async fn entries(world: &World, query: AuditQuery) -> Vec<AuditEntry> {
    world.service.audit().list(&world.admin, query).await.unwrap().data
}

/// Renames the employee the given number of times, and seals.
async fn rename(world: &World, times: usize) {
    for number in 0..times {
        let name = Some(format!("Bilal {number}"));
        world.change(world.employee.staff(), StaffPatch { name, ..Default::default() }).await;
    }
    world.service.audit().seal_all().await.unwrap();
}

async fn findings(world: &World) -> Vec<AuditFinding> {
    world.clock.advance(TimeDelta::hours(2));
    world.service.audit().verify(world.organization).await.unwrap()
}

fn kinds(findings: &[AuditFinding]) -> Vec<FindingKind> {
    findings.iter().map(|finding| finding.kind).collect()
}

/// Removes the triggers that protect the log, as the owner of the database can.
async fn unlock(world: &World) {
    let locks = match world.db.engine() {
        Engine::Sqlite => [
            "DROP TRIGGER IF EXISTS audit_entries_unchanged",
            "DROP TRIGGER IF EXISTS audit_entries_kept",
            "DROP TRIGGER IF EXISTS audit_seals_unchanged",
            "DROP TRIGGER IF EXISTS audit_seals_kept",
            "DROP TRIGGER IF EXISTS audit_entries_once",
            "DROP TRIGGER IF EXISTS audit_seals_once",
        ],
        Engine::Postgres => [
            "DROP TRIGGER IF EXISTS audit_entries_unchanged ON audit_entries",
            "DROP TRIGGER IF EXISTS audit_entries_kept ON audit_entries",
            "DROP TRIGGER IF EXISTS audit_seals_unchanged ON audit_seals",
            "DROP TRIGGER IF EXISTS audit_seals_kept ON audit_seals",
            "DROP TRIGGER IF EXISTS audit_entries_once ON audit_entries",
            "DROP TRIGGER IF EXISTS audit_seals_once ON audit_seals",
        ],
    };
    let mut tx = world.db.begin().await.unwrap();
    for lock in locks {
        tx.sql(lock).execute().await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn tamper(world: &World, text: &'static str) {
    unlock(world).await;
    let mut tx = world.db.begin().await.unwrap();
    assert_eq!(tx.sql(text).bind(world.organization).execute().await.unwrap(), 1);
    tx.commit().await.unwrap();
}

async fn entries_name_fields_and_never_values(db: TestDatabase) {
    let world = World::new(db).await;
    let patch = StaffPatch {
        name: Some("A marker of a name".to_owned()),
        email: Some("marker@amanah.example".to_owned()),
        ..Default::default()
    };
    world.change(world.employee.staff(), patch).await;
    let entry = entries(&world, AuditQuery::default()).await.remove(0);
    assert_eq!(entry.category, Category::StaffManagement);
    assert_eq!(entry.action, AuditAction::StaffChanged);
    assert_eq!(entry.actor_id, Some(world.admin.staff()));
    assert_eq!(entry.actor_name, "Administrator of Amanah");
    assert_eq!(entry.entity_id, Some(world.employee.staff().to_string()));
    assert_eq!(entry.fields, ["name", "email"]);
    // The name is loaded with the entry, but not stored in it.
    assert_eq!(entry.entity_name.as_deref(), Some("A marker of a name"));
    let stored = AuditEntry { entity_name: None, ..entry };
    assert!(!format!("{stored:?}").to_lowercase().contains("marker"));
}

async fn entries_can_be_filtered(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 3).await;
    let total = async |query| {
        world.service.audit().list(&world.admin, query).await.unwrap().pagination.total
    };
    let all = total(AuditQuery::default()).await;
    let changed = Some(AuditAction::StaffChanged);
    assert_eq!(total(AuditQuery { action: changed, ..Default::default() }).await, 3);
    let employee = Some(world.employee.staff().to_string());
    assert_eq!(total(AuditQuery { entity_id: employee, ..Default::default() }).await, 4);
    let organization = Some(Category::Organization);
    assert_eq!(total(AuditQuery { category: organization, ..Default::default() }).await, 1);
    let nobody = Some(world.employee.staff());
    assert_eq!(total(AuditQuery { actor_id: nobody, ..Default::default() }).await, 0);
    // The command line creates the organization and its administrator.
    let admin = Some(world.admin.staff());
    assert_eq!(total(AuditQuery { actor_id: admin, ..Default::default() }).await, all - 2);
}

async fn days_are_those_of_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let patch = shared::organization::OrganizationPatch {
        time_zone: Some("Asia/Dubai".to_owned()),
        ..Default::default()
    };
    world.service.organizations().change(&world.admin, patch).await.unwrap();
    let admin = world.again(&world.admin).await;
    // Half past one in the morning of the 22nd in Dubai.
    world.clock.set("2026-11-21T21:30:00Z".parse().unwrap());
    rename(&world, 1).await;
    let day = |text: &str| Some(text.parse().unwrap());
    for (from, to, total) in [
        (day("2026-11-22"), None, 1),
        (day("2026-11-22"), day("2026-11-22"), 1),
        (day("2026-11-23"), None, 0),
        (None, day("2026-11-20"), 0),
    ] {
        let query = AuditQuery { from, to, ..Default::default() };
        let page = world.service.audit().list(&admin, query).await.unwrap();
        assert_eq!(page.pagination.total, total, "{from:?} {to:?}");
    }
}

async fn a_table_holds_the_entries_that_the_filters_let_through(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 2).await;
    let log = world.service.audit();
    let changes = AuditQuery { action: Some(AuditAction::StaffChanged), ..AuditQuery::default() };
    let table = log.export(&world.admin, changes).await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    let head = "\u{feff}at,category,action,actorId,actorName,entityType,entityId,fields,requestId,\
                ip,apiTokenId,apiTokenName";
    assert_eq!((lines[0], lines.len()), (head, 3), "{table}");
    let subject = format!(",staff,{},name,", world.employee.staff());
    for line in &lines[1..] {
        assert!(line.contains(",staff_management,staff.changed,"), "{line}");
        assert!(line.contains(&subject) && !line.contains("Bilal 1"), "{line}");
    }
    let all = AuditQuery::default();
    let everything = log.list(&world.admin, all.clone()).await.unwrap().pagination.total;
    let table = log.export(&world.admin, all.clone()).await.unwrap();
    assert_eq!(u64::try_from(table.lines().count()).unwrap(), everything + 1);
    let foreign = log.export(&world.foreign_admin, all.clone()).await.unwrap();
    assert!(!foreign.contains(&subject), "{foreign}");
    let refused = log.export(&world.employee, all).await.unwrap_err();
    assert_eq!(refused.code(), Code::Forbidden);
}

async fn the_log_is_for_those_who_may_read_it(db: TestDatabase) {
    let world = World::new(db).await;
    let audit = world.service.audit();
    for caller in [&world.md, &world.head, &world.employee] {
        let refused = audit.list(caller, AuditQuery::default()).await.unwrap_err();
        assert_eq!(refused.code(), Code::Forbidden);
    }
    assert!(audit.list(&world.hr, AuditQuery::default()).await.is_ok());
    let nonsense = AuditQuery { entity_id: Some("\0".to_owned()), ..Default::default() };
    assert_eq!(audit.list(&world.hr, nonsense).await.unwrap_err().code(), Code::ValidationFailed);
}

async fn organizations_have_logs_of_their_own(db: TestDatabase) {
    let world = World::new(db).await;
    let employee = Some(world.employee.staff().to_string());
    let query = AuditQuery { entity_id: employee, ..Default::default() };
    let page = world.service.audit().list(&world.foreign_admin, query).await.unwrap();
    assert_eq!(page.pagination.total, 0);
}

async fn a_page_takes_as_many_statements_whatever_its_length(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 3).await;
    for limit in [1, 100] {
        let before = world.db.statements();
        let page = PageRequest::new(1, limit);
        entries(&world, AuditQuery { page, ..Default::default() }).await;
        assert_eq!(world.db.statements() - before, 4);
    }
}

async fn a_sealed_log_verifies(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 3).await;
    assert_eq!(findings(&world).await, []);
    let other = world.foreign_admin.organization();
    assert_eq!(world.service.audit().verify(other).await.unwrap(), []);
}

async fn seals(world: &World) -> Vec<(i64, String)> {
    let mut tx = world.db.read().await.unwrap();
    tx.sql("SELECT sequence, hash FROM audit_seals WHERE organization_id = $1 ORDER BY sequence")
        .bind(world.organization)
        .all()
        .await
        .unwrap()
}

/// Sealing reads only the waiting entries, regardless of the size of the log.
async fn waiting(world: &World) -> i64 {
    let mut tx = world.db.read().await.unwrap();
    tx.sql("SELECT COUNT(*) FROM audit_waiting WHERE organization_id = $1")
        .bind(world.organization)
        .scalar()
        .await
        .unwrap()
}

async fn sealing_again_changes_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 2).await;
    let before = seals(&world).await;
    world.service.audit().seal_all().await.unwrap();
    world.service.audit().seal(world.organization).await.unwrap();
    assert_eq!(seals(&world).await, before);
    assert_eq!(waiting(&world).await, 0);
    rename(&world, 1).await;
    let after = seals(&world).await;
    assert_eq!(after.len(), before.len() + 1);
    assert_eq!(after[..before.len()], before);
}

async fn a_clock_that_was_ahead_for_a_while_leaves_nothing_without_a_seal(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 1).await;
    let right = world.service.now();
    world.clock.advance(chrono::TimeDelta::days(1));
    rename(&world, 1).await;
    world.clock.set(right + chrono::TimeDelta::minutes(1));
    rename(&world, 2).await;
    assert_eq!(waiting(&world).await, 0);
    world.clock.advance(chrono::TimeDelta::hours(1));
    assert_eq!(findings(&world).await, []);
}

async fn two_servers_may_seal_at_once(db: TestDatabase) {
    let world = World::new(db).await;
    let other = world.server(service::context::Settings::default());
    for _ in 0..5 {
        for number in 0..4 {
            let name = Some(format!("Bilal {number}"));
            world.change(world.employee.staff(), StaffPatch { name, ..Default::default() }).await;
        }
        let servers = [&world.service, &other, &world.service, &other];
        let sealing = servers.map(|server| async { server.audit().seal_all().await });
        for sealed in join_all(sealing).await {
            sealed.unwrap();
        }
    }
    assert_eq!(findings(&world).await, []);
}

async fn an_edited_entry_shows(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 3).await;
    for text in [
        "UPDATE audit_entries SET actor_name = 'Somebody else' WHERE organization_id = $1
            AND id = (SELECT entry_id FROM audit_seals
                WHERE organization_id = $1 AND sequence = 2)",
        "UPDATE audit_entries SET fields = 'nothing' WHERE organization_id = $1
            AND id = (SELECT entry_id FROM audit_seals
                WHERE organization_id = $1 AND sequence = 4)",
    ] {
        tamper(&world, text).await;
    }
    let found = findings(&world).await;
    assert_eq!(kinds(&found), [FindingKind::EditedEntry; 2]);
    assert_eq!((found[0].sequence, found[1].sequence), (Some(2), Some(4)));
}

async fn a_removed_entry_shows(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 3).await;
    let remove = "DELETE FROM audit_entries WHERE organization_id = $1
        AND id = (SELECT entry_id FROM audit_seals WHERE organization_id = $1 AND sequence = 3)";
    tamper(&world, remove).await;
    let found = findings(&world).await;
    assert_eq!(kinds(&found), [FindingKind::RemovedEntry]);
    assert_eq!(found[0].sequence, Some(3));
}

async fn a_removed_seal_shows(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 3).await;
    tamper(&world, "DELETE FROM audit_seals WHERE organization_id = $1 AND sequence = 3").await;
    let found = findings(&world).await;
    assert_eq!(kinds(&found), [FindingKind::BrokenSequence, FindingKind::MissingSeal]);
}

async fn an_entry_that_was_slipped_in_shows(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 1).await;
    world.clock.advance(TimeDelta::days(2));
    // The first name equals the old one, which is no change; the second is sealed two days later.
    rename(&world, 2).await;
    let slip = "INSERT INTO audit_entries (organization_id, id, at, category, action, actor_id,
            actor_name, actor_salt, actor_commitment, entity_type, entity_id, fields, request_id,
            ip, api_token_id)
        SELECT organization_id, organization_id, at, category, 'staff.praised', actor_id,
            actor_name, actor_salt, actor_commitment, entity_type, entity_id, fields, request_id,
            ip, api_token_id
        FROM audit_entries WHERE organization_id = $1 ORDER BY at LIMIT 1";
    tamper(&world, slip).await;
    world.service.audit().seal_all().await.unwrap();
    let found = findings(&world).await;
    assert_eq!(kinds(&found), [FindingKind::MissingSeal]);
    assert_eq!(found[0].entry_id.map(|id| OrganizationId(id.0)), Some(world.organization));
    assert_eq!(waiting(&world).await, 1);
}

async fn an_entry_moved_to_another_organization_shows(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 1).await;
    unlock(&world).await;
    run_sql!(
        world.db,
        "UPDATE audit_entries SET organization_id = $2 WHERE organization_id = $1
            AND id = (SELECT entry_id FROM audit_seals
                WHERE organization_id = $1 AND sequence = 2)",
        world.organization,
        world.foreign_admin.organization()
    );
    assert_eq!(kinds(&findings(&world).await), [FindingKind::RemovedEntry]);
}

async fn entries_and_seals_are_neither_changed_nor_removed(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 3).await;
    for change in [
        "UPDATE audit_entries SET actor_name = 'Somebody else' WHERE organization_id = $1",
        "DELETE FROM audit_entries WHERE organization_id = $1",
        "UPDATE audit_seals SET hash = '' WHERE organization_id = $1",
        "DELETE FROM audit_seals WHERE organization_id = $1",
    ] {
        let mut tx = world.db.begin().await.unwrap();
        let refused = tx.sql(change).bind(world.organization).execute().await.unwrap_err();
        assert!(refused.to_string().contains("append-only"), "{change}: {refused}");
    }
    if world.db.engine() == Engine::Postgres {
        for change in ["TRUNCATE audit_entries", "TRUNCATE audit_seals"] {
            let mut tx = world.db.begin().await.unwrap();
            tx.sql(change).execute().await.unwrap_err();
        }
    }
    assert_eq!(findings(&world).await, []);
}

/// Removes the entries from that number on, with their seals.
async fn cut_off(world: &World, from: i64) {
    unlock(world).await;
    let mut tx = world.db.begin().await.unwrap();
    for text in [
        "DELETE FROM audit_entries WHERE organization_id = $1 AND id IN (SELECT entry_id
            FROM audit_seals WHERE organization_id = $1 AND sequence >= $2)",
        "DELETE FROM audit_seals WHERE organization_id = $1 AND sequence >= $2",
    ] {
        tx.sql(text).bind(world.organization).bind(from).execute().await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// The self-check's findings on the audit log, after it has sealed waiting entries.
async fn checked(world: &World) -> Vec<String> {
    let findings = world.service.self_check().run().await.unwrap();
    let chain = findings.into_iter().filter(|finding| finding.code == "AUDIT_CHAIN");
    chain.map(|finding| finding.message).collect()
}

async fn a_log_whose_end_was_cut_off_shows_it_for_ever(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 5).await;
    let last = i64::try_from(seals(&world).await.len()).unwrap();
    cut_off(&world, last - 1).await;
    let found = findings(&world).await;
    assert_eq!(kinds(&found), [FindingKind::WrongEnd]);
    assert_eq!((found[0].entry_id, found[0].sequence), (None, Some(last)));
    assert_eq!(checked(&world).await, [format!("Audit seal {last}: wrong_end")]);
    // Later entries do not hide the gap.
    rename(&world, 4).await;
    let found = findings(&world).await;
    assert_eq!(kinds(&found), [FindingKind::BrokenSequence]);
    assert_eq!(found[0].sequence, Some(last + 1));
}

async fn a_log_that_was_emptied_shows(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 2).await;
    let last = seals(&world).await.len();
    cut_off(&world, 1).await;
    assert_eq!(kinds(&findings(&world).await), [FindingKind::WrongEnd]);
    assert_eq!(checked(&world).await, [format!("Audit seal {last}: wrong_end")]);
}

async fn a_rewritten_end_of_the_log_is_found(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 2).await;
    tamper(&world, "UPDATE audit_heads SET hash = '' WHERE organization_id = $1").await;
    assert_eq!(kinds(&findings(&world).await), [FindingKind::WrongEnd]);
    tamper(&world, "DELETE FROM audit_heads WHERE organization_id = $1").await;
    assert_eq!(kinds(&findings(&world).await), [FindingKind::WrongEnd]);
    // The chain continues at the end of the seals.
    rename(&world, 4).await;
    assert_eq!(findings(&world).await, []);
}
