//! Written entries stay unchanged by any statement.

use std::collections::BTreeSet;

use database::Engine;
use database::on_both;
use database::test_support::TestDatabase;

use super::{findings, rename, tamper};
use crate::support::World;

on_both!(append_only_rows_cannot_be_replaced, an_entry_that_was_replaced_holds_up_no_sealing,);

/// All append-only tables.
const APPEND_ONLY: [&str; 5] =
    ["audit_entries", "audit_seals", "journals", "journal_entries", "facility_events"];

fn attacks(engine: Engine) -> &'static [&'static str] {
    match engine {
        Engine::Sqlite => &[
            "INSERT OR REPLACE INTO audit_entries SELECT * FROM audit_entries",
            "REPLACE INTO audit_seals SELECT organization_id, sequence, entry_id, 'forged'
                FROM audit_seals",
            "REPLACE INTO audit_seals SELECT organization_id, sequence + 1000, entry_id, hash
                FROM audit_seals",
            "INSERT INTO audit_entries SELECT * FROM audit_entries WHERE TRUE
                ON CONFLICT DO UPDATE SET actor_name = 'forged'",
            // A rowid replaces a row as well, whatever its key.
            "REPLACE INTO audit_entries (rowid, organization_id, id, at, category, action,
                    actor_name, actor_commitment, entity_type, fields)
                SELECT rowid, organization_id, organization_id, at, category, action, 'forged',
                    actor_commitment, entity_type, fields
                FROM audit_entries LIMIT 1",
            "REPLACE INTO audit_seals (rowid, organization_id, sequence, entry_id, hash)
                SELECT rowid, organization_id, sequence + 1000, organization_id, 'forged'
                FROM audit_seals LIMIT 1",
        ],
        Engine::Postgres => &[
            "INSERT INTO audit_entries SELECT * FROM audit_entries
                ON CONFLICT (organization_id, id) DO UPDATE SET actor_name = 'forged'",
            "INSERT INTO audit_seals SELECT * FROM audit_seals
                ON CONFLICT (organization_id, sequence) DO UPDATE SET hash = 'forged'",
            "TRUNCATE audit_entries",
            "TRUNCATE journals CASCADE",
            "TRUNCATE journal_entries",
            "TRUNCATE facility_events",
        ],
    }
}

/// The triggers that protect the tables: an attack on a row is refused in every table with rows.
async fn append_only_rows_cannot_be_replaced(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 2).await;
    for attack in attacks(world.db.engine()) {
        let mut tx = world.db.begin().await.unwrap();
        let refused = tx.sql(*attack).execute().await.unwrap_err().to_string();
        assert!(refused.contains("append-only"), "{attack}: {refused}");
    }
    assert_eq!(findings(&world).await, []);
    // Every such table has its triggers.
    let mut tx = world.db.read().await.unwrap();
    let triggers: Vec<String> = match world.db.engine() {
        Engine::Sqlite => tx.sql("SELECT name FROM sqlite_master WHERE type = 'trigger'"),
        Engine::Postgres => tx.sql("SELECT CAST(tgname AS TEXT) FROM pg_trigger"),
    }
    .scalars()
    .await
    .unwrap();
    let is_sqlite = world.db.engine() == Engine::Sqlite;
    let kept = triggers.iter().filter_map(|name| name.strip_suffix("_unchanged"));
    let kept: BTreeSet<_> = kept.collect();
    assert_eq!(kept, BTreeSet::from(APPEND_ONLY), "a table that is append-only is not listed");
    assert!(!is_sqlite || triggers.iter().any(|name| name == "appraisal_reviews_once"));
    for table in APPEND_ONLY {
        let unchanged = format!("{table}_unchanged");
        assert!(triggers.contains(&unchanged), "{table}");
        let replaced = format!("{table}_once");
        assert!(!is_sqlite || triggers.contains(&replaced), "{table}");
    }
    if is_sqlite {
        let open = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%_once'
            AND sql NOT LIKE '%rowid = NEW.rowid%'";
        assert_eq!(tx.sql(open).scalars::<String>().await.unwrap(), [""; 0]);
    }
}

/// An attacker with write access to the database has removed the triggers first.
async fn an_entry_that_was_replaced_holds_up_no_sealing(db: TestDatabase) {
    let world = World::new(db).await;
    rename(&world, 2).await;
    let wait = "INSERT INTO audit_waiting (organization_id, entry_id)
        SELECT organization_id, entry_id FROM audit_seals
        WHERE organization_id = $1 AND sequence = 1";
    tamper(&world, wait).await;
    rename(&world, 1).await;
    assert_eq!(findings(&world).await, []);
}
