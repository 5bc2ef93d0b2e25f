//! Tables for spreadsheets.

use shared::error::{Error, Result};
use shared::page::PageRequest;

/// The most records in a table of what never stops growing.
const RECORDS_MAX: u64 = 50_000;
/// How many of them are read at once.
const CHUNK: u32 = 1_000;

/// The pages that such a table is read by.
///
/// * `field`: the filter that makes them fewer.
///
/// Errors: 400 when it would hold too many records.
pub(crate) fn chunks(records: u64, field: &str) -> Result<impl Iterator<Item = PageRequest>> {
    if records > RECORDS_MAX {
        let text = format!(
            "These are {records} records; a file holds at most {RECORDS_MAX}. Choose fewer of them."
        );
        return Err(Error::field(field, "TOO_MANY", text));
    }
    let last = records.div_ceil(u64::from(CHUNK));
    Ok((1..)
        .take(usize::try_from(last).unwrap_or_default())
        .map(|page| PageRequest { page, limit: CHUNK }))
}

/// A table as CSV, its header first.
pub(crate) fn write<L>(header: &[&str], lines: impl IntoIterator<Item = L>) -> Result<String>
where
    L: IntoIterator<Item = String>,
{
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header).map_err(unwritable)?;
    for line in lines {
        writer.write_record(line).map_err(unwritable)?;
    }
    let bytes = writer.into_inner().map_err(|error| unwritable(error.into_error().into()))?;
    String::from_utf8(bytes).map_err(|_| Error::internal())
}

/// Spreadsheets run cells that begin like a formula; an apostrophe makes them text.
pub(crate) fn safe(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

fn unwritable(error: csv::Error) -> Error {
    tracing::error!(%error, "a table could not be written");
    Error::internal()
}

#[cfg(test)]
mod tests {
    use super::{chunks, safe, write};

    #[test]
    fn a_cell_that_begins_like_a_formula_is_made_text() {
        assert_eq!(safe("=HYPERLINK(1)".to_owned()), "'=HYPERLINK(1)");
        assert_eq!(safe("Aisha".to_owned()), "Aisha");
    }

    #[test]
    fn a_table_is_read_to_its_end_and_refused_when_it_has_none_in_sight() {
        let pages =
            |records| chunks(records, "from").unwrap().map(|chunk| chunk.page).collect::<Vec<_>>();
        assert_eq!(pages(0), [0; 0]);
        assert_eq!(pages(1), [1]);
        assert_eq!(pages(1_000), [1]);
        assert_eq!(pages(1_001), [1, 2]);
        assert_eq!(pages(50_000).last(), Some(&50));
        assert!(chunks(50_001, "from").is_err());
    }

    #[test]
    fn a_table_has_its_header_and_quotes_what_needs_it() {
        let lines = [["Omar, the younger".to_owned(), "2".to_owned()]];
        assert_eq!(
            write(&["name", "count"], lines).unwrap(),
            "name,count\n\"Omar, the younger\",2\n"
        );
    }
}
