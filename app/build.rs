//! Turns `locales/` into the `i18n` module, so that a missing or misspelt text is a compile error.

use std::error::Error;
use std::path::PathBuf;

use leptos_i18n_build::{Config, ParseOptions, TranslationsInfos};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let directory = PathBuf::from(std::env::var("OUT_DIR")?).join("i18n");

    let options = ParseOptions::new().interpolate_display(true);
    let texts = TranslationsInfos::parse(Config::new("en")?.add_locale("ar")?.parse_options(options))?;
    texts.emit_diagnostics();
    texts.rerun_if_locales_changed();
    texts.generate_i18n_module(directory)?;
    Ok(())
}
