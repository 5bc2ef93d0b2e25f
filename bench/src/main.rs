//! Measures the release build of Mizan against a bare handler of axum and sqlx that runs the same
//! statements. `cargo xtask bench` starts it.

#![expect(clippy::float_arithmetic, reason = "figures of measurements are no money")]

mod bare;
mod databases;
mod fill;
mod load;
mod measure;
mod organizations;
mod processor;
mod program;
mod record;
mod recorder;
mod servers;
mod target;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};

use databases::{POSTGRES, SQLITE};
use measure::Plan;
use serde::Serialize;
use target::Route;

// The bare handler uses the same allocator as Mizan.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Fill the databases, serve and measure.
    Run(Box<Run>),
    /// Compare new facilities in one organization with new facilities in many.
    Organizations(Comparison),
    /// Compare payments through one server with payments through several.
    Servers(Comparison),
    /// Send each request of a file once, and print the results.
    #[command(hide = true)]
    Drive { address: SocketAddr, file: PathBuf },
}

#[derive(Debug, Args)]
struct Comparison {
    /// The release build.
    #[arg(long)]
    program: PathBuf,
    /// The directory for the results, in a file with the name of the command.
    #[arg(long)]
    folder: PathBuf,
    /// A PostgreSQL server on which databases may be created.
    #[arg(long)]
    postgres: String,
}

#[derive(Debug, Args)]
struct Run {
    /// The release build.
    #[arg(long)]
    program: PathBuf,
    /// The load generator.
    #[arg(long)]
    oha: PathBuf,
    /// The directory for databases, and for the results in `measured.json`.
    #[arg(long)]
    folder: PathBuf,
    /// A PostgreSQL server on which databases may be created.
    #[arg(long)]
    postgres: Option<String>,
    /// Measure only this database.
    #[arg(long)]
    database: Option<String>,
    /// Measure only these routes.
    #[arg(long)]
    only: Vec<String>,
    /// Also measure with this many times the data.
    #[arg(long, default_value_t = 1)]
    scale: i64,
    /// Seconds for each read on each side.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Keep the filled databases, and reuse those of an earlier run.
    #[arg(long)]
    keep: bool,
    /// Continue an interrupted run.
    #[arg(long)]
    resume: bool,
    /// Run `mizan check` on each database at the end.
    #[arg(long)]
    verify: bool,
}

#[tokio::main]
async fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Run(run) => measure_all(&run).await,
        Command::Organizations(Comparison { program, folder, postgres }) => {
            let found = organizations::measure(program, &folder, &postgres).await?;
            write(&folder.join("organizations.json"), &found)
        }
        Command::Servers(Comparison { program, folder, postgres }) => {
            let found = servers::measure(program, &folder, &postgres).await?;
            write(&folder.join("servers.json"), &found)
        }
        Command::Drive { address, file } => {
            let figures = load::drive(address, &file).await?;
            println!("{}", serde_json::to_string(&figures)?);
            Ok(())
        }
    }
}

fn write(file: &Path, found: &impl Serialize) -> Result<()> {
    Ok(std::fs::write(file, serde_json::to_string(found)?)?)
}

async fn measure_all(run: &Run) -> Result<()> {
    let only: Vec<Route> = run.only.iter().map(|name| Route::named(name)).collect::<Result<_>>()?;
    // In the order of a full run: forms can only be saved before they are submitted.
    let is_meant = |route: &Route| only.is_empty() || only.contains(route);
    let routes: Vec<Route> = Route::ALL.into_iter().filter(is_meant).collect();
    let plan = Plan {
        program: run.program.clone(),
        oha: run.oha.clone(),
        folder: run.folder.clone(),
        postgres: run.postgres.clone(),
        routes,
        time: Duration::from_secs(run.seconds),
        keep: run.keep,
        check: run.verify,
    };
    let file = plan.folder.join("measured.json");
    let mut measured = if run.resume { measure::kept(&file)? } else { Vec::new() };
    let scales = if run.scale > 1 { vec![1, run.scale] } else { vec![1] };
    for scale in scales {
        for engine in [SQLITE, POSTGRES] {
            let is_meant = run.database.as_deref().is_none_or(|only| only == engine);
            let is_done = measured.iter().any(|it| it.is_of(engine, scale));
            if is_meant && !is_done {
                measured.push(measure::measure(&plan, engine, scale).await?);
                measure::keep(&file, &measured)?;
            }
        }
    }
    Ok(())
}
