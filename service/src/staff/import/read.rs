//! From the text of a table to its cells.

use std::collections::HashSet;

use shared::check::tidy_email;
use shared::error::{Error, Result};
use shared::sheet::{self, EncodingError, MARK, ReadError, Record, Records, SEPARATORS};

/// A column that an import knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    StaffNumber,
    Name,
    Email,
    Role,
    JobTitle,
    Department,
    LineManager,
    EmploymentStartDate,
    EmploymentConfirmedAt,
}

impl Column {
    /// How many columns there are.
    const COUNT: usize = 9;

    const REQUIRED: [Self; 4] =
        [Self::StaffNumber, Self::Name, Self::Email, Self::EmploymentStartDate];

    /// Its place among the columns.
    const fn index(self) -> usize {
        match self {
            Self::StaffNumber => 0,
            Self::Name => 1,
            Self::Email => 2,
            Self::Role => 3,
            Self::JobTitle => 4,
            Self::Department => 5,
            Self::LineManager => 6,
            Self::EmploymentStartDate => 7,
            Self::EmploymentConfirmedAt => 8,
        }
    }

    /// The name of the column, as the result of an import names it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::StaffNumber => "staffNumber",
            Self::Name => "name",
            Self::Email => "email",
            Self::Role => "role",
            Self::JobTitle => "jobTitle",
            Self::Department => "department",
            Self::LineManager => "lineManager",
            Self::EmploymentStartDate => "employmentStartDate",
            Self::EmploymentConfirmedAt => "employmentConfirmedAt",
        }
    }

    /// The column of a heading, whatever its case, spaces and underscores; ids go in the same
    /// columns as names.
    fn of(heading: &str) -> Option<Self> {
        match &*letters(heading) {
            "staffnumber" => Some(Self::StaffNumber),
            "name" => Some(Self::Name),
            "email" => Some(Self::Email),
            "role" => Some(Self::Role),
            "jobtitle" => Some(Self::JobTitle),
            "department" | "departmentid" | "departmentname" => Some(Self::Department),
            "linemanager" | "linemanagerid" | "linemanagernumber" => Some(Self::LineManager),
            "employmentstartdate" => Some(Self::EmploymentStartDate),
            "employmentconfirmedat" => Some(Self::EmploymentConfirmedAt),
            _ => None,
        }
    }
}

/// The most columns of a table.
const COLUMNS_MAX: usize = 100;
/// The most bytes of a table.
const BYTES_MAX: usize = 5 * 1024 * 1024;

/// Where the cells of each column are.
type Places = [Option<usize>; Column::COUNT];

/// The rows of a table, without its headings.
#[derive(Debug)]
pub(super) struct Table {
    /// Headings that no column has.
    pub ignored: Vec<String>,
    places: Places,
    rows: Vec<Record>,
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'t> {
    /// The line of the text, from 1.
    pub line: u64,
    places: &'t Places,
    cells: &'t [String],
}

impl Table {
    /// The table of a file.
    ///
    /// Errors: 400 that names an encoding which is not taken, and as [`Self::read`].
    pub(super) fn of_file(bytes: &[u8], rows_max: usize) -> Result<Self> {
        Self::read(&sheet::decode(bytes).map_err(encoding)?, rows_max)
    }

    /// The table of a text. Rows of empty cells are passed over.
    ///
    /// Errors: 400 for a text that is no table, has no row or too many, or lacks a column.
    fn read(text: &str, rows_max: usize) -> Result<Self> {
        if text.len() > BYTES_MAX {
            return Err(refused("TOO_LONG", "A table has at most 5 MiB."));
        }
        let mut records = records(text.trim_start_matches(MARK))?;
        let headings = records.next().transpose().map_err(unreadable)?;
        let headings = headings.ok_or_else(|| no_table("There is no line of headings."))?;
        let (places, ignored) = columns(&headings)?;
        let mut rows = Vec::new();
        for record in records {
            let mut record = record.map_err(unreadable)?;
            if record.is_blank() {
                continue;
            }
            if rows.len() == rows_max {
                return Err(refused("TOO_MANY", &format!("At most {rows_max} rows at a time.")));
            }
            check_width(&record, headings.cells.len())?;
            record.cells.iter_mut().for_each(tidy);
            rows.push(record);
        }
        if rows.is_empty() {
            return Err(no_table("There is no row below the headings."));
        }
        Ok(Self { ignored, places, rows })
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let places = &self.places;
        self.rows.iter().map(move |it| Row { line: it.line, places, cells: &it.cells })
    }

    /// The addresses, in the form under which they are stored.
    pub(super) fn emails(&self) -> impl Iterator<Item = String> {
        self.rows().filter_map(|row| row.email())
    }
}

impl<'t> Row<'t> {
    /// The text in a column; an empty cell has none.
    pub(super) fn cell(&self, column: Column) -> Option<&'t str> {
        let place = self.places[column.index()]?;
        self.cells.get(place).map(String::as_str).filter(|cell| !cell.is_empty())
    }

    /// The address, in the form under which it is stored.
    pub(super) fn email(&self) -> Option<String> {
        self.cell(Column::Email).map(tidy_email)
    }
}

/// The records of a text, parted by the separator that its first line names, or by the one that
/// finds the most columns.
fn records(text: &str) -> Result<Records<'_>> {
    if let Some((separator, rest)) = sheet::separator_line(text) {
        if !SEPARATORS.contains(&separator) {
            let message = "Line 1: cells may be parted by commas, semicolons or tabs.";
            return Err(no_table(message));
        }
        return Ok(Records::new(rest, separator).from_line(2));
    }
    let known = |separator: &char| {
        let Some(Ok(headings)) = Records::new(text, *separator).next() else { return 0 };
        headings.cells.iter().filter(|heading| Column::of(heading).is_some()).count()
    };
    // Of equals the last one is taken: a comma, where no heading is known.
    let separator = SEPARATORS.into_iter().rev().max_by_key(known).unwrap_or(',');
    Ok(Records::new(text, separator))
}

/// Where the columns are, and the headings that no column has.
fn columns(headings: &Record) -> Result<(Places, Vec<String>)> {
    let line = headings.line;
    if headings.cells.len() > COLUMNS_MAX {
        let message = format!("Line {line}: at most {COLUMNS_MAX} columns.");
        return Err(refused("TOO_MANY", &message));
    }
    let mut places = Places::default();
    let mut ignored = Vec::new();
    let mut seen = HashSet::new();
    for (index, heading) in headings.cells.iter().enumerate() {
        let heading = heading.trim();
        let column = Column::of(heading);
        let name = column.map_or_else(|| letters(heading), |column| column.name().to_owned());
        if !heading.is_empty() && !seen.insert(name) {
            let message = format!("Line {line}: the heading \"{heading}\" is there twice.");
            return Err(refused("DUPLICATE", &message));
        }
        match column {
            Some(column) => places[column.index()] = Some(index),
            None if heading.is_empty() => {}
            None => ignored.push(heading.to_owned()),
        }
    }
    for required in Column::REQUIRED {
        if places[required.index()].is_none() {
            return Err(no_table(&format!("The column {} is missing.", required.name())));
        }
    }
    Ok((places, ignored))
}

/// A cell beyond the headings shifts nothing only while it is empty.
fn check_width(record: &Record, width: usize) -> Result<()> {
    let beyond = record.cells.get(width..).unwrap_or_default();
    if record.cells.len() <= COLUMNS_MAX && beyond.iter().all(|cell| cell.trim().is_empty()) {
        return Ok(());
    }
    let (line, found) = (record.line, record.cells.len());
    let message = format!(
        "Line {line} has {found} cells and the headings {width}. Put a cell that holds a \
         separator in quotation marks."
    );
    Err(refused("TOO_MANY_CELLS", &message))
}

/// What an export marked as text is read as it was.
fn tidy(cell: &mut String) {
    let text = sheet::unescape(cell).trim().to_owned();
    *cell = text;
}

fn letters(heading: &str) -> String {
    heading.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn encoding(error: EncodingError) -> Error {
    refused("UNSUPPORTED_ENCODING", &error.to_string())
}

fn unreadable(error: ReadError) -> Error {
    let code = match error {
        ReadError::OpenQuote(_) | ReadError::AfterQuote(_) => "QUOTATION_MARK",
        ReadError::TooManyCells(_) => "TOO_MANY_CELLS",
    };
    refused(code, &error.to_string())
}

fn no_table(message: &str) -> Error {
    refused("INVALID", message)
}

fn refused(code: &str, message: &str) -> Error {
    Error::field("csv", code, message)
}

#[cfg(test)]
mod tests;
