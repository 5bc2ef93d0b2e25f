//! System packages: installed if missing and permitted.

use anyhow::{Context, Result, bail};
use nix::unistd::geteuid;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use crate::console::step;
use crate::process::{is_program, on_path, probe, run};

/// The oldest major version of node that runs the browser tests.
const OLDEST_NODE: u32 = 18;
/// The oldest release of node that the linters of the API run on.
const OLDEST_RECENT_NODE: u32 = 20;

/// A missing tool that cannot be installed. Steps that do not need it still run.
#[derive(Debug)]
pub struct Unavailable(pub String);

impl fmt::Display for Unavailable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Unavailable {}

/// System packages that steps need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// make, which builds the allocator of the release.
    Make,
    /// node and npm, which run wasm-opt, the WebAssembly tests and the browser tests.
    Node,
    /// The same, recent enough for the linters of the API.
    RecentNode,
    /// The server programs of PostgreSQL.
    PostgreSql,
    /// The browser of the benchmarks.
    Chromium,
    /// The browser of the end-to-end tests: Chromium without its windows.
    HeadlessChromium,
    /// Python with virtual environments, which runs schemathesis.
    Python,
    /// The tools of the API examples.
    ApiExamples,
    /// debootstrap, which creates a bare Debian.
    Debootstrap,
    /// Patroni, etcd and `HAProxy`, for a cluster of PostgreSQL servers.
    Cluster,
    /// `HAProxy`, which passes requests to servers that are ready.
    HaProxy,
    /// `PgBouncer`, which pools connections to PostgreSQL.
    PgBouncer,
}

impl Need {
    fn name(self) -> &'static str {
        match self {
            Self::Make => "make",
            Self::Node => "Node.js (18 or newer) with npm",
            Self::RecentNode => "Node.js (20.19 or newer) with npm",
            Self::PostgreSql => "PostgreSQL",
            Self::Chromium => "Chromium",
            Self::HeadlessChromium => "Chromium's headless shell",
            Self::Python => "Python 3 with venv",
            Self::ApiExamples => "curl, jq, oathtool or openssl",
            Self::Debootstrap => "debootstrap",
            Self::Cluster => "Patroni, etcd and HAProxy",
            Self::HaProxy => "HAProxy",
            Self::PgBouncer => "PgBouncer",
        }
    }

    fn debian(self) -> &'static [&'static str] {
        match self {
            Self::Make => &["make"],
            Self::Node | Self::RecentNode => &["nodejs", "npm"],
            Self::PostgreSql => &["postgresql"],
            Self::Chromium => &["chromium"],
            Self::HeadlessChromium => &["chromium-headless-shell"],
            Self::Python => &["python3", "python3-venv"],
            Self::ApiExamples => &["curl", "jq", "oathtool", "openssl"],
            Self::Debootstrap => &["debootstrap"],
            Self::Cluster => &["patroni", "etcd-server", "haproxy"],
            Self::HaProxy => &["haproxy"],
            Self::PgBouncer => &["pgbouncer"],
        }
    }

    fn homebrew(self) -> &'static [&'static str] {
        match self {
            Self::Make => &["make"],
            Self::Node | Self::RecentNode => &["node"],
            Self::PostgreSql => &["postgresql@17"],
            Self::Chromium => &["--cask", "chromium"],
            Self::Python => &["python"],
            Self::ApiExamples => &["curl", "jq", "oath-toolkit", "openssl"],
            // Homebrew has neither.
            Self::HeadlessChromium | Self::Debootstrap => &[],
            Self::Cluster => &["patroni", "etcd", "haproxy"],
            Self::HaProxy => &["haproxy"],
            Self::PgBouncer => &["pgbouncer"],
        }
    }

    fn is_met(self) -> bool {
        match self {
            Self::Make => on_path("make").is_some(),
            Self::Node => node_release() >= OLDEST_NODE && on_path("npm").is_some(),
            Self::RecentNode => node_release() >= OLDEST_RECENT_NODE && on_path("npm").is_some(),
            Self::PostgreSql => postgresql_program("initdb").is_some(),
            Self::Chromium => chromium().is_some(),
            Self::HeadlessChromium => headless_chromium().is_some(),
            Self::ApiExamples => {
                ["bash", "curl", "jq", "oathtool", "openssl"].iter().all(|it| on_path(it).is_some())
            }
            Self::Debootstrap => on_path("debootstrap").is_some(),
            Self::Cluster => ["patroni", "etcd", "haproxy"].iter().all(|it| on_path(it).is_some()),
            Self::HaProxy => on_path("haproxy").is_some(),
            Self::PgBouncer => pgbouncer().is_some(),
            Self::Python => {
                let probed = ["-c", "import ensurepip, venv; print(1)"];
                probe(Command::new("python3").args(probed)).is_some()
            }
        }
    }
}

/// Installs what is missing, or fails with a hint on how to install it.
pub fn ensure(need: Need) -> Result<()> {
    if need.is_met() {
        return Ok(());
    }
    let installer = Installer::find().ok_or_else(|| by_hand(need, "may not be installed here"))?;
    step(&format!("install {}", need.name()), || installer.install(need))
        .map_err(|error| by_hand(need, &format!("could not be installed ({error:#})")))?;
    if !need.is_met() {
        return Err(by_hand(need, "is still not found after its installation").into());
    }
    Ok(())
}

pub fn by_hand(need: Need, why: &str) -> Unavailable {
    let debian = need.debian().join(" ");
    let homebrew = match need.homebrew() {
        [] => String::new(),
        words => format!("or `brew install {}`, ", words.join(" ")),
    };
    Unavailable(format!(
        "{} is missing and {why}. By hand: `sudo apt-get install {debian}`, {homebrew}or what your \
         system calls it",
        need.name()
    ))
}

enum Installer {
    AptGet { prefix: &'static [&'static str] },
    Homebrew,
}

impl Installer {
    fn find() -> Option<Self> {
        if on_path("apt-get").is_some() {
            if geteuid().is_root() {
                return Some(Self::AptGet { prefix: &[] });
            }
            if probe(Command::new("sudo").args(["-n", "true"])).is_some() {
                return Some(Self::AptGet { prefix: &["sudo", "-n"] });
            }
        }
        on_path("brew").map(|_| Self::Homebrew)
    }

    fn install(&self, need: Need) -> Result<()> {
        match self {
            Self::AptGet { prefix } => {
                static UPDATE: Once = Once::new();
                let mut updated = Ok(());
                UPDATE.call_once(|| updated = apt_get(prefix, &["update", "--quiet"]));
                updated.context("the list of packages could not be renewed")?;
                let options: &[&str] = &["install", "--yes", "--quiet", "--no-install-recommends"];
                apt_get(prefix, &[options, need.debian()].concat())
            }
            Self::Homebrew => match need.homebrew() {
                [] => bail!("Homebrew does not have it"),
                words => run(Command::new("brew").arg("install").args(words)),
            },
        }
    }
}

fn apt_get(prefix: &[&str], words: &[&str]) -> Result<()> {
    let quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
    let line = [prefix, &quiet, words].concat();
    let mut line = line.into_iter();
    run(Command::new(line.next().context("an empty command")?).args(line))
}

/// The major version of node, such as 20 for `v20.11.0`; 0 if it is not installed.
fn node_release() -> u32 {
    let printed = probe(Command::new("node").arg("--version")).unwrap_or_default();
    let release = printed.trim_start_matches('v').split('.').next();
    release.and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// The program of `PgBouncer`, which Debian does not put into the `PATH` of users.
pub fn pgbouncer() -> Option<PathBuf> {
    let of_debian = PathBuf::from("/usr/sbin/pgbouncer");
    on_path("pgbouncer").or_else(|| of_debian.exists().then_some(of_debian))
}

/// The browser of the tests: `$CHROMIUM_PATH`, else the headless shell. It has the same engine, and
/// the tests take a third less of the processor.
pub fn headless_chromium() -> Option<PathBuf> {
    chosen_browser().or_else(|| on_path("chromium-headless-shell"))
}

fn chosen_browser() -> Option<PathBuf> {
    std::env::var_os("CHROMIUM_PATH").map(PathBuf::from)
}

/// The browser: `$CHROMIUM_PATH`, else the first one found on the system.
pub fn chromium() -> Option<PathBuf> {
    if let Some(chosen) = chosen_browser() {
        return Some(chosen);
    }
    let on_path = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
        .into_iter()
        .find_map(on_path);
    on_path.or_else(|| {
        ["Chromium", "Google Chrome"]
            .map(|name| PathBuf::from(format!("/Applications/{name}.app/Contents/MacOS/{name}")))
            .into_iter()
            .find(|file| is_program(file))
    })
}

/// A server program of PostgreSQL, in the newest version. Debian and Homebrew install them outside
/// of `PATH`.
pub fn postgresql_program(name: &str) -> Option<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for (folder, prefix) in [
        ("/usr/lib/postgresql", ""),
        ("/opt/homebrew/opt", "postgresql@"),
        ("/usr/local/opt", "postgresql@"),
        ("/home/linuxbrew/.linuxbrew/opt", "postgresql@"),
    ] {
        found.extend(releases(Path::new(folder), prefix, name));
    }
    found.sort();
    found.pop().map(|(_, program)| program).or_else(|| on_path(name))
}

fn releases(folder: &Path, prefix: &str, name: &str) -> Vec<(u32, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let releases = entries.filter_map(|entry| {
        let release = entry.file_name().to_str()?.strip_prefix(prefix)?.parse().ok()?;
        Some((release, entry.path().join("bin").join(name)))
    });
    releases.filter(|(_, program)| is_program(program)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_that_cannot_be_installed_is_reported_with_the_manual_command() {
        let text = by_hand(Need::PostgreSql, "may not be installed here").to_string();
        assert!(text.contains("sudo apt-get install postgresql"), "{text}");
        assert!(text.contains("brew install postgresql@17"), "{text}");
        let text = by_hand(Need::Debootstrap, "may not be installed here").to_string();
        assert!(!text.contains("brew"), "{text}");
    }
}
