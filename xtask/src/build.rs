//! Building the server and what the browser loads.

use anyhow::Result;
use std::fs;
use std::process::Command;
use std::sync::OnceLock;

use crate::carry;
use crate::console::step;
use crate::process::run;
use crate::test::{is_gate, program_of_gate};
use crate::tools::Tools;
use crate::workspace::Workspace;

/// Builds the release: `target/release/mizan`, which carries what `target/site` holds, each file
/// with its compressed form. A second call does nothing: even without a change the parts of the
/// WebAssembly would be made anew, which takes minutes.
pub fn release(workspace: &Workspace) -> Result<()> {
    static IS_BUILT: OnceLock<()> = OnceLock::new();
    if IS_BUILT.get().is_some() {
        return Ok(());
    }
    let tools = Tools::for_build(workspace)?;
    let mut build = leptos(workspace, &tools)?;
    build.args(["build", "--release", "--precompress", "--split"]);
    if is_gate() {
        build.arg("--frontend-only");
    }
    step("build the release", || run(&mut build))?;
    if is_gate() {
        // It runs for half an hour only: the server that the tests were built with will do.
        let program = step("take the server of the tests", || program_of_gate(workspace))?;
        fs::copy(program, workspace.program())?;
    }
    step("put the pages into the program", || carry::pages(workspace))?;
    IS_BUILT.get_or_init(|| ());
    Ok(())
}

/// Builds, serves and reloads while the sources change, until Ctrl-C.
pub fn watch(workspace: &Workspace) -> Result<()> {
    let tools = Tools::for_build(workspace)?;
    run(leptos(workspace, &tools)?.args(["watch", "--split"]))
}

fn leptos(workspace: &Workspace, tools: &Tools) -> Result<Command> {
    let mut command = Command::new("cargo-leptos");
    command.current_dir(&workspace.root).env("PATH", tools.path()?).arg("leptos");
    Ok(command)
}
