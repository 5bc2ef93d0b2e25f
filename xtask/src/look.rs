//! The build for `cargo xtask serve`: the server with the profile of the tests, and the pages
//! compiled for speed instead of size. It needs only cargo and Node.js.

use anyhow::Result;
use std::fs;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread;

use crate::compile::compile;
use crate::console::step;
use crate::embed;
use crate::pages::{Purpose, compile_programs, lay_out};
use crate::tools::Tools;
use crate::workspace::{NATIVE, Site, Workspace};

const STEPS: usize = 3;

/// Builds `target/look/mizan` with its pages appended.
pub fn build(workspace: &Workspace) -> Result<PathBuf> {
    let tools = Tools::for_look(workspace)?;
    let folder = workspace.target.join("look");
    fs::create_dir_all(&folder)?;
    let program = folder.join("mizan");
    let site = Site { files: folder.join("site"), names: folder.join("hash.txt") };

    step(&title(1, "compile the server and the pages"), || compile_both(workspace))?;
    step(&title(2, "lay the pages out"), || lay_out(workspace, &tools, Purpose::Look, &site))?;
    step(&title(3, "put the pages into the program"), || {
        fs::copy(workspace.target.join("debug").join("mizan"), &program)?;
        embed::pages(workspace, &program, &site)
    })?;
    Ok(program)
}

/// Compiles both in parallel, because each of them often waits for one long crate. The pages have a
/// low priority: the server takes longer.
fn compile_both(workspace: &Workspace) -> Result<()> {
    thread::scope(|scope| {
        let pages = scope.spawn(|| compile_programs(workspace, Purpose::Look));
        let server = compile(workspace, "the server", &NATIVE, &["--bin", "mizan"]);
        let pages = pages.join().unwrap_or_else(|panic| resume_unwind(panic));
        server.and(pages)
    })
}

fn title(number: usize, title: &str) -> String {
    format!("step {number} of {STEPS}: {title}")
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::compile::dependencies;
    use crate::process::{capture, cargo};

    const ALLOCATOR: &str = "tikv-jemalloc-sys@";

    fn contains(packages: &[&str], name: &str) -> bool {
        let workspace = Workspace::find().unwrap();
        let crates = dependencies(&workspace, packages, "normal,build").unwrap();
        crates.iter().any(|it| it.starts_with(name))
    }

    #[test]
    fn sqlite_is_compiled_once() {
        let workspace = Workspace::find().unwrap();
        let mut tree = cargo();
        tree.current_dir(&workspace.root).args(["tree", "--quiet"]).args(NATIVE);
        tree.args(["--edges", "normal,build", "--prefix", "none", "--format", "{p} {f}"]);
        let tree = capture(&mut tree).unwrap();
        let mut copies: Vec<_> =
            tree.lines().filter(|line| line.starts_with("libsqlite3-sys ")).collect();
        copies.sort_unstable();
        copies.dedup_by_key(|line| line.trim_end_matches(" (*)"));
        assert_eq!(copies.len(), 1, "{copies:?}");
    }

    #[test]
    fn only_a_release_compiles_the_allocator() {
        assert!(!contains(&NATIVE, ALLOCATOR));
        assert!(contains(&["--package", "server"], ALLOCATOR));
    }
}
