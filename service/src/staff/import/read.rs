//! From the text of a table to its cells.

use csv::{ReaderBuilder, StringRecord, Trim};
use shared::check::tidy_email;
use shared::error::{Error, Result};

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
    const REQUIRED: [Self; 4] =
        [Self::StaffNumber, Self::Name, Self::Email, Self::EmploymentStartDate];

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
        let letters = heading.chars().filter(|c| c.is_alphanumeric());
        match &*letters.collect::<String>().to_lowercase() {
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

/// The rows of a table, without its headings.
#[derive(Debug)]
pub(super) struct Table {
    columns: Vec<Option<Column>>,
    rows: Vec<(u64, StringRecord)>,
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'t> {
    /// The line of the text, from 1.
    pub line: u64,
    columns: &'t [Option<Column>],
    cells: &'t StringRecord,
}

impl Table {
    /// Errors: 400 for a text that is no table, has no row or too many, or lacks a column.
    pub(super) fn read(csv: &str, rows_max: usize) -> Result<Self> {
        let csv = csv.trim_start_matches('\u{feff}');
        let mut reader =
            ReaderBuilder::new().flexible(true).trim(Trim::All).from_reader(csv.as_bytes());
        let headings = reader.headers().map_err(|error| no_table(&error.to_string()))?;
        let columns: Vec<_> = headings.iter().map(Column::of).collect();
        for required in Column::REQUIRED {
            if !columns.contains(&Some(required)) {
                return Err(no_table(&format!("The column {} is missing.", required.name())));
            }
        }
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| no_table(&error.to_string()))?;
            if rows.len() == rows_max {
                return Err(no_table(&format!("At most {rows_max} rows at a time.")));
            }
            rows.push((line_of(csv, &record), record));
        }
        if rows.is_empty() {
            return Err(no_table("There is no row below the headings."));
        }
        Ok(Self { columns, rows })
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let row = |(line, cells)| Row { line, columns: &self.columns, cells };
        self.rows.iter().map(|(line, cells)| (*line, cells)).map(row)
    }

    /// The addresses, in the form under which they are stored.
    pub(super) fn emails(&self) -> impl Iterator<Item = String> {
        self.rows().filter_map(|row| row.email()).filter(|email| !email.contains('\0'))
    }
}

impl<'t> Row<'t> {
    /// The text in a column; an empty cell has none.
    pub(super) fn cell(&self, column: Column) -> Option<&'t str> {
        let position = self.columns.iter().position(|known| *known == Some(column))?;
        self.cells.get(position).filter(|cell| !cell.is_empty())
    }

    /// The address, in the form under which it is stored.
    pub(super) fn email(&self) -> Option<String> {
        self.cell(Column::Email).map(tidy_email)
    }
}

/// The line where a record begins: the reader counts from before the blank lines above it.
fn line_of(csv: &str, record: &StringRecord) -> u64 {
    let Some(position) = record.position() else { return 0 };
    let start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let rest = csv.as_bytes().get(start..).unwrap_or_default();
    let blank = rest.iter().take_while(|byte| matches!(byte, b'\n' | b'\r'));
    let blank = blank.filter(|byte| **byte == b'\n').count();
    position.line() + u64::try_from(blank).unwrap_or(0)
}

fn no_table(message: &str) -> Error {
    Error::field("csv", "INVALID", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADINGS: &str = "Staff number,NAME,e-mail,employment_start_date,Department,Nonsense\n";

    fn read(rows: &str) -> Result<Table> {
        Table::read(&format!("\u{feff}{HEADINGS}{rows}"), 3)
    }

    #[test]
    fn headings_may_be_written_as_people_write_them() {
        let table = read("1, Bilal ,Bilal@A.example,2026-01-01,\"Sales, south\",x\n").unwrap();
        let row = table.rows().next().unwrap();
        assert_eq!(row.cell(Column::Name), Some("Bilal"));
        assert_eq!(row.cell(Column::Department), Some("Sales, south"));
        assert_eq!(row.cell(Column::Role), None);
        assert_eq!(table.emails().collect::<Vec<_>>(), ["bilal@a.example"]);
    }

    #[test]
    fn lines_are_counted_as_an_editor_counts_them() {
        let table =
            read("1,\"A\nB\",a@a.example,2026-01-01\n\n2,C,c@a.example,2026-01-01\n").unwrap();
        assert_eq!(table.rows().map(|row| row.line).collect::<Vec<_>>(), [2, 5]);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        assert!(Table::read("", 3).is_err());
        assert!(Table::read("name,email\nA,a@a.example\n", 3).is_err());
        assert!(read("").is_err());
        assert!(read(&"1,A,a@a.example,2026-01-01\n".repeat(4)).is_err());
        assert!(read("1,A\n").is_ok());
    }
}
