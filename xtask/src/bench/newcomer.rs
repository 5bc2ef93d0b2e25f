//! How long a newcomer waits for the first page: `cargo xtask serve` in a fresh clone, first with
//! nothing cached, then with the tools.

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::console::step;
use crate::interrupt;
use crate::postgres::free_port;
use crate::process::{Running, run};
use crate::workspace::Workspace;

const PATIENCE: Duration = Duration::from_hours(2);

/// Measures both and answers what the report reads.
pub fn measure(workspace: &Workspace) -> Result<String> {
    let place = Place::new(workspace)?;
    let mut found = Vec::new();
    for cached in ["nothing", "the tools"] {
        let title = format!("serve with {cached} cached");
        let seconds = step(&title, || place.wait_for_page(workspace))?.as_secs();
        found.push(json!({ "cached": cached, "seconds": seconds }));
    }
    Ok(Value::from(found).to_string())
}

/// A folder with a home of its own for cargo, npm and the tools, removed when this is dropped.
#[derive(Debug)]
struct Place(PathBuf);

impl Place {
    fn new(workspace: &Workspace) -> Result<Self> {
        let place = Self(workspace.target.join("newcomer"));
        if place.0.exists() {
            fs::remove_dir_all(&place.0)?;
        }
        fs::create_dir_all(place.0.join("cargo"))?;
        // Where a registry is mirrored, a newcomer has this setting too.
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
        for name in ["config.toml", "config"] {
            let setting = home.as_ref().map(|home| home.join(name)).filter(|file| file.exists());
            if let Some(file) = setting {
                fs::copy(file, place.0.join("cargo").join(name))?;
            }
        }
        Ok(place)
    }

    /// The time from the command to the first page, of what is committed.
    fn wait_for_page(&self, workspace: &Workspace) -> Result<Duration> {
        let clone = self.0.join("clone");
        if clone.exists() {
            fs::remove_dir_all(&clone)?;
        }
        run(Command::new("git").arg("clone").arg("--quiet").arg(&workspace.root).arg(&clone))?;
        let address = format!("127.0.0.1:{}", free_port()?);
        let start = Instant::now();
        let mut serve = self.serve(&clone, &address);
        let mut running = Running::start(&mut serve)?;
        while !has_page(&address) {
            interrupt::check()?;
            ensure!(running.ended()?.is_none(), "`cargo xtask serve` ended before the first page");
            ensure!(start.elapsed() < PATIENCE, "no page after two hours");
            std::thread::sleep(Duration::from_millis(200));
        }
        Ok(start.elapsed())
    }

    fn serve(&self, clone: &Path, address: &str) -> Command {
        let mut serve = Command::new("cargo");
        serve.current_dir(clone).args(["xtask", "serve"]);
        for (name, folder) in
            [("CARGO_HOME", "cargo"), ("MIZAN_TOOLS", "tools"), ("npm_config_cache", "npm")]
        {
            serve.env(name, self.0.join(folder));
        }
        for name in ["CARGO_TARGET_DIR", "DATABASE_URL", "CARGO", "RUSTC_WRAPPER"] {
            serve.env_remove(name);
        }
        serve.env("LISTEN", address);
        serve
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn has_page(address: &str) -> bool {
    crate::server::answers(address, "/login").unwrap_or(false)
}
