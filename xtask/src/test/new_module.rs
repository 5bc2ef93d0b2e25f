//! The check that a new module compiles.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::process::Command;

use super::count::Counts;
use super::rust::{self, DENY_WARNINGS};
use crate::module;
use crate::process::{capture, cargo};
use crate::workspace::{NATIVE, Workspace, read};

/// The version of the crates in the copy, which must differ from that of the checkout: cargo names
/// the results of a crate after its version, whatever its directory.
const VERSION: &str = "0.0.0";

/// Makes a module in a copy of the sources, and checks the libraries and the integration tests with
/// it. The dependencies are those that clippy has checked for the checkout, so this comes after it.
pub fn check(workspace: &Workspace) -> Result<Counts> {
    let copy = workspace.target.join("new-module");
    copy_sources(&workspace.root, &copy)?;
    set_version(&copy.join("Cargo.toml"))?;
    module::make(&copy, "sample", None)?;
    let mut clippy = cargo();
    // The configuration of cargo is that of the current directory.
    clippy.current_dir(&workspace.root).arg("clippy");
    clippy.arg("--manifest-path").arg(copy.join("Cargo.toml"));
    clippy.arg("--target-dir").arg(&workspace.target);
    // The same packages as for the checkout: with fewer, dependencies would have fewer features.
    clippy.args(NATIVE).args(["--lib", "--test", "main"]).args(DENY_WARNINGS);
    rust::check(&mut clippy)
}

/// Copies the files that git tracks or would add, except for the configuration of cargo.
fn copy_sources(root: &Path, copy: &Path) -> Result<()> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let files = capture(Command::new("git").current_dir(root).args(arguments))?;
    let files = files.split_terminator('\0').filter(|file| !file.starts_with(".cargo/"));
    // A file that was deleted is listed until the next commit.
    for file in files.filter(|file| root.join(file).exists()) {
        let target = copy.join(file);
        fs::create_dir_all(target.parent().context("a file without a directory")?)?;
        fs::copy(root.join(file), &target).with_context(|| format!("cannot copy {file}"))?;
    }
    Ok(())
}

fn set_version(manifest: &Path) -> Result<()> {
    let mut content: toml::Table = read(manifest)?.parse()?;
    content["workspace"]["package"]["version"] = VERSION.into();
    fs::write(manifest, toml::to_string(&content)?)?;
    Ok(())
}
