//! The licences of the crates in a release, which must be distributed with the program.

use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::part::Part;
use crate::process::{capture, cargo};
use crate::workspace::Workspace;

/// The prefixes of the names of licence and notice files.
const NAMES: [&str; 6] = ["COPYING", "COPYRIGHT", "LICENCE", "LICENSE", "NOTICE", "UNLICENSE"];

/// Writes the licence of each crate, then each licence text once, with its crates.
///
/// * `parts`: the programs, each with its crates as `name@version`; our own crates are ignored.
pub fn write(workspace: &Workspace, parts: &[(HashSet<String>, Part)], into: &Path) -> Result<()> {
    let mut metadata = cargo();
    metadata.current_dir(&workspace.root).args(["metadata", "--format-version", "1", "--locked"]);
    // Without these platforms, cargo would download dependencies for other systems.
    metadata.args(parts.iter().flat_map(|(_, part)| ["--filter-platform", &part.triple]));
    let metadata: Value = serde_json::from_str(&capture(&mut metadata)?)?;
    let packages = metadata["packages"].as_array().context("cargo names no packages")?;
    let mut licences = Licences::default();
    for package in packages.iter().filter(|package| package["source"].is_string()) {
        let text = |member: &str| package[member].as_str().unwrap_or_default();
        let name = format!("{}@{}", text("name"), text("version"));
        if parts.iter().any(|(crates, _)| crates.contains(&name)) {
            let folder = Path::new(text("manifest_path")).parent().context("a crate nowhere")?;
            licences.add(&name, text("license"), folder)?;
        }
    }
    Ok(fs::write(into, licences.text()?)?)
}

#[derive(Debug, Default)]
struct Licences {
    /// The declared licence of each crate.
    named: BTreeMap<String, String>,
    /// The crates by their licence texts.
    texts: BTreeMap<String, BTreeSet<String>>,
}

impl Licences {
    fn add(&mut self, name: &str, licence: &str, folder: &Path) -> Result<()> {
        let licence = if licence.is_empty() { "see below" } else { licence };
        self.named.insert(name.to_owned(), licence.to_owned());
        let entries =
            fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if is_licence(&path) && path.is_file() {
                let text = String::from_utf8_lossy(&fs::read(&path)?).replace('\r', "");
                self.texts.entry(text.trim().to_owned()).or_default().insert(name.to_owned());
            }
        }
        Ok(())
    }

    fn text(&self) -> Result<String> {
        let mut whole = "Mizan contains these crates.\n\n".to_owned();
        for (name, licence) in &self.named {
            writeln!(whole, "{name}: {licence}")?;
        }
        for (text, names) in &self.texts {
            let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            write!(whole, "\n{}\n{names}\n\n{text}\n", "=".repeat(80))?;
        }
        Ok(whole)
    }
}

fn is_licence(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = name.to_uppercase();
    NAMES.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_two_crates_is_written_once_and_other_files_are_not() {
        let folder = std::env::temp_dir().join(format!("mizan-licences-{}", std::process::id()));
        for name in ["one", "two"] {
            fs::create_dir_all(folder.join(name)).unwrap();
            fs::write(folder.join(name).join("LICENSE-MIT"), "Permission\r\n").unwrap();
            fs::write(folder.join(name).join("lib.rs"), "code").unwrap();
        }
        fs::write(folder.join("two").join("Notice.txt"), "Copyright two").unwrap();
        let mut licences = Licences::default();
        licences.add("two@1.0.0", "", &folder.join("two")).unwrap();
        licences.add("one@1.0.0", "MIT", &folder.join("one")).unwrap();
        let line = "=".repeat(80);
        let expected = format!(
            "Mizan contains these crates.\n\none@1.0.0: MIT\ntwo@1.0.0: see below\n\
             \n{line}\ntwo@1.0.0\n\nCopyright two\n\
             \n{line}\none@1.0.0, two@1.0.0\n\nPermission\n"
        );
        assert_eq!(licences.text().unwrap(), expected);
        fs::remove_dir_all(&folder).unwrap();
    }
}
