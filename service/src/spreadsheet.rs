//! Tables for spreadsheets.

use shared::error::{Error, Result};

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
    use super::{safe, write};

    #[test]
    fn a_cell_that_begins_like_a_formula_is_made_text() {
        assert_eq!(safe("=HYPERLINK(1)".to_owned()), "'=HYPERLINK(1)");
        assert_eq!(safe("Aisha".to_owned()), "Aisha");
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
