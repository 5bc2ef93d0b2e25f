//! The OpenAPI document under linters, and under generators of clients: none may drop an operation.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::count::Counts;
use crate::process::{each_line, run};
use crate::workspace::{Workspace, read};
use crate::{system, tools};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
/// The document, from the folder of the linters.
const DOCUMENT: &str = "../openapi.json";
/// The name of the generated Python package, as the examples import it.
const PYTHON_PACKAGE: &str = "mizan_client";
/// The name of the generated Rust crate, as the example imports it.
const RUST_CRATE: &str = "mizan_client";
/// The options of the generator of Rust clients, as `docs/api.md` gives them.
const RUST_OPTIONS: &str =
    "packageName=mizan_client,library=reqwest,supportAsync=false,avoidBoxedModels=true";

/// Counts a check for each linter, and every finding as a failure.
pub fn lint(workspace: &Workspace) -> Result<Counts> {
    let folder = packages(workspace)?;
    let mut redocly = npx(&folder, "redocly");
    redocly.args(["lint", "--extends", "recommended", "--format", "json", DOCUMENT]);
    redocly.args(["--max-problems", "1000"]);
    redocly.env("REDOCLY_TELEMETRY", "off").env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
    let report = report_of(&mut redocly)?;
    let problems = report["problems"].as_array().context("redocly reports no problems")?;
    let mut counts = findings(problems.iter().map(|problem| {
        format!("redocly {}: {}", word(&problem["ruleId"]), word(&problem["message"]))
    }));
    let mut spectral = npx(&folder, "spectral");
    spectral.args(["lint", "--ruleset", "spectral.yaml", "--format", "json", "--quiet", DOCUMENT]);
    let report = report_of(&mut spectral)?;
    let problems = report.as_array().context("spectral reports no list")?;
    counts += findings(problems.iter().map(|problem| {
        let place: Vec<_> = problem["path"].as_array().into_iter().flatten().map(word).collect();
        let place = place.join("/");
        format!("spectral {}: {} ({place})", word(&problem["code"]), word(&problem["message"]))
    }));
    Ok(counts)
}

/// Generates the types of a TypeScript client and checks them.
pub fn typescript(workspace: &Workspace) -> Result<Counts> {
    let file = typescript_client(workspace)?.join("api.d.ts");
    run(npx(&packages(workspace)?, "tsc").args(["--strict", "--noEmit"]).arg(&file))?;
    let types = read(&file)?;
    let operations = types.split_once("interface operations {").context("no operations")?.1;
    let names = operations.lines().filter_map(|line| line.strip_prefix("    "));
    compare(workspace, names.filter_map(|line| line.strip_suffix(": {")).map(str::to_owned))
}

/// Generates a Python client.
pub fn python(workspace: &Workspace) -> Result<Counts> {
    let home = python_client(workspace, &tools::Tools::for_python_client()?)?;
    let mut names = Vec::new();
    for tag in fs::read_dir(home.join(PYTHON_PACKAGE).join("api"))? {
        let tag = tag?.path();
        for file in fs::read_dir(&tag).into_iter().flatten() {
            let name = file?.path().file_stem().map(|it| it.to_string_lossy().into_owned());
            names.extend(name.filter(|name| !name.starts_with("__")));
        }
    }
    compare(workspace, names.into_iter())
}

/// Generates a Rust client. Its example compiles it.
pub fn rust(workspace: &Workspace) -> Result<Counts> {
    let home = rust_client(workspace)?.join(RUST_CRATE);
    let mut names = Vec::new();
    for file in fs::read_dir(home.join("src").join("apis"))? {
        let functions = read(&file?.path())?;
        let functions = functions.lines().filter_map(|line| line.strip_prefix("pub fn "));
        names.extend(functions.filter_map(|it| Some(it.split_once('(')?.0.to_owned())));
    }
    compare(workspace, names.into_iter())
}

/// Generates the types `api.d.ts` in a folder of its own, which it returns. Members with a default
/// stay optional.
pub fn typescript_client(workspace: &Workspace) -> Result<PathBuf> {
    let home = fresh(workspace, "typescript")?;
    let mut generate = npx(&packages(workspace)?, "openapi-typescript");
    generate.args([DOCUMENT, "--default-non-nullable=false", "--output"]);
    run(generate.arg(home.join("api.d.ts")))?;
    Ok(home)
}

/// Generates the package [`PYTHON_PACKAGE`] in a folder of its own, which it returns.
pub fn python_client(workspace: &Workspace, tools: &tools::Tools) -> Result<PathBuf> {
    let home = fresh(workspace, "python")?;
    let server = workspace.root.join("server");
    let mut generate = Command::new("openapi-python-client");
    generate.env("PATH", tools.path()?).arg("generate").arg("--fail-on-warning");
    generate.args(["--meta", "none"]).arg("--path").arg(server.join("openapi.json"));
    generate.arg("--config").arg(server.join("api-lint").join("python-client.yaml"));
    run(generate.arg("--overwrite").arg("--output-path").arg(home.join(PYTHON_PACKAGE)))?;
    Ok(home)
}

/// Generates the crate [`RUST_CRATE`] in a folder of its own, which it returns.
pub fn rust_client(workspace: &Workspace) -> Result<PathBuf> {
    let tools = tools::Tools::for_rust_client()?;
    let home = fresh(workspace, "rust")?;
    let mut generate = Command::new("openapi-generator-cli");
    generate.env("PATH", tools.path()?).args(["generate", "--generator-name", "rust"]);
    generate.arg("--input-spec").arg(workspace.root.join("server").join("openapi.json"));
    generate.args(["--additional-properties", RUST_OPTIONS]);
    generate.arg("--output").arg(home.join(RUST_CRATE));
    // It warns of each name that it writes in another way for Rust.
    generate.env("JAVA_OPTS", "-Dlog.level=error");
    run(&mut generate)?;
    Ok(home)
}

/// Installs the linters and the generators for TypeScript; returns their folder.
pub fn packages(workspace: &Workspace) -> Result<PathBuf> {
    system::ensure(system::Need::RecentNode)?;
    let folder = workspace.root.join("server").join("api-lint");
    tools::locked_packages(&folder, "the linters of the API")?;
    Ok(folder)
}

/// A program of the packages.
pub fn npx(folder: &Path, program: &str) -> Command {
    let mut command = Command::new("npx");
    command.current_dir(folder).args(["--no-install", program]);
    command
}

/// An empty folder for generated code.
fn fresh(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let folder = workspace.target.join("api-clients").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The JSON report of a linter, which fails when it has findings.
fn report_of(command: &mut Command) -> Result<Value> {
    let mut report = String::new();
    each_line(command, |line| report.push_str(line))?;
    serde_json::from_str(&report).with_context(|| format!("a linter failed: {report}"))
}

fn findings(names: impl Iterator<Item = String>) -> Counts {
    let names: BTreeSet<String> = names.collect();
    match u64::try_from(names.len()) {
        Ok(0) => Counts::PASSED,
        Ok(failed) => Counts { failed, names: names.into_iter().collect(), ..Counts::default() },
        Err(_) => Counts::FAILED,
    }
}

fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Fails for every operation that a generator left out.
fn compare(workspace: &Workspace, generated: impl Iterator<Item = String>) -> Result<Counts> {
    let document = read(&workspace.root.join("server").join("openapi.json"))?;
    let described = operations(&serde_json::from_str(&document)?);
    ensure!(!described.is_empty(), "the document has no operations");
    let generated: BTreeSet<String> = generated.collect();
    let missing = described.difference(&generated);
    Ok(findings(missing.map(|name| format!("{name} is missing in the generated client"))))
}

/// The ids of all operations.
fn operations(document: &Value) -> BTreeSet<String> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(_, path)| METHODS.map(|method| &path[method]["operationId"]));
    operations.filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_of_a_path_is_an_operation() {
        let document = r#"{"paths": {"/a": {"get": {"operationId": "a_list"},
            "post": {"operationId": "a_create"}}, "/b": {"delete": {"operationId": "b_end"}}}}"#;
        let ids = operations(&serde_json::from_str(document).unwrap());
        assert_eq!(ids.into_iter().collect::<Vec<_>>(), ["a_create", "a_list", "b_end"]);
    }

    #[test]
    fn a_finding_is_a_failure_and_none_a_pass() {
        assert_eq!(findings(std::iter::empty()), Counts::PASSED);
        let counts = findings(["redocly struct: wrong".to_owned()].into_iter());
        assert_eq!((counts.passed, counts.failed), (0, 1));
        assert_eq!(counts.names, ["redocly struct: wrong"]);
    }
}
