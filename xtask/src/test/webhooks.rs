//! Requests to a webhook of a fresh demo, verified by the program in `docs/api.md` and by two
//! libraries of Standard Webhooks, none of which shares code with the server.

use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::count::Counts;
use super::document;
use super::served;
use crate::build;
use crate::process::run;
use crate::tools::{Tools, WEBHOOKS_PYTHON};
use crate::workspace::Workspace;

/// The receiver listens on this machine.
const SETTINGS: [(&str, &str); 1] = [("WEBHOOKS_ALLOW_PRIVATE_ADDRESSES", "on")];

/// Counts one check for each verifier.
pub fn verify(workspace: &Workspace) -> Result<Counts> {
    let packages = document::packages(workspace)?;
    let tools = Tools::for_webhooks()?;
    let program = build::tested(workspace)?;
    served::fresh_demo_with(workspace, &program, &SETTINGS, |served| {
        let deliveries = served.demo.folder.join("deliveries.json");
        let mut receive = python(workspace, &tools, "receive.py")?;
        receive.env("DATA_DIR", &served.demo.folder).arg(served.url()).arg(&deliveries);
        run(&mut receive)?;
        let mut counts = Counts::default();
        for verifier in verifiers(workspace, &tools, &packages)? {
            counts += verdict(verifier, &deliveries);
        }
        Ok(counts)
    })
}

fn verdict(mut verifier: Command, deliveries: &Path) -> Counts {
    match run(verifier.arg(deliveries)) {
        Ok(()) => Counts::PASSED,
        Err(error) => Counts { names: vec![error.to_string()], ..Counts::FAILED },
    }
}

/// The program in the documentation, the library for Python, and the library for JavaScript.
fn verifiers(workspace: &Workspace, tools: &Tools, packages: &Path) -> Result<[Command; 3]> {
    let mut example = python(workspace, tools, "verify.py")?;
    example.env("PYTHONPATH", workspace.root.join("docs").join("examples")).arg("example");
    let mut library = python(workspace, tools, "verify.py")?;
    library.arg("library");
    let mut node = Command::new("node");
    node.env("NODE_PATH", packages.join("node_modules")).arg(program(workspace, "verify.cjs"));
    Ok([example, library, node])
}

/// A Python program, which leaves no compiled files in the checkout.
fn python(workspace: &Workspace, tools: &Tools, name: &str) -> Result<Command> {
    let mut python = Command::new(WEBHOOKS_PYTHON);
    python.env("PATH", tools.path()?).env("PYTHONDONTWRITEBYTECODE", "1");
    python.arg(program(workspace, name));
    Ok(python)
}

fn program(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.root.join("xtask").join("src").join("test").join("webhooks").join(name)
}
