//! `cargo xtask test`: all checks, or one part of them, with one closing line.

mod browser;
mod count;
mod description;
mod document;
mod examples;
mod fuzz;
mod new_module;
mod report;
mod rust;
mod served;
mod simulation;
mod webhooks;

use anyhow::Result;
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use crate::build;
use crate::console::step;
use crate::former::Former;
use crate::postgres::{Pooler, Postgres};
use crate::system::{Need, Unavailable, ensure};
use crate::tools::{Tools, litestream};
use crate::workspace::Workspace;
use report::Report;
pub use simulation::Simulation;

/// Asks for the test that loses a primary, which takes minutes.
const FAILOVER: (&str, &str) = ("MIZAN_TEST_FAILOVER", "1");

/// Asks for the test that replaces servers behind `HAProxy`.
const UPGRADE: (&str, &str) = ("MIZAN_TEST_UPGRADE", "1");

/// A part of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// The pure crates, natively and as WebAssembly, and the style of the sources.
    Unit,
    /// The routes of the server.
    Http,
    /// The use cases, on both databases.
    Db,
    /// The use cases on PostgreSQL through `PgBouncer` in transaction mode; not part of all.
    Pooler,
    /// The pages in a browser.
    E2e,
    /// The OpenAPI document, the API against it, the examples in its documentation, and the
    /// signatures of webhooks.
    Api,
}

/// The parts to run.
#[derive(Debug)]
pub struct Plan {
    /// Only this part; none for all.
    pub part: Option<Part>,
    /// True if the long tests run with all cases.
    pub long: bool,
}

/// Runs the plan to the end, even after failures, and prints the number of passed and failed
/// checks.
pub fn run(workspace: &Workspace, plan: &Plan) -> ExitCode {
    let strict = plan.part.is_some() || is_gate();
    let mut report = Report::new(strict);
    let mut rust = rust::Rust::new(workspace, plan.long);
    match plan.part {
        Some(Part::Unit) => {
            report.add("unit tests", || rust.unit());
            report.add("unit tests as WebAssembly", || rust.wasm());
        }
        Some(Part::Http) => with_services(&mut report, &mut rust, "HTTP tests", rust::Rust::http),
        Some(Part::Db) => with_postgres(&mut report, &mut rust, "service tests", rust::Rust::db),
        Some(Part::Pooler) => with_pooler(&mut report, &mut rust),
        Some(Part::E2e) => browser(&mut report, workspace, plan.long),
        Some(Part::Api) => {
            document(&mut report, workspace);
            examples(&mut report, workspace);
            description(&mut report, workspace, plan.long);
        }
        None => all(&mut report, &mut rust, workspace, plan.long),
    }
    report.close()
}

/// All parts. The pages are built beside the checks of the sources, because both use one processor
/// for much of their time.
fn all(report: &mut Report, rust: &mut rust::Rust<'_>, workspace: &Workspace, long: bool) {
    thread::scope(|scope| {
        // Two threads must not install the same tool.
        if Tools::for_pages(workspace).is_ok() {
            scope.spawn(|| build::pages(workspace));
        }
        report.add("format", || rust.format());
        report.add("clippy", || rust.clippy());
        report.add("clippy for WebAssembly", || rust.clippy_wasm());
        report.add("a new module", || new_module::check(workspace));
        report.add("documentation", || rust.documentation());
    });
    with_services(report, rust, "unit, service and HTTP tests", rust::Rust::all);
    report.add("unit tests as WebAssembly", || rust.wasm());
    browser(report, workspace, long);
    document(report, workspace);
    examples(report, workspace);
    description(report, workspace, long);
}

/// Breaks the program on purpose many times, and sends it random input for a long time.
pub fn chaos(workspace: &Workspace, minutes: u64, from: Option<&str>) -> ExitCode {
    let mut report = Report::new(true);
    let mut rust = rust::Rust::new(workspace, true);
    match ensure(Need::Cluster) {
        Ok(()) => rust.set(FAILOVER),
        Err(error) => report.missing("the loss of a primary", &error),
    }
    match step("build the former version", || Former::build(workspace, from)) {
        Ok(former) => rust.set(former.setting()),
        Err(error) => report.missing("upgrades from a former version", &error),
    }
    with_services(&mut report, &mut rust, "chaos", rust::Rust::chaos);
    description(&mut report, workspace, true);
    for target in fuzz::TARGETS {
        let title = format!("random text for the {target}");
        report.add(&title, || fuzz::run(workspace, target, minutes));
    }
    report.close()
}

/// Runs random acts over years, and compares the service with a model after each of them.
pub fn simulate(workspace: &Workspace, simulation: &Simulation) -> ExitCode {
    let mut report = Report::new(true);
    let mut rust = rust::Rust::new(workspace, false);
    simulation.settings().into_iter().for_each(|setting| rust.set(setting));
    if simulation.is_on_postgres() {
        with_postgres(&mut report, &mut rust, "simulation", |rust| rust.simulate("postgres"));
    } else {
        report.add("simulation", || rust.simulate("sqlite"));
    }
    report.close()
}

/// Runs tests with PostgreSQL. Without it, they run on SQLite only, and the missing half is
/// reported.
fn with_postgres<'a>(
    report: &mut Report,
    rust: &mut rust::Rust<'a>,
    title: &str,
    tests: impl Fn(&rust::Rust<'a>) -> Result<count::Counts>,
) {
    let postgres = step("start a private PostgreSQL", Postgres::start);
    match &postgres {
        Ok(server) => rust.set(server.setting()),
        Err(error) => report.missing("tests on PostgreSQL", error),
    }
    report.add(title, || tests(rust));
}

/// The tests of the use cases that use PostgreSQL, through `PgBouncer`.
fn with_pooler(report: &mut Report, rust: &mut rust::Rust<'_>) {
    let servers = step("start a private PostgreSQL and PgBouncer", || {
        let postgres = Postgres::start()?;
        let pooler = Pooler::start(&postgres)?;
        Ok((pooler, postgres))
    });
    match &servers {
        Ok((pooler, postgres)) => {
            rust.set(postgres.setting());
            rust.set(pooler.setting());
            report.add("service tests through PgBouncer", || rust.on_postgres());
        }
        Err(error) => report.missing("service tests through PgBouncer", error),
    }
}

/// Tests of the server, with PostgreSQL, Litestream and `HAProxy` where they can be installed.
fn with_services<'a>(
    report: &mut Report,
    rust: &mut rust::Rust<'a>,
    title: &str,
    tests: impl Fn(&rust::Rust<'a>) -> Result<count::Counts>,
) {
    match litestream() {
        Ok(program) => rust.set(("LITESTREAM", program.display().to_string())),
        Err(error) => report.missing("the test of a replica of SQLite", &error),
    }
    match ensure(Need::HaProxy) {
        Ok(()) => rust.set(UPGRADE),
        Err(error) => report.missing("the test of an upgrade without downtime", &error),
    }
    with_postgres(report, rust, title, tests);
}

fn browser(report: &mut Report, workspace: &Workspace, long: bool) {
    report.add("browser tests", || browser::run(workspace, long));
}

fn document(report: &mut Report, workspace: &Workspace) {
    report.add("the linters of the API", || document::lint(workspace));
    report.add("a TypeScript client of the API", || document::typescript(workspace));
    report.add("a Python client of the API", || document::python(workspace));
    report.add("a Rust client of the API", || document::rust(workspace));
}

fn examples(report: &mut Report, workspace: &Workspace) {
    report.add("the examples of the API", || examples::run_against_server(workspace));
    report.add("the Python example of the API", || examples::run_python(workspace));
    report.add("the TypeScript example of the API", || examples::run_typescript(workspace));
    report.add("the Rust example of the API", || examples::run_rust(workspace));
    report.add("the signatures of webhooks", || webhooks::verify(workspace));
}

/// Skipped without Python: the server has tests of invalid input of its own.
fn description(report: &mut Report, workspace: &Workspace, long: bool) {
    let title = "the API against its description";
    report.add_where_possible(title, || description::run_against_server(workspace, long));
}

/// Loses a machine with its SQLite database many times; writes the durations that its replica lacks
/// to the file, as JSON.
pub fn replica(workspace: &Workspace, findings: &Path) -> Result<()> {
    let mut rust = rust::Rust::new(workspace, true);
    rust.set(("LITESTREAM", litestream()?.display().to_string()));
    rust.set(("MIZAN_FINDINGS", findings.display().to_string()));
    rust.server_tests("chaos::replica").map(drop)
}

/// Loses the primary of a PostgreSQL cluster many times; writes the outages to the file, as JSON.
pub fn failover(workspace: &Workspace, findings: &Path) -> Result<()> {
    ensure(Need::Cluster)?;
    ensure(Need::PostgreSql)?;
    let mut rust = rust::Rust::new(workspace, true);
    rust.set(FAILOVER);
    rust.set(("MIZAN_FINDINGS", findings.display().to_string()));
    rust.server_tests("chaos::failover").map(drop)
}

/// Replaces servers of a former version by this one many times, and back; writes the numbers of
/// requests and failures to the file, as JSON.
pub fn upgrade(workspace: &Workspace, former: &Former, findings: &Path) -> Result<()> {
    ensure(Need::HaProxy)?;
    let postgres = Postgres::start()?;
    let mut rust = rust::Rust::new(workspace, true);
    rust.set(postgres.setting());
    rust.set(UPGRADE);
    rust.set(former.setting());
    rust.set(("MIZAN_FINDINGS", findings.display().to_string()));
    rust.server_tests("chaos::upgrade").map(drop)
}

/// True if this run decides about a merge.
fn is_gate() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

/// The server with the profile of the tests.
pub fn tested_program(workspace: &Workspace) -> Result<PathBuf> {
    rust::Rust::new(workspace, false).program()
}

/// True if the error only reports that a tool is unavailable on this machine.
fn is_unavailable(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Unavailable>().is_some()
}
