//! Full scans by statements: a page, a report or a sum may read all rows of an organization, a
//! single user's action may not. SQLite reports them reliably, because it plans without statistics,
//! and `full_scans.txt` of each crate lists the allowed ones.

use sqlx::{AssertSqlSafe, Row, SqlSafeStr};

use super::test_support::TestDatabase;
use super::{Pools, Sql, rows};

/// Tables with few rows per organization, or with short-lived rows.
const SMALL: [&str; 20] = [
    "account_mappings",
    "api_tokens",
    "appraisal_template_items",
    "appraisal_templates",
    "audit_heads",
    "audit_waiting",
    "catalog_items",
    "departments",
    "event_feeds",
    "gl_accounts",
    "job_leases",
    "job_runs",
    "leave_calendars",
    "leave_holidays",
    "leave_policies",
    "list_lengths",
    "organization_logos",
    "organizations",
    "roles",
    "webhooks",
];

/// Compares the full scans of a repository's statements with the allowed ones.
///
/// * `module`: the path of the module that declares them, with an additional segment for the test.
///
/// * `allowed`: a line for each step, as in `credit::repo LIST: SCAN facilities`.
pub async fn check(module: &str, statements: &[(&str, Sql)], allowed: &str) {
    let module = module.split_once("::").map_or(module, |(_, module)| module);
    let module = module.trim_end_matches("::statements");
    let db = TestDatabase::sqlite().await;
    let tables = tables(&db).await;
    let views = strings(&db, "SELECT sql FROM sqlite_master WHERE type = 'view'", 0).await;
    let mut found = Vec::new();
    for (name, Sql { text, .. }) in statements {
        for step in plan(&db, text).await {
            if is_full_scan(&step, &with_views(text, &views), &tables) {
                found.push(format!("{module} {name}: {step}"));
            }
        }
    }
    let begin = format!("{module} ");
    let allowed: Vec<&str> = allowed.lines().filter(|line| line.starts_with(&begin)).collect();
    let found = found.join("\n");
    assert!(found == allowed.join("\n"), "full_scans.txt has to list of {module}:\n{found}\n");
}

async fn tables(db: &TestDatabase) -> Vec<String> {
    let mut tables = strings(db, "SELECT name FROM sqlite_master WHERE type = 'table'", 0).await;
    tables.retain(|table| !SMALL.contains(&&**table));
    tables
}

async fn plan(db: &TestDatabase, text: &'static str) -> Vec<String> {
    let text = rows::with_one_row(text, db.engine());
    strings(db, &format!("EXPLAIN QUERY PLAN {text}"), 3).await
}

async fn strings(db: &TestDatabase, text: &str, column: usize) -> Vec<String> {
    let Pools::Sqlite { write, .. } = &db.pools else { return Vec::new() };
    let query = sqlx::raw_sql(AssertSqlSafe(text.to_owned()).into_sql_str());
    let rows = query.fetch_all(write).await.unwrap_or_else(|error| panic!("{text}: {error}"));
    rows.iter().map(|row| row.get(column)).collect()
}

/// The text, followed by the definitions of the views that it uses, directly or through a view.
fn with_views(text: &str, views: &[String]) -> String {
    let name = |view: &String| view.split_whitespace().nth(2).unwrap_or_default().to_owned();
    let mut all = text.to_owned();
    for _ in 0..2 {
        for view in views {
            if all.contains(&name(view)) && !all.contains(view.as_str()) {
                all.push('\n');
                all.push_str(view);
            }
        }
    }
    all
}

/// Matches `SCAN table` and `SEARCH table USING INDEX name (organization_id=?)`.
fn is_full_scan(step: &str, text: &str, tables: &[String]) -> bool {
    let mut words = step.split(' ');
    let (verb, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_whole = match verb {
        "SCAN" => true,
        "SEARCH" => step.ends_with(" (organization_id=?)"),
        _ => false,
    };
    is_whole && tables.iter().any(|table| table == name || is_called(text, table, name))
}

/// Returns true if the text uses this alias for the table.
fn is_called(text: &str, table: &str, name: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).any(|pair| pair[0] == table && pair[1].trim_end_matches([',', ')']) == name)
        || words.windows(3).any(|it| it[0] == table && it[1] == "AS" && it[2] == name)
}
