//! The browser tests: the release build, a fresh demo, and Chromium.

use anyhow::{Context, Result};
use std::fs;
use std::process::Command;

use super::count::Counts;
use super::served::{self, Served};
use crate::process::stream;
use crate::system::{Need, chromium, ensure};
use crate::workspace::{Workspace, read};
use crate::{build, tools};

/// Builds the release, serves a fresh demo on a free port and runs the browser tests against it.
/// `long` runs the full figures.
pub fn run(workspace: &Workspace, long: bool) -> Result<Counts> {
    ensure(Need::Chromium)?;
    tools::node_packages(workspace)?;
    build::release(workspace)?;
    served::fresh_demo(workspace, |served| {
        let mut playwright = playwright(workspace, served)?;
        if long {
            playwright.env("MIZAN_TEST_LONG", "1");
        }
        count(workspace, &mut playwright)
    })
}

fn playwright(workspace: &Workspace, served: &Served) -> Result<Command> {
    let mut command = Command::new("npx");
    command.current_dir(workspace.root.join("end2end"));
    command.args(["--no-install", "playwright", "test"]);
    command.env("CHROMIUM_PATH", chromium().context("Chromium is gone")?);
    command.env("MIZAN_URL", served.url());
    command.env("MIZAN_CAST", served.demo.cast());
    command.env("MIZAN_DATA", &served.demo.folder);
    command.env("MIZAN_LOG", &served.journal);
    command.env("MIZAN_BINARY", workspace.program());
    command.env("DATABASE_URL", served.demo.database());
    Ok(command)
}

/// Playwright writes its report also when tests fail; a run without one failed before the first
/// test.
fn count(workspace: &Workspace, playwright: &mut Command) -> Result<Counts> {
    let report = workspace.root.join("end2end").join("results").join("report.json");
    if report.exists() {
        fs::remove_file(&report)?;
    }
    let status = stream(playwright, |_| {})?;
    Ok(Counts::of_playwright(&read(&report)?)?.with_end(status.success()))
}
