//! The time until the first use: of the sources, with `cargo xtask serve` and `cargo xtask test` in
//! a fresh clone; of a release, with its archive on a bare system.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::console::step;
use crate::interrupt;
use crate::postgres::free_port;
use crate::process::{Running, run};
use crate::workspace::{Workspace, read};

const PATIENCE: Duration = Duration::from_hours(2);

/// The environment variables of the caches, with the directories that are new if nothing is cached.
const CACHES: [(&str, &str); 4] = [
    ("CARGO_HOME", "cargo"),
    ("MIZAN_TOOLS", "tools"),
    ("npm_config_cache", "npm"),
    ("PIP_CACHE_DIR", "pip"),
];

/// The state of the caches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cached {
    /// No crates, packages or tools.
    Nothing,
    /// The caches of cargo, npm, pip and xtask on this machine.
    Tools,
}

/// Measures the time until `cargo xtask serve` serves its first page.
pub fn serve(workspace: &Workspace, cached: Cached) -> Result<Value> {
    let folder = Folder::new(workspace, cached)?;
    step("serve a fresh clone", || folder.wait_for_page()).map(seconds)
}

/// Measures the duration of `cargo xtask test`.
pub fn test(workspace: &Workspace, cached: Cached) -> Result<Value> {
    let folder = Folder::new(workspace, cached)?;
    step("test a fresh clone", || folder.wait_for_tests()).map(seconds)
}

fn seconds(time: Duration) -> Value {
    json!({ "seconds": time.as_secs() })
}

/// Reads the results of the archive checks. If there are several, the slowest counts.
pub fn archive(workspace: &Workspace) -> Result<Value> {
    let file = workspace.target.join("bench").join("archive.json");
    let trials: Vec<Value> = serde_json::from_str(&read(&file)?)?;
    let slowest = trials.iter().filter_map(|trial| trial["seconds"].as_u64()).max();
    let slowest = slowest.with_context(|| format!("{} names no seconds", file.display()))?;
    Ok(json!({ "seconds": slowest }))
}

/// A directory for a fresh clone, and for its own caches if nothing is cached. Removed on drop.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    cached: Cached,
}

impl Folder {
    fn new(workspace: &Workspace, cached: Cached) -> Result<Self> {
        let folder = Self { path: workspace.target.join("fresh"), cached };
        if folder.path.exists() {
            fs::remove_dir_all(&folder.path)?;
        }
        fs::create_dir_all(&folder.path)?;
        if cached == Cached::Nothing {
            copy_cargo_settings(&folder.path.join("cargo"))?;
        }
        let clone = folder.clone_folder();
        run(Command::new("git").arg("clone").arg("--quiet").arg(&workspace.root).arg(clone))?;
        Ok(folder)
    }

    fn clone_folder(&self) -> PathBuf {
        self.path.join("clone")
    }

    fn wait_for_page(&self) -> Result<Duration> {
        let address = format!("127.0.0.1:{}", free_port()?);
        let start = Instant::now();
        let mut running = Running::start(self.xtask("serve").env("LISTEN", &address))?;
        while !has_page(&address) {
            interrupt::check()?;
            ensure!(running.ended()?.is_none(), "`cargo xtask serve` ended before the first page");
            ensure!(start.elapsed() < PATIENCE, "no page after two hours");
            std::thread::sleep(Duration::from_millis(200));
        }
        Ok(start.elapsed())
    }

    fn wait_for_tests(&self) -> Result<Duration> {
        let start = Instant::now();
        let status = Running::start(&mut self.xtask("test"))?.wait()?;
        interrupt::check()?;
        if !status.success() {
            bail!(
                "`cargo xtask test` ended with {status}: the time of failed tests does not count"
            );
        }
        Ok(start.elapsed())
    }

    fn xtask(&self, command: &str) -> Command {
        let mut xtask = Command::new("cargo");
        xtask.current_dir(self.clone_folder()).args(["xtask", command]);
        if self.cached == Cached::Nothing {
            for (name, folder) in CACHES {
                xtask.env(name, self.path.join(folder));
            }
        }
        for name in ["CARGO_TARGET_DIR", "DATABASE_URL", "CARGO", "RUSTC_WRAPPER"] {
            xtask.env_remove(name);
        }
        xtask
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Copies the registry mirror settings, which a new user would have as well.
fn copy_cargo_settings(into: &Path) -> Result<()> {
    fs::create_dir_all(into)?;
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    for name in ["config.toml", "config"] {
        let settings = home.as_ref().map(|home| home.join(name)).filter(|file| file.exists());
        if let Some(file) = settings {
            fs::copy(file, into.join(name))?;
        }
    }
    Ok(())
}

fn has_page(address: &str) -> bool {
    crate::server::answers(address, "/login").unwrap_or(false)
}
