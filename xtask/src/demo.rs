//! The demo organization, which is created once; its accounts are stored next to it.

use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::capture;
use crate::workspace::read;

const DATABASE: &str = "mizan.db";
const ACCOUNTS_FILE: &str = "demo_accounts.json";

/// A data directory with a database and the list of demo accounts.
#[derive(Debug)]
pub struct Demo {
    /// The directory of the database, the accounts and the secrets.
    pub folder: PathBuf,
}

impl Demo {
    /// The URL of the database for the server.
    pub fn database(&self) -> String {
        format!("sqlite:{}", self.folder.join(DATABASE).display())
    }

    /// The file with the demo accounts.
    pub fn accounts_file(&self) -> PathBuf {
        self.folder.join(ACCOUNTS_FILE)
    }

    /// True if the directory already contains a database.
    pub fn exists(&self) -> bool {
        self.folder.join(DATABASE).exists()
    }

    /// Fills a new database, and renames it when it is complete, so that an incomplete demo is
    /// never served.
    pub fn make(&self, program: &Path) -> Result<()> {
        let draft = self.folder.join("mizan-new.db");
        fs::create_dir_all(&self.folder)?;
        for part in ["", "-wal", "-shm"] {
            remove(&beside(&draft, part))?;
        }
        let mut demo = Command::new(program);
        demo.args(["demo", "--json"]).env("DATA_DIR", &self.folder);
        demo.env("DATABASE_URL", format!("sqlite:{}", draft.display()));
        let printed = capture(&mut demo)?;
        let accounts = printed.lines().rev().find(|line| line.starts_with('['));
        fs::write(
            self.accounts_file(),
            accounts.context("`mizan demo --json` printed no accounts")?,
        )?;
        for part in ["-wal", "-shm", ""] {
            if beside(&draft, part).exists() {
                fs::rename(beside(&draft, part), beside(&self.folder.join(DATABASE), part))?;
            }
        }
        Ok(())
    }

    /// The demo accounts as a table, if there are any.
    pub fn table(&self) -> Result<Option<String>> {
        if !self.accounts_file().exists() {
            return Ok(None);
        }
        table(&read(&self.accounts_file())?).map(Some)
    }
}

fn table(accounts: &str) -> Result<String> {
    let people: Vec<Value> =
        serde_json::from_str(accounts).context("the accounts are not a list")?;
    let columns = ["name", "role", "desk", "email", "password"];
    let text = |person: &Value, column: &str| person[column].as_str().unwrap_or("-").to_owned();
    let rows: Vec<[String; 5]> = std::iter::once(columns.map(str::to_owned))
        .chain(people.iter().map(|person| columns.map(|column| text(person, column))))
        .collect();
    let widths: [usize; 5] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    });
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("   {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    });
    Ok(lines.collect())
}

fn beside(file: &Path, part: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(part);
    PathBuf::from(name)
}

fn remove(file: &Path) -> Result<()> {
    if file.exists() {
        fs::remove_file(file).with_context(|| format!("cannot remove {}", file.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_accounts_are_printed_as_an_aligned_table() {
        let accounts = r#"[
            {"name": "Aïsha Noor", "email": "hr@x.example", "password": "p", "role": "HR",
             "desk": null},
            {"name": "Bo", "email": "md@x.example", "password": "q", "role": "MD", "desk": "md"}
        ]"#;
        let expected = "   name        role  desk  email         password\n   \
                           Aïsha Noor  HR    -     hr@x.example  p\n   \
                           Bo          MD    md    md@x.example  q\n";
        assert_eq!(table(accounts).unwrap(), expected);
    }

    #[test]
    fn a_demo_account_file_without_a_list_is_refused() {
        assert!(table("{}").is_err());
    }
}
