//! Import of members of staff from a table: the supported columns, and their assignment to the
//! columns of a file.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::{Display, Formatter};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::ImportResult;

text_enum! {
    /// A column of an import.
    ImportColumn {
        /// Unique in the organization.
        StaffNumber = "staffNumber",
        /// The name.
        Name = "name",
        /// The sign-in address.
        Email = "email",
        /// The key of the role.
        Role = "role",
        /// The job title.
        JobTitle = "jobTitle",
        /// The name of the department, or its id.
        Department = "department",
        /// The line manager: staff number, e-mail address or id.
        LineManager = "lineManager",
        /// The first day of employment.
        EmploymentStartDate = "employmentStartDate",
        /// The date of the confirmation of employment.
        EmploymentConfirmedAt = "employmentConfirmedAt",
    }
}

impl ImportColumn {
    /// The required columns.
    pub const REQUIRED: [Self; 4] =
        [Self::StaffNumber, Self::Name, Self::Email, Self::EmploymentStartDate];

    /// Returns true if the column is required.
    pub fn is_required(self) -> bool {
        Self::REQUIRED.contains(&self)
    }

    /// Finds the column of a heading by its name, ignoring case, spaces and underscores; ids share
    /// the columns of names.
    pub fn named(heading: &str) -> Option<Self> {
        match &*heading_letters(heading) {
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

    /// Guesses the column of a heading from another system, in English or Arabic.
    pub fn guessed(heading: &str) -> Option<Self> {
        let letters = heading_letters(heading);
        let is_known = |column: &&Self| column.other_names().contains(&&*letters);
        Self::named(heading).or_else(|| Self::ALL.iter().find(is_known).copied())
    }

    /// The names of the column in other systems, in the form of [`heading_letters`].
    const fn other_names(self) -> &'static [&'static str] {
        match self {
            Self::StaffNumber => STAFF_NUMBER,
            Self::Name => NAME,
            Self::Email => EMAIL,
            Self::Role => &["systemrole", "userrole", "accessrole", "الدور", "دورالنظام"],
            Self::JobTitle => JOB_TITLE,
            Self::Department => DEPARTMENT,
            Self::LineManager => LINE_MANAGER,
            Self::EmploymentStartDate => EMPLOYMENT_START_DATE,
            Self::EmploymentConfirmedAt => EMPLOYMENT_CONFIRMED_AT,
        }
    }
}

const STAFF_NUMBER: &[&str] = &[
    "staffno",
    "staffid",
    "staffcode",
    "employeenumber",
    "employeeno",
    "employeeid",
    "employeecode",
    "empno",
    "empid",
    "empcode",
    "personnelnumber",
    "personnelno",
    "payrollnumber",
    "رقمالموظف",
    "الرقمالوظيفي",
    "رقموظيفي",
    "كودالموظف",
    "الرقم",
];
const NAME: &[&str] = &[
    "fullname",
    "employeename",
    "staffname",
    "employee",
    "الاسم",
    "الاسمالكامل",
    "اسمالموظف",
    "اسمالموظفه",
    "اسم",
];
const EMAIL: &[&str] = &[
    "emailaddress",
    "emailid",
    "mail",
    "workemail",
    "companyemail",
    "officialemail",
    "البريد",
    "البريدالالكتروني",
    "بريدالكتروني",
    "عنوانالبريدالالكتروني",
    "الايميل",
    "ايميل",
];
const JOB_TITLE: &[&str] = &[
    "title",
    "position",
    "designation",
    "job",
    "jobposition",
    "المسميالوظيفي",
    "المسمي",
    "الوظيفه",
    "المنصب",
];
const DEPARTMENT: &[&str] =
    &["dept", "division", "unit", "section", "orgunit", "القسم", "الاداره", "اسمالقسم"];
const LINE_MANAGER: &[&str] = &[
    "manager",
    "managernumber",
    "managerno",
    "managerid",
    "manageremail",
    "linemanageremail",
    "supervisor",
    "reportsto",
    "reportingto",
    "directmanager",
    "المدير",
    "المديرالمباشر",
    "الرييسالمباشر",
    "المسوولالمباشر",
];
const EMPLOYMENT_START_DATE: &[&str] = &[
    "startdate",
    "employmentdate",
    "employmentstart",
    "joiningdate",
    "joindate",
    "dateofjoining",
    "joined",
    "hiredate",
    "dateofhire",
    "hired",
    "تاريخالتعيين",
    "تاريخالالتحاق",
    "تاريخالمباشره",
    "تاريخبدءالعمل",
    "تاريخبدايهالعمل",
    "تاريخالبدء",
];
const EMPLOYMENT_CONFIRMED_AT: &[&str] = &[
    "confirmationdate",
    "employmentconfirmationdate",
    "dateofconfirmation",
    "confirmeddate",
    "confirmedat",
    "confirmedon",
    "confirmed",
    "تاريخالتثبيت",
    "تاريختثبيتالتوظيف",
];

/// Elongates a word without meaning.
const TATWEEL: char = '\u{640}';

/// The letters and digits of a heading in lower case: without accents and vowel signs, and with one
/// form each of alef, ya, waw and ta marbuta.
pub fn heading_letters(heading: &str) -> String {
    let is_letter = |it: &char| it.is_alphanumeric() && !is_combining_mark(*it) && *it != TATWEEL;
    heading.nfkd().filter(is_letter).flat_map(char::to_lowercase).map(plain).collect()
}

const fn plain(letter: char) -> char {
    match letter {
        'ٱ' => 'ا',
        'ى' | 'ی' => 'ي',
        'ة' | 'ہ' => 'ه',
        'ک' => 'ك',
        other => other,
    }
}

/// The assignment of file columns to import columns; absent columns are not imported. As text
/// `name:0,email:3`, with the columns of the file counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ImportMapping(BTreeMap<ImportColumn, usize>);

impl ImportMapping {
    /// Guesses the mapping from the headings. A heading that equals the name of a column takes
    /// precedence over a synonym, and the first of equals wins.
    pub fn guess(headings: &[impl AsRef<str>]) -> Self {
        let mut mapping = Self::default();
        for read in [ImportColumn::named, ImportColumn::guessed] {
            for (index, heading) in headings.iter().enumerate() {
                let is_taken = mapping.0.values().any(|taken| *taken == index);
                let column = read(heading.as_ref()).filter(|_| !is_taken);
                if let Some(Entry::Vacant(free)) = column.map(|column| mapping.0.entry(column)) {
                    free.insert(index);
                }
            }
        }
        mapping
    }

    /// The position of the column in the file.
    pub fn position(&self, column: ImportColumn) -> Option<usize> {
        self.0.get(&column).copied()
    }

    /// Sets the position of the column in the file.
    pub fn set(&mut self, column: ImportColumn, position: usize) {
        self.0.insert(column, position);
    }

    /// The columns with their positions.
    pub fn positions(&self) -> impl Iterator<Item = (ImportColumn, usize)> {
        self.0.iter().map(|(column, position)| (*column, *position))
    }

    /// Returns true if no column is assigned.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The required columns without a position.
    pub fn missing(&self) -> impl Iterator<Item = ImportColumn> {
        ImportColumn::REQUIRED.into_iter().filter(|column| !self.0.contains_key(column))
    }
}

/// A text that is not a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a mapping is written as name:0,email:3, each column once")]
pub struct MappingError;

impl FromStr for ImportMapping {
    type Err = MappingError;

    fn from_str(text: &str) -> Result<Self, MappingError> {
        let mut mapping = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (column, position) = part.split_once(':').ok_or(MappingError)?;
            let column = column.parse().map_err(|_| MappingError)?;
            let position = position.parse().map_err(|_| MappingError)?;
            if mapping.0.insert(column, position).is_some() {
                return Err(MappingError);
            }
        }
        Ok(mapping)
    }
}

impl Display for ImportMapping {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        for (index, (column, position)) in self.positions().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(formatter, "{comma}{column}:{position}")?;
        }
        Ok(())
    }
}

impl TryFrom<String> for ImportMapping {
    type Error = MappingError;

    fn try_from(text: String) -> Result<Self, MappingError> {
        text.parse()
    }
}

impl From<ImportMapping> for String {
    fn from(mapping: ImportMapping) -> Self {
        mapping.to_string()
    }
}

/// The beginning of an uploaded file, and the expected result of its import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportPreview {
    /// The headings, at most [`ImportPreview::CELL_LENGTH_MAX`] characters of each.
    pub headings: Vec<String>,
    /// The first rows, as wide as the headings, with cells truncated in the same way.
    pub rows: Vec<Vec<String>>,
    /// The number of rows.
    pub row_count: u64,
    /// The mapping, as chosen or as guessed from the headings.
    pub mapping: ImportMapping,
    /// The result of the import; none while a required column is missing.
    pub result: Option<ImportResult>,
}

impl ImportPreview {
    /// The maximum size of a file, in bytes.
    pub const BYTES_MAX: usize = 5 * 1024 * 1024;
    /// The maximum number of displayed rows.
    pub const ROWS_MAX: usize = 5;
    /// The maximum number of displayed characters of a cell.
    pub const CELL_LENGTH_MAX: usize = 60;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn guess(headings: &[&str]) -> String {
        ImportMapping::guess(headings).to_string()
    }

    #[test]
    fn headings_of_other_systems_are_guessed_in_english_and_arabic() {
        let english = ["Emp. No", "Full Name", "E-mail Address", "Joining Date", "Designation"];
        assert_eq!(
            guess(&english),
            "staffNumber:0,name:1,email:2,jobTitle:4,employmentStartDate:3"
        );
        let arabic = ["الرقم الوظيفي", "الإسم", "البريد الإلكتروني", "تاريخ التعيين", "الإدارة"];
        assert_eq!(
            guess(&arabic),
            "staffNumber:0,name:1,email:2,department:4,employmentStartDate:3"
        );
        let vowels = ["الاِسْم", "المسمّى الوظيفي", "المسؤول المباشر", "تاريخ المُباشَرة"];
        assert_eq!(guess(&vowels), "name:0,jobTitle:1,lineManager:2,employmentStartDate:3");
    }

    #[test]
    fn the_exact_heading_takes_precedence_over_an_alias() {
        assert_eq!(
            guess(&["manager", "confirmationDate", "lineManager"]),
            "lineManager:2,employmentConfirmedAt:1"
        );
        assert_eq!(guess(&["Full name", "Employee", "x", ""]), "name:0");
        assert_eq!(guess(&["Employee", "Name"]), "name:1");
    }

    #[test]
    fn the_columns_that_are_missing_are_those_that_nobody_can_do_without() {
        let mapping: ImportMapping = "name:0,email:3".parse().unwrap();
        let missing: Vec<_> = mapping.missing().collect();
        assert_eq!(missing, [ImportColumn::StaffNumber, ImportColumn::EmploymentStartDate]);
    }

    #[test]
    fn a_mapping_names_each_column_once() {
        for text in ["name", "name:", "name:-1", "nobody:1", "name:1,name:2", "name:1;email:2"] {
            assert_eq!(text.parse::<ImportMapping>(), Err(MappingError), "{text}");
        }
        assert!("".parse::<ImportMapping>().unwrap().is_empty());
    }

    #[test]
    fn other_names_are_written_as_headings_are_compared() {
        let mut seen = BTreeMap::new();
        for column in ImportColumn::ALL {
            for name in column.other_names() {
                assert_eq!(heading_letters(name), *name);
                assert_eq!(seen.insert(*name, *column), None, "{name}");
                assert_eq!(ImportColumn::named(name), None, "{name}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_mapping_reads_back(positions in prop::collection::vec(0_usize..200, 0..9)) {
            let mut mapping = ImportMapping::default();
            for (column, position) in ImportColumn::ALL.iter().zip(positions) {
                mapping.set(*column, position);
            }
            prop_assert_eq!(mapping.to_string().parse(), Ok(mapping));
        }

        #[test]
        fn no_column_of_a_file_is_taken_twice(
            headings in prop::collection::vec("[a-z]{0,3}|name|Full name|الاسم|manager", 0..12),
        ) {
            let mapping = ImportMapping::guess(&headings);
            let mut positions: Vec<_> = mapping.positions().map(|(_, position)| position).collect();
            positions.sort_unstable();
            let count = positions.len();
            positions.dedup();
            prop_assert_eq!(positions.len(), count);
        }
    }
}
