//! The check of an archive on a bare Debian, which measures the promise of the README.

use anyhow::{Context, Result, bail, ensure};
use nix::unistd::geteuid;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::{Release, Target};
use crate::console::{seconds, step};
use crate::interrupt;
use crate::postgres::free_port;
use crate::process::{Running, probe, run};
use crate::server::{answers, get};
use crate::system::{Need, Unavailable, ensure as ensure_installed};
use crate::workspace::Workspace;

/// The maximum time from the command to the first success of `/readyz`.
const LIMIT: Duration = Duration::from_mins(1);
const MIRROR: &str = "http://deb.debian.org/debian";
/// Compilers and interpreters that must not be installed.
const COMPILERS: [&str; 5] = ["cc", "gcc", "rustc", "cargo", "node"];

/// Unpacks and starts the archive on a new Debian with only the base system, and waits until it is
/// ready. Stores the duration in seconds for the benchmark report.
pub fn check(workspace: &Workspace, release: &Release, target: Target) -> Result<()> {
    let archive = release.archive(target);
    ensure!(archive.exists(), "there is no {}: build it first", archive.display());
    if !geteuid().is_root() {
        let text = "a bare Debian is made by debootstrap and entered by chroot, which only root \
                    may do: `sudo -E cargo xtask dist --no-build --check`";
        return Err(Unavailable(text.to_owned()).into());
    }
    ensure_installed(Need::Debootstrap)?;
    let root = step("make a bare Debian", || Root::new(workspace))?;
    let file = archive.file_name().context("an archive without a name")?;
    fs::copy(&archive, root.home().join(file))?;
    let elapsed =
        step("run the archive there", || root.wait_until_ready(&release.command(target)))?;
    println!("   ready after {}", seconds(elapsed));
    let folder = workspace.target.join("bench");
    fs::create_dir_all(&folder)?;
    let whole = elapsed.as_millis().div_ceil(1000);
    let found = json!([{ "cached": "the archive, on a bare Debian", "seconds": whole }]);
    fs::write(folder.join("archive.json"), found.to_string())?;
    Ok(())
}

/// The root directory of a system, removed on drop.
#[derive(Debug)]
struct Root(PathBuf);

impl Root {
    fn new(workspace: &Workspace) -> Result<Self> {
        let root = Self(workspace.target.join("bare-debian"));
        root.remove()?;
        let mut debootstrap = Command::new("debootstrap");
        debootstrap.args(["--variant=minbase", "stable"]).arg(&root.0).arg(mirror());
        run(debootstrap.stdout(std::process::Stdio::null()))?;
        for compiler in COMPILERS {
            let file = root.0.join("usr/bin").join(compiler);
            ensure!(!file.exists(), "{} is there: this Debian is not bare", file.display());
        }
        Ok(root)
    }

    fn home(&self) -> PathBuf {
        self.0.join("root")
    }

    /// Runs the command in the system, and returns the time until `/readyz` succeeded.
    ///
    /// Errors: it was not ready in time, or its pages have no styles.
    fn wait_until_ready(&self, command: &str) -> Result<Duration> {
        let address = format!("127.0.0.1:{}", free_port()?);
        let start = Instant::now();
        let mut running = Running::start(&mut self.command(command, &address))?;
        while !answers(&address, "/readyz").unwrap_or(false) {
            interrupt::check()?;
            if let Some(status) = running.ended()? {
                bail!("`{command}` ended with {status} before it was ready");
            }
            ensure!(start.elapsed() < LIMIT, "it is not ready after {}", seconds(LIMIT));
            std::thread::sleep(Duration::from_millis(20));
        }
        let elapsed = start.elapsed();
        let page = get(&address, "/login")?;
        let styles = styles(&page).context("the page of the sign-in names no styles")?;
        ensure!(answers(&address, styles)?, "the pages do not work: there is no {styles}");
        Ok(elapsed)
    }

    /// A shell in the system, with its own /proc while it runs, and with the network of this
    /// machine.
    fn command(&self, command: &str, address: &str) -> Command {
        let enter = "mount -t proc proc \"$0/proc\" && exec chroot \"$0\" /bin/sh -c \"cd && $1\"";
        let mut shell = Command::new("unshare");
        shell.args(["--mount", "sh", "-c", enter]).arg(&self.0).arg(command);
        shell.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("HOME", "/root");
        shell.env("LISTEN", address);
        shell
    }

    fn remove(&self) -> Result<()> {
        if self.0.exists() {
            fs::remove_dir_all(&self.0)
                .with_context(|| format!("cannot remove {}", self.0.display()))?;
        }
        Ok(())
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        if let Err(error) = self.remove() {
            eprintln!("{error:#}");
        }
    }
}

/// The path of the style sheet in a page.
fn styles(page: &str) -> Option<&str> {
    let mut words = page.split('"').filter(|word| word.starts_with("/pkg/"));
    words.find(|word| Path::new(word).extension().is_some_and(|kind| kind == "css"))
}

/// The package mirror of this machine if it runs Debian, else the default mirror.
fn mirror() -> String {
    let fields = ["Created-By: Packages", "Origin: Debian", "Label: Debian", "Component: main"];
    let mut targets = Command::new("apt-get");
    targets.args(["indextargets", "--format", "$(SITE)"]).args(fields);
    first_site(&probe(&mut targets).unwrap_or_default()).unwrap_or_else(|| MIRROR.to_owned())
}

fn first_site(printed: &str) -> Option<String> {
    printed.lines().map(str::trim).find(|line| line.starts_with("http")).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mirror_of_the_machine_is_taken() {
        let printed = "\nhttp://deb.example/debian\nhttp://other.example/debian\n";
        assert_eq!(first_site(printed).as_deref(), Some("http://deb.example/debian"));
        assert_eq!(first_site(""), None);
    }

    #[test]
    fn the_styles_of_a_page_are_those_of_its_package() {
        let page = r#"<link href="/logo.svg"><link href="/pkg/mizan.1f.css" rel="stylesheet">"#;
        assert_eq!(styles(page), Some("/pkg/mizan.1f.css"));
        assert_eq!(styles("<html></html>"), None);
    }

    #[test]
    fn the_command_sees_nothing_of_this_machine_but_the_address() {
        let root = Root(PathBuf::from("/no/such/root"));
        let command = root.command("mizan", "127.0.0.1:1");
        let mut names: Vec<_> = command.get_envs().map(|(name, _)| name).collect();
        names.sort();
        assert_eq!(names, ["HOME", "LISTEN", "PATH"]);
    }
}
