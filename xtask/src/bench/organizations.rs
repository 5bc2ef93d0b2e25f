//! New facilities in one organization and in many, measured by the crate `bench`.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::routes;
use crate::console::step;
use crate::postgres::Postgres;
use crate::process::Running;
use crate::workspace::{Workspace, read};

/// Measures on a private PostgreSQL; returns a list of `Comparison` as JSON.
pub fn measure(workspace: &Workspace) -> Result<Value> {
    step("build the benchmark", || routes::build(workspace))?;
    let postgres = step("start a private PostgreSQL", Postgres::start)?;
    let folder = workspace.target.join("bench");
    let mut command = routes::command(workspace, "organizations", &folder);
    command.args(["--postgres", &postgres.setting().1]);
    let status = step("create facilities", || Running::start(&mut command)?.wait())?;
    if !status.success() {
        bail!("the benchmark of the organizations ended with {status}");
    }
    serde_json::from_str(&read(&folder.join("organizations.json"))?)
        .context("the benchmark of the organizations wrote no JSON")
}
