//! The two locale files have the same keys and parameters.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

const ENGLISH: &str = include_str!("../locales/en.json");
const ARABIC: &str = include_str!("../locales/ar.json");

/// Texts that are the same in both languages: symbols, and figures or names with a symbol between
/// them.
const ALIKE: [&str; 5] = [
    "appraisal.bar.no_score",
    "appraisal.stage.subject",
    "settings.editor.sum",
    "settings.editor.tool_of",
    "ui.nothing",
];

/// Arabic words that the glossary does not have, with its word for the same thing.
const OTHER_TERMS: [(&str, &str); 1] = [("تسهيل", "تمويل")];

fn texts(file: &str) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    collect("", &serde_json::from_str(file).unwrap(), &mut texts);
    texts
}

fn collect(path: &str, value: &Value, texts: &mut BTreeMap<String, String>) {
    if let Some(members) = value.as_object() {
        for (name, member) in members {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            collect(&path, member, texts);
        }
    } else {
        texts.insert(path.to_owned(), value.as_str().unwrap().to_owned());
    }
}

fn places(text: &str) -> BTreeSet<&str> {
    text.split("{{").skip(1).map(|rest| rest.split("}}").next().unwrap().trim()).collect()
}

#[test]
fn no_text_is_missing_or_left_over_in_either_language() {
    let keys = |file| texts(file).into_keys().collect::<BTreeSet<_>>();
    let (english, arabic) = (keys(ENGLISH), keys(ARABIC));
    let missing: Vec<_> = english.symmetric_difference(&arabic).collect();
    assert!(missing.is_empty(), "only in one of the files: {missing:?}");
}

#[test]
fn placeholders_are_the_same_in_both_languages() {
    let arabic = texts(ARABIC);
    for (key, text) in texts(ENGLISH) {
        assert_eq!(places(&text), places(&arabic[&key]), "{key}");
    }
}

#[test]
fn nothing_was_left_in_english() {
    let arabic = texts(ARABIC);
    let alike: Vec<_> =
        texts(ENGLISH).into_iter().filter(|(key, text)| arabic[key] == *text).collect();
    let keys: Vec<_> = alike.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ALIKE, "translate the others in app/locales/ar.json");
}

#[test]
fn arabic_texts_use_the_terms_of_the_glossary() {
    for (key, text) in texts(ARABIC) {
        for (other, term) in OTHER_TERMS {
            assert!(!text.contains(other), "{key}: write {term} instead of {other}");
        }
    }
}

#[test]
fn arabic_texts_have_arabic_letters_digits_and_marks() {
    // Text that users enter exactly as displayed keeps its Latin digits and commas.
    let as_typed = ["appraisal.score.keys", "people.import.columns"];
    for (key, text) in texts(ARABIC) {
        if as_typed.contains(&key.as_str()) || key.starts_with("settings.paste.") {
            continue;
        }
        let plain = ["VR-001", "PAR30", "PAR90", "UTF-8", "UTF-16"]
            .iter()
            .fold(text.clone(), |it, name| it.replace(name, ""));
        assert!(!plain.contains(|it: char| it.is_ascii_digit()), "{key}: {text}");
        assert!(!plain.contains([',', ';', '?']), "{key}: {text}");
    }
}
