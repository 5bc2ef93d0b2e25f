//! The checks that run with cargo.

use anyhow::Result;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use super::count::Counts;
use crate::process::{cargo, run, stream};
use crate::system::{Need, ensure};
use crate::tools::{WASI, wasi_target, wasm_target};
use crate::workspace::{NATIVE, Workspace};

pub(super) const DENY_WARNINGS: [&str; 3] = ["--", "--deny", "warnings"];
/// The number of tests that run at the same time.
const TEST_THREADS: &str = "RUST_TEST_THREADS";
/// Without the allocator of the release, like [`NATIVE`].
const SERVER: [&str; 3] = ["--package", "server", "--no-default-features"];
const WASM: [&str; 2] = ["--target", "wasm32-unknown-unknown"];

/// The checks of the Rust sources, with the environment variables of the tests.
#[derive(Debug)]
pub struct Rust<'a> {
    workspace: &'a Workspace,
    settings: Vec<(&'static str, String)>,
}

impl<'a> Rust<'a> {
    /// For `long`, sets `MIZAN_TEST_LONG`.
    pub fn new(workspace: &'a Workspace, long: bool) -> Self {
        let settings = long.then(|| ("MIZAN_TEST_LONG", "1".to_owned())).into_iter().collect();
        Self { workspace, settings }
    }

    /// Adds an environment variable for the tests.
    pub fn set(&mut self, (name, value): (&'static str, impl Into<String>)) {
        self.settings.push((name, value.into()));
    }

    pub fn format(&self) -> Result<Counts> {
        check(self.cargo("fmt").args(["--all", "--check"]))
    }

    pub fn clippy(&self) -> Result<Counts> {
        check(self.cargo("clippy").args(NATIVE).arg("--all-targets").args(DENY_WARNINGS))
    }

    /// Also checks `shared` alone, so that it builds without the features that the pages enable.
    pub fn clippy_wasm(&self) -> Result<Counts> {
        wasm_target(self.workspace)?;
        let mut pages = self.cargo("clippy");
        pages.args(WASM).args(["--package", "app", "--package", "frontend"]);
        pages.args(["--features", "app/hydrate"]).args(DENY_WARNINGS);
        let mut counts = check(&mut pages)?;
        let mut shared = self.cargo("clippy");
        shared.args(WASM).args(["--package", "shared"]).args(DENY_WARNINGS);
        counts += check(&mut shared)?;
        Ok(counts)
    }

    pub fn documentation(&self) -> Result<Counts> {
        let mut doc = self.cargo("doc");
        doc.args(NATIVE).arg("--no-deps").env("RUSTDOCFLAGS", "--deny warnings");
        check(&mut doc)
    }

    /// Tests the pure crates first, because the pages also need the use cases to compile.
    pub fn unit(&self) -> Result<Counts> {
        let mut counts = count(&mut self.test(&["--package", "shared", "--package", "xtask"]))?;
        counts += count(self.test(&["--package", "app"]).args(["--features", "ssr"]))?;
        Ok(counts)
    }

    pub fn db(&self) -> Result<Counts> {
        count(&mut self.test(&["--package", "database", "--package", "service"]))
    }

    /// The tests of the use cases that use PostgreSQL.
    pub fn on_postgres(&self) -> Result<Counts> {
        let mut tests = self.test(&["--package", "service", "--test", "main"]);
        count(tests.args(["--", "::postgres"]))
    }

    /// The simulation on one database, with its output.
    pub fn simulate(&self, database: &str) -> Result<Counts> {
        let test = format!("simulation::random_acts_agree_with_the_model::{database}");
        let mut tests = self.test(&["--package", "service", "--test", "main"]);
        count(tests.args(["--", "--exact", &test, "--nocapture"]))
    }

    pub fn http(&self) -> Result<Counts> {
        count(&mut self.test(&SERVER))
    }

    /// The tests that break the program on purpose.
    pub fn chaos(&self) -> Result<Counts> {
        self.server_tests("chaos::")
    }

    /// The tests of the server below a module.
    pub fn server_tests(&self, module: &str) -> Result<Counts> {
        count(self.test(&SERVER).args(["--test", "main", "--", module]))
    }

    /// All crates at once, so that no dependency is built twice with different features.
    pub fn all(&self) -> Result<Counts> {
        count(&mut self.test(&NATIVE))
    }

    /// The server with the profile of the tests, next to them.
    pub fn program(&self) -> Result<PathBuf> {
        run(self.test(&NATIVE).arg("--no-run"))?;
        Ok(self.workspace.target.join("debug").join("mizan"))
    }

    /// The tests of `shared` as WebAssembly, whose arithmetic the browser uses.
    pub fn wasm(&self) -> Result<Counts> {
        wasi_target(self.workspace)?;
        ensure(Need::Node)?;
        let runner = self.workspace.root.join("xtask").join("src").join("test").join("wasi.mjs");
        // As a list, because the path can contain spaces.
        let runner = serde_json::to_string(&["node", "--no-warnings", &runner.to_string_lossy()])?;
        let mut test = self.test(&["--target", WASI, "--package", "shared"]);
        count(test.args(["--config", &format!("target.{WASI}.runner={runner}")]))
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = cargo();
        cargo.current_dir(&self.workspace.root).arg(command);
        cargo.envs(self.settings.iter().map(|(name, value)| (name, value)));
        cargo
    }

    /// With two tests for each processor, because many of them wait for a database.
    fn test(&self, packages: &[&str]) -> Command {
        let mut test = self.cargo("test");
        if std::env::var_os(TEST_THREADS).is_none() {
            let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
            test.env(TEST_THREADS, (2 * processors).to_string());
        }
        test.arg("--no-fail-fast").args(packages);
        test
    }
}

pub(super) fn check(command: &mut Command) -> Result<Counts> {
    run(command)?;
    Ok(Counts::PASSED)
}

fn count(command: &mut Command) -> Result<Counts> {
    let mut counts = Counts::default();
    let status = stream(command, |line| counts += Counts::of_line(line))?;
    Ok(counts.with_end(status.success()))
}
