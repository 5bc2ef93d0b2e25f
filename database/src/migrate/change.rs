//! The changes of a migration, read from its text: whether the previous version of the program
//! still works beside it, and which tables it locks on PostgreSQL.

use std::fmt;

/// A statement of a migration that changes an existing table, view or index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The statement, up to its first parenthesis or assignment.
    pub statement: String,
    /// Its effect on the program and on other transactions.
    pub effect: Effect,
}

/// The effect of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It locks its table for a moment, whatever the size.
    ShortLock,
    /// It blocks changes of its table while it reads all rows.
    BlocksWrites,
    /// It locks the rows that it changes.
    LocksRows,
    /// It removes, renames or narrows something that the previous version may still use.
    Contracts,
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let effect = match self.effect {
            Effect::ShortLock => "locks the table for a moment",
            Effect::BlocksWrites => "blocks changes of the table while it reads all rows",
            Effect::LocksRows => "locks the rows that it changes",
            Effect::Contracts => "removes or narrows what an earlier version may still use",
        };
        write!(formatter, "{}: {effect}", self.statement)
    }
}

/// The changes of a migration, in its order. Statements on tables that the migration itself creates
/// affect no one.
pub fn changes(migration: &str) -> Vec<Change> {
    let statements = statements(migration);
    let created: Vec<&str> = statements
        .iter()
        .filter_map(|it| it.strip_prefix("CREATE TABLE "))
        .filter_map(|rest| rest.split([' ', '(']).next())
        .collect();
    let replaced: Vec<String> = statements
        .iter()
        .filter_map(|it| it.strip_prefix("CREATE "))
        .map(|rest| rest.split([' ', '(']).take(2).collect::<Vec<_>>().join(" "))
        .collect();
    let is_new = |table: &str| created.contains(&table);
    let changes = statements.iter().filter_map(|statement| {
        let effect = effect(statement, is_new, |object| replaced.iter().any(|it| it == object))?;
        let shown = statement.split([',', '=']).next().unwrap_or_default();
        let shown = shown.split(" SET ").next().unwrap_or_default().trim();
        Some(Change { statement: shown.to_owned(), effect })
    });
    changes.collect()
}

/// The effect of a statement; none if it concerns only new objects.
fn effect(
    statement: &str,
    is_new: impl Fn(&str) -> bool,
    is_replaced: impl Fn(&str) -> bool,
) -> Option<Effect> {
    let words: Vec<&str> = statement.split([' ', '(']).filter(|it| !it.is_empty()).collect();
    let after = |word: &str| {
        let position = words.iter().position(|it| *it == word);
        position.and_then(|it| words.get(it + 1)).copied().unwrap_or_default()
    };
    match *words.as_slice() {
        ["CREATE", "INDEX", ..] | ["CREATE", "UNIQUE", "INDEX", ..] if is_new(after("ON")) => None,
        // Rows that an earlier version writes may violate it.
        ["CREATE", "UNIQUE", "INDEX", ..] => Some(Effect::Contracts),
        ["CREATE", "INDEX", ..] => Some(Effect::BlocksWrites),
        ["CREATE", "TRIGGER", ..] if is_new(after("ON")) => None,
        ["CREATE", "TRIGGER", ..] => Some(Effect::ShortLock),
        ["CREATE", "TABLE" | "VIEW" | "FUNCTION", ..] => None,
        ["INSERT", "INTO", table, ..] if is_new(table) => None,
        ["INSERT", "INTO", ..] => Some(Effect::LocksRows),
        ["UPDATE", ..] | ["DELETE", "FROM", ..] => Some(Effect::LocksRows),
        ["DROP", "TRIGGER" | "VIEW" | "INDEX", name, ..]
            if is_replaced(&format!("{} {name}", words[1])) =>
        {
            Some(Effect::ShortLock)
        }
        ["ALTER", "TABLE", _, "ADD", "COLUMN", ..] => {
            let takes_old_rows = !statement.contains("NOT NULL") || statement.contains("DEFAULT");
            let is_free = !statement.contains("UNIQUE") && !statement.contains("CHECK");
            Some(if takes_old_rows && is_free { Effect::ShortLock } else { Effect::Contracts })
        }
        // Everything else is assumed to contract.
        _ => Some(Effect::Contracts),
    }
}

/// The statements without comments, each on one line.
fn statements(migration: &str) -> Vec<String> {
    let lines = migration.lines().map(|line| line.split("--").next().unwrap_or_default());
    let text = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    let mut statements = Vec::new();
    let mut statement = String::new();
    for part in text.split_inclusive(';') {
        statement.push_str(part);
        let is_quoted = statement.matches("$$").count() % 2 == 1;
        let has_body = statement.trim_start().starts_with("CREATE TRIGGER")
            && statement.contains(" BEGIN ")
            && !statement.trim_end().ends_with("END;");
        if !is_quoted && !has_body {
            let complete = std::mem::take(&mut statement);
            statements.push(complete.trim().trim_end_matches(';').to_owned());
        }
    }
    statements.retain(|it| !it.is_empty());
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(migration: &str) -> Vec<Effect> {
        changes(migration).into_iter().map(|it| it.effect).collect()
    }

    #[test]
    fn what_adds_to_the_schema_lets_the_previous_version_work_on() {
        for (migration, expected) in [
            ("CREATE TABLE a (b TEXT); CREATE UNIQUE INDEX c ON a (b);", None),
            ("CREATE VIEW a AS SELECT 1;", None),
            ("ALTER TABLE a ADD COLUMN b TEXT; -- no DEFAULT", Some(Effect::ShortLock)),
            ("ALTER TABLE a ADD COLUMN b TEXT NOT NULL DEFAULT '';", Some(Effect::ShortLock)),
            ("CREATE INDEX c ON a (b);", Some(Effect::BlocksWrites)),
            ("UPDATE a SET b = 1 WHERE c;", Some(Effect::LocksRows)),
            ("INSERT INTO a (b) SELECT 1;", Some(Effect::LocksRows)),
        ] {
            assert_eq!(effects(migration), Vec::from_iter(expected), "{migration}");
        }
    }

    #[test]
    fn what_removes_renames_or_narrows_contracts() {
        for migration in [
            "DROP TABLE a;",
            "DROP VIEW a;",
            "ALTER TABLE a DROP COLUMN b;",
            "ALTER TABLE a RENAME TO b;",
            "ALTER TABLE a ALTER COLUMN b SET NOT NULL;",
            "ALTER TABLE a ADD COLUMN b TEXT NOT NULL;",
            "ALTER TABLE a ADD COLUMN b TEXT CHECK (b <> '');",
            "ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0);",
            "CREATE UNIQUE INDEX c ON a (b);",
            "TRUNCATE a;",
        ] {
            assert_eq!(effects(migration), [Effect::Contracts], "{migration}");
        }
    }

    #[test]
    fn a_trigger_may_be_replaced_in_both_dialects() {
        let sqlite = "DROP TRIGGER t;
            CREATE TRIGGER t BEFORE UPDATE ON a WHEN TRUE
            BEGIN SELECT 1; DELETE FROM b; END;";
        assert_eq!(effects(sqlite), [Effect::ShortLock, Effect::ShortLock]);
        let postgres = "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN DELETE FROM b; RETURN NEW; END $$;
            DROP TRIGGER t ON a;
            CREATE TRIGGER t BEFORE UPDATE ON a FOR EACH ROW EXECUTE FUNCTION f();";
        assert_eq!(effects(postgres), [Effect::ShortLock, Effect::ShortLock]);
    }

    #[test]
    fn a_change_is_shown_without_its_details() {
        let found = changes("UPDATE a SET b = 1 WHERE c; ALTER TABLE a ADD COLUMN b TEXT;");
        assert_eq!(found[0].to_string(), "UPDATE a: locks the rows that it changes");
        let added = "ALTER TABLE a ADD COLUMN b TEXT: locks the table for a moment";
        assert_eq!(found[1].to_string(), added);
    }
}
