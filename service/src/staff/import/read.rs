//! Parsing of a table into cells.

use std::collections::HashSet;

use shared::check::tidy_email;
use shared::error::{Error, FieldCode, Result};
use shared::sheet::{self, EncodingError, MARK, ReadError, Record, Records, SEPARATORS};
use shared::staff::{ImportColumn as Column, ImportMapping, ImportPreview, heading_letters};

/// The maximum number of columns.
const COLUMNS_MAX: usize = 100;

/// A file: its headings and the rows below them.
#[derive(Debug)]
pub(super) struct Sheet {
    /// The line of the headings.
    line: u64,
    headings: Vec<String>,
    rows: Vec<Record>,
}

/// A file with known columns.
#[derive(Debug)]
pub(super) struct Table {
    /// Headings of ignored columns.
    pub ignored: Vec<String>,
    mapping: ImportMapping,
    rows: Vec<Record>,
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'t> {
    /// The line of the text, from 1.
    pub line: u64,
    mapping: &'t ImportMapping,
    cells: &'t [String],
}

impl Sheet {
    /// Parses a file.
    ///
    /// Errors: 400 that names an unsupported encoding, and as [`Self::read`].
    pub(super) fn of_file(bytes: &[u8], rows_max: usize) -> Result<Self> {
        if bytes.len() > ImportPreview::BYTES_MAX {
            return Err(refused(FieldCode::TooLong, "Maximum 5 MiB."));
        }
        Self::read(&sheet::decode(bytes).map_err(encoding)?, rows_max)
    }

    /// Parses a text. Rows of empty cells are skipped.
    ///
    /// Errors: 400 for a text that is not a table, or has no row or too many.
    fn read(text: &str, rows_max: usize) -> Result<Self> {
        let mut records = records(text.trim_start_matches(MARK))?;
        let headings = records.next().transpose().map_err(unreadable)?;
        let headings = headings.ok_or_else(|| no_table("The heading row is missing."))?;
        check_headings(&headings)?;
        let mut rows = Vec::new();
        for record in records {
            let mut record = record.map_err(unreadable)?;
            if record.is_blank() {
                continue;
            }
            if rows.len() == rows_max {
                return Err(refused(
                    FieldCode::TooMany,
                    &format!("Maximum {rows_max} rows at a time."),
                ));
            }
            check_width(&record, headings.cells.len())?;
            record.cells.iter_mut().for_each(tidy);
            rows.push(record);
        }
        if rows.is_empty() {
            return Err(no_table("There are no rows below the headings."));
        }
        let line = headings.line;
        let headings = headings.cells.iter().map(|it| it.trim().to_owned()).collect();
        Ok(Self { line, headings, rows })
    }

    /// Guesses the mapping from the headings.
    pub(super) fn guess(&self) -> ImportMapping {
        ImportMapping::guess(&self.headings)
    }

    /// The table whose headings are the names of columns.
    ///
    /// Errors: 400 for two headings of one column, and for a missing column.
    pub(super) fn named(self) -> Result<Table> {
        let mut mapping = ImportMapping::default();
        for (index, heading) in self.headings.iter().enumerate() {
            let Some(column) = Column::named(heading) else { continue };
            if mapping.position(column).is_some() {
                return Err(twice(self.line, heading));
            }
            mapping.set(column, index);
        }
        self.mapped(mapping)
    }

    /// The table with these columns.
    ///
    /// Errors: 400 for a column that the file does not have, and for a missing one.
    pub(super) fn mapped(self, mapping: ImportMapping) -> Result<Table> {
        if let Some(column) = mapping.missing().next() {
            return Err(no_table(&format!("The column {column} is missing.")));
        }
        let width = self.headings.len();
        if mapping.positions().any(|(_, position)| position >= width) {
            let message = format!("The file has {width} columns. Choose one of them.");
            return Err(Error::field("mapping", FieldCode::Invalid, message));
        }
        let mut is_read = vec![false; width];
        mapping.positions().for_each(|(_, position)| is_read[position] = true);
        let headings = self.headings.into_iter().zip(is_read);
        let ignored = headings.filter(|(heading, is_read)| !is_read && !heading.is_empty());
        let ignored = ignored.map(|(heading, _)| heading).collect();
        Ok(Table { ignored, mapping, rows: self.rows })
    }

    /// The headings and the first rows, truncated for display.
    pub(super) fn preview(&self, mapping: ImportMapping) -> ImportPreview {
        let cut = |cell: &String| cell.chars().take(ImportPreview::CELL_LENGTH_MAX).collect();
        let row = |row: &Record| {
            let cells = row.cells.iter().map(cut).chain(std::iter::repeat(String::new()));
            cells.take(self.headings.len()).collect()
        };
        ImportPreview {
            headings: self.headings.iter().map(cut).collect(),
            rows: self.rows.iter().take(ImportPreview::ROWS_MAX).map(row).collect(),
            row_count: u64::try_from(self.rows.len()).unwrap_or(0),
            mapping,
            result: None,
        }
    }
}

impl Table {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let mapping = &self.mapping;
        self.rows.iter().map(move |it| Row { line: it.line, mapping, cells: &it.cells })
    }

    /// The addresses, normalized for storage.
    pub(super) fn emails(&self) -> impl Iterator<Item = String> {
        self.rows().filter_map(|row| row.email())
    }
}

impl<'t> Row<'t> {
    /// The text in a column; an empty cell has none.
    pub(super) fn cell(&self, column: Column) -> Option<&'t str> {
        let position = self.mapping.position(column)?;
        self.cells.get(position).map(String::as_str).filter(|cell| !cell.is_empty())
    }

    /// The address, normalized for storage.
    pub(super) fn email(&self) -> Option<String> {
        self.cell(Column::Email).map(tidy_email)
    }
}

/// The records of a text, split by the separator that its first line names, or by the one that
/// yields the most columns.
fn records(text: &str) -> Result<Records<'_>> {
    if let Some((separator, rest)) = sheet::separator_line(text) {
        if !SEPARATORS.contains(&separator) {
            let message = "Line 1: separate cells with commas, semicolons or tabs.";
            return Err(no_table(message));
        }
        return Ok(Records::new(rest, separator).from_line(2));
    }
    let known = |separator: &char| {
        let headings = match Records::new(text, *separator).next() {
            Some(Ok(headings)) => headings,
            Some(Err(ReadError::TooManyCells(_))) => return (0, COLUMNS_MAX + 1),
            Some(Err(ReadError::OpenQuote(_) | ReadError::AfterQuote(_))) | None => return (0, 0),
        };
        let known = headings.cells.iter().filter(|heading| Column::guessed(heading).is_some());
        (known.count(), headings.cells.len())
    };
    // Of equals the last one is taken: a comma, if no separator is found.
    let separator = SEPARATORS.into_iter().rev().max_by_key(known).unwrap_or(',');
    Ok(Records::new(text, separator))
}

/// Errors: 400 for too many columns, and for a duplicate heading.
fn check_headings(headings: &Record) -> Result<()> {
    let line = headings.line;
    if headings.cells.len() > COLUMNS_MAX {
        let message = format!("Line {line}: maximum {COLUMNS_MAX} columns.");
        return Err(refused(FieldCode::TooMany, &message));
    }
    let mut seen = HashSet::new();
    for heading in headings.cells.iter().map(|heading| heading.trim()) {
        // A heading without any letter, such as "#", is compared literally.
        let letters = Some(heading_letters(heading)).filter(|letters| !letters.is_empty());
        if !heading.is_empty() && !seen.insert(letters.unwrap_or_else(|| heading.to_owned())) {
            return Err(twice(line, heading));
        }
    }
    Ok(())
}

fn twice(line: u64, heading: &str) -> Error {
    refused(FieldCode::Duplicate, &format!("Line {line}: duplicate heading \"{heading}\"."))
}

/// An additional cell is accepted only if it is empty.
fn check_width(record: &Record, width: usize) -> Result<()> {
    let beyond = record.cells.get(width..).unwrap_or_default();
    if record.cells.len() <= COLUMNS_MAX && beyond.iter().all(|cell| cell.trim().is_empty()) {
        return Ok(());
    }
    let (line, found) = (record.line, record.cells.len());
    let message = format!(
        "Line {line} has {found} cells, but there are {width} headings. Put cells that contain a \
         separator in quotation marks."
    );
    Err(refused(FieldCode::TooManyCells, &message))
}

/// Removes the mark of an exported text cell, and surrounding spaces.
fn tidy(cell: &mut String) {
    let text = sheet::unescape(cell).trim().to_owned();
    *cell = text;
}

fn encoding(error: EncodingError) -> Error {
    refused(FieldCode::UnsupportedEncoding, &error.to_string())
}

fn unreadable(error: ReadError) -> Error {
    let code = match error {
        ReadError::OpenQuote(_) | ReadError::AfterQuote(_) => FieldCode::QuotationMark,
        ReadError::TooManyCells(_) => FieldCode::TooManyCells,
    };
    refused(code, &error.to_string())
}

fn no_table(message: &str) -> Error {
    refused(FieldCode::Invalid, message)
}

fn refused(code: FieldCode, message: &str) -> Error {
    Error::field("csv", code, message)
}

#[cfg(test)]
mod tests;
