//! Reads the records of a person.

mod customer;
mod erasure;
mod staff;
mod trail;
mod work;

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use shared::error::Result;
pub(super) use shared::personal_data::Records;
use uuid::Uuid;

pub(super) use customer::of_facility as customer_of_facility;
pub use erasure::{Erased, erased};
pub(super) use erasure::{erase_customer, erase_staff, facts};
pub(super) use staff::with_number as staff_with_number;

use super::unit;
use crate::transaction::ReadTx;
use database::{Cells, Row, Sql};

/// A kind of records: its name in an export, the table, and the statement that reads it.
#[derive(Clone, Copy, Debug)]
struct Section {
    name: &'static str,
    table: &'static str,
    sql: Sql,
}

impl Section {
    const fn new(name: &'static str, table: &'static str, sql: Sql) -> Self {
        Self { name, table, sql }
    }
}

/// A column that exports contain, perhaps only the fact that there is a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exported {
    /// Its table.
    pub table: &'static str,
    /// Its name.
    pub column: &'static str,
}

/// Every column that the export of a member of staff or of a customer contains.
pub fn exported() -> impl Iterator<Item = Exported> {
    let sections = [staff::SECTIONS, work::SECTIONS, customer::SECTIONS, trail::SECTIONS];
    sections.into_iter().flatten().flat_map(|section| {
        columns(section.sql.text).map(|column| Exported { table: section.table, column })
    })
}

/// The columns that a statement reads, from its text.
fn columns(text: &'static str) -> impl Iterator<Item = &'static str> {
    let (_, selected) = text.split_once("SELECT ").unwrap_or_default();
    let (selected, _) = selected.split_once("FROM ").unwrap_or_default();
    // The name of a column is the last word, after its alias of the table.
    selected.split(',').filter_map(|it| it.trim_end().split([' ', '.']).next_back())
}

type Found = BTreeMap<&'static str, Records>;

/// The records of a member of staff; none when there is no such person.
pub(super) async fn of_staff(tx: &mut ReadTx, id: Uuid) -> Result<Option<Found>> {
    let mut found = Found::new();
    for section in staff::SECTIONS.iter().chain(work::SECTIONS) {
        found.insert(section.name, of_person(tx, *section, id).await?);
        if found.get("staff").is_none_or(Vec::is_empty) {
            return Ok(None);
        }
    }
    let id_text = [id.to_string()];
    let sections = ["staff", "appraisals", "leaveRequests", "leaveAdjustments"];
    let subjects = texts(&found, &sections, "id");
    let recipients = texts(&found, &["staff"], "email");
    found.insert(trail::ACTED.name, of_person(tx, trail::ACTED, id).await?);
    for (section, given) in [
        (trail::SUBJECT, &*subjects),
        (trail::MAILS, &*recipients),
        (trail::EVENTS, &id_text),
        (trail::RESPONSES, &id_text),
    ] {
        found.insert(section.name, of_texts(tx, section, given).await?);
    }
    Ok(Some(found))
}

/// The records of a customer; none when there is no such customer.
pub(super) async fn of_customer(tx: &mut ReadTx, id: Uuid) -> Result<Option<Found>> {
    let mut found = Found::new();
    for section in customer::SECTIONS {
        found.insert(section.name, of_person(tx, *section, id).await?);
        if found.get("customers").is_none_or(Vec::is_empty) {
            return Ok(None);
        }
    }
    let references = texts(&found, &["facilities"], "facilityRef");
    let mut subjects = texts(&found, &["customers", "portalAccounts"], "id");
    subjects.extend(references.iter().cloned());
    let recipients = texts(&found, &["customers", "portalAccounts"], "email");
    for (section, given) in
        [(trail::SUBJECT, subjects), (trail::MAILS, recipients), (trail::EVENTS, references)]
    {
        found.insert(section.name, of_texts(tx, section, &given).await?);
    }
    Ok(Some(found))
}

async fn of_person(tx: &mut ReadTx, section: Section, id: Uuid) -> Result<Records> {
    Ok(records(tx.sql(section.sql).bind(id).all().await?))
}

/// The records that the texts name.
async fn of_texts(tx: &mut ReadTx, section: Section, texts: &[String]) -> Result<Records> {
    Ok(records(tx.sql(section.sql).rows(texts, Row::bind).all().await?))
}

/// The different texts in one member of the records.
fn texts(found: &Found, sections: &[&str], member: &str) -> Vec<String> {
    let records = sections.iter().filter_map(|section| found.get(section)).flatten();
    let texts = records.filter_map(|record| record.get(member).and_then(Value::as_str));
    let mut texts: Vec<_> = texts.map(str::to_owned).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

fn records(rows: Vec<Cells>) -> Records {
    let record = |Cells(cells): Cells| -> Map<String, Value> {
        cells
            .into_iter()
            .map(|(column, cell)| (camel_case(&column), unit::value(&column, cell)))
            .collect()
    };
    rows.into_iter().map(record).collect()
}

/// The name of a member, as the API writes names.
fn camel_case(column: &str) -> String {
    let mut words = column.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at_checked(1).unwrap_or_default();
        name + &initial.to_ascii_uppercase() + rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_a_statement_are_read_from_its_text() {
        let text = "WITH given (id) AS (VALUES {rows: TEXT})
        SELECT a.id, 'held' AS token_hash, CASE WHEN b = $2 THEN c END AS reason,
            name
        FROM given JOIN a ON TRUE";
        assert_eq!(columns(text).collect::<Vec<_>>(), ["id", "token_hash", "reason", "name"]);
    }

    #[test]
    fn members_are_named_as_in_the_api() {
        assert_eq!(camel_case("employment_start_date"), "employmentStartDate");
        assert_eq!(camel_case("ip"), "ip");
    }
}
