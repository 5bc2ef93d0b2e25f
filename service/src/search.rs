//! Searching names for a text, whatever its case.

use crate::database::Statement;

/// The patterns of one text. A name holds the text where `LOWER(name)` is like one of them.
///
/// `LOWER` knows the case of the letters of English alone in SQLite, and in PostgreSQL where the
/// locale of the database is `C`. Other letters are therefore looked for as they were typed, and
/// as names are written: small, with capitals at the beginning of words, and in capitals. What
/// would be the same as `small` is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Search {
    small: Option<String>,
    typed: Option<String>,
    capitalised: Option<String>,
    capitals: Option<String>,
}

/// Whether a column holds the text, in SQL. The parameters are those of the four patterns.
macro_rules! holds {
    ($column:literal, $small:literal, $typed:literal, $capitalised:literal, $capitals:literal) => {
        concat!(
            "(LOWER(",
            $column,
            ") LIKE ",
            $small,
            " ESCAPE '\\'",
            " OR LOWER(",
            $column,
            ") LIKE ",
            $typed,
            " ESCAPE '\\'",
            " OR LOWER(",
            $column,
            ") LIKE ",
            $capitalised,
            " ESCAPE '\\'",
            " OR LOWER(",
            $column,
            ") LIKE ",
            $capitals,
            " ESCAPE '\\')"
        )
    };
}

pub(crate) use holds;

impl Search {
    /// A blank text searches for nothing.
    pub(crate) fn of(text: Option<&str>) -> Self {
        let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
            return Self::default();
        };
        let lowered = text.to_lowercase();
        let small = pattern(&lowered);
        let other = |text: &str| Some(pattern(text)).filter(|it| *it != small);
        Self {
            typed: other(text),
            capitalised: other(&capitalised(&lowered)),
            capitals: other(&text.to_uppercase()),
            small: Some(small),
        }
    }

    pub(crate) fn is_nothing(&self) -> bool {
        self.small.is_none()
    }

    /// As the parameters of [`holds!`], in its order.
    pub(crate) fn bind<'t>(&self, statement: Statement<'t>) -> Statement<'t> {
        statement.bind(&self.small).bind(&self.typed).bind(&self.capitalised).bind(&self.capitals)
    }
}

/// What holds the text somewhere, taken literally, with the letters of English in small.
fn pattern(text: &str) -> String {
    let small = text.to_ascii_lowercase();
    format!("%{}%", small.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_"))
}

fn capitalised(lowered: &str) -> String {
    let mut capitalised = String::with_capacity(lowered.len());
    let mut is_inside = false;
    for letter in lowered.chars() {
        if is_inside {
            capitalised.push(letter);
        } else {
            capitalised.extend(letter.to_uppercase());
        }
        is_inside = letter.is_alphanumeric();
    }
    capitalised
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_name_begins_with_a_capital_of_its_own_alphabet() {
        for (text, expected) in [
            ("élodie çelik", "Élodie Çelik"),
            ("ÉLODIE", "Élodie"),
            ("anne-élise o'çelik", "Anne-Élise O'Çelik"),
            ("ольга 2ва", "Ольга 2ва"),
            ("فاطمة", "فاطمة"),
        ] {
            assert_eq!(capitalised(&text.to_lowercase()), expected);
        }
    }

    #[test]
    fn letters_that_a_database_may_not_know_keep_the_case_of_their_pattern() {
        let search = Search::of(Some("José ÇElik"));
        assert_eq!(search.small.as_deref(), Some("%josé çelik%"));
        assert_eq!(search.typed.as_deref(), Some("%josé Çelik%"));
        assert_eq!(search.capitalised.as_deref(), Some("%josé Çelik%"));
        assert_eq!(search.capitals.as_deref(), Some("%josÉ Çelik%"));
    }

    #[test]
    fn signs_of_a_pattern_are_taken_literally() {
        let search = Search::of(Some(" 100%_Ali\\ "));
        assert_eq!(search.small.as_deref(), Some(r"%100\%\_ali\\%"));
        assert_eq!((search.typed, search.capitalised, search.capitals), (None, None, None));
        assert!(Search::of(Some("  ")).is_nothing());
    }
}
