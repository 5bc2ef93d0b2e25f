//! Names of the accounts of the general ledger, by code.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::check::{Checks, is_code};
use crate::error::{Error, FieldCode, Result};
use crate::sheet::{MARK, Record, Records, SEPARATORS, separator_line, unescape};

const NO_CODE: &str = "Enter an account code without spaces or invisible characters.";

/// The field of a table.
const TABLE: &str = "csv";

/// The maximum number of names in one change.
pub const NAMES_MAX: usize = 5_000;

/// An account with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct AccountName {
    /// The code of the account.
    pub code: String,
    /// Its name.
    pub name: String,
}

/// The named accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountNames {
    /// The accounts, by code.
    pub accounts: Vec<AccountName>,
}

impl AccountNames {
    /// The name of an account.
    pub fn name(&self, code: &str) -> Option<&str> {
        self.accounts.iter().find(|it| it.code == code).map(|it| it.name.as_str())
    }
}

/// One change: a name, or null to remove it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountNameInput {
    /// The code of the account, whether it is mapped or not.
    pub code: String,
    /// Its name; null for none.
    // Without this, serde would read a missing field as null, and remove the name.
    #[serde(deserialize_with = "Option::deserialize")]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub name: Option<String>,
}

impl AccountNameInput {
    /// Normalizes the texts, and collects what is invalid in the fields of code and name.
    fn check(&mut self, checks: &mut Checks, seen: &mut BTreeSet<String>, code: &str, name: &str) {
        self.code = self.code.trim().to_owned();
        checks.ensure(is_code(&self.code), code, FieldCode::Invalid, NO_CODE);
        let is_new = seen.insert(self.code.clone());
        checks.ensure(is_new, code, FieldCode::Duplicate, "Duplicate account.");
        if let Some(text) = &mut self.name {
            *text = checks.name(name, text);
        }
    }
}

/// Changes of names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountNamesInput {
    /// The accounts to name; the names of others stay unchanged.
    pub accounts: Vec<AccountNameInput>,
}

impl AccountNamesInput {
    /// Returns the changes with their texts normalized.
    ///
    /// Errors: 400 naming every invalid field, including a duplicate code.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        self.check_length(&mut checks, "accounts");
        let mut seen = BTreeSet::new();
        for (position, account) in self.accounts.iter_mut().enumerate() {
            let [code, name] = ["code", "name"].map(|it| format!("accounts[{position}].{it}"));
            account.check(&mut checks, &mut seen, &code, &name);
        }
        checks.finish()?;
        Ok(self)
    }

    fn check_length(&self, checks: &mut Checks, field: &str) {
        if self.accounts.len() > NAMES_MAX {
            checks.add(field, FieldCode::TooMany, format!("Maximum {NAMES_MAX} accounts."));
        }
    }

    /// The changes in a CSV table with the headings `code` and `name`, separated by commas,
    /// semicolons or tabs. Other columns are ignored; an empty name removes the name.
    ///
    /// Errors: 400 for a text that is not such a table, and for every invalid cell with its line.
    pub fn of_table(text: &str) -> Result<Self> {
        let (mut records, headings) = opened(text.trim_start_matches(MARK))?;
        let column = |name: &str| {
            let is_named = |heading: &String| heading.trim().eq_ignore_ascii_case(name);
            let missing = || no_table(format!("The column {name} is missing."));
            headings.cells.iter().position(is_named).ok_or_else(missing)
        };
        let (code, name) = (column("code")?, column("name")?);
        let (mut accounts, mut checks, mut seen) = (Vec::new(), Checks::new(), BTreeSet::new());
        for record in &mut records {
            let record = record.map_err(|error| no_table(error.to_string()))?;
            if record.is_blank() {
                continue;
            }
            let cell = |at: usize| {
                record
                    .cells
                    .get(at)
                    .map(|cell| unescape(cell).trim().to_owned())
                    .unwrap_or_default()
            };
            let name = Some(cell(name)).filter(|name| !name.is_empty());
            let mut account = AccountNameInput { code: cell(code), name };
            let mut faults = Checks::new();
            account.check(&mut faults, &mut seen, TABLE, TABLE);
            checks.add_on_line(record.line, faults);
            accounts.push(account);
        }
        let input = Self { accounts };
        input.check_length(&mut checks, TABLE);
        checks.finish()?;
        Ok(input)
    }
}

/// The records of a table below its headings, and the headings.
fn opened(text: &str) -> Result<(Records<'_>, Record)> {
    let mut records = match separator_line(text) {
        Some((separator, rest)) => Records::new(rest, separator).from_line(2),
        None => {
            let first = text.lines().next().unwrap_or_default();
            let separator = SEPARATORS.into_iter().find(|it| first.contains(*it)).unwrap_or(',');
            Records::new(text, separator)
        }
    };
    let headings = records.next().transpose().map_err(|error| no_table(error.to_string()))?;
    let headings = headings.ok_or_else(|| no_table("The heading row is missing.".to_owned()))?;
    Ok((records, headings))
}

fn no_table(message: String) -> Error {
    Error::field(TABLE, FieldCode::Invalid, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(input: &AccountNamesInput) -> Vec<(&str, Option<&str>)> {
        input.accounts.iter().map(|it| (it.code.as_str(), it.name.as_deref())).collect()
    }

    #[test]
    fn a_table_names_accounts_whatever_separates_its_cells() {
        for text in [
            "code,name\n1010,Cash\n\n1310,\"Receivables, murabaha\"\n4010,\n",
            "\u{feff}Name;Code;Group\nCash;1010;Assets\n\"Receivables, murabaha\";1310;\n;4010;\n",
            "code\tname\n1010\t Cash \n1310\tReceivables, murabaha\n4010\t\n",
            "sep=;\ncode;name\n1010;Cash\n1310;Receivables, murabaha\n4010",
        ] {
            let input = AccountNamesInput::of_table(text).unwrap();
            let expected =
                [("1010", Some("Cash")), ("1310", Some("Receivables, murabaha")), ("4010", None)];
            assert_eq!(names(&input), expected, "{text}");
        }
    }

    #[test]
    fn a_text_without_the_two_columns_is_refused() {
        for text in ["", "1010,Cash", "code\n1010", "code,name\n1010,\"Cash"] {
            let error = AccountNamesInput::of_table(text).unwrap_err();
            assert_eq!(error.problem().errors[0].field, "csv", "{text}");
        }
    }

    #[test]
    fn the_faults_of_a_table_name_their_lines() {
        let text = "sep=;\ncode;name\n1010;Cash\n\n13 10;Receivables\n1010;\"Cash,\ntwice\"\n;None";
        let error = AccountNamesInput::of_table(text).unwrap_err();
        let faults = error.problem().errors.iter().map(|it| (it.field.as_str(), it.line, it.code));
        let faults: Vec<_> = faults.collect();
        let expected = [
            ("csv", Some(5), FieldCode::Invalid),
            ("csv", Some(6), FieldCode::Duplicate),
            ("csv", Some(6), FieldCode::Invalid),
            ("csv", Some(8), FieldCode::Invalid),
        ];
        assert_eq!(faults, expected);
    }

    #[test]
    fn codes_with_spaces_and_codes_given_twice_are_refused_by_position() {
        let account = |code: &str, name: &str| AccountNameInput {
            code: code.to_owned(),
            name: Some(name.to_owned()),
        };
        let accounts = vec![account("10 10", "Cash"), account("1310", "A"), account(" 1310", "B")];
        let error = AccountNamesInput { accounts }.check().unwrap_err();
        let fields: Vec<_> = error.problem().errors.iter().map(|it| it.field.as_str()).collect();
        assert_eq!(fields, ["accounts[0].code", "accounts[2].code"]);
        let blank = AccountNamesInput { accounts: vec![account("1310", " ")] };
        assert!(blank.check().is_err());
        let missing = serde_json::from_str::<AccountNameInput>(r#"{"code":"1310"}"#);
        assert!(missing.is_err());
    }
}
