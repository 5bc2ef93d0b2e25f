//! A build to look at, for `cargo xtask serve`: the server as the tests are built, and the pages
//! compiled fast instead of small. It needs no tool but cargo and Node.js.

mod pages;

use anyhow::Result;
use std::fs;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread;

use crate::carry;
use crate::compile::compile;
use crate::console::step;
use crate::tools::{Tools, WASM};
use crate::workspace::Workspace;

const STEPS: usize = 3;
/// All native crates at once, so that the tests build none of them again with other features.
const NATIVE: [&str; 3] = ["--workspace", "--exclude", "frontend"];
/// All pages in one program: taking it apart needs cargo-leptos.
const PAGES: [&str; 6] = ["--package", "frontend", "--features", "whole", "--target", WASM];

/// Builds `target/look/mizan`, which carries its pages.
pub fn build(workspace: &Workspace) -> Result<PathBuf> {
    let tools = Tools::for_look(workspace)?;
    let folder = workspace.target.join("look");
    fs::create_dir_all(&folder)?;
    let program = folder.join("mizan");

    step(&title(1, "compile the server and the pages"), || compile_both(workspace))?;
    let site = step(&title(2, "lay the pages out"), || {
        pages::lay_out(workspace, &tools, &folder, &compiled_pages(workspace))
    })?;
    step(&title(3, "put the pages into the program"), || {
        fs::copy(workspace.target.join("debug").join("mizan"), &program)?;
        carry::pages(workspace, &program, &site)
    })?;
    Ok(program)
}

/// Side by side: each of them often waits for one long crate.
fn compile_both(workspace: &Workspace) -> Result<()> {
    thread::scope(|scope| {
        let pages = scope.spawn(|| compile(workspace, "the pages", &PAGES, &["--profile", "look"]));
        let server = compile(workspace, "the server", &NATIVE, &["--bin", "mizan"]);
        let pages = pages.join().unwrap_or_else(|panic| resume_unwind(panic));
        server.and(pages)
    })
}

fn title(number: usize, title: &str) -> String {
    format!("step {number} of {STEPS}: {title}")
}

fn compiled_pages(workspace: &Workspace) -> PathBuf {
    workspace.target.join(WASM).join("look").join("frontend.wasm")
}
