//! The export and the erasure cover the schema: no table and no column that may name a person is
//! forgotten.

use std::collections::BTreeSet;

use database::test_support::TestDatabase;
use database::{Engine, on_both};
use service::personal_data::{erased, exported, unit};

on_both!(
    every_column_is_exported_or_has_a_reason,
    every_text_of_an_exported_table_is_erased_or_has_a_reason,
);

const COLUMNS_SQLITE: &str = "
    SELECT t.name || '.' || c.name || ' ' || c.type
    FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%'
        AND t.name NOT LIKE '_sqlx%'";

const COLUMNS_POSTGRES: &str = "
    SELECT table_name || '.' || column_name || ' ' || data_type
    FROM information_schema.columns JOIN information_schema.tables
        USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE '\\_sqlx%'";

/// Tables without records of a person, and the reasons.
const NO_PERSON: [(&str, &str); 19] = [
    ("appraisal_template_items", "questions to everybody"),
    ("appraisal_templates", "questions to everybody"),
    ("audit_heads", "hashes of the chain"),
    ("audit_seals", "hashes of the chain"),
    ("audit_waiting", "ids of entries that are exported"),
    ("catalog_items", "questions to everybody"),
    ("event_feeds", "a position of the organization"),
    ("job_leases", "the names of servers"),
    ("job_runs", "counts of the jobs"),
    ("leave_calendars", "the working days of the organization"),
    ("leave_holidays", "the holidays of the organization"),
    ("leave_policies", "the rules of the organization"),
    ("list_lengths", "counts of the organization"),
    ("login_throttles", "hashes and addresses without a person, which expire"),
    ("organization_logos", "the letterhead of the organization"),
    ("organizations", "the organization itself"),
    ("roles", "permissions; the role of a person is in their record"),
    ("webhook_deliveries", "ids of events that are exported"),
    ("webhooks", "addresses of programs"),
];

/// Columns of exported tables that an export leaves out, and the reasons.
const LEFT_OUT: [(&str, &str); 14] = [
    ("audit_entries.actor_commitment", "a hash that proves the entry"),
    ("audit_entries.actor_salt", "a secret that protects the hash"),
    ("customers.details_folded", "derived from the details, for the search"),
    ("customers.name_folded", "derived from the name, for the search"),
    ("customers.name_sort_key", "derived from the name, for sorting"),
    ("departments.appraisal_template_id", "of the department"),
    ("facilities.details_folded", "derived from the details, for the search"),
    ("idempotency_keys.answer", "a copy of a response, deleted after a day"),
    ("idempotency_keys.request_hash", "a hash"),
    ("portal_accounts.email_folded", "derived from the address, for the search"),
    ("staff.details_folded", "derived from the details, for the search"),
    ("staff.name_folded", "derived from the name, for the search"),
    ("staff.name_sort_key", "derived from the name, for sorting"),
    ("staff_uploads.content", "a list of other people, deleted with the import"),
];

/// Texts that an erasure leaves, by the names of their columns or tables, and the reasons.
const KEPT: [(&str, &str); 42] = [
    ("account_mappings", "accounts of the organization"),
    ("action", "a word from a list"),
    ("actor_commitment", "a hash that reveals nothing without its salt"),
    ("asset_status", "a word from a list"),
    ("category", "a word from a list"),
    ("category_label", "a question to everybody"),
    ("departments", "names of departments"),
    ("description", "a question to everybody"),
    ("entity_id", "an id or a reference"),
    ("entity_type", "a word from a list"),
    ("events", "names people by id only"),
    ("facility_ref", "a reference without meaning"),
    ("fields", "names of fields, and values of accounts only"),
    ("gl_accounts", "accounts of the organization"),
    ("idempotency_keys", "deleted after a day"),
    ("instalment_rounding", "a word from a list"),
    ("journal_entries", "accounts of the organization"),
    ("kind", "a word from a list"),
    ("label", "a question to everybody"),
    ("overall_band", "a word from a list"),
    ("password_scheme", "an algorithm"),
    ("permissions", "words from a list"),
    ("presentation", "a word from a list"),
    ("product_type", "a word from a list"),
    ("question_key", "a question to everybody"),
    ("question_text", "a question to everybody"),
    ("refusal", "a code"),
    ("request_id", "a random number"),
    ("review_type", "a word from a list"),
    ("role_category", "a word from a list"),
    ("role_key", "a role of the organization"),
    ("schedule_method", "a word from a list"),
    ("section", "a word from a list"),
    ("settlement_type", "a word from a list"),
    ("stage", "a word from a list"),
    ("status", "a word from a list"),
    ("status_after", "a word from a list"),
    ("status_before", "a word from a list"),
    ("target_guidance", "a question to everybody"),
    ("template_name", "a template of the organization"),
    ("token_hash", "a hash of a random token"),
    ("type", "a word from a list"),
];

/// The ends of the names of columns with dates and times, which are texts in SQLite.
const TIMES: [&str; 8] = ["at", "date", "_from", "_to", "_on", "_since", "_start", "_until"];

/// Each column of the schema with its type.
pub(super) async fn columns_of(db: &TestDatabase) -> Vec<String> {
    let text = match db.engine() {
        Engine::Sqlite => COLUMNS_SQLITE,
        Engine::Postgres => COLUMNS_POSTGRES,
    };
    db.read().await.unwrap().sql(text).scalars().await.unwrap()
}

async fn every_column_is_exported_or_has_a_reason(db: TestDatabase) {
    let columns = columns_of(&db).await;
    let exported: BTreeSet<String> =
        exported().map(|it| format!("{}.{}", it.table, it.column)).collect();
    let mut reasons: BTreeSet<&str> = NO_PERSON.iter().chain(&LEFT_OUT).map(|it| it.0).collect();
    let mut stale = exported.clone();
    let mut used = BTreeSet::new();
    let (mut forgotten, mut without_unit) = (Vec::new(), Vec::new());
    for column in &columns {
        let (column, kind) = column.split_once(' ').unwrap();
        let (table, name) = column.split_once('.').unwrap();
        if exported.contains(column) {
            assert!(!reasons.contains(column), "{column} is exported and has a reason");
            stale.remove(column);
            let is_number = ["INTEGER", "bigint", "boolean"].contains(&kind);
            if is_number != unit(name).is_some() {
                without_unit.push(column);
            }
        } else if let Some(reason) = [column, table].iter().find(|it| reasons.contains(**it)) {
            used.insert((*reason).to_owned());
        } else if name != "organization_id" {
            forgotten.push(column);
        }
    }
    reasons.retain(|reason| !used.contains(*reason));
    let hint = "export these in service/src/personal_data/repo, or give a reason here";
    assert!(forgotten.is_empty(), "{hint}: {forgotten:#?}");
    assert!(stale.is_empty(), "no such columns: {stale:#?}");
    assert!(reasons.is_empty(), "no such tables or columns: {reasons:#?}");
    assert!(
        without_unit.is_empty(),
        "units in service/src/personal_data/unit.rs: {without_unit:#?}"
    );
}

async fn every_text_of_an_exported_table_is_erased_or_has_a_reason(db: TestDatabase) {
    let exported: BTreeSet<&str> = exported().map(|it| it.table).collect();
    let erased: BTreeSet<String> =
        erased().map(|it| format!("{}.{}", it.table, it.column)).collect();
    let mut used = BTreeSet::new();
    let mut forgotten = Vec::new();
    for column in columns_of(&db).await {
        let (column, kind) = column.split_once(' ').unwrap();
        let (table, name) = column.split_once('.').unwrap();
        let is_text =
            kind.eq_ignore_ascii_case("text") && !TIMES.iter().any(|it| name.ends_with(it));
        if !is_text || !exported.contains(table) {
            continue;
        }
        let is_erased = erased.contains(column) || erased.contains(&format!("{table}.*"));
        let reason = KEPT.iter().find(|(kept, _)| [column, table, name].contains(kept));
        match (is_erased, reason) {
            (true, Some((kept, _))) if *kept == column => panic!("{column} is erased and kept"),
            (true, _) => {}
            (false, Some((kept, _))) => drop(used.insert(*kept)),
            (false, None) => forgotten.push(column.to_owned()),
        }
    }
    let hint = "erase these in service/src/personal_data/repo/erasure, or give a reason here";
    assert!(forgotten.is_empty(), "{hint}: {forgotten:#?}");
    let unused: Vec<_> = KEPT.iter().filter(|(kept, _)| !used.contains(kept)).collect();
    assert!(unused.is_empty(), "no such columns: {unused:#?}");
}
