//! The examples in `docs/api.md`, run in order on a fresh demo.

use anyhow::{Result, ensure};
use std::fs;
use std::process::Command;

use super::count::Counts;
use super::served;
use crate::build;
use crate::process::run;
use crate::system::{self, Need};
use crate::workspace::{Workspace, read};

/// The URL of the service in the examples.
const ADDRESS: &str = "http://127.0.0.1:3000";
const SCRIPT: &str = "examples.sh";
const BEGIN: &str = "```bash\n";
const END: &str = "```";

/// Runs all examples in one shell, and counts one check.
pub fn run_against_server(workspace: &Workspace) -> Result<Counts> {
    system::ensure(Need::ApiExamples)?;
    let program = build::tested(workspace)?;
    let examples = examples(&read(&workspace.root.join("docs").join("api.md"))?)?;
    served::fresh_demo(workspace, &program, |served| {
        let folder = &served.demo.folder;
        fs::write(folder.join(SCRIPT), examples.replace(ADDRESS, &served.url()))?;
        let mut shell = Command::new("bash");
        shell.args(["-euo", "pipefail", SCRIPT]).env("DATA_DIR", folder).current_dir(folder);
        Ok(run(&mut shell).map_or(Counts::FAILED, |()| Counts::PASSED))
    })
}

/// The examples of a page as one script.
fn examples(page: &str) -> Result<String> {
    let blocks = page.split(BEGIN).skip(1).filter_map(|rest| rest.split(END).next());
    let script: String = blocks.collect();
    ensure!(script.contains(ADDRESS), "the examples do not name {ADDRESS}");
    Ok(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_a_page_are_one_script() {
        let page = "Try:\n\n```bash\nbase=http://127.0.0.1:3000/api\n```\n\n```json\n{}\n```\n\n\
                    Then:\n\n```bash\ncurl \"$base\"\n```\n";
        let script = examples(page).unwrap();
        assert_eq!(script, "base=http://127.0.0.1:3000/api\ncurl \"$base\"\n");
    }

    #[test]
    fn a_page_whose_examples_use_another_host_is_refused() {
        assert!(examples("```bash\ncurl https://mizan.example/api\n```").is_err());
    }
}
