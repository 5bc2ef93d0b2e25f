//! The examples in `docs/api.md`, run in order on a fresh demo: those for curl as they are in the
//! page, those for generated clients as files in `docs/examples`, which a test compares with it.

use anyhow::{Result, ensure};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::count::Counts;
use super::document;
use super::served::{self, Served};
use crate::build;
use crate::process::{cargo, run};
use crate::system::{self, Need};
use crate::tools::{CLIENT_PYTHON, Tools};
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

/// Runs the Python example with a generated client, and counts one check.
pub fn run_python(workspace: &Workspace) -> Result<Counts> {
    system::ensure(Need::ApiExamples)?;
    let tools = Tools::for_python_examples()?;
    let client = document::python_client(workspace, &tools)?;
    let program = build::tested(workspace)?;
    served::fresh_demo(workspace, &program, |served| {
        copy(workspace, "walk.py", &client, served)?;
        let mut python = Command::new(CLIENT_PYTHON);
        python.env("PATH", tools.path()?).env("DATA_DIR", &served.demo.folder);
        python.current_dir(&client).arg("walk.py");
        Ok(run(&mut python).map_or(Counts::FAILED, |()| Counts::PASSED))
    })
}

/// Compiles the TypeScript example with generated types and runs it, and counts one check.
pub fn run_typescript(workspace: &Workspace) -> Result<Counts> {
    system::ensure(Need::ApiExamples)?;
    let packages = document::packages(workspace)?;
    let client = document::typescript_client(workspace)?;
    let program = build::tested(workspace)?;
    served::fresh_demo(workspace, &program, |served| {
        copy(workspace, "walk.ts", &client, served)?;
        fs::write(client.join("package.json"), "{\"type\": \"module\"}\n")?;
        symlink(packages.join("node_modules"), client.join("node_modules"))?;
        let mut compile = document::npx(&packages, "tsc");
        compile.args(["--strict", "--target", "es2022", "--module", "nodenext"]);
        compile.args(["--types", "node", "--skipLibCheck"]).arg(client.join("walk.ts"));
        let mut node = Command::new("node");
        node.env("DATA_DIR", &served.demo.folder).current_dir(&client).arg("walk.js");
        let ran = run(&mut compile).and_then(|()| run(&mut node));
        Ok(ran.map_or(Counts::FAILED, |()| Counts::PASSED))
    })
}

/// Compiles the Rust example with a generated client and runs it, and counts one check.
pub fn run_rust(workspace: &Workspace) -> Result<Counts> {
    system::ensure(Need::ApiExamples)?;
    let client = document::rust_client(workspace)?;
    let program = build::tested(workspace)?;
    for name in ["Cargo.toml", "Cargo.lock"] {
        fs::copy(workspace.root.join("docs").join("examples").join(name), client.join(name))?;
    }
    served::fresh_demo(workspace, &program, |served| {
        copy(workspace, "walk.rs", &client, served)?;
        let mut walk = cargo();
        walk.env("DATA_DIR", &served.demo.folder).current_dir(&client);
        walk.args(["run", "--quiet", "--target-dir"]).arg(client.with_extension("target"));
        Ok(run(&mut walk).map_or(Counts::FAILED, |()| Counts::PASSED))
    })
}

/// Copies an example next to its client, with the address of the demo.
fn copy(workspace: &Workspace, name: &str, client: &Path, served: &Served) -> Result<()> {
    let example = read(&workspace.root.join("docs").join("examples").join(name))?;
    ensure!(example.contains(ADDRESS), "{name} does not name {ADDRESS}");
    Ok(fs::write(client.join(name), example.replace(ADDRESS, &served.url()))?)
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
