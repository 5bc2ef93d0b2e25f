//! Compilation with cargo, with progress messages instead of the name of every crate.

use anyhow::Result;
use serde_json::Value;
use std::collections::HashSet;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::console::seconds;
use crate::process::{capture, cargo, each_line, succeeded};
use crate::workspace::Workspace;

/// The interval of progress messages.
const INTERVAL: Duration = Duration::from_secs(15);
/// The weight of our own crates in the progress, in typical crates.
const OWN: [(&str, u32); 4] = [("app@", 70), ("service@", 30), ("server@", 20), ("shared@", 10)];
/// The minimum progress in percent for an estimate of the remaining time.
const HUNDREDTHS_TO_GUESS_FROM: u32 = 10;

/// Builds crates.
///
/// * `what`: the description of the result, for messages.
/// * `packages`: the packages, as arguments of `cargo build` and `cargo tree`.
/// * `options`: further arguments of `cargo build`.
pub fn compile(
    workspace: &Workspace,
    what: &str,
    packages: &[&str],
    options: &[&str],
) -> Result<()> {
    let mut build = cargo();
    build.arg("build");
    compile_by(workspace, build, what, packages, options)
}

/// Like [`compile`], with another command that takes the arguments of `cargo build`.
pub fn compile_by(
    workspace: &Workspace,
    mut build: Command,
    what: &str,
    packages: &[&str],
    options: &[&str],
) -> Result<()> {
    let progress = Mutex::new(Progress::new(workspace, packages)?);
    build.current_dir(&workspace.root).arg("--quiet").args(packages).args(options);
    build.arg("--message-format=json-render-diagnostics");
    let is_done = AtomicBool::new(false);
    let status = thread::scope(|scope| {
        let teller = scope.spawn(|| tell(what, &progress, &is_done));
        let status = each_line(&mut build, |line| lock(&progress).read(line));
        is_done.store(true, Ordering::SeqCst);
        teller.thread().unpark();
        status
    })?;
    succeeded(&build, status)
}

/// Prints the progress at intervals, also while a crate takes long.
fn tell(what: &str, progress: &Mutex<Progress>, is_done: &AtomicBool) {
    let mut last = Instant::now();
    while !is_done.load(Ordering::SeqCst) {
        thread::park_timeout(INTERVAL.saturating_sub(last.elapsed()));
        if last.elapsed() >= INTERVAL {
            last = Instant::now();
            println!("   {what}: {}", lock(progress).words());
        }
    }
}

fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The progress of a build.
#[derive(Debug)]
struct Progress {
    /// The packages that are not compiled yet, as `name@version`.
    open: HashSet<String>,
    total: u32,
    start: Instant,
}

/// The given packages and their dependencies, each as `name@version`.
///
/// * `packages`: the packages, as arguments of `cargo tree`.
/// * `edges`: the kinds of dependencies to follow, as arguments of `cargo tree`.
pub fn dependencies(
    workspace: &Workspace,
    packages: &[&str],
    edges: &str,
) -> Result<HashSet<String>> {
    let mut tree = cargo();
    tree.current_dir(&workspace.root).args(["tree", "--quiet"]).args(packages);
    tree.args(["--edges", edges, "--prefix", "none", "--format", "{p}"]);
    Ok(capture(&mut tree)?.lines().filter_map(package_of_tree).collect())
}

impl Progress {
    fn new(workspace: &Workspace, packages: &[&str]) -> Result<Self> {
        let open = dependencies(workspace, packages, "normal,build")?;
        let total = open.iter().map(|package| weight(package)).sum();
        Ok(Self { open, total, start: Instant::now() })
    }

    fn read(&mut self, line: &str) {
        if let Some(package) = package_of_message(line) {
            self.open.remove(&package);
        }
    }

    fn words(&self) -> String {
        self.words_after(self.start.elapsed())
    }

    fn words_after(&self, elapsed: Duration) -> String {
        let left: u32 = self.open.iter().map(|package| weight(package)).sum();
        let done = self.total.saturating_sub(left);
        let hundredths = done.saturating_mul(100) / self.total.max(1);
        let so_far = format!("{hundredths} % compiled in {}", seconds(elapsed));
        if hundredths < HUNDREDTHS_TO_GUESS_FROM {
            return so_far;
        }
        format!("{so_far}, about {} left", seconds(rounded(elapsed * left / done)))
    }
}

fn weight(package: &str) -> u32 {
    OWN.iter().find(|(own, _)| package.starts_with(own)).map_or(1, |(_, weight)| *weight)
}

/// Rounds an estimate up to a quarter of a minute.
fn rounded(left: Duration) -> Duration {
    Duration::from_secs(left.as_secs().next_multiple_of(15))
}

/// Parses a line such as `serde v1.0.0 (proc-macro) (*)`.
fn package_of_tree(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    Some(format!("{name}@{version}"))
}

/// Parses the message that a crate was compiled or is up to date. Ignores build scripts, which are
/// compiled before their crate.
fn package_of_message(line: &str) -> Option<String> {
    let message: Value = serde_json::from_str(line).ok()?;
    let is_crate = message["reason"] == "compiler-artifact"
        && message["target"]["kind"].as_array()?.iter().all(|kind| kind != "custom-build");
    let id = message["package_id"].as_str().filter(|_| is_crate)?;
    // `registry+https://…#name@1.0.0`, or `path+file:///…/name#1.0.0` for a package whose directory
    // has its name.
    let (source, package) = id.rsplit_once('#')?;
    if package.contains('@') {
        return Some(package.to_owned());
    }
    Some(format!("{}@{package}", source.rsplit_once('/')?.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_tree_names_its_package() {
        for line in ["serde v1.0.2", "serde v1.0.2 (*)", "serde v1.0.2 (proc-macro) (*)"] {
            assert_eq!(package_of_tree(line).as_deref(), Some("serde@1.0.2"), "{line}");
        }
        assert_eq!(package_of_tree(""), None);
        assert_eq!(package_of_tree("[build-dependencies]"), None);
    }

    #[test]
    fn a_compiled_crate_is_read_and_its_build_script_is_not() {
        let message = |id: &str, kind: &str| {
            let target = format!(r#"{{"kind":["{kind}"]}}"#);
            format!(r#"{{"reason":"compiler-artifact","package_id":"{id}","target":{target}}}"#)
        };
        let registry = "registry+https://github.com/rust-lang/crates.io-index#serde@1.0.2";
        let read = |id: &str, kind: &str| package_of_message(&message(id, kind));
        assert_eq!(read(registry, "lib").as_deref(), Some("serde@1.0.2"));
        assert_eq!(read(registry, "custom-build"), None);
        assert_eq!(read("path+file:///home/a/app#0.1.0", "lib").as_deref(), Some("app@0.1.0"));
        assert_eq!(package_of_message("not JSON"), None);
    }

    #[test]
    fn the_remaining_time_is_shown_once_it_can_be_estimated() {
        let open: HashSet<String> =
            (0..100).map(|number| format!("crate-{number}@1.0.0")).collect();
        let mut progress = Progress { open, total: 100, start: Instant::now() };
        let minute = Duration::from_mins(1);
        assert_eq!(progress.words_after(minute), "0 % compiled in 1 min 00 s");
        progress.open.retain(|package| !package.starts_with("crate-1"));
        assert_eq!(
            progress.words_after(minute),
            "11 % compiled in 1 min 00 s, about 8 min 15 s left"
        );
    }
}
