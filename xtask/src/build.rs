//! Builds of the server and of the files for browsers.

use anyhow::Result;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::compile::compile;
use crate::console::step;
use crate::embed;
use crate::pages::{Purpose, compile_programs, lay_out};
use crate::process::run;
use crate::system::{Need, ensure};
use crate::test::tested_program;
use crate::tools::Tools;
use crate::workspace::Workspace;

/// Builds the release: `target/release/mizan`, with the files of `target/site` appended, each also
/// compressed.
pub fn release(workspace: &Workspace) -> Result<()> {
    ensure(Need::Make)?;
    pages(workspace)?;
    step("build the server", || {
        let options = ["--release", "--bin", "mizan"];
        compile(workspace, "the server", &["--package", "server"], &options)
    })?;
    step("put the pages into the program", || {
        embed::pages(workspace, &workspace.program(), &workspace.site())
    })
}

/// Builds the program for the browser and API tests: the pages of the release, and the server with
/// the profile of the other tests, so that no crate is compiled twice. Further calls return the
/// same program.
pub fn tested(workspace: &Workspace) -> Result<PathBuf> {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    if let Some(program) = PROGRAM.get() {
        return Ok(program.clone());
    }
    pages(workspace)?;
    let built = step("build the server", || tested_program(workspace))?;
    let program = workspace.target.join("tested").join("mizan");
    fs::create_dir_all(program.with_file_name(""))?;
    fs::copy(built, &program)?;
    step("put the pages into the program", || {
        embed::pages(workspace, &program, &workspace.site())
    })?;
    Ok(PROGRAM.get_or_init(|| program).clone())
}

/// Builds the pages of the release into `target/site`. Further calls wait for the first one, and
/// build only if it has failed.
pub fn pages(workspace: &Workspace) -> Result<()> {
    static BUILT: Mutex<bool> = Mutex::new(false);
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if *built {
        return Ok(());
    }
    let tools = Tools::for_pages(workspace)?;
    step("compile the pages", || compile_programs(workspace, Purpose::Release))?;
    step("lay the pages out", || lay_out(workspace, &tools, Purpose::Release, &workspace.site()))?;
    *built = true;
    Ok(())
}

/// Builds, serves and reloads when the sources change, until Ctrl-C.
pub fn watch(workspace: &Workspace) -> Result<()> {
    let tools = Tools::for_watch(workspace)?;
    let mut command = Command::new("cargo-leptos");
    command.current_dir(&workspace.root).env("PATH", tools.path()?);
    // The browser replaces changed styles only if their file keeps its name.
    command.env("LEPTOS_HASH_FILES", "false");
    run(command.args(["leptos", "watch", "--", "serve", "--demo"]))
}
