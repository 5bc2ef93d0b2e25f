//! Text search in lists and in all records, and the normalized forms of texts.

mod everywhere;
mod repo;

pub use everywhere::Everywhere;
pub(crate) use shared::search::folded;

use crate::collation::sort_key;
use database::Statement;

/// The separator between the parts of one folded column; no pattern contains it.
const BETWEEN: &str = "\n";
/// The maximum length of a search text, in characters: longer than any name, and SQLite limits the
/// length of patterns.
const LENGTH_MAX: usize = 1_000;

/// The pattern of one text, for `LIKE … ESCAPE '\'` on columns that hold folded texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Search(Option<String>);

impl Search {
    /// A text without searchable characters applies no filter.
    pub(crate) fn of(text: Option<&str>) -> Self {
        let folded = text.map(folded).filter(|text| !text.is_empty());
        Self(folded.map(|text| pattern(&text)))
    }

    pub(crate) fn is_nothing(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn bind<'t>(&self, statement: Statement<'t>) -> Statement<'t> {
        statement.bind(&self.0)
    }
}

/// The pattern that matches the text anywhere, taken literally.
fn pattern(text: &str) -> String {
    format!("%{}%", literal(text))
}

/// The pattern that matches columns of several parts whose first part is the text.
fn first_part(text: &str) -> String {
    format!("{}{BETWEEN}%", literal(text))
}

/// The beginning of a text, without the meaning that its signs have in patterns.
fn literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len());
    for letter in text.chars().take(LENGTH_MAX) {
        if matches!(letter, '\\' | '%' | '_') {
            literal.push('\\');
        }
        literal.push(letter);
    }
    literal
}

/// The normalized forms of a name that are stored with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameForms {
    pub(crate) folded: String,
    pub(crate) sort_key: Vec<u8>,
}

impl NameForms {
    pub(crate) fn of(name: &str) -> Self {
        Self { folded: folded(name), sort_key: sort_key(name) }
    }
}

/// The searchable details of a member of staff, in addition to the name.
pub(crate) fn staff_details(staff_number: &str, email: &str) -> String {
    folded_parts(&[Some(staff_number), Some(email)])
}

/// The searchable details of a customer, in addition to the name.
pub(crate) fn customer_details(
    registration_number: Option<&str>,
    email: &str,
    phone: Option<&str>,
) -> String {
    folded_parts(&[registration_number, Some(email), phone])
}

/// The searchable details of a facility, in addition to its customer.
pub(crate) fn facility_details(facility_ref: &str, asset_description: &str) -> String {
    folded_parts(&[Some(facility_ref), Some(asset_description)])
}

/// Several texts as one folded column, in which each can be found but nothing across two.
fn folded_parts(parts: &[Option<&str>]) -> String {
    let parts: Vec<String> = parts.iter().flatten().map(|part| folded(part)).collect();
    parts.join(BETWEEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_a_pattern_are_taken_literally() {
        assert_eq!(Search::of(Some(" 100%_Ali\\ ")).0.as_deref(), Some(r"%100\%\_ali\\%"));
    }

    #[test]
    fn a_text_that_nobody_could_see_searches_for_nothing() {
        for text in ["", "  ", "\u{200f}\u{640}\n"] {
            assert!(Search::of(Some(text)).is_nothing(), "{text:?}");
        }
        assert!(Search::of(None).is_nothing());
    }

    #[test]
    fn a_pattern_has_a_length_that_every_database_takes() {
        for text in ["%".repeat(10_000), "\u{fdfa}".repeat(10_000), "\u{1f44d}".repeat(10_000)] {
            assert!(Search::of(Some(&text)).0.unwrap().len() < 50_000);
        }
    }

    #[test]
    fn the_first_part_is_matched_as_a_whole() {
        assert_eq!(first_part("a_1"), "a\\_1\n%");
    }

    #[test]
    fn nothing_is_found_across_two_parts() {
        assert_eq!(folded_parts(&[Some("EMP-٧"), None, Some("A@b.example")]), "emp-7\na@b.example");
        assert!(!Search::of(Some("7\na")).0.unwrap().contains('\n'));
    }
}
