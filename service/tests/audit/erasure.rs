//! The erasure of a person's name and network address.

use std::collections::BTreeSet;

use database::Engine;
use database::on_both;
use database::test_support::TestDatabase;
use service::audit::FindingKind;
use shared::audit::{AuditEntry, AuditQuery, ERASED};
use shared::id::AuditEntryId;

use super::{entries, findings, kinds, rename, unlock};
use crate::sign_in::{PASSWORD, log_in};
use crate::support::World;

on_both!(
    an_erasure_leaves_the_chain_valid,
    an_entry_may_be_erased_before_it_is_sealed,
    equal_actors_have_different_commitments,
    an_edited_name_or_address_shows,
    no_other_update_of_an_entry_is_permitted,
);

/// The one update that the database permits.
const ERASURE: [(&str, &str); 3] =
    [("actor_name", "'Erased'"), ("actor_salt", "NULL"), ("ip", "NULL")];

/// Edits of an entry by an attacker who has removed the triggers.
const EDITS: [&str; 8] = [
    "actor_name = 'Somebody else'",
    "ip = '198.51.100.1'",
    "actor_salt = NULL",
    "actor_commitment = ''",
    "actor_name = 'Erased', ip = NULL",
    "actor_name = 'Erased', actor_salt = NULL",
    "ip = NULL, actor_salt = NULL",
    "(actor_name, actor_salt, actor_commitment, ip) = (
        SELECT actor_name, actor_salt, actor_commitment, ip FROM audit_entries
        WHERE organization_id = $1 ORDER BY at, id LIMIT 1)",
];

fn assignments<'t>(values: impl IntoIterator<Item = &'t (&'t str, &'t str)>) -> String {
    let texts: Vec<_> =
        values.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    texts.join(", ")
}

/// Updates one entry.
async fn update(world: &World, id: AuditEntryId, assignments: &str) -> Result<u64, String> {
    let text = "UPDATE audit_entries SET {} WHERE organization_id = $1 AND id = $2";
    run(world, id, text.replace("{}", assignments)).await
}

async fn run(world: &World, id: AuditEntryId, text: String) -> Result<u64, String> {
    let mut tx = world.db.begin().await.unwrap();
    let statement = tx.sql(&*String::leak(text)).bind(world.organization).bind(id);
    let updated = statement.execute().await.map_err(|error| error.to_string())?;
    tx.commit().await.unwrap();
    Ok(updated)
}

async fn of_hr(world: &World) -> Vec<AuditEntry> {
    let actor_id = Some(world.hr.staff());
    entries(world, AuditQuery { actor_id, ..Default::default() }).await
}

/// The entries of HR from that many sign-ins or more, with name and address.
async fn sign_ins(world: &World, number: usize) -> Vec<AuditEntry> {
    let member = world.signed_in(&world.hr).await;
    for _ in 0..number {
        log_in(&world.service, &member.email, PASSWORD).await.unwrap();
    }
    let mut signed_in = of_hr(world).await;
    signed_in.retain(|entry| entry.ip.is_some());
    assert!(signed_in.len() >= number && signed_in.iter().all(|it| it.actor_name == "Noura"));
    signed_in
}

async fn erase(world: &World, entries: &[AuditEntry]) {
    for entry in entries {
        assert_eq!(update(world, entry.id, &assignments(&ERASURE)).await, Ok(1));
    }
}

async fn an_erasure_leaves_the_chain_valid(db: TestDatabase) {
    let world = World::new(db).await;
    sign_ins(&world, 2).await;
    rename(&world, 1).await;
    let before = of_hr(&world).await;
    erase(&world, &before).await;
    let erased = |entry| AuditEntry { actor_name: ERASED.to_owned(), ip: None, ..entry };
    let expected: Vec<_> = before.clone().into_iter().map(erased).collect();
    assert_eq!(of_hr(&world).await, expected);
    assert_eq!(findings(&world).await, []);
    // The others keep their names, and the log continues.
    rename(&world, 2).await;
    let last = entries(&world, AuditQuery::default()).await.remove(0);
    assert_eq!(last.actor_name, "Administrator of Amanah");
    erase(&world, &before).await;
    assert_eq!(findings(&world).await, []);
}

async fn an_entry_may_be_erased_before_it_is_sealed(db: TestDatabase) {
    let world = World::new(db).await;
    let signed_in = sign_ins(&world, 1).await;
    erase(&world, &signed_in).await;
    world.service.audit().seal_all().await.unwrap();
    assert_eq!(findings(&world).await, []);
}

async fn equal_actors_have_different_commitments(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 3).await;
    let mut tx = world.db.read().await.unwrap();
    let stored: Vec<String> = tx
        .sql("SELECT actor_commitment FROM audit_entries WHERE organization_id = $1")
        .bind(world.organization)
        .scalars()
        .await
        .unwrap();
    assert!(stored.len() > 3);
    assert_eq!(stored.iter().collect::<BTreeSet<_>>().len(), stored.len());
}

async fn an_edited_name_or_address_shows(db: TestDatabase) {
    let world = World::new(db).await;
    let signed_in = sign_ins(&world, EDITS.len()).await;
    world.service.audit().seal_all().await.unwrap();
    unlock(&world).await;
    let mut edited = BTreeSet::new();
    for (entry, edit) in signed_in.iter().zip(EDITS) {
        assert_eq!(update(&world, entry.id, edit).await, Ok(1), "{edit}");
        edited.insert(Some(entry.id));
    }
    let found = findings(&world).await;
    assert_eq!(kinds(&found), [FindingKind::EditedEntry; EDITS.len()]);
    let found: BTreeSet<_> = found.into_iter().map(|finding| finding.entry_id).collect();
    assert_eq!(found, edited);
}

/// The columns of the entries with a value of their type, so that no new column is forgotten in
/// the triggers.
async fn columns(world: &World) -> Vec<(String, &'static str)> {
    let mut tx = world.db.read().await.unwrap();
    let columns: Vec<(String, String)> = match world.db.engine() {
        Engine::Sqlite => tx.sql("SELECT name, type FROM pragma_table_info('audit_entries')"),
        Engine::Postgres => tx.sql(
            "SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT)
            FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name = 'audit_entries'",
        ),
    }
    .all()
    .await
    .unwrap();
    let value = |kind: String| match &*kind {
        "BLOB" => "x'00'",
        "bytea" => r"'\x00'",
        "uuid" => "'00000000-0000-0000-0000-000000000000'",
        _ => "'2026-01-01'",
    };
    columns.into_iter().map(|(name, kind)| (name, value(kind))).collect()
}

async fn no_other_update_of_an_entry_is_permitted(db: TestDatabase) {
    let world = World::new(db).await;
    let signed_in = sign_ins(&world, 1).await;
    world.service.audit().seal_all().await.unwrap();
    let before = of_hr(&world).await;
    let columns = columns(&world).await;
    assert!(columns.len() >= 15, "{columns:?}");
    let [name, salt, ip] = ERASURE;
    let mut attempts = vec![vec![name], vec![name, salt], vec![name, ip], vec![salt, ip]];
    // An erasure that also changes one more column, or sets another value in one of its own.
    for (column, value) in &columns {
        let others = ERASURE.into_iter().filter(|(name, _)| name != column);
        attempts.push(others.chain([(column.as_str(), *value)]).collect());
    }
    for attempt in attempts {
        let refused = update(&world, signed_in[0].id, &assignments(&attempt)).await.unwrap_err();
        assert!(refused.contains("append-only"), "{attempt:?}: {refused}");
    }
    if world.db.engine() == Engine::Sqlite {
        // Another row with that rowid would be removed without a trigger.
        let text = "UPDATE OR REPLACE audit_entries
            SET {}, rowid = (SELECT MAX(rowid) + MIN(rowid) FROM audit_entries) - rowid
            WHERE organization_id = $1 AND id = $2";
        let text = text.replace("{}", &assignments(&ERASURE));
        let refused = run(&world, signed_in[0].id, text).await.unwrap_err();
        assert!(refused.contains("append-only"), "{refused}");
    }
    assert_eq!(of_hr(&world).await, before);
    assert_eq!(findings(&world).await, []);
}
