//! Fresh demos that are served while tests run against them.

use anyhow::Result;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use super::count::Counts;
use crate::console::step;
use crate::demo::Demo;
use crate::memory;
use crate::postgres::free_port;
use crate::process::Running;
use crate::server;
use crate::workspace::{Workspace, read};

/// All users sign in from the same IP address here.
const SIGN_INS_PER_MINUTE: &str = "100000";
const LOG_LINES_SHOWN: usize = 40;

/// A running server.
#[derive(Debug)]
pub struct Served {
    pub address: SocketAddr,
    pub demo: Demo,
    pub journal: PathBuf,
}

impl Served {
    /// The URL for clients.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

/// Serves a fresh demo on a free port while the tests run, and prints the end of its log if one of
/// them fails.
pub fn fresh_demo(
    workspace: &Workspace,
    program: &Path,
    tests: impl FnOnce(&Served) -> Result<Counts>,
) -> Result<Counts> {
    fresh_demo_with(workspace, program, &[], tests)
}

/// Like [`fresh_demo`], with settings of the server by the names of their environment variables.
pub fn fresh_demo_with(
    workspace: &Workspace,
    program: &Path,
    settings: &[(&str, &str)],
    tests: impl FnOnce(&Served) -> Result<Counts>,
) -> Result<Counts> {
    demos(workspace, program, 1, settings, |served| tests(&served[0]))
}

/// Like [`fresh_demo`], with several independent demos.
pub fn fresh_demos(
    workspace: &Workspace,
    program: &Path,
    number: usize,
    tests: impl FnOnce(&[Served]) -> Result<Counts>,
) -> Result<Counts> {
    demos(workspace, program, number, &[], tests)
}

fn demos(
    workspace: &Workspace,
    program: &Path,
    number: usize,
    settings: &[(&str, &str)],
    tests: impl FnOnce(&[Served]) -> Result<Counts>,
) -> Result<Counts> {
    let folder = Folder::new()?;
    let mut served = Vec::new();
    let mut running = Vec::new();
    for index in 0..number {
        let demo = Demo { folder: folder.0.join(index.to_string()) };
        step("make the demo organization", || demo.make(program))?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let journal = demo.folder.join("server.log");
        served.push(Served { address, demo, journal });
        running.push(serve(workspace, program, settings, &served[index])?);
    }
    let tested = tests(&served);
    if !matches!(&tested, Ok(counts) if counts.failed == 0) {
        for demo in &served {
            println!("   The log of {} ends with:\n{}", demo.url(), end_of(&demo.journal));
        }
    }
    tested
}

fn serve(
    workspace: &Workspace,
    program: &Path,
    settings: &[(&str, &str)],
    served: &Served,
) -> Result<Running> {
    let mut serve = server::command(workspace, program, &served.demo, served.address);
    serve.env("LOGIN_PER_MINUTE_PER_IP", SIGN_INS_PER_MINUTE);
    serve.envs(settings.iter().copied());
    let file = fs::File::create(&served.journal)?;
    serve.stdout(file.try_clone()?).stderr(file);
    server::start(&mut serve, served.address)
}

fn end_of(journal: &Path) -> String {
    let text = read(journal).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LOG_LINES_SHOWN)..].join("\n")
}

/// A temporary directory, removed on drop.
#[derive(Debug)]
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self> {
        let folder = memory::folder().join(format!("mizan-served-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
