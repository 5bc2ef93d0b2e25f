//! Comparisons on a private PostgreSQL, measured by the crate `bench`: organizations and servers.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::{Part, routes};
use crate::console::step;
use crate::postgres::Postgres;
use crate::process::Running;
use crate::workspace::{Workspace, read};

/// Measures a part that is a command of the crate `bench`; returns its results.
pub fn measure(workspace: &Workspace, part: Part) -> Result<Value> {
    let name = part.name();
    step("build the benchmark", || routes::build(workspace))?;
    let postgres = step("start a private PostgreSQL", Postgres::start)?;
    let folder = workspace.target.join("bench");
    let mut command = routes::command(workspace, name, &folder);
    command.args(["--postgres", &postgres.setting().1]);
    let status = step("send the requests", || Running::start(&mut command)?.wait())?;
    if !status.success() {
        bail!("the benchmark of the {name} ended with {status}");
    }
    serde_json::from_str(&read(&folder.join(format!("{name}.json")))?)
        .with_context(|| format!("the benchmark of the {name} wrote no JSON"))
}
