//! The files with the results: one for each part, with the date, the commit and the machine of the
//! measurement.

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::Part;
use crate::process::{capture, probe};
use crate::workspace::{Workspace, read};

/// The results of one part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding<T> {
    pub measured: Measured,
    pub found: T,
}

/// The circumstances of a measurement.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// The date, such as `2026-01-31`.
    pub day: String,
    /// The short hash and the subject of the commit.
    pub commit: String,
    /// Processors, memory, versions and load, each as text.
    pub machine: Vec<String>,
}

/// The directory of the files.
#[derive(Clone, Debug)]
pub struct Findings {
    pub folder: PathBuf,
}

impl Findings {
    /// Stores the results of a part.
    pub fn keep(&self, workspace: &Workspace, part: Part, found: Value) -> Result<()> {
        let finding = Finding { measured: Measured::now(workspace)?, found };
        let text = serde_json::to_string_pretty(&finding)?;
        fs::create_dir_all(&self.folder)?;
        let file = self.file(part);
        fs::write(&file, text + "\n").with_context(|| format!("cannot write {}", file.display()))
    }

    /// The stored results of a part; none if it was not measured.
    pub fn part<T: DeserializeOwned>(&self, part: Part) -> Result<Option<Finding<T>>> {
        let file = self.file(part);
        if !file.exists() {
            return Ok(None);
        }
        let finding = serde_json::from_str(&read(&file)?);
        finding.map(Some).with_context(|| format!("{} holds other findings", file.display()))
    }

    fn file(&self, part: Part) -> PathBuf {
        self.folder.join(format!("{}.json", part.name()))
    }
}

impl Measured {
    fn now(workspace: &Workspace) -> Result<Self> {
        let day = capture(Command::new("date").args(["-u", "+%Y-%m-%d"]))?.trim().to_owned();
        Ok(Self { day, commit: commit(workspace)?, machine: machine() })
    }

    /// The sentence below the title of a section.
    pub fn words(&self) -> String {
        let Self { day, commit, machine } = self;
        format!("Measured on {day} at commit {commit}, on: {}.", machine.join(", "))
    }
}

fn commit(workspace: &Workspace) -> Result<String> {
    let git = |arguments: &[&str]| {
        capture(Command::new("git").current_dir(&workspace.root).args(arguments))
    };
    let commit = git(&["log", "-1", "--format=%h (%s)"])?.trim().to_owned();
    // The benchmark itself changes these files.
    let written = [":!bench/findings", ":!docs/benchmarks.md"];
    let changes = git(&[["status", "--porcelain", "--", "."].as_slice(), &written].concat())?;
    Ok(if changes.is_empty() { commit } else { format!("{commit} with changes") })
}

fn machine() -> Vec<String> {
    let value = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_once(':').map_or("unknown", |(_, value)| value).trim().to_owned()
    };
    let first_word = |file: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        text.split_whitespace().next().unwrap_or("unknown").to_owned()
    };
    let version = |program: &str| probe(Command::new(program).arg("--version"));
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let mut words = vec![
        value("/proc/cpuinfo", "model name"),
        format!("{processors} processors"),
        format!("memory {}", value("/proc/meminfo", "MemTotal")),
        format!("kernel {}", first_word("/proc/sys/kernel/osrelease")),
    ];
    let versions = ["rustc", "postgres"].into_iter().filter_map(version);
    words.extend(versions.map(|version| version.trim().to_owned()));
    words.push(format!("load {} at the end", first_word("/proc/loadavg")));
    words
}
