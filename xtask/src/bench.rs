//! `cargo xtask bench`: measures parts of Mizan, stores the results of each in a file, and writes a
//! report about all of them.

mod arithmetic;
mod browser;
mod chaos;
mod comparison;
mod effort;
mod findings;
mod report;
mod routes;
mod start;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use std::fs;
use std::process::ExitCode;

use crate::build;
use crate::console::step;
use crate::workspace::{Workspace, read};
use findings::Findings;
use report::Report;

/// A part that can be measured separately; its results are stored in `bench/findings/<part>.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Routes of the API compared to a bare handler, on both databases.
    Routes,
    /// Lighthouse on one page of each kind.
    Pages,
    /// Pages on a slow phone, navigation between pages, and keystrokes.
    Browser,
    /// The calculation of schedules and scores.
    Arithmetic,
    /// The steps of twelve tasks, from the last run of the browser tests.
    Effort,
    /// `cargo xtask serve` in a fresh clone with nothing cached: about ten minutes.
    ServeFromNothing,
    /// `cargo xtask serve` in a fresh clone, with the downloads and tools of this machine.
    ServeWithTools,
    /// `cargo xtask test` in a fresh clone with nothing cached: about half an hour.
    TestFromNothing,
    /// `cargo xtask test` in a fresh clone, with the downloads and tools of this machine.
    TestWithTools,
    /// The archive of a release on a bare system, from its last check.
    Archive,
    /// The writes that a replica of SQLite lacks after the loss of its machine.
    SqliteReplica,
    /// The outages after the loss of the primary of a PostgreSQL cluster: about fifteen minutes.
    Failover,
    /// Requests that fail while servers are upgraded one by one: ten minutes and two builds.
    RollingUpgrade,
    /// New facilities in one organization compared with new ones in 64, on PostgreSQL.
    Organizations,
    /// Payments through one server compared with several, on one PostgreSQL; only as root.
    Servers,
    /// No measurement: only writes the report from the stored results.
    Report,
}

impl Part {
    const DEFAULT: [Self; 4] = [Self::Routes, Self::Pages, Self::Browser, Self::Arithmetic];

    /// The base name of the file with the results.
    const fn name(self) -> &'static str {
        match self {
            Self::Routes => "routes",
            Self::Pages => "pages",
            Self::Browser => "browser",
            Self::Arithmetic => "arithmetic",
            Self::Effort => "effort",
            Self::ServeFromNothing => "serve-from-nothing",
            Self::ServeWithTools => "serve-with-tools",
            Self::TestFromNothing => "test-from-nothing",
            Self::TestWithTools => "test-with-tools",
            Self::Archive => "archive",
            Self::SqliteReplica => "sqlite-replica",
            Self::Failover => "failover",
            Self::RollingUpgrade => "rolling-upgrade",
            Self::Organizations => "organizations",
            Self::Servers => "servers",
            Self::Report => "report",
        }
    }

    const fn needs_release(self) -> bool {
        matches!(
            self,
            Self::Routes | Self::Pages | Self::Browser | Self::Organizations | Self::Servers
        )
    }
}

/// The options of the benchmark.
#[derive(Debug, Args)]
pub struct Options {
    /// The parts to measure; by default routes, pages, browser and arithmetic.
    parts: Vec<Part>,
    /// Fail if a target is missed.
    #[arg(long)]
    check: bool,
    /// Measure an existing release build.
    #[arg(long)]
    no_build: bool,
    /// The revision from which `rolling-upgrade` upgrades; by default, the version before this one.
    #[arg(long)]
    from: Option<String>,
    #[command(flatten)]
    routes: routes::RouteOptions,
}

impl Options {
    fn parts(&self) -> Result<Vec<Part>> {
        if self.routes.is_whole() {
            let default = Part::DEFAULT.as_slice();
            return Ok(if self.parts.is_empty() { default } else { &self.parts }.to_vec());
        }
        if self.parts.iter().any(|part| *part != Part::Routes) {
            bail!("`--only` and `--database` choose among the routes: leave the other parts out");
        }
        Ok(vec![Part::Routes])
    }
}

/// Measures the parts, stores their results and writes `docs/benchmarks.md`. If only some routes
/// are measured, their results are not stored.
pub fn run(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    let parts = options.parts()?;
    if !options.no_build && parts.iter().any(|part| part.needs_release()) {
        build::release(workspace)?;
    }
    let findings = Findings { folder: workspace.root.join("bench").join("findings") };
    fs::create_dir_all(workspace.target.join("bench"))?;
    let missed = if options.routes.is_whole() {
        for part in parts {
            measure(workspace, options, &findings, part)?;
        }
        write_report(workspace, &findings)?.missed()
    } else {
        let found = routes::measure(workspace, &options.routes)?;
        report::routes::missed(&serde_json::from_value::<Vec<_>>(found)?)
    };
    for target in &missed {
        println!("missed: {target}");
    }
    let failed = options.check && !missed.is_empty();
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn measure(
    workspace: &Workspace,
    options: &Options,
    findings: &Findings,
    part: Part,
) -> Result<()> {
    let found = match part {
        Part::Routes => routes::measure(workspace, &options.routes)?,
        Part::Pages => {
            step("open the pages in Lighthouse", || browser::run(workspace, "lighthouse.mjs"))?
        }
        Part::Browser => {
            step("use the pages in a browser", || browser::run(workspace, "pages.mjs"))?
        }
        Part::Arithmetic => step("measure the arithmetic", || arithmetic::measure(workspace))?,
        Part::Effort => effort::read_tasks(workspace)?,
        Part::ServeFromNothing => start::serve(workspace, start::Cached::Nothing)?,
        Part::ServeWithTools => start::serve(workspace, start::Cached::Tools)?,
        Part::TestFromNothing => start::test(workspace, start::Cached::Nothing)?,
        Part::TestWithTools => start::test(workspace, start::Cached::Tools)?,
        Part::Archive => start::archive(workspace)?,
        Part::SqliteReplica | Part::Failover => {
            step("break the program on purpose", || chaos::measure(workspace, part))?
        }
        Part::RollingUpgrade => chaos::upgrade(workspace, options.from.as_deref())?,
        Part::Organizations | Part::Servers => comparison::measure(workspace, part)?,
        Part::Report => return Ok(()),
    };
    findings.keep(workspace, part, found)
}

fn write_report(workspace: &Workspace, findings: &Findings) -> Result<Report> {
    let report = Report::read(findings)?;
    let file = workspace.root.join("docs").join("benchmarks.md");
    let text = report.markdown()?;
    if read(&file).ok().as_ref() != Some(&text) {
        fs::write(&file, text)?;
        println!("\nwritten: {}", file.display());
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(flatten)]
        options: Options,
    }

    fn parts(arguments: &[&str]) -> Option<Vec<Part>> {
        let arguments = std::iter::once("bench").chain(arguments.iter().copied());
        Arguments::parse_from(arguments).options.parts().ok()
    }

    #[test]
    fn long_measurements_run_only_when_named() {
        assert_eq!(parts(&[]).unwrap(), Part::DEFAULT);
        let named = ["browser", "test-with-tools"];
        assert_eq!(parts(&named).unwrap(), [Part::Browser, Part::TestWithTools]);
    }

    #[test]
    fn a_choice_of_routes_measures_no_other_part() {
        assert_eq!(parts(&["--only", "queue"]).unwrap(), [Part::Routes]);
        assert_eq!(parts(&["routes", "--database", "sqlite"]).unwrap(), [Part::Routes]);
        assert_eq!(parts(&["pages", "--only", "queue"]), None);
    }

    #[test]
    fn a_part_has_the_name_that_people_type() {
        for part in Part::value_variants() {
            assert_eq!(part.to_possible_value().unwrap().get_name(), part.name());
        }
    }

    #[test]
    fn the_report_of_the_repository_is_about_its_findings() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let findings = Findings { folder: root.join("bench").join("findings") };
        let report = Report::read(&findings).unwrap().markdown().unwrap();
        let written = read(&root.join("docs").join("benchmarks.md")).unwrap();
        assert!(report == written, "run `cargo xtask bench report`");
    }
}
