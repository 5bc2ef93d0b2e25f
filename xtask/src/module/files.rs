//! The files of a new module, from templates.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

use super::Files;
use super::names::Names;

/// The folders of the migrations, one for each database.
const MIGRATIONS: [&str; 2] = ["migrations/sqlite", "migrations/postgres"];

/// A template; the path of its file is that of the template, with the name of the module.
#[derive(Debug)]
pub struct Template {
    place: &'static str,
    text: &'static str,
}

macro_rules! templates {
    ($($place:literal)+) => {
        &[$(Template {
            place: $place,
            text: include_str!(concat!("../../templates/module/", $place)),
        }),+]
    };
}

/// Every template.
pub const TEMPLATES: &[Template] = templates! {
    "shared/src/noun.rs"
    "migrations/sqlite/noun.sql"
    "migrations/postgres/noun.sql"
    "service/src/noun.rs"
    "service/src/noun/repo.rs"
    "service/tests/noun.rs"
    "server/src/api/noun.rs"
    "app/src/noun.rs"
    "app/src/noun/list_page.rs"
    "app/src/noun/serverfns.rs"
    "end2end/tests/noun.spec.ts"
};

impl Template {
    /// The path of the file below the root; that of a migration lacks its number.
    pub fn path(&self, names: &Names) -> String {
        self.place.replace("noun", &names.fill("__noun__"))
    }
}

/// Every file of the module; its migrations have the number.
pub fn all(names: &Names, number: &str) -> Files {
    let file = |template: &Template| {
        let mut path = template.path(names);
        for folder in MIGRATIONS {
            path = path.replace(&format!("{folder}/"), &format!("{folder}/{number}_"));
        }
        (path, names.fill(template.text))
    };
    TEMPLATES.iter().map(file).collect()
}

/// The migrations of both databases.
pub fn migrations(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in MIGRATIONS {
        let folder = root.join(folder);
        let entries = fs::read_dir(&folder)
            .with_context(|| format!("cannot read {}", folder.display()))?
            .collect::<Result<Vec<_>, _>>()?;
        found.extend(entries.into_iter().map(|entry| entry.path()));
    }
    Ok(found)
}

/// The number of the next migration, as in `0010`.
pub fn next_number(root: &Path) -> Result<String> {
    let migrations = migrations(root)?;
    let names = migrations.iter().filter_map(|path| path.file_name()?.to_str());
    let numbers = names.filter_map(|name| name.split('_').next()?.parse::<u32>().ok());
    let last = numbers.max().context("there are no migrations")?;
    Ok(format!("{:04}", last + 1))
}
