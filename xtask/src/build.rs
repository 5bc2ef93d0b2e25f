//! Building the server and what the browser loads.

use anyhow::Result;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::carry;
use crate::console::step;
use crate::process::run;
use crate::test::tested_program;
use crate::tools::Tools;
use crate::workspace::Workspace;

/// Builds the release: `target/release/mizan`, which carries what `target/site` holds, each file
/// with its compressed form.
pub fn release(workspace: &Workspace) -> Result<()> {
    let tools = Tools::for_build(workspace)?;
    let mut build = leptos(workspace, &tools)?;
    build.args(["build", "--release", "--precompress", "--split"]);
    step("build the release", || run(&mut build))?;
    step("put the pages into the program", || {
        carry::pages(workspace, &workspace.program(), &workspace.site())
    })
}

/// Builds what browsers and clients of the API are tested against: the pages of the release, and
/// the server as the other tests are built, so that no crate is compiled for the tests twice. A
/// second call does nothing: even without a change the parts of the WebAssembly would be made anew,
/// which takes minutes.
pub fn tested(workspace: &Workspace) -> Result<PathBuf> {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    if let Some(program) = PROGRAM.get() {
        return Ok(program.clone());
    }
    let tools = Tools::for_build(workspace)?;
    let mut build = leptos(workspace, &tools)?;
    build.args(["build", "--release", "--precompress", "--split", "--frontend-only"]);
    step("build the pages", || run(&mut build))?;
    let built = step("build the server", || tested_program(workspace))?;
    let program = workspace.target.join("tested").join("mizan");
    fs::create_dir_all(program.with_file_name(""))?;
    fs::copy(built, &program)?;
    step("put the pages into the program", || {
        carry::pages(workspace, &program, &workspace.site())
    })?;
    Ok(PROGRAM.get_or_init(|| program).clone())
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
