//! The steps that twelve tasks took in the last run of the browser tests.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

use crate::workspace::{Workspace, read};

/// The tasks in their order.
///
/// Errors: the browser tests have not run.
pub fn read_tasks(workspace: &Workspace) -> Result<Value> {
    let folder = workspace.root.join("end2end").join("results").join("effort");
    let hint = "run `cargo xtask test e2e` first: it counts the steps of the tasks";
    let entries = fs::read_dir(&folder).context(hint)?;
    let files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>();
    let mut files = files?;
    ensure!(!files.is_empty(), hint);
    files.sort();
    let tasks = files.iter().map(|file| Ok(serde_json::from_str(&read(file)?)?));
    Ok(Value::Array(tasks.collect::<Result<Vec<Value>>>()?))
}
