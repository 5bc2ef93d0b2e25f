//! The routes of the API, measured by the crate `bench`.

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

use crate::console::step;
use crate::postgres::Postgres;
use crate::process::{Running, cargo, run};
use crate::system::{Need, ensure};
use crate::tools;
use crate::workspace::{Workspace, read};

/// The options of the route benchmark.
#[derive(Debug, Args)]
pub struct RouteOptions {
    /// Measure the routes with this many times the data as well.
    #[arg(long, default_value_t = 1)]
    scale: u32,
    /// Measure only this route, such as `facility-detail`; can be repeated. The results are not
    /// stored.
    #[arg(long)]
    only: Vec<String>,
    /// Measure only this database: `sqlite` or `postgres`. The results are not stored.
    #[arg(long)]
    database: Option<String>,
    /// Seconds for each read on each side.
    #[arg(long, default_value_t = 10)]
    seconds: u32,
    /// Run `mizan check` on each database at the end.
    #[arg(long)]
    verify: bool,
    /// Keep the filled databases, and reuse those of an earlier run.
    #[arg(long)]
    keep: bool,
    /// Continue an interrupted run of the same build.
    #[arg(long)]
    resume: bool,
}

impl RouteOptions {
    /// True if all routes are measured on both databases.
    pub const fn is_whole(&self) -> bool {
        self.only.is_empty() && self.database.is_none()
    }
}

/// Measures the routes; returns a list of `Database` as JSON.
pub fn measure(workspace: &Workspace, options: &RouteOptions) -> Result<Value> {
    let oha = tools::oha()?;
    step("build the benchmark", || build(workspace))?;
    let postgres = match options.database.as_deref() {
        Some("sqlite") => None,
        _ => Some(step("start a private PostgreSQL", Postgres::start)?),
    };
    let folder = workspace.target.join("bench");
    let mut command = with_options(command(workspace, "run", &folder), options);
    command.arg("--oha").arg(oha.join("oha"));
    if let Some(postgres) = &postgres {
        command.args(["--postgres", &postgres.setting().1]);
    }
    let status = step("measure the routes", || Running::start(&mut command)?.wait())?;
    if !status.success() {
        bail!("the benchmark of the routes ended with {status}");
    }
    serde_json::from_str(&read(&folder.join("measured.json"))?)
        .context("the benchmark of the routes wrote no JSON")
}

pub fn build(workspace: &Workspace) -> Result<()> {
    ensure(Need::Make)?;
    run(cargo().current_dir(&workspace.root).args(["build", "--release", "-p", "bench"]))
}

/// A command of the built benchmark, with the release and the directory of the results.
pub fn command(workspace: &Workspace, name: &str, folder: &Path) -> Command {
    let mut command = Command::new(workspace.target.join("release").join("bench"));
    command.current_dir(&workspace.root).arg(name).arg("--program").arg(workspace.program());
    command.arg("--folder").arg(folder);
    command
}

fn with_options(mut command: Command, options: &RouteOptions) -> Command {
    command.args(["--scale", &options.scale.to_string()]);
    command.args(["--seconds", &options.seconds.to_string()]);
    for route in &options.only {
        command.args(["--only", route]);
    }
    if let Some(database) = &options.database {
        command.args(["--database", database]);
    }
    let flags =
        [("--verify", options.verify), ("--keep", options.keep), ("--resume", options.resume)];
    command.args(flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag));
    command
}
