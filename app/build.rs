//! Generates a constant for each text in `locales/`: a missing or misspelt key is a compile error,
//! and a WebAssembly bundle contains only the texts that it uses.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use serde_json::{Map, Value};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=locales");
    let mut code = String::new();
    write_texts(&read("en")?, &read("ar")?, &mut code)?;
    fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("texts.rs"), code)?;
    Ok(())
}

fn read(language: &str) -> Result<Map<String, Value>, Box<dyn Error>> {
    Ok(serde_json::from_str(&fs::read_to_string(format!("locales/{language}.json"))?)?)
}

/// Generates a module for each group, with a constant for each text in both languages and its
/// parameters. Texts without parameters are also collected in a list, for keys that are only known
/// at run time.
fn write_texts(
    english: &Map<String, Value>,
    arabic: &Map<String, Value>,
    code: &mut String,
) -> Result<(), Box<dyn Error>> {
    if let Some(key) = arabic.keys().find(|key| !english.contains_key(*key)) {
        return Err(format!("ar.json: `{key}` is not in en.json").into());
    }
    let mut plain = Vec::new();
    for (key, value) in english {
        match (value, arabic.get(key)) {
            (Value::Object(english), Some(Value::Object(arabic))) => {
                writeln!(code, "pub mod {key} {{ use crate::i18n::{{Filled, Plain}};")?;
                write_texts(english, arabic, code)?;
                writeln!(code, "}}")?;
            }
            (Value::String(english), Some(Value::String(arabic))) => {
                let texts = format!("&[{english:?}, {arabic:?}]");
                let names = names(english);
                if names.is_empty() {
                    plain.push(format!("({key:?}, {key})"));
                    writeln!(code, "pub const {key}: Plain = Plain({texts});")?;
                } else {
                    writeln!(
                        code,
                        "pub const {key}: Filled = Filled {{ texts: {texts}, names: &{names:?} }};"
                    )?;
                }
            }
            _ => return Err(format!("ar.json: `{key}` is not as in en.json").into()),
        }
    }
    if !plain.is_empty() {
        let plain = plain.join(", ");
        writeln!(code, "/// By their keys.\npub const ALL: &[(&str, Plain)] = &[{plain}];")?;
    }
    Ok(())
}

/// The names of the parameters (`{{ name }}`) in a text.
fn names(text: &str) -> Vec<&str> {
    let rests = text.split("{{ ").skip(1);
    rests.filter_map(|rest| rest.split_once(" }}").map(|(name, _)| name)).collect()
}
