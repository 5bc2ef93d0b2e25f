//! Spreadsheet exports.

use shared::error::{Error, FieldCode, Result};
use shared::page::PageRequest;
use shared::sheet::{MARK, write_record};

/// The maximum number of records in an export of an unbounded table.
const RECORDS_MAX: u64 = 50_000;
/// The number of records read at a time.
const CHUNK: u32 = 1_000;

/// The pages by which such a table is read.
///
/// * `field`: the filter that reduces the number of records.
///
/// Errors: 400 when the table would contain too many records.
pub(crate) fn chunks(records: u64, field: &str) -> Result<impl Iterator<Item = PageRequest>> {
    if records > RECORDS_MAX {
        let text = format!(
            "{records} records found; a file can hold at most {RECORDS_MAX}. Narrow the filters."
        );
        return Err(Error::field(field, FieldCode::TooMany, text));
    }
    let last = records.div_ceil(u64::from(CHUNK));
    Ok((1..)
        .take(usize::try_from(last).unwrap_or_default())
        .map(|page| PageRequest::new(page, CHUNK)))
}

/// Formats a table as CSV, header first, with the byte-order mark by which spreadsheets recognize
/// UTF-8. Cells are escaped so that none is evaluated as a formula, and an import reads each back
/// unchanged.
pub(crate) fn write<L>(header: &[&str], lines: impl IntoIterator<Item = L>) -> String
where
    L: AsRef<[String]>,
{
    let mut text = String::from(MARK);
    write_record(&mut text, header, ',');
    for line in lines {
        write_record(&mut text, line.as_ref(), ',');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{chunks, write};

    #[test]
    fn a_table_begins_with_the_mark_of_utf_8_and_runs_no_formula() {
        let table = write(&["name", "amount"], [["=1".to_owned(), "-5.0000".to_owned()]]);
        assert_eq!(table, "\u{feff}name,amount\n\"'=1\",-5.0000\n");
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
            write(&["name", "count"], lines),
            "\u{feff}name,count\n\"Omar, the younger\",2\n"
        );
    }
}
