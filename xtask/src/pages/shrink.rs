//! Optimization of the files for browsers for size.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::run;
use crate::tools::Tools;
use crate::workspace::Workspace;

/// Fonts are already compressed.
const COMPRESSED_KINDS: [&str; 7] = ["css", "ico", "js", "json", "svg", "txt", "wasm"];

/// Optimizes a bundle for size.
pub fn program(workspace: &Workspace, tools: &Tools, file: &Path) -> Result<()> {
    let mut optimise = Command::new("wasm-opt");
    optimise.env("PATH", tools.path()?).args(workspace.wasm_options()?);
    run(optimise.arg(file).arg("-o").arg(file))
}

/// Minifies a script.
pub fn script(tools: &Tools, file: &Path) -> Result<()> {
    let mut minify = Command::new("esbuild");
    minify.env("PATH", tools.path()?).arg(file).arg(format!("--outfile={}", file.display()));
    run(minify.args(["--minify", "--format=esm", "--allow-overwrite", "--log-level=warning"]))
}

/// Writes compressed files next to each file: Brotli for browsers, gzip for other clients.
pub fn compress(folder: &Path) -> Result<()> {
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", include_str!("compress.mjs")]);
    run(node.args(files(folder)?))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path
            .extension()
            .and_then(|kind| kind.to_str())
            .is_some_and(|kind| COMPRESSED_KINDS.contains(&kind))
        {
            found.push(path);
        }
    }
    Ok(found)
}
