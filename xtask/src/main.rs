//! The development commands: `cargo xtask serve`, `build`, `dist`, `dev`, `test`, `chaos`,
//! `simulate`, `bench` and `new-module`.

mod bench;
mod build;
mod compile;
mod console;
mod demo;
mod dist;
mod embed;
mod former;
mod interrupt;
mod look;
mod memory;
mod module;
mod pages;
mod postgres;
mod process;
mod serve;
mod server;
mod system;
mod test;
mod tools;
mod workspace;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

use crate::test::{Part, Plan, Simulation};
use crate::workspace::Workspace;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Builds, serves and tests Mizan.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Install missing tools, build the program and its pages, and serve a demo organization.
    Serve,
    /// Build the release: the program mizan and its site directory.
    Build,
    /// Build the release as archives, with checksums and an SBOM, into target/dist.
    Dist(dist::Options),
    /// Rebuild and reload when the sources change.
    Dev,
    /// Run all checks, or one part of them; ends with the line `N passed, N failed`.
    Test {
        /// Run only this part; by default, all.
        part: Option<Part>,
        /// Run the long tests with all cases, which takes many minutes.
        #[arg(long)]
        long: bool,
    },
    /// Break the program on purpose for a long time: kills, full disks, lost connections, random
    /// input.
    Chaos {
        /// Minutes of random text for each parser.
        #[arg(long, default_value_t = 5)]
        minutes: u64,
        /// The revision from which servers are upgraded; by default, the version before this one.
        #[arg(long)]
        from: Option<String>,
    },
    /// Run random acts of all roles over simulated years, and compare the service with a model
    /// after each act; a difference prints the seed and the shortest sequence that shows it.
    Simulate(Simulation),
    /// Measure Mizan part by part, and write docs/benchmarks.md.
    Bench(bench::Options),
    /// Make the files of a new module, register them, and list what is left to do.
    NewModule(module::Options),
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<ExitCode> {
    interrupt::watch()?;
    match command {
        Command::Serve => serve::run(&Workspace::find()?)?,
        Command::Build => build::release(&Workspace::find()?)?,
        Command::Dist(options) => dist::run(&Workspace::find()?, options)?,
        Command::Dev => build::watch(&Workspace::find()?)?,
        Command::NewModule(options) => module::run(&Workspace::root()?, options)?,
        Command::Simulate(simulation) => {
            return Ok(test::simulate(&Workspace::find()?, simulation));
        }
        Command::Chaos { minutes, from } => {
            return Ok(test::chaos(&Workspace::find()?, *minutes, from.as_deref()));
        }
        Command::Test { part, long } => {
            let plan = Plan { part: *part, long: *long };
            return Ok(test::run(&Workspace::find()?, &plan));
        }
        Command::Bench(options) => return bench::run(&Workspace::find()?, options),
    }
    Ok(ExitCode::SUCCESS)
}
