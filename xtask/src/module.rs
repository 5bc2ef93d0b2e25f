//! `cargo xtask new-module`: the files of a new module and their registrations, and the list of
//! what is left to do.

mod files;
mod insertion;
mod names;
mod places;
mod registrations;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::workspace::read;
use names::Names;

/// The arguments of the command.
#[derive(Debug, Args)]
pub struct Options {
    /// The name of the module: one noun in `snake_case`, as in `training_plan`.
    name: String,
    /// Its plural, if it is irregular.
    #[arg(long)]
    plural: Option<String>,
}

/// The texts of new and changed files, by their paths.
type Files = BTreeMap<String, String>;

/// Makes the module in the checkout, and prints what is left to do.
pub fn run(root: &Path, options: &Options) -> Result<()> {
    println!("{}", make(root, &options.name, options.plural.as_deref())?);
    Ok(())
}

/// Makes the module below the root; returns what is left to do.
pub fn make(root: &Path, name: &str, plural: Option<&str>) -> Result<String> {
    let names = Names::parse(name, plural)?;
    require_free(root, &names)?;
    let number = files::next_number(root)?;
    let mut files = files::all(&names, &number);
    let created: Vec<String> = files.keys().cloned().collect();
    registrations::add_all(root, &names, &mut files)?;
    for (path, text) in &files {
        write(&root.join(path), text)?;
    }
    format_sources(root, files.keys().filter(|path| is_alone(path, &created)))?;
    Ok(places::report(&names, &number))
}

/// Returns true for a source that declares no module other than the created ones: rustfmt formats
/// the declared modules as well.
fn is_alone(path: &str, created: &[String]) -> bool {
    let is_leaf = registrations::LEAVES.contains(&path) || created.iter().any(|it| it == path);
    is_leaf && Path::new(path).extension().is_some_and(|it| it == "rs")
}

fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().context("a file without a folder")?;
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Line breaks depend on the length of the name.
fn format_sources<'p>(root: &Path, paths: impl Iterator<Item = &'p String>) -> Result<()> {
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.current_dir(root).args(["--edition", "2024"]).args(paths);
    let status = rustfmt.status().context("cannot run rustfmt")?;
    ensure!(status.success(), "rustfmt cannot format the new sources");
    Ok(())
}

/// Refuses a name that is in use.
fn require_free(root: &Path, names: &Names) -> Result<()> {
    let taken = |place: &str| {
        format!("the name {} is taken: {place}. Choose another name", names.fill("__noun__"))
    };
    for template in files::TEMPLATES {
        let path = template.path(names);
        ensure!(!root.join(&path).exists(), taken(&format!("{path} exists")));
    }
    for (file, text) in [
        ("shared/src/id.rs", "    __Noun__Id;\n"),
        ("shared/src/permission.rs", "\"__nouns__:"),
        ("shared/src/audit/action.rs", "        __Noun__Created = "),
        ("app/locales/en.json", "\n  \"__noun__\": {"),
        ("app/src/pages.rs", "path!(\"/__nouns-kebab__\")"),
    ] {
        let text = names.fill(text);
        let is_taken = read(&root.join(file))?.contains(&text);
        ensure!(!is_taken, taken(&format!("{file} has {}", text.trim())));
    }
    let table = names.fill("TABLE __nouns__ (");
    for migration in files::migrations(root)? {
        if read(&migration)?.contains(&table) {
            bail!(taken(&format!("{} has {table}", migration.display())));
        }
    }
    Ok(())
}
