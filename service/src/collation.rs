//! The order of names: the root collation of CLDR, in which accents and case only decide between
//! names that are otherwise equal. Databases sort text by bytes or by a locale of their own, so
//! they store sort keys.

use std::sync::LazyLock;

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed, CollatorPreferences};
use shared::search::folded;

/// An index entry of PostgreSQL has at most 2,704 bytes. Bytes beyond the first thousand of a sort
/// key make no difference to readers.
const KEY_LENGTH_MAX: usize = 1_000;

/// `None` if the collation data does not fit the program, which a test excludes.
static COLLATOR: LazyLock<Option<CollatorBorrowed<'static>>> = LazyLock::new(|| {
    Collator::try_new(CollatorPreferences::default(), CollatorOptions::default()).ok()
});

/// The sort key of a name, compared byte by byte. Variant forms of alef, kaf and ya sort as one.
/// Stored with each name: a release that changes its results must also recompute the stored keys.
pub fn sort_key(name: &str) -> Vec<u8> {
    let name: String = name.chars().map(plain).collect();
    let mut key = Vec::new();
    match &*COLLATOR {
        Some(collator) => {
            let Ok(()) = collator.write_sort_key_to(&name, &mut key);
        }
        None => key.extend_from_slice(folded(&name).as_bytes()),
    }
    key.truncate(KEY_LENGTH_MAX);
    key
}

/// Sorts rows by name where the database does not; equal names keep their order.
pub fn sort_by_name<T>(rows: &mut [T], name: impl Fn(&T) -> &str) {
    rows.sort_by_cached_key(|row| sort_key(name(row)));
}

/// The collation sorts each of these forms far from the plain letter, but people expect a name in
/// one place, however it is spelled.
fn plain(letter: char) -> char {
    match letter {
        'آ' | 'أ' | 'إ' | 'ٱ' => 'ا',
        '\u{649}' | '\u{6cc}' => 'ي',
        '\u{6a9}' => 'ك',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    fn sorted(names: &[&'static str]) -> Vec<&'static str> {
        let mut names = names.to_vec();
        names.reverse();
        sort_by_name(&mut names, |name| name);
        names
    }

    #[test]
    fn names_are_sorted_as_people_expect() {
        for names in [
            &["Ayşe", "Çelik", "Cem", "İsmail", "Jose", "José", "Ömer", "Şahin", "Zeki"][..],
            &["aamir", "Aisha", "Bilal", "de Souza", "Élodie", "Zaid"],
            &[
                "إبراهيم",
                "أحمد",
                "آدم",
                "اسماعيل",
                "بدر",
                "پرویز",
                "تميم",
                "علي",
                "ليلى",
                "هدى",
                "يوسف",
            ],
            &["Zeki", "Ольга", "أحمد"],
            &["EMP 2", "Emp 3"],
        ] {
            assert_eq!(sorted(names), names);
        }
    }

    #[test]
    fn forms_of_one_name_are_sorted_as_one() {
        assert_eq!(sort_key("أحمد"), sort_key("احمد"));
        assert_eq!(sort_key("علي"), sort_key("علی"));
        assert_eq!(sort_key("Ali\u{200f}"), sort_key("Ali"));
    }

    #[test]
    fn a_key_fits_into_an_index() {
        for name in ["\u{fdfa}".repeat(200), "\u{10ffff}".repeat(200), "a\u{323}\u{302}".repeat(66)]
        {
            assert!(sort_key(&name).len() <= KEY_LENGTH_MAX);
        }
    }

    #[test]
    fn stored_keys_are_those_of_this_program() {
        let mut digest = Sha256::new();
        for letter in char::MIN..'\u{10000}' {
            digest.update(sort_key(&letter.to_string()));
            digest.update(folded(&letter.to_string()));
            digest.update([0]);
        }
        let digest = format!("{:x}", digest.finalize());
        let advice = "recompute the stored forms of names in an upgrade, then change this";
        assert_eq!(digest, STORED, "{advice}");
    }

    const STORED: &str = "a2f72679fc4c75b44861cdf538033ffc14a5fcfd769ce2a44940e07e751727ed";
}
