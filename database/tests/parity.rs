//! The two schemas agree: tables, columns, keys, indexes and references.

use std::collections::BTreeSet;

use database::Engine;
use database::on_both;
use database::test_support::TestDatabase;

/// Tables that belong to the platform and not to one organization.
const OF_THE_PLATFORM: [&str; 4] = ["job_leases", "job_runs", "login_throttles", "organizations"];

const TABLES_SQLITE: &str = "
    SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_sqlx%'
    ORDER BY name";

const TABLES_POSTGRES: &str = "
    SELECT relname::text FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE '\\_sqlx%'
    ORDER BY relname";

const LAX_SQLITE: &str = "
    SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_sqlx%'
        AND strict = 0";

const COLUMNS_SQLITE: &str = "
    SELECT name || ' ' || type
        || CASE WHEN \"notnull\" = 1 THEN ' NOT NULL' ELSE '' END
        || CASE WHEN dflt_value IS NULL THEN '' ELSE ' DEFAULT' END
    FROM pragma_table_info($1)";

const COLUMNS_POSTGRES: &str = "
    SELECT column_name || ' '
        || CASE
            WHEN data_type IN ('bigint', 'boolean') THEN 'INTEGER'
            WHEN data_type IN ('text', 'date', 'timestamp with time zone') THEN 'TEXT'
            WHEN data_type IN ('uuid', 'bytea') THEN 'BLOB'
            ELSE data_type
        END
        || CASE WHEN is_nullable = 'NO' THEN ' NOT NULL' ELSE '' END
        || CASE WHEN column_default IS NULL THEN '' ELSE ' DEFAULT' END
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1";

const PRIMARY_KEY_SQLITE: &str = "
    SELECT group_concat(name, ', ' ORDER BY pk) FROM pragma_table_info($1)
    WHERE pk > 0 HAVING COUNT(*) > 0";

const PRIMARY_KEY_POSTGRES: &str = "
    SELECT string_agg(attname, ', ' ORDER BY n)
    FROM pg_constraint
        CROSS JOIN LATERAL unnest(conkey) WITH ORDINALITY AS key (column_number, n)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = column_number
    WHERE contype = 'p' AND conrelid = to_regclass($1) HAVING COUNT(*) > 0";

const REFERENCES_SQLITE: &str = "
    SELECT group_concat(\"from\", ', ' ORDER BY seq) || ' -> ' || \"table\" || ': '
        || group_concat(COALESCE(\"to\", 'its primary key'), ', ' ORDER BY seq)
        || ' ON DELETE ' || on_delete || ' ON UPDATE ' || on_update
    FROM pragma_foreign_key_list($1) GROUP BY id";

const REFERENCES_POSTGRES: &str = "
    WITH action (code, name) AS (VALUES
        ('a', 'NO ACTION'), ('r', 'RESTRICT'), ('c', 'CASCADE'), ('n', 'SET NULL'),
        ('d', 'SET DEFAULT'))
    SELECT string_agg(child.attname, ', ' ORDER BY n) || ' -> ' || confrelid::regclass || ': '
        || string_agg(parent.attname, ', ' ORDER BY n)
        || ' ON DELETE ' || MIN(deleting.name) || ' ON UPDATE ' || MIN(updating.name)
    FROM pg_constraint
        CROSS JOIN LATERAL unnest(conkey, confkey) WITH ORDINALITY AS key (child, parent, n)
        JOIN pg_attribute AS child ON child.attrelid = conrelid AND child.attnum = key.child
        JOIN pg_attribute AS parent ON parent.attrelid = confrelid AND parent.attnum = key.parent
        JOIN action AS deleting ON deleting.code = confdeltype::text
        JOIN action AS updating ON updating.code = confupdtype::text
    WHERE contype = 'f' AND conrelid = to_regclass($1)
    GROUP BY pg_constraint.oid, confrelid";

const INDEXES_SQLITE: &str = "
    SELECT CASE WHEN \"unique\" = 1 THEN 'UNIQUE ' ELSE '' END || COALESCE(
        (SELECT substr(sql, instr(sql, '(')) FROM sqlite_master
         WHERE sqlite_master.name = index_list.name),
        (SELECT group_concat(index_info.name, ', ' ORDER BY seqno)
         FROM pragma_index_info(index_list.name) AS index_info))
    FROM pragma_index_list($1) AS index_list WHERE origin <> 'pk'";

const INDEXES_POSTGRES: &str = "
    SELECT CASE WHEN indisunique THEN 'UNIQUE ' ELSE '' END
        || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING btree ', '')
    FROM pg_index WHERE indrelid = to_regclass($1) AND NOT indisprimary";

/// The catalog queries for each table: a name, and the query for each database.
const QUESTIONS: [(&str, &str, &str); 4] = [
    ("column", COLUMNS_SQLITE, COLUMNS_POSTGRES),
    ("primary key", PRIMARY_KEY_SQLITE, PRIMARY_KEY_POSTGRES),
    ("reference", REFERENCES_SQLITE, REFERENCES_POSTGRES),
    ("index", INDEXES_SQLITE, INDEXES_POSTGRES),
];

async fn tables(db: &TestDatabase) -> Vec<String> {
    let text = match db.engine() {
        Engine::Sqlite => TABLES_SQLITE,
        Engine::Postgres => TABLES_POSTGRES,
    };
    db.read().await.unwrap().sql(text).scalars().await.unwrap()
}

/// Every fact of the schema as a line, in terms that do not depend on the database.
async fn facts(db: &TestDatabase) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    let mut tx = db.read().await.unwrap();
    for table in tables(db).await {
        for (kind, sqlite, postgres) in QUESTIONS {
            let text = match db.engine() {
                Engine::Sqlite => sqlite,
                Engine::Postgres => postgres,
            };
            let answers = tx.sql(text).bind(&table).scalars::<String>().await.unwrap();
            facts.extend(answers.iter().map(|fact| format!("{table}, {kind}: {}", plain(fact))));
        }
    }
    facts
}

/// Removes what PostgreSQL adds when it prints a condition: casts, parentheses, arrays.
fn plain(fact: &str) -> String {
    let words = fact.split_whitespace().collect::<Vec<_>>().join(" ");
    words
        .replace("::text", "")
        .replace("= ANY (ARRAY", "IN ")
        .replace("<> ALL (ARRAY", "NOT IN ")
        .replace(['(', ')', '[', ']'], "")
        .to_lowercase()
}

#[tokio::test]
async fn both_schemas_are_equivalent() {
    let Some(postgres) = TestDatabase::postgres().await else { return };
    let postgres = facts(&postgres).await;
    let sqlite = facts(&TestDatabase::sqlite().await).await;
    assert!(!sqlite.is_empty());

    let only_sqlite: Vec<_> = sqlite.difference(&postgres).collect();
    let only_postgres: Vec<_> = postgres.difference(&sqlite).collect();
    assert!(
        only_sqlite.is_empty() && only_postgres.is_empty(),
        "only in SQLite: {only_sqlite:#?}\nonly in PostgreSQL: {only_postgres:#?}"
    );
}

#[tokio::test]
async fn every_table_of_sqlite_is_strict() {
    let db = TestDatabase::sqlite().await;
    let lax: Vec<String> = db.read().await.unwrap().sql(LAX_SQLITE).scalars().await.unwrap();
    assert!(lax.is_empty(), "{lax:?}");
}

on_both!(
    every_table_belongs_to_an_organization_or_to_the_platform,
    every_reference_stays_inside_the_organization
);

async fn every_table_belongs_to_an_organization_or_to_the_platform(db: TestDatabase) {
    let facts = facts(&db).await;
    let belongs =
        |table: &String| facts.contains(&format!("{table}, column: organization_id blob not null"));
    let tables = tables(&db).await;
    let others: Vec<_> = tables.iter().filter(|table| !belongs(table)).collect();
    assert_eq!(others, OF_THE_PLATFORM);
}

async fn every_reference_stays_inside_the_organization(db: TestDatabase) {
    let facts = facts(&db).await;
    let references = facts.iter().filter_map(|fact| fact.split_once(", reference: "));
    for (table, reference) in references {
        assert!(reference.starts_with("organization_id"), "{table} refers by {reference}");
    }
}
