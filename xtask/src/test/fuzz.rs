//! Fuzzing of the parsers of untrusted text with cargo-fuzz.

use anyhow::Result;

use super::count::Counts;
use crate::process::{self, cargo};
use crate::tools::Tools;
use crate::workspace::Workspace;

/// The targets in `fuzz/fuzz_targets`.
pub const TARGETS: [&str; 4] = ["figures", "bodies", "requests", "sheets"];

/// Fuzzes a target for a number of minutes. There is no unsafe code, so the stable compiler without
/// sanitizers suffices.
pub fn run(workspace: &Workspace, target: &str, minutes: u64) -> Result<Counts> {
    let tools = Tools::for_fuzzing()?;
    let mut fuzz = cargo();
    fuzz.current_dir(&workspace.root).env("PATH", tools.path()?).env("RUSTC_BOOTSTRAP", "1");
    // cargo-fuzz compiles each crate in one piece: the largest would take a quarter of an hour.
    fuzz.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1").env("CARGO_PROFILE_RELEASE_LTO", "off");
    fuzz.args(["fuzz", "run", "--sanitizer", "none", target, "--"]);
    fuzz.arg(format!("-max_total_time={}", minutes * 60));
    process::run(&mut fuzz)?;
    Ok(Counts::PASSED)
}
