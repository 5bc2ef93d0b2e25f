//! The browser tests, with the pages of the release, fresh demos and Chromium.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::count::Counts;
use super::served::{self, Served};
use crate::process::stream;
use crate::system::{Need, chromium, ensure, headless_chromium};
use crate::workspace::{Workspace, read};
use crate::{build, tools};

/// The number of concurrent browsers, each with a demo of its own.
const BROWSERS: usize = 2;

/// Builds the pages, serves fresh demos on free ports and runs the browser tests against them.
/// `long` runs all cases.
pub fn run(workspace: &Workspace, long: bool) -> Result<Counts> {
    let browser = browser()?;
    tools::node_packages(workspace)?;
    let program = build::tested(workspace)?;
    served::fresh_demos(workspace, &program, BROWSERS, |served| {
        let mut counts = Counts::default();
        for (project, browsers) in [("together", BROWSERS), ("alone", 1)] {
            let mut playwright = playwright(workspace, &browser, &program, served);
            playwright.args(["--project", project, "--workers", &browsers.to_string()]);
            if long {
                playwright.env("MIZAN_TEST_LONG", "1");
            }
            counts += count(workspace, &mut playwright)?;
        }
        Ok(counts)
    })
}

/// The headless shell or, on systems that do not package it, any Chromium.
fn browser() -> Result<PathBuf> {
    if ensure(Need::HeadlessChromium).is_err() {
        ensure(Need::Chromium)?;
    }
    headless_chromium().or_else(chromium).context("Chromium is gone")
}

fn playwright(workspace: &Workspace, browser: &Path, program: &Path, served: &[Served]) -> Command {
    let mut command = Command::new("npx");
    command.current_dir(workspace.root.join("end2end"));
    command.args(["--no-install", "playwright", "test"]);
    command.env("CHROMIUM_PATH", browser);
    command.env("MIZAN_BINARY", program);
    let demos: Vec<Value> = served.iter().map(settings).collect();
    command.env("MIZAN_DEMOS", Value::from(demos).to_string());
    command
}

/// The environment variables of the tests for one of the demos.
fn settings(served: &Served) -> Value {
    json!({
        "MIZAN_URL": served.url(),
        "MIZAN_DEMO_ACCOUNTS": served.demo.accounts_file(),
        "MIZAN_DATA": served.demo.folder,
        "MIZAN_LOG": served.journal,
        "DATABASE_URL": served.demo.database(),
    })
}

/// Runs Playwright and counts its report, which it also writes if tests fail. Without a report, the
/// run failed before the first test.
fn count(workspace: &Workspace, playwright: &mut Command) -> Result<Counts> {
    let report = workspace.root.join("end2end").join("results").join("report.json");
    if report.exists() {
        fs::remove_file(&report)?;
    }
    let status = stream(playwright, |_| {})?;
    Ok(Counts::of_playwright(&read(&report)?)?.with_end(status.success()))
}
