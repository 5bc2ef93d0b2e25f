//! Parsing of tables into records.

use std::iter::Peekable;
use std::str::Chars;

/// The supported separators.
pub const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// One record: a row of the table, which may span several lines of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line of its beginning, from 1.
    pub line: u64,
    /// Its cells, as written.
    pub cells: Vec<String>,
}

impl Record {
    /// Returns true if all cells are blank.
    pub fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }
}

/// A text that is not a table. Parsing stops there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A quoted cell is never closed.
    #[error("Line {0}: a quotation mark opens a cell and is never closed.")]
    OpenQuote(u64),
    /// Text follows the closing quotation mark of a cell.
    #[error(
        "Line {0}: text follows a closing quotation mark. Double any quotation mark inside a cell."
    )]
    AfterQuote(u64),
    /// A record exceeds the maximum number of cells.
    #[error("Line {0} has too many cells.")]
    TooManyCells(u64),
}

impl ReadError {
    /// The line at fault, from 1.
    pub const fn line(self) -> u64 {
        match self {
            Self::OpenQuote(line) | Self::AfterQuote(line) | Self::TooManyCells(line) => line,
        }
    }
}

/// The maximum number of cells in a record, which limits the memory for a text of separators.
const CELLS_MAX: usize = 1_000;

/// The records of a text. Empty lines are skipped.
#[derive(Debug)]
pub struct Records<'t> {
    characters: Peekable<Chars<'t>>,
    separator: char,
    line: u64,
    has_failed: bool,
}

impl<'t> Records<'t> {
    /// The records of a text with this separator.
    pub fn new(text: &'t str, separator: char) -> Self {
        Self { characters: text.chars().peekable(), separator, line: 1, has_failed: false }
    }

    /// The same for a text that begins at another line.
    #[must_use]
    pub const fn from_line(mut self, line: u64) -> Self {
        self.line = line;
        self
    }

    fn record(&mut self) -> Result<Record, ReadError> {
        let line = self.line;
        let mut cells = Vec::new();
        loop {
            if cells.len() == CELLS_MAX {
                return Err(ReadError::TooManyCells(line));
            }
            cells.push(self.cell()?);
            if self.characters.next_if_eq(&self.separator).is_none() {
                self.end_line();
                return Ok(Record { line, cells });
            }
        }
    }

    /// A cell, up to the next separator, line break or the end.
    fn cell(&mut self) -> Result<String, ReadError> {
        if self.characters.next_if_eq(&'"').is_some() {
            return self.quoted_cell();
        }
        let mut cell = String::new();
        let separator = self.separator;
        while let Some(it) = self.characters.next_if(|it| !is_end(*it, separator)) {
            cell.push(it);
        }
        Ok(cell)
    }

    fn quoted_cell(&mut self) -> Result<String, ReadError> {
        let opened = self.line;
        let mut cell = String::new();
        loop {
            match self.characters.next().ok_or(ReadError::OpenQuote(opened))? {
                '"' if self.characters.next_if_eq(&'"').is_some() => cell.push('"'),
                '"' => break,
                other => {
                    let is_pair = other == '\r' && self.characters.peek() == Some(&'\n');
                    self.line += u64::from(matches!(other, '\n' | '\r') && !is_pair);
                    cell.push(other);
                }
            }
        }
        let separator = self.separator;
        match self.characters.peek() {
            Some(it) if !is_end(*it, separator) => Err(ReadError::AfterQuote(self.line)),
            Some(_) | None => Ok(cell),
        }
    }

    /// Skips a line break: LF, CR or both.
    fn end_line(&mut self) -> bool {
        let carriage = self.characters.next_if_eq(&'\r').is_some();
        let is_break = self.characters.next_if_eq(&'\n').is_some() || carriage;
        self.line += u64::from(is_break);
        is_break
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.end_line() {}
        if self.has_failed || self.characters.peek().is_none() {
            return None;
        }
        let record = self.record();
        self.has_failed = record.is_err();
        Some(record)
    }
}

const fn is_end(character: char, separator: char) -> bool {
    character == separator || matches!(character, '\n' | '\r')
}

/// The separator from a first line `sep=;`, and the text after that line.
pub fn separator_line(text: &str) -> Option<(char, &str)> {
    let end = text.find(['\r', '\n']).unwrap_or(text.len());
    let (line, rest) = text.split_at(end);
    let named = line.trim_matches('"').strip_prefix("sep=")?;
    let mut named = named.chars();
    let separator = named.next().filter(|_| named.next().is_none())?;
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    Some((separator, rest.strip_prefix('\n').unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(u64, Vec<String>)>, ReadError> {
        Records::new(text, ',').map(|it| it.map(|it| (it.line, it.cells))).collect()
    }

    #[test]
    fn lines_are_counted_as_an_editor_counts_them() {
        let lines = |text| read(text).unwrap().iter().map(|(line, _)| *line).collect::<Vec<_>>();
        assert_eq!(lines("a\r\n\r\n\"b\r\nc\",d\r\ne"), [1, 3, 5]);
        assert_eq!(lines("a\r\rb\n\nc\n"), [1, 3, 5]);
    }

    #[test]
    fn a_quotation_mark_that_loses_rows_is_refused_by_its_line() {
        assert_eq!(read("a,b\n1,\"x\n2,y\n"), Err(ReadError::OpenQuote(2)));
        assert_eq!(read("a,b\n1,\"x\n2,\"y\n"), Err(ReadError::AfterQuote(3)));
        assert_eq!(read("a,\"b\" \n"), Err(ReadError::AfterQuote(1)));
        assert_eq!(read("5\" pipe\n").unwrap(), [(1, vec!["5\" pipe".to_owned()])]);
        assert_eq!(read(&",".repeat(1_000)), Err(ReadError::TooManyCells(1)));
    }

    #[test]
    fn a_first_line_may_name_the_separator() {
        assert_eq!(separator_line("sep=;\r\na;b"), Some((';', "a;b")));
        assert_eq!(separator_line("\"sep=\t\"\na"), Some(('\t', "a")));
        assert_eq!(separator_line("separator\na"), None);
        assert_eq!(separator_line("sep=;;\na"), None);
    }
}
