//! Turns `locales/` into tables of texts and the names of their keys, so that a missing or misspelt
//! text is a compile error.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use serde_json::{Map, Value};

/// Each language with the name of its table.
const LANGUAGES: [(&str, &str); 2] = [("en", "ENGLISH"), ("ar", "ARABIC")];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=locales");
    let mut code = String::new();
    let first = read("en")?;
    for (language, table) in LANGUAGES {
        let mut texts = Vec::new();
        collect(&first, &read(language)?, language, &mut texts)?;
        writeln!(code, "static {table}: &str = {:?};", texts.join("\n"))?;
    }
    writeln!(code, "/// The keys, as in the files of texts.\npub mod keys {{")?;
    write_keys(&first, &mut 0, &mut code)?;
    writeln!(code, "}}")?;
    fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("texts.rs"), code)?;
    Ok(())
}

fn read(language: &str) -> Result<Map<String, Value>, Box<dyn Error>> {
    Ok(serde_json::from_str(&fs::read_to_string(format!("locales/{language}.json"))?)?)
}

/// The texts of a language in the order of the first one's keys.
fn collect(
    keys: &Map<String, Value>,
    texts: &Map<String, Value>,
    language: &str,
    found: &mut Vec<String>,
) -> Result<(), Box<dyn Error>> {
    for (key, value) in keys {
        match (value, texts.get(key)) {
            (Value::Object(keys), Some(Value::Object(texts))) => {
                collect(keys, texts, language, found)?;
            }
            (Value::String(_), Some(Value::String(text))) if !text.contains('\n') => {
                found.push(text.clone());
            }
            _ => return Err(format!("{language}.json: `{key}` is not as in en.json").into()),
        }
    }
    Ok(())
}

/// A module for each group, and a constant for each text: its place, and what is filled in.
fn write_keys(
    keys: &Map<String, Value>,
    place: &mut usize,
    code: &mut String,
) -> Result<(), Box<dyn Error>> {
    for (key, value) in keys {
        match value {
            Value::Object(keys) => {
                writeln!(code, "pub mod {key} {{")?;
                write_keys(keys, place, code)?;
                writeln!(code, "}}")?;
            }
            text => {
                let text = text.as_str().unwrap_or_default();
                let names: Vec<_> = text
                    .split("{{ ")
                    .skip(1)
                    .filter_map(|rest| rest.split_once(" }}").map(|(name, _)| name))
                    .collect();
                if names.is_empty() {
                    writeln!(
                        code,
                        "pub const {key}: crate::i18n::Plain = crate::i18n::Plain({place});"
                    )?;
                } else {
                    writeln!(
                        code,
                        "pub const {key}: crate::i18n::Filled = \
                         crate::i18n::Filled {{ place: {place}, names: &{names:?} }};"
                    )?;
                }
                *place += 1;
            }
        }
    }
    Ok(())
}
