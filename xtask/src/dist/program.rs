//! The build of the server for one processor, which also runs on older systems than the build
//! machine.

use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::Target;
use crate::compile::compile_by;
use crate::tools::Tools;
use crate::workspace::Workspace;

/// The minimum version of glibc: that of Debian 10, Ubuntu 20.04 and Enterprise Linux 8.
const OLDEST_GLIBC: Version = Version(2, 28);
/// The prefix of symbol versions of glibc.
const SYMBOL_VERSION: &[u8] = b"GLIBC_";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u32, u32);

/// Builds the server, without its pages, and returns the path of the program.
///
/// Errors: the build fails, or the program requires a newer glibc.
pub fn build(workspace: &Workspace, tools: &Tools, target: Target) -> Result<PathBuf> {
    let Version(major, minor) = OLDEST_GLIBC;
    let triple = format!("{}.{major}.{minor}", target.triple());
    let mut zigbuild = Command::new(crate::tools::ZIGBUILD);
    zigbuild.arg("zigbuild").env("PATH", tools.path()?).envs(target.settings().iter().copied());
    // Cargo recompiles everything when the linker of the host target changes, so each target has a
    // separate target directory, which differs from that of `cargo xtask build`.
    let folder = workspace.target.join("dist-build").join(target.processor());
    zigbuild.env("CARGO_TARGET_DIR", &folder);
    let options = ["--release", "--bin", "mizan", "--target", &triple];
    compile_by(workspace, zigbuild, "the server", &["--package", "server"], &options)?;
    let program = folder.join(target.triple()).join("release").join("mizan");
    let content =
        fs::read(&program).with_context(|| format!("cannot read {}", program.display()))?;
    let needed = newest_symbol(&content).context("the program names no version of glibc")?;
    ensure!(
        needed <= OLDEST_GLIBC,
        "the program needs glibc {}.{}, and is to run with {major}.{minor}",
        needed.0,
        needed.1
    );
    Ok(program)
}

/// The newest version among the glibc symbols of the program.
fn newest_symbol(program: &[u8]) -> Option<Version> {
    let places = program.windows(SYMBOL_VERSION.len()).enumerate();
    let found = places.filter(|(_, window)| *window == SYMBOL_VERSION);
    found.filter_map(|(place, _)| version(&program[place + SYMBOL_VERSION.len()..])).max()
}

/// Parses the first two numbers of a version such as `2.17` or `2.2.5`.
fn version(text: &[u8]) -> Option<Version> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.')?;
    let mut numbers = str::from_utf8(&text[..end]).ok()?.split('.');
    Some(Version(numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_symbol_counts_by_its_numbers() {
        let program = b"\0GLIBC_2.2.5\0GLIBC_2.17\0GLIBC_2.9\0GLIBC_PRIVATE\0GCC_4.2.0\0";
        assert_eq!(newest_symbol(program), Some(Version(2, 17)));
        assert!(Version(2, 34) > OLDEST_GLIBC && Version(2, 9) < OLDEST_GLIBC);
    }

    #[test]
    fn a_program_without_symbols_of_glibc_names_none() {
        assert_eq!(newest_symbol(b"GLIBC_"), None);
        assert_eq!(newest_symbol(b""), None);
    }
}
