//! The files for browsers: the WebAssembly bundles with their loaders, the style sheet, and the
//! assets.

mod link_time;
mod shrink;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

use crate::compile::compile_by;
use crate::process::{cargo, cargo_in_background, run};
use crate::tools::{Tools, WASM};
use crate::workspace::{Site, Workspace};

/// The oldest browser that the CSS must support; it lacks nested rules.
const OLDEST_BROWSER: &str = "chrome111";
/// The areas whose pages have a bundle of their own, as features of `frontend`.
pub const AREAS: [&str; 3] = ["appraisal", "credit", "settings"];

/// The purpose of a build of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For local use: one bundle for all areas, compiled quickly.
    Look,
    /// For production: a small bundle for each area, and all files compressed.
    Release,
}

/// A WebAssembly bundle with its loader.
struct Program {
    /// The base name of its files, without the digest.
    name: String,
    /// The prefix of its entries in the list of names.
    kind: String,
    /// The title of its build step.
    title: String,
}

impl Program {
    fn of_area(area: &str) -> Self {
        let title = format!("the program of the {area} pages");
        Self { name: format!("mizan-{area}"), kind: format!("{area}."), title }
    }

    fn of_all_areas() -> Self {
        Self { name: "mizan".to_owned(), kind: String::new(), title: "the pages".to_owned() }
    }
}

/// Compiles the bundles, each into a file of its own.
pub fn compile_programs(workspace: &Workspace, purpose: Purpose) -> Result<()> {
    match purpose {
        Purpose::Look => compile_one(workspace, purpose, &Program::of_all_areas(), &[]),
        Purpose::Release => AREAS.iter().try_for_each(|area| {
            let options = ["--no-default-features", "--features", area];
            compile_one(workspace, purpose, &Program::of_area(area), &options)?;
            link_time::ensure_optimized(&built(workspace, purpose).with_file_name("deps"))
        }),
    }
}

fn compile_one(
    workspace: &Workspace,
    purpose: Purpose,
    program: &Program,
    options: &[&str],
) -> Result<()> {
    let packages = [&["--package", "frontend", "--target", WASM], options].concat();
    let mut build = match purpose {
        Purpose::Look => cargo_in_background(),
        Purpose::Release => cargo(),
    };
    build.arg("build");
    let profile = ["--profile", profile(purpose)];
    compile_by(workspace, build, &program.title, &packages, &profile)?;
    let built = built(workspace, purpose);
    let compiled = built.with_file_name(format!("{}.wasm", program.name));
    fs::copy(&built, &compiled).with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(())
}

const fn profile(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Look => "look",
        Purpose::Release => "wasm-release",
    }
}

fn built(workspace: &Workspace, purpose: Purpose) -> PathBuf {
    workspace.target.join(WASM).join(profile(purpose)).join("frontend.wasm")
}

/// Writes all files into the directory, and the list of their names next to it.
///
/// * `site`: the directory, and the file for the list.
pub fn lay_out(workspace: &Workspace, tools: &Tools, purpose: Purpose, site: &Site) -> Result<()> {
    let package = site.files.join("pkg");
    if site.files.exists() {
        fs::remove_dir_all(&site.files)?;
    }
    fs::create_dir_all(&package)?;
    copy_folder(&workspace.root.join("style").join("assets"), &site.files)?;

    let programs = match purpose {
        Purpose::Look => vec![Program::of_all_areas()],
        Purpose::Release => AREAS.iter().map(|area| Program::of_area(area)).collect(),
    };
    let mut names = String::new();
    for program in programs {
        let compiled = built(workspace, purpose).with_file_name(format!("{}.wasm", program.name));
        bind(&compiled, &program.name, &package)?;
        let (loader, code) = (format!("{}.js", program.name), format!("{}_bg.wasm", program.name));
        if purpose == Purpose::Release {
            shrink::program(workspace, tools, &package.join(&code))?;
            shrink::script(tools, &package.join(&loader))?;
        }
        for (file, kind) in [(loader, "js"), (code, "wasm")] {
            let digest = name_by_content(&package.join(file), &program.name, kind)?;
            writeln!(names, "{}{kind}: {digest}", program.kind)?;
        }
    }
    bundle_styles(workspace, tools, &package.join("mizan.css"))?;
    writeln!(names, "css: {}", name_by_content(&package.join("mizan.css"), "mizan", "css")?)?;
    if let Some(folder) = site.names.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&site.names, names)?;
    match purpose {
        Purpose::Look => Ok(()),
        Purpose::Release => shrink::compress(&site.files),
    }
}

/// Creates the loader of a bundle with wasm-bindgen.
fn bind(compiled: &Path, name: &str, package: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(compiled)
        .out_name(name)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)?;
    bindgen.generate(package)
}

fn bundle_styles(workspace: &Workspace, tools: &Tools, into: &Path) -> Result<()> {
    let mut bundle = Command::new("esbuild");
    bundle.current_dir(workspace.root.join("style")).env("PATH", tools.path()?);
    bundle.args(["main.css", "--bundle", "--minify", "--external:/fonts/*", "--log-level=warning"]);
    bundle.arg(format!("--target={OLDEST_BROWSER}")).arg(format!("--outfile={}", into.display()));
    run(&mut bundle)
}

/// Adds a digest of the content to the name of a file, so that browsers may cache it forever.
fn name_by_content(file: &Path, name: &str, kind: &str) -> Result<String> {
    let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let digest: [u8; 32] = Sha256::digest(&content).into();
    let (start, _) = digest.split_first_chunk().context("a digest has 32 bytes")?;
    let digest = format!("{:032x}", u128::from_be_bytes(*start));
    fs::rename(file, file.with_file_name(format!("{name}.{digest}.{kind}")))?;
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
