//! Measurements by the tests that break the program on purpose.

use anyhow::{Context, Result};
use serde_json::Value;

use super::Part;
use crate::test;
use crate::workspace::{Workspace, read};

/// Runs the test of a part; returns its findings.
pub fn measure(workspace: &Workspace, part: Part) -> Result<Value> {
    let file = workspace.target.join("bench").join(format!("{}.json", part.name()));
    if part == Part::Failover {
        test::failover(workspace, &file)?;
    } else {
        test::replica(workspace, &file)?;
    }
    serde_json::from_str(&read(&file)?).with_context(|| format!("{} is no JSON", file.display()))
}
