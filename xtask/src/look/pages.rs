//! What the browser loads: the program with its loader, the styles in one file, and the assets.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

use crate::carry::Site;
use crate::process::run;
use crate::tools::Tools;
use crate::workspace::Workspace;

/// The oldest browser whose CSS is written: it knows no nested rules.
const OLDEST_BROWSER: &str = "chrome111";

/// Lays all files out below the folder.
pub fn lay_out(
    workspace: &Workspace,
    tools: &Tools,
    folder: &Path,
    compiled: &Path,
) -> Result<Site> {
    let site = folder.join("site");
    let package = site.join("pkg");
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    fs::create_dir_all(&package)?;
    copy_folder(&workspace.root.join("style").join("assets"), &site)?;

    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(compiled)
        .out_name("mizan")
        .typescript(false)
        .remove_name_section(true)
        .web(true)?;
    bindgen.generate(&package)?;
    bundle_styles(workspace, tools, &package.join("mizan.css"))?;

    let mut names = String::new();
    for (file, kind) in [("mizan.js", "js"), ("mizan_bg.wasm", "wasm"), ("mizan.css", "css")] {
        let digest = name_by_content(&package.join(file), kind)?;
        writeln!(names, "{kind}: {digest}")?;
    }
    let list = folder.join("hash.txt");
    fs::write(&list, names)?;
    Ok(Site { files: site, names: list })
}

fn bundle_styles(workspace: &Workspace, tools: &Tools, into: &Path) -> Result<()> {
    let mut bundle = Command::new("esbuild");
    bundle.current_dir(workspace.root.join("style")).env("PATH", tools.path()?);
    bundle.args(["main.css", "--bundle", "--minify", "--external:/fonts/*", "--log-level=warning"]);
    bundle.arg(format!("--target={OLDEST_BROWSER}")).arg(format!("--outfile={}", into.display()));
    run(&mut bundle)
}

/// Puts a digest of the content into the name, so that a browser may keep the file for good.
fn name_by_content(file: &Path, kind: &str) -> Result<String> {
    let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let digest: [u8; 32] = Sha256::digest(&content).into();
    let (start, _) = digest.split_first_chunk().context("a digest has 32 bytes")?;
    let digest = format!("{:032x}", u128::from_be_bytes(*start));
    fs::rename(file, file.with_file_name(format!("mizan.{digest}.{kind}")))?;
    Ok(digest)
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
