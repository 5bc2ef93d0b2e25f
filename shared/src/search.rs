//! The normalized form of texts for searching, and the results of a search.

pub mod result;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use crate::check::is_invisible;
use crate::digits;

const TATWEEL: char = '\u{640}';
/// The sign of the hamza that some letters decompose into.
const HIGH_HAMZA: char = '\u{674}';
/// Transliteration characters for hamza and ayn, which most people omit.
const HALF_RINGS: [char; 2] = ['\u{2be}', '\u{2bf}'];

/// Normalizes a text for searching: two spellings of the same name have the same form.
///
/// Case, accents, vowel signs, tatweel and invisible characters are removed; so are the differences
/// between the forms of alef, ya and ta marbuta, between dotted and dotless i, between the digits
/// of all scripts and between kinds of spaces, hyphens and apostrophes. Spaces are single, and
/// leading and trailing ones are removed. Vowels that an Indic script writes as separate letters
/// are kept.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfkd() {
        if is_left_out(letter) {
            continue;
        }
        for small in letter.to_lowercase().nfkd().filter(|letter| !is_left_out(*letter)) {
            push(&mut folded, small);
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

fn is_left_out(letter: char) -> bool {
    canonical_combining_class(letter) != 0
        || is_invisible(letter)
        || letter == TATWEEL
        || letter == HIGH_HAMZA
        || HALF_RINGS.contains(&letter)
}

fn push(folded: &mut String, letter: char) {
    if letter.is_whitespace() || letter.is_control() {
        if !folded.is_empty() && !folded.ends_with(' ') {
            folded.push(' ');
        }
        return;
    }
    match letter {
        'ß' => folded.push_str("ss"),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'þ' => folded.push_str("th"),
        other => folded.push(plain(other)),
    }
}

/// The canonical letter for letters that people type interchangeably.
fn plain(letter: char) -> char {
    match letter {
        // Alef with wasla, with a wavy hamza, and those that NFKD does not decompose.
        '\u{671}'..='\u{673}' => 'ا',
        // Alef maksura, and the ya of Persian.
        '\u{649}' | '\u{6cc}' => 'ي',
        // Ta marbuta, and the forms of ha of Persian, Urdu and Kurdish.
        '\u{629}' | '\u{6be}' | '\u{6c1}' | '\u{6c3}' | '\u{6d5}' => 'ه',
        // The kaf of Persian.
        '\u{6a9}' => 'ك',
        'ı' => 'i',
        'ø' => 'o',
        'đ' | 'ð' => 'd',
        'ł' => 'l',
        'ħ' => 'h',
        'ŧ' => 't',
        'ς' => 'σ',
        '\u{2018}' | '\u{2019}' | '\u{2bb}' | '\u{2bc}' => '\'',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        other => digits::digit(other).unwrap_or(other),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The maximum growth factor of a text in bytes: NFKD makes 33 of the 3 of U+FDFA.
    const GROWTH_MAX: usize = 11;

    #[test]
    fn texts_that_people_take_for_the_same_have_one_form() {
        for (text, form) in [
            ("İsmail Işık", "ismail isik"),
            ("ismail ışık", "ismail isik"),
            ("ISMAIL IŞIK", "ismail isik"),
            ("José", "jose"),
            ("jose\u{301}", "jose"),
            ("Çelik, Şahin & Öztürk", "celik, sahin & ozturk"),
            ("Łukasz Sørensen Đorđević", "lukasz sorensen dordevic"),
            ("Straße STRASSE Ægir", "strasse strasse aegir"),
            ("أَحْمَد", "احمد"),
            ("احمد", "احمد"),
            ("آمنة إبراهيم ٱلله", "امنه ابراهيم الله"),
            ("فاطمة", "فاطمه"),
            ("مصطفى", "مصطفي"),
            ("مصطفی", "مصطفي"),
            ("محـمّـد", "محمد"),
            ("رؤى", "روي"),
            ("کریم", "كريم"),
            ("\u{fefb}", "لا"),
            ("\u{200f}Ali\u{200b} \u{a0} Bin\tSaid ", "ali bin said"),
            ("EMP-٠٠٧", "emp-007"),
            ("EMP\u{2011}۰۰۷", "emp-007"),
            ("ＥＭＰ-００７", "emp-007"),
            ("O’Brien Saʿūd", "o'brien saud"),
            ("Ольга Ёлкина", "ольга елкина"),
            ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
            ("हिन्दी", "हिनदी"),
            (" \u{200b}\u{64b} ", ""),
        ] {
            assert_eq!(folded(text), form, "{text}");
        }
    }

    #[test]
    fn other_names_stay_other_names() {
        for (one, other) in
            [("بان", "پان"), ("سارة", "ساري"), ("Ali", "Alia"), ("मीना", "मना"), ("1-2", "12")]
        {
            assert_ne!(folded(one), folded(other));
        }
    }

    #[test]
    fn every_character_has_a_form_that_is_its_own_form() {
        for letter in char::MIN..=char::MAX {
            let form = folded(&letter.to_string());
            assert_eq!(folded(&form), form, "{letter:?}");
            assert!(form.len() <= letter.len_utf8() * GROWTH_MAX, "{letter:?}");
        }
    }

    proptest! {
        #[test]
        fn a_form_is_its_own_form_and_has_one_line_without_accents(text in "\\PC{0,40}|.{0,40}") {
            let form = folded(&text);
            prop_assert_eq!(&folded(&form), &form);
            prop_assert!(form.len() <= text.len() * GROWTH_MAX);
            prop_assert_eq!(form.trim(), &form);
            prop_assert!(!form.contains("  ") && !form.chars().any(char::is_control));
            prop_assert!(form.chars().all(|letter| !is_left_out(letter)));
        }

        #[test]
        fn case_and_canonical_forms_make_no_difference(text in "[a-zçğışöüéàИ-яΑ-Ωأ-ي ]{0,20}") {
            let form = folded(&text);
            prop_assert_eq!(&folded(&text.to_uppercase()), &form);
            prop_assert_eq!(&folded(&text.to_lowercase()), &form);
            prop_assert_eq!(&folded(&text.nfd().collect::<String>()), &form);
            prop_assert_eq!(&folded(&text.nfc().collect::<String>()), &form);
        }

        #[test]
        fn a_part_of_a_name_is_found_in_it(
            before in "[A-Za-zçğışöüأ-ي]{1,8}",
            part in "[A-Za-zçğışöüأ-ي]{1,8}",
            after in "[A-Za-zçğışöüأ-ي]{1,8}",
        ) {
            let name = format!("{before} {part}{after}");
            prop_assert!(folded(&name).contains(&folded(&part)));
        }
    }
}
