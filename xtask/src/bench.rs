//! `cargo xtask bench`: the release build measured, from its pages to its arithmetic.

mod newcomer;

use anyhow::{Context, Result};
use clap::Args;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::console::step;
use crate::demo::Demo;
use crate::postgres::{Postgres, free_port};
use crate::process::{Running, capture, cargo, run as run_program};
use crate::system::{Need, chromium, ensure};
use crate::workspace::Workspace;
use crate::{build, server, tools};

/// What to measure.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Options {
    /// Measure this many times the data as well.
    #[arg(long, default_value_t = 1)]
    scale: u32,
    /// Only this route, as in `facility-detail`; more than once for several. The report is then
    /// not written.
    #[arg(long)]
    only: Vec<String>,
    /// Only this database: `sqlite` or `postgres`. The report is then not written.
    #[arg(long)]
    database: Option<String>,
    /// Seconds for each read on each side.
    #[arg(long, default_value_t = 10)]
    seconds: u32,
    /// Fail when a target is missed.
    #[arg(long)]
    check: bool,
    /// Leave the release as it was built before.
    #[arg(long)]
    no_build: bool,
    /// Leave the pages out.
    #[arg(long)]
    no_pages: bool,
    /// Measure as well how long a newcomer waits for the first page; takes half an hour.
    #[arg(long)]
    newcomer: bool,
    /// Run `mizan check` on each database at the end.
    #[arg(long)]
    verify: bool,
    /// Keep the filled databases, and take those that an earlier run kept.
    #[arg(long)]
    keep: bool,
    /// Go on with what a run measured that was interrupted, of the same build.
    #[arg(long)]
    resume: bool,
}

impl Options {
    fn is_whole(&self) -> bool {
        self.only.is_empty() && self.database.is_none()
    }
}

/// Builds, measures and writes `docs/benchmarks.md`.
pub fn run(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    if !options.no_build {
        build::release(workspace)?;
    }
    let oha = tools::oha()?;
    let folder = workspace.target.join("bench");
    fs::create_dir_all(&folder)?;
    let mut parts = Vec::new();
    if options.is_whole() {
        if !options.no_pages {
            parts.push(("--pages", step("open the pages", || pages(workspace, &folder))?));
        }
        if options.newcomer {
            let found = newcomer::measure(workspace)?;
            parts.push(("--newcomer", keep(folder.join("newcomer.json"), &found)?));
        }
        parts.push(("--micro", step("measure the arithmetic", || micro(workspace, &folder))?));
        parts.push(("--report", workspace.root.join("docs").join("benchmarks.md")));
    }
    step("build the benchmark", || {
        run_program(cargo().current_dir(&workspace.root).args([
            "build",
            "--release",
            "-p",
            "bench",
        ]))
    })?;
    let postgres = match options.database.as_deref() {
        Some("sqlite") => None,
        _ => Some(step("start a private PostgreSQL", Postgres::start)?),
    };
    let mut command = command(workspace, options, &folder);
    command.arg("--oha").arg(oha.join("oha"));
    if let Some(postgres) = &postgres {
        command.args(["--postgres", &postgres.setting().1]);
    }
    for (name, file) in parts {
        command.arg(name).arg(file);
    }
    let status = step("measure", || Running::start(&mut command)?.wait())?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn command(workspace: &Workspace, options: &Options, folder: &Path) -> Command {
    let mut command = Command::new(workspace.target.join("release").join("bench"));
    command.current_dir(&workspace.root).arg("run").arg("--program").arg(workspace.program());
    command.arg("--folder").arg(folder);
    command.args(["--scale", &options.scale.to_string()]);
    command.args(["--seconds", &options.seconds.to_string()]);
    for route in &options.only {
        command.args(["--only", route]);
    }
    if let Some(database) = &options.database {
        command.args(["--database", database]);
    }
    let flags = [
        ("--check", options.check),
        ("--verify", options.verify),
        ("--keep", options.keep),
        ("--resume", options.resume),
    ];
    command.args(flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag));
    command
}

/// The micro-benchmarks, as they print themselves.
fn micro(workspace: &Workspace, folder: &Path) -> Result<PathBuf> {
    let mut bench = cargo();
    bench.current_dir(&workspace.root).args(["bench", "-p", "shared"]);
    bench.args(["--bench", "schedule", "--bench", "scoring"]);
    keep(folder.join("micro.txt"), &capture(&mut bench)?)
}

/// Serves a fresh demo and has Lighthouse open its pages.
fn pages(workspace: &Workspace, folder: &Path) -> Result<PathBuf> {
    ensure(Need::Chromium)?;
    let home = workspace.root.join("bench").join("lighthouse");
    tools::locked_packages(&home, "the packages of Lighthouse")?;
    let demo = Demo { folder: folder.join("demo") };
    if demo.folder.exists() {
        fs::remove_dir_all(&demo.folder)?;
    }
    demo.make(&workspace.program())?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
    let log = fs::File::create(folder.join("pages.log"))?;
    let mut serve = server::command(workspace, &workspace.program(), &demo, address);
    serve.stdout(log.try_clone()?).stderr(log);
    let _running = server::start(&mut serve, address)?;
    let mut measure = Command::new("node");
    measure.current_dir(home).arg("measure.mjs");
    measure.env("CHROMIUM_PATH", chromium().context("Chromium is gone")?);
    measure.env("MIZAN_URL", format!("http://{address}")).env("MIZAN_CAST", demo.cast());
    keep(folder.join("pages.json"), &capture(&mut measure)?)
}

fn keep(file: PathBuf, text: &str) -> Result<PathBuf> {
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}
