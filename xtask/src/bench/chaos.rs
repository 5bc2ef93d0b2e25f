//! Measurements by the tests that break the program on purpose.

use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

use super::Part;
use crate::console::step;
use crate::former::Former;
use crate::test;
use crate::workspace::{Workspace, read};

/// Replaces servers of a former version many times; returns the findings with that version.
pub fn upgrade(workspace: &Workspace, revision: Option<&str>) -> Result<Value> {
    let file = file(workspace, Part::RollingUpgrade);
    let former = step("build the former version", || Former::build(workspace, revision))?;
    // A failed test leaves findings as well, which the report names as missed.
    if file.exists() {
        fs::remove_file(&file)?;
    }
    step("upgrade and return", || test::upgrade(workspace, &former, &file))?;
    let mut found = found(&file)?;
    found["former"] = Value::from(former.commit);
    Ok(found)
}

/// Runs the test of a part; returns its findings.
pub fn measure(workspace: &Workspace, part: Part) -> Result<Value> {
    let file = file(workspace, part);
    if part == Part::Failover {
        test::failover(workspace, &file)?;
    } else {
        test::replica(workspace, &file)?;
    }
    found(&file)
}

fn file(workspace: &Workspace, part: Part) -> PathBuf {
    workspace.target.join("bench").join(format!("{}.json", part.name()))
}

fn found(file: &Path) -> Result<Value> {
    serde_json::from_str(&read(file)?).with_context(|| format!("{} is no JSON", file.display()))
}
