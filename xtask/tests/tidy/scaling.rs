//! The lists of docs/scaling.md: statements that look across organizations, and tables whose
//! primary key does not begin with the organization.

use std::collections::BTreeSet;
use std::fs;

use crate::documents::text;
use crate::source::{Source, files};
use crate::{assert_none, root, sources};

const PAGE: &str = "docs/scaling.md";
const CRATES: [&str; 3] = ["database/src/", "server/src/", "service/src/"];
/// The permitted last cells of the list of statements.
const ROUTES: [&str; 3] = ["every shard", "directory", "global table"];

/// A statement declared by `statements!`.
#[derive(Debug, PartialEq, Eq)]
struct Statement {
    /// Module and name; the crate `service` is left out.
    name: String,
    /// The literals of the text, with single spaces.
    text: String,
}

fn statements(source: &Source) -> Vec<Statement> {
    const START: &str = "statements! {";
    let mut found = Vec::new();
    for (start, _) in source.code.match_indices(START) {
        let mut begin = start + START.len();
        let mut depth = 1;
        let block = source.code[begin..].split_inclusive(|character| {
            depth += i32::from(character == '{') - i32::from(character == '}');
            depth == 0 || character == ';'
        });
        for declaration in block {
            if !declaration.ends_with(';') {
                break;
            }
            found.extend(statement(source, begin, declaration));
            begin += declaration.len();
        }
    }
    found
}

/// The statement of a declaration that starts at this place of the code.
fn statement(source: &Source, begin: usize, declaration: &str) -> Option<Statement> {
    let line = |place: usize| source.code[..place].matches('\n').count() + 1;
    let name = declaration.split(['=', '(']).next()?.split_whitespace().next_back()?;
    let first = line(begin + declaration.find(name)?);
    let last = line(begin + declaration.len());
    let literals = source.strings.iter().filter(|(at, _)| (first..=last).contains(at));
    let text: String = literals.map(|(_, literal)| literal.as_str()).collect();
    Some(Statement {
        name: format!("{}::{name}", module(&source.path)),
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
    })
}

fn module(path: &str) -> String {
    let path = path.strip_prefix("service/src/").unwrap_or(path).trim_end_matches(".rs");
    path.replace("/src/", "/").replace('/', "::")
}

/// True if the text compares the organization with a bound value, writes it, or reads or writes
/// the row of a bound organization.
fn is_within_an_organization(text: &str) -> bool {
    let compares = text.match_indices("organization_id = $").any(|(place, _)| {
        let alias = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.');
        !text[..place].trim_end_matches(alias).ends_with(" OR ")
    });
    let columns = text.strip_prefix("INSERT INTO ").and_then(|it| it.split(['(', ')']).nth(1));
    let writes =
        columns.is_some_and(|it| it.split(',').any(|column| column.trim() == "organization_id"));
    let names_row =
        text.contains("FROM organizations WHERE ") || text.starts_with("UPDATE organizations SET ");
    let is_row = names_row && text.ends_with(" WHERE id = $1");
    compares || writes || is_row || text.starts_with("INSERT INTO organizations (id,")
}

/// The cells of the rows of a table below a heading of the page.
fn rows<'a>(page: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// Differences between the first cells of rows and the expected names.
fn differences(rows: &[Vec<&str>], expected: &BTreeSet<String>) -> Vec<String> {
    let listed: BTreeSet<String> =
        rows.iter().map(|cells| cells[0].trim_matches('`').to_owned()).collect();
    let missing = expected.difference(&listed).map(|name| format!("missing: | `{name}` |"));
    let superfluous = listed.difference(expected).map(|name| format!("superfluous: `{name}`"));
    missing.chain(superfluous).collect()
}

#[test]
fn statements_across_organizations_are_in_the_page_on_scaling() {
    let sources = sources();
    let ours = sources.iter().filter(|it| CRATES.iter().any(|path| it.path.starts_with(path)));
    let all: Vec<Statement> = ours.flat_map(statements).collect();
    assert!(all.len() > 400, "the walk finds the statements: {}", all.len());
    let unread = all.iter().filter(|it| it.text.is_empty()).map(|it| it.name.clone());
    assert_none(unread, "write the text of a statement as literals in its declaration");
    let across = all.into_iter().filter(|it| !is_within_an_organization(&it.text));
    let across: BTreeSet<String> = across.map(|it| it.name).collect();

    let page = text(PAGE);
    let rows = rows(&page, "Statements across organizations");
    let rule = "correct the list of statements across organizations in docs/scaling.md";
    assert_none(differences(&rows, &across), rule);
    let incomplete = rows.iter().filter(|cells| match cells.as_slice() {
        [_, purpose, route] => purpose.is_empty() || !ROUTES.contains(route),
        _ => true,
    });
    assert_none(
        incomplete.map(|cells| cells.join(" | ")),
        "each row has a purpose and one of: every shard, directory, global table",
    );
}

/// The tables of a migration whose primary key does not begin with the organization.
fn tables_of_all(migration: &str) -> Vec<String> {
    let tables = migration.split("CREATE TABLE ").skip(1);
    let others = tables.filter(|table| {
        let table = table.split(");\n").next().unwrap_or_default();
        let is_column =
            |line: &str| line.contains(" PRIMARY KEY") && line.starts_with("organization_id ");
        !table.contains("PRIMARY KEY (organization_id")
            && !table.lines().map(str::trim).any(is_column)
    });
    others.filter_map(|table| table.split(' ').next().map(str::to_owned)).collect()
}

#[test]
fn tables_without_the_organization_in_their_key_are_in_the_page_on_scaling() {
    let migrations = files(&root().join("migrations").join("postgres"), &[".sql"]);
    let migrations = migrations.into_iter().map(|(_, file)| fs::read_to_string(file).unwrap());
    let tables: BTreeSet<String> = migrations.flat_map(|text| tables_of_all(&text)).collect();
    assert!(tables.contains("organizations"), "the walk finds the tables");
    let page = text(PAGE);
    let rule = "correct the list of tables without the organization in docs/scaling.md";
    assert_none(differences(&rows(&page, "A cut by organization"), &tables), rule);
}

#[test]
fn declarations_are_read_with_their_texts() {
    let text = r#"
        statements! {
            /// Not "this"; or that.
            A (plan per value) = "SELECT ';' }
                FROM a";
            B = concat!("DELETE FROM ", $b,
                " WHERE x = $1");
        }
        const C: &str = "C";
    "#;
    let found = statements(&Source::new("service/src/mail/repo.rs", text));
    let found: Vec<_> = found.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
    let expected =
        [("mail::repo::A", "SELECT ';' } FROM a"), ("mail::repo::B", "DELETE FROM WHERE x = $1")];
    assert_eq!(found, expected);
}

#[test]
fn a_statement_is_within_an_organization_if_it_is_bound() {
    for text in [
        "SELECT 1 FROM a WHERE a.organization_id = $1 AND id = $2",
        "INSERT INTO a (token_hash, organization_id) VALUES ($1, $2)",
        "UPDATE organizations SET name = name WHERE id = $1",
    ] {
        assert!(is_within_an_organization(text), "{text}");
    }
    for text in [
        "SELECT 1 FROM a WHERE $1 IS NULL OR a.organization_id = $1",
        "SELECT a.id FROM a JOIN b ON b.organization_id = a.organization_id WHERE a.email = $1",
        "INSERT INTO a (name) SELECT organization_id FROM b",
        "SELECT id FROM organizations ORDER BY id",
    ] {
        assert!(!is_within_an_organization(text), "{text}");
    }
}

#[test]
fn a_table_is_listed_unless_its_key_begins_with_the_organization() {
    let migration = "CREATE TABLE a (\n    id UUID NOT NULL,\n    organization_id UUID,\n    \
        PRIMARY KEY (id)\n);\nCREATE TABLE b (\n    organization_id UUID NOT NULL PRIMARY KEY\n);\n\
        CREATE TABLE c (\n    id UUID,\n    PRIMARY KEY (organization_id, id)\n);\n";
    assert_eq!(tables_of_all(migration), ["a"]);
}
