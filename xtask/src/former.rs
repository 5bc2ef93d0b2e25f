//! The version before this one, built from git in a directory of its own.

use anyhow::{Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{capture, cargo, probe, run};
use crate::workspace::Workspace;

const MIGRATIONS: &str = "migrations/postgres";

/// A former version of the program.
#[derive(Debug)]
pub struct Former {
    /// The short hash and the subject of its commit.
    pub commit: String,
    pub program: PathBuf,
}

impl Former {
    /// Builds the given revision; by default, the latest release before this version, or else the
    /// last commit before the latest migration, so that an upgrade from it migrates.
    pub fn build(workspace: &Workspace, revision: Option<&str>) -> Result<Self> {
        let revision = match revision {
            Some(revision) => revision.to_owned(),
            None => neighbour(&workspace.root)?,
        };
        let commit = git(&workspace.root, &["log", "-1", "--format=%h (%s)", &revision, "--"])?;
        let hash = git(&workspace.root, &["rev-parse", "--verify", &format!("{revision}^{{}}")])?;
        let folder = workspace.target.join("former");
        let program = folder.join(&hash).join("mizan");
        if !program.exists() {
            build(workspace, &folder, &hash)?;
        }
        Ok(Self { commit, program })
    }

    /// The environment variable with the program, for the tests.
    pub fn setting(&self) -> (&'static str, String) {
        ("MIZAN_FORMER", self.program.display().to_string())
    }
}

/// Checks out the commit, builds the server with the profile of the tests, and keeps the program.
fn build(workspace: &Workspace, folder: &Path, hash: &str) -> Result<()> {
    let (source, target) = (folder.join("source"), folder.join("target"));
    let checkout = Checkout::new(&workspace.root, source, hash)?;
    let mut build = cargo();
    build.current_dir(&checkout.source).args(["build", "--package", "server"]);
    run(build.arg("--no-default-features").arg("--target-dir").arg(&target))?;
    fs::create_dir_all(folder.join(hash))?;
    fs::copy(target.join("debug").join("mizan"), folder.join(hash).join("mizan"))?;
    Ok(())
}

/// A working tree of another commit, removed on drop.
#[derive(Debug)]
struct Checkout<'a> {
    root: &'a Path,
    source: PathBuf,
}

impl<'a> Checkout<'a> {
    fn new(root: &'a Path, source: PathBuf, hash: &str) -> Result<Self> {
        let checkout = Self { root, source };
        // A killed run leaves its tree behind.
        checkout.remove();
        let mut add = Command::new("git");
        add.current_dir(root).args(["worktree", "add", "--quiet", "--detach"]);
        run(add.arg(&checkout.source).arg(hash))?;
        Ok(checkout)
    }

    fn remove(&self) {
        let mut remove = Command::new("git");
        remove.current_dir(self.root).args(["worktree", "remove", "--force"]);
        let _ = probe(remove.arg(&self.source));
    }
}

impl Drop for Checkout<'_> {
    fn drop(&mut self) {
        self.remove();
    }
}

fn neighbour(root: &Path) -> Result<String> {
    let mut describe = Command::new("git");
    describe.current_dir(root).args(["describe", "--tags", "--abbrev=0", "--match=v*", "HEAD^"]);
    if let Some(release) = probe(&mut describe) {
        return Ok(release.trim().to_owned());
    }
    let added = ["log", "-1", "--first-parent", "-m", "--diff-filter=A", "--format=%H", "--"];
    let latest = git(root, &[&added[..], &[MIGRATIONS]].concat())?;
    Ok(format!("{latest}^"))
}

fn git(root: &Path, arguments: &[&str]) -> Result<String> {
    let printed = capture(Command::new("git").current_dir(root).args(arguments))?;
    let printed = printed.trim();
    ensure!(!printed.is_empty(), "`git {}` prints nothing", arguments.join(" "));
    Ok(printed.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository with a commit for each of the files.
    fn repository(files: &[&str]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("mizan-former-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join(MIGRATIONS)).unwrap();
        run(Command::new("git").current_dir(&root).args(["init", "--quiet"])).unwrap();
        for file in files {
            fs::write(root.join(file), "").unwrap();
            run(Command::new("git").current_dir(&root).args(["add", file])).unwrap();
            let mut commit = Command::new("git");
            commit.current_dir(&root).args(["-c", "user.name=T", "-c", "user.email=t@localhost"]);
            commit.args(["-c", "commit.gpgsign=false", "commit", "--quiet", "--message", file]);
            run(&mut commit).unwrap();
        }
        root
    }

    #[test]
    fn the_neighbouring_version_is_that_before_the_last_added_migration() {
        let migration = |name: &str| format!("{MIGRATIONS}/{name}.sql");
        let [first, second] = [migration("0001_a"), migration("0002_b")];
        let root = repository(&[&first, "page", &second, "another-page"]);
        let former = neighbour(&root).unwrap();
        let subject = git(&root, &["log", "-1", "--format=%s", &former, "--"]).unwrap();
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(subject, "page");
    }
}
