//! `cargo xtask dist`: the release as archives, with checksums and a list of the crates in them
//! (SBOM).

mod archive;
mod bare;
mod licences;
mod part;
mod program;
mod sbom;
mod sums;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console::step;
use crate::process::probe;
use crate::tools::Tools;
use crate::workspace::{Workspace, read};
use crate::{build, embed};
use part::Part;

/// The options of `cargo xtask dist`.
#[derive(Debug, Args)]
pub struct Options {
    /// Build only the archive for this processor; can be repeated. By default, all.
    #[arg(long)]
    target: Vec<Target>,
    /// Also run the archive for the processor of this machine on a bare Debian; requires root.
    #[arg(long)]
    check: bool,
    /// Use the archives of an earlier run.
    #[arg(long)]
    no_build: bool,
}

/// A processor architecture that the program is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// 64-bit Intel and AMD processors.
    #[value(name = "x86_64")]
    X86,
    /// 64-bit Arm processors.
    #[value(name = "aarch64")]
    Arm,
}

impl Target {
    const ALL: [Self; 2] = [Self::X86, Self::Arm];

    fn processor(self) -> &'static str {
        match self {
            Self::X86 => "x86_64",
            Self::Arm => "aarch64",
        }
    }

    fn triple(self) -> &'static str {
        match self {
            Self::X86 => "x86_64-unknown-linux-gnu",
            Self::Arm => "aarch64-unknown-linux-gnu",
        }
    }

    /// Environment variables of the build, in addition to `.cargo/config.toml`.
    fn settings(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::X86 => &[],
            // Kernels for Arm use pages of 4, 16 or 64 KiB. jemalloc fails on pages larger than
            // those it was built for, while smaller ones do no harm.
            Self::Arm => &[("JEMALLOC_SYS_WITH_LG_PAGE", "16")],
        }
    }

    fn of_machine() -> Result<Self> {
        let processor = std::env::consts::ARCH;
        let found = Self::ALL.into_iter().find(|target| target.processor() == processor);
        found.with_context(|| format!("there is no archive for {processor}"))
    }
}

/// The directory of the results, and the names of the files in it.
#[derive(Debug)]
struct Release {
    folder: PathBuf,
    version: String,
}

impl Release {
    fn of(workspace: &Workspace) -> Result<Self> {
        let version = version(&read(&workspace.root.join("Cargo.toml"))?)?;
        Ok(Self { folder: workspace.target.join("dist"), version })
    }

    /// The name of an archive without its extension, which is also the name of the directory in it.
    fn name(&self, target: Target) -> String {
        format!("mizan-{}-{}-linux", self.version, target.processor())
    }

    fn archive(&self, target: Target) -> PathBuf {
        self.folder.join(format!("{}.tar.gz", self.name(target)))
    }

    fn sbom(&self) -> PathBuf {
        self.folder.join(format!("mizan-{}.cdx.json", self.version))
    }

    /// The command in the README that unpacks an archive and serves a demo.
    fn command(&self, target: Target) -> String {
        let name = self.name(target);
        format!("tar -xzf {name}.tar.gz && {name}/mizan serve --demo")
    }
}

fn version(manifest: &str) -> Result<String> {
    let manifest: toml::Table = manifest.parse()?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    Ok(version.context("Cargo.toml names no version")?.to_owned())
}

/// Builds the archives, and checks one of them if requested.
pub fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let release = Release::of(workspace)?;
    if !options.no_build {
        let targets = if options.target.is_empty() { &Target::ALL[..] } else { &options.target };
        make(workspace, &release, targets)?;
    }
    if options.check {
        bare::check(workspace, &release, Target::of_machine()?)?;
    }
    Ok(())
}

fn make(workspace: &Workspace, release: &Release, targets: &[Target]) -> Result<()> {
    let triples: Vec<&str> = targets.iter().map(|target| target.triple()).collect();
    let tools = Tools::for_dist(workspace, &triples)?;
    if release.folder.exists() {
        fs::remove_dir_all(&release.folder)?;
    }
    fs::create_dir_all(&release.folder)?;
    let parts = Part::of_release(&triples);
    let parts = parts.into_iter().map(|part| Ok((part.crates(workspace)?, part)));
    let parts = parts.collect::<Result<Vec<_>>>()?;
    let time = commit_time(&workspace.root);
    let licences = workspace.target.join("licences.txt");
    step("gather the licences of the crates", || licences::write(workspace, &parts, &licences))?;

    build::pages(workspace)?;
    let mut files = Vec::new();
    for target in targets {
        let program = step(&format!("build the server for {}", target.processor()), || {
            program::build(workspace, &tools, *target)
        })?;
        embed::pages(workspace, &program, &workspace.site())?;
        let archive = release.archive(*target);
        step(&format!("write {}", archive.display()), || {
            let content = archive::content(workspace, &program, &licences);
            archive::write(&content, &release.name(*target), &archive, time)
        })?;
        files.push(archive);
    }
    let sbom = release.sbom();
    step(&format!("write {}", sbom.display()), || {
        sbom::write(workspace, &tools, &release.version, &parts, time, &sbom)
    })?;
    files.push(sbom);
    sums::write(&files, &release.folder.join("SHA256SUMS"))
}

/// The modification time of all files in the archives, in seconds since 1970: `SOURCE_DATE_EPOCH`,
/// else the time of the last commit, so that builds are reproducible.
fn commit_time(root: &Path) -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let committed =
        || probe(Command::new("git").current_dir(root).args(["log", "-1", "--format=%ct"]));
    given.or_else(committed).and_then(|seconds| seconds.trim().parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> Workspace {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf();
        Workspace { target: root.join("target"), root }
    }

    #[test]
    fn names_hold_version_and_processor() {
        let release = Release { folder: PathBuf::from("dist"), version: "1.2.3".to_owned() };
        let archives = Target::ALL.map(|target| release.archive(target));
        let names =
            ["dist/mizan-1.2.3-x86_64-linux.tar.gz", "dist/mizan-1.2.3-aarch64-linux.tar.gz"];
        assert_eq!(archives, names.map(PathBuf::from));
        assert_eq!(release.sbom(), Path::new("dist/mizan-1.2.3.cdx.json"));
    }

    #[test]
    fn the_version_is_that_of_the_workspace() {
        let manifest = "[workspace.package]\nversion = \"1.2.3\"\n[workspace.dependencies]\n";
        assert_eq!(version(manifest).unwrap(), "1.2.3");
    }

    #[test]
    fn the_readme_names_the_command_that_the_check_runs() {
        let workspace = workspace();
        let release = Release::of(&workspace).unwrap();
        let readme = read(&workspace.root.join("README.md")).unwrap();
        let command = release.command(Target::X86);
        assert!(readme.lines().any(|line| line == command), "{command}");
    }

    #[test]
    fn the_time_of_the_files_is_one_of_this_century() {
        let root = workspace().root;
        if root.join(".git").exists() {
            assert!(commit_time(&root) > 1_700_000_000);
        }
    }
}
