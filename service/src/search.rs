//! Searching names for a text, whatever its case.

/// The patterns of one text. A name holds the text where `LOWER(name)` is like `lowered` or the
/// name itself is like one of the others: `LOWER` and `LIKE` of SQLite know the case of the
/// letters of English alone, and most names begin with a capital.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Search {
    /// In small letters.
    pub(crate) lowered: Option<String>,
    /// As it was typed.
    pub(crate) typed: Option<String>,
    /// In small letters, but for the first of every word.
    pub(crate) capitalised: Option<String>,
}

impl Search {
    /// A blank text searches for nothing.
    pub(crate) fn of(text: Option<&str>) -> Self {
        let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
            return Self::default();
        };
        let lowered = text.to_lowercase();
        Self {
            typed: Some(pattern(text)),
            capitalised: Some(pattern(&capitalised(&lowered))),
            lowered: Some(pattern(&lowered)),
        }
    }
}

/// What holds the text somewhere, taken literally.
fn pattern(text: &str) -> String {
    let escaped = text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{escaped}%")
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
    fn signs_of_a_pattern_are_taken_literally() {
        let search = Search::of(Some(" 100%_Ali\\ "));
        assert_eq!(search.lowered.as_deref(), Some(r"%100\%\_ali\\%"));
        assert_eq!(search.typed.as_deref(), Some(r"%100\%\_Ali\\%"));
        assert_eq!(search.capitalised.as_deref(), Some(r"%100\%\_Ali\\%"));
        assert_eq!(Search::of(Some("  ")), Search::of(None));
    }
}
