//! Erases the personal data of a person: rows that are only about access and messages are deleted,
//! text in records that must stay is removed. Scores, amounts, days and dates stay as they are.

mod customer;
mod staff;
mod trail;

use chrono::{DateTime, Utc};
use shared::personal_data::{ErasureFacts, PersonKind};
use uuid::Uuid;

use super::Exported;
use crate::transaction::WriteTx;
use database::{Result, Sql};

pub(in crate::personal_data) use customer::erase as erase_customer;
pub(in crate::personal_data) use staff::erase as erase_staff;

/// A column that an erasure clears; `*` for a table whose rows it deletes.
pub type Erased = Exported;

/// Every column that an erasure clears.
pub fn erased() -> impl Iterator<Item = Erased> {
    let statements = [
        staff::STATEMENTS,
        staff::WITH_VALUES,
        customer::STATEMENTS,
        customer::WITH_VALUES,
        trail::STATEMENTS,
    ];
    statements.concat().into_iter().flat_map(|sql| columns(sql.text))
}

/// The columns that a statement clears, from its text.
fn columns(text: &'static str) -> Vec<Erased> {
    let word = |text: &'static str| text.split_whitespace().next().unwrap_or_default();
    if let Some((_, rest)) = text.split_once("DELETE FROM ") {
        return vec![Erased { table: word(rest), column: "*" }];
    }
    let (_, rest) = text.split_once("UPDATE ").unwrap_or_default();
    let (_, set) = rest.split_once(" SET ").unwrap_or_default();
    let (set, _) = set.split_once(" WHERE").unwrap_or_default();
    let column = |part: &'static str| Erased { table: word(rest), column: word(part) };
    set.split(',').map(column).collect()
}

#[derive(Debug, database::FromRow)]
struct FactsRow {
    name: String,
    email: String,
    has_access: bool,
    open_records: i64,
    last_activity: Option<DateTime<Utc>>,
}

/// The facts that decide about the erasure; none when there is no such person.
pub(in crate::personal_data) async fn facts(
    tx: &mut WriteTx,
    kind: PersonKind,
    id: Uuid,
) -> Result<Option<ErasureFacts>> {
    let row: Option<FactsRow> = match kind {
        PersonKind::Staff => staff::facts(tx, id).await?,
        PersonKind::Customer => customer::facts(tx, id).await?,
    };
    Ok(row.map(|row| ErasureFacts {
        name: row.name,
        email: row.email,
        has_access: row.has_access,
        open_records: row.open_records,
        last_activity: row.last_activity,
    }))
}

/// Runs statements that need no further values.
async fn run(tx: &mut WriteTx, statements: &[Sql], id: Uuid) -> Result<()> {
    for sql in statements {
        tx.sql(*sql).bind(id).execute().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_erased_columns_of_a_statement_are_read_from_its_text() {
        let names = |text| -> Vec<(&str, &str)> {
            columns(text).iter().map(|it| (it.table, it.column)).collect()
        };
        assert_eq!(names("DELETE FROM mails WHERE a = 1"), [("mails", "*")]);
        let update = "UPDATE staff
            SET name = $3, title = NULL
            WHERE a = 1 AND b = 2";
        assert_eq!(names(update), [("staff", "name"), ("staff", "title")]);
    }
}
