//! The browser tests: the release build, a fresh demo, and Chromium.

use anyhow::{Context, Result};
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::count::Counts;
use crate::console::step;
use crate::demo::Demo;
use crate::postgres::free_port;
use crate::process::stream;
use crate::system::{Need, chromium, ensure};
use crate::workspace::{Workspace, read};
use crate::{build, server, tools};

/// Everybody signs in from one address here.
const SIGN_INS_PER_MINUTE: &str = "100000";
const LOG_LINES_SHOWN: usize = 40;

/// Builds the release, serves a fresh demo on a free port and runs the browser tests against it.
/// `long` runs the full figures.
pub fn run(workspace: &Workspace, long: bool) -> Result<Counts> {
    ensure(Need::Chromium)?;
    tools::node_packages(workspace)?;
    build::release(workspace)?;

    let folder = Folder::new()?;
    let demo = Demo { folder: folder.0.clone() };
    step("make the demo organization", || demo.make(&workspace.program()))?;

    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
    let journal = folder.0.join("server.log");
    let mut serve = server::command(workspace, &demo, address);
    serve.env("LOGIN_PER_MINUTE_PER_IP", SIGN_INS_PER_MINUTE);
    let file = fs::File::create(&journal)?;
    serve.stdout(file.try_clone()?).stderr(file);

    let tested = server::start(&mut serve, address).and_then(|_running| {
        let mut playwright = playwright(workspace, &demo, address, &journal)?;
        if long {
            playwright.env("MIZAN_TEST_LONG", "1");
        }
        count(workspace, &mut playwright)
    });
    if !matches!(tested, Ok(counts) if counts.failed == 0) {
        println!("   The server's log ends with:\n{}", end_of(&journal));
    }
    tested
}

fn playwright(
    workspace: &Workspace,
    demo: &Demo,
    address: SocketAddr,
    journal: &Path,
) -> Result<Command> {
    let mut command = Command::new("npx");
    command.current_dir(workspace.root.join("end2end"));
    command.args(["--no-install", "playwright", "test"]);
    command.env("CHROMIUM_PATH", chromium().context("Chromium is gone")?);
    command.env("MIZAN_URL", format!("http://{address}"));
    command.env("MIZAN_CAST", demo.cast());
    command.env("MIZAN_DATA", &demo.folder);
    command.env("MIZAN_LOG", journal);
    command.env("MIZAN_BINARY", workspace.program());
    command.env("DATABASE_URL", demo.database());
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

fn end_of(journal: &Path) -> String {
    let text = read(journal).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LOG_LINES_SHOWN)..].join("\n")
}

/// A temporary folder, removed when this is dropped.
#[derive(Debug)]
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("mizan-browser-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
