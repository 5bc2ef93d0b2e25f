//! The software bill of materials (SBOM) in the format `CycloneDX`: the crates in the server for
//! each processor and in the WebAssembly bundles.
//!
//! cargo-cyclonedx describes each crate, but assumes the features of the whole workspace, so that
//! it also lists crates that no program contains. Those are removed with the help of `cargo tree`.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::part::Part;
use crate::process::run;
use crate::tools::{CYCLONEDX, Tools};
use crate::workspace::{Workspace, read};

/// The version of `CycloneDX`.
const FORMAT: &str = "1.5";
/// The base name of the file that cargo-cyclonedx writes for each of our own crates.
const DRAFT: &str = "mizan-sbom";
/// The property with the parts of the release that contain a crate.
const PART: &str = "mizan:part";
/// The reference of the whole release, which depends on its parts.
const WHOLE: &str = "mizan";

/// Writes one document about all programs of the release.
///
/// * `parts`: the programs, each with its crates as `name@version`.
/// * `time`: the time of the document, in seconds since 1970.
pub fn write(
    workspace: &Workspace,
    tools: &Tools,
    version: &str,
    parts: &[(HashSet<String>, Part)],
    time: u64,
    into: &Path,
) -> Result<()> {
    let mut document = Document::default();
    for (crates, part) in parts {
        let drafts = Drafts::write(workspace, tools, part, time)?;
        document.add(&part.triple, &drafts.read(part.package)?, crates)?;
    }
    println!("   {} crates", document.components.len());
    // References and addresses of our own crates contain the path of the checkout.
    let folder = format!("{}/", workspace.root.display());
    let text = serde_json::to_string_pretty(&document.finish(version))?;
    Ok(fs::write(into, text.replace(&folder, "/mizan/") + "\n")?)
}

/// The files of one run of cargo-cyclonedx, removed on drop.
#[derive(Debug)]
struct Drafts<'a>(&'a Workspace);

impl<'a> Drafts<'a> {
    fn write(workspace: &'a Workspace, tools: &Tools, part: &Part, time: u64) -> Result<Self> {
        let drafts = Self(workspace);
        let mut cyclonedx = Command::new(CYCLONEDX);
        cyclonedx.env("PATH", tools.path()?).env("SOURCE_DATE_EPOCH", time.to_string());
        cyclonedx.args(["-qq", "--format", "json", "--spec-version", FORMAT, "--all"]);
        cyclonedx.args(["--no-build-deps", "--override-filename", DRAFT]);
        cyclonedx.args(["--target", &part.triple]).args(&part.features);
        cyclonedx.arg("--manifest-path");
        run(cyclonedx.arg(workspace.root.join(part.package).join("Cargo.toml")))?;
        Ok(drafts)
    }

    fn read(&self, package: &str) -> Result<Value> {
        let text = read(&self.file(package))?;
        serde_json::from_str(&text).context("cargo-cyclonedx wrote no JSON")
    }

    fn file(&self, package: &str) -> PathBuf {
        self.0.root.join(package).join(format!("{DRAFT}.json"))
    }
}

impl Drop for Drafts<'_> {
    fn drop(&mut self) {
        for entry in fs::read_dir(&self.0.root).into_iter().flatten().flatten() {
            if let Some(name) = entry.file_name().to_str() {
                let _ = fs::remove_file(self.file(name));
            }
        }
    }
}

/// The document, to which the parts are added one after the other.
#[derive(Debug, Default)]
struct Document {
    /// The crates, by reference.
    components: BTreeMap<String, Value>,
    /// The parts that contain a crate.
    parts: BTreeMap<String, BTreeSet<String>>,
    /// The dependencies of a crate.
    edges: BTreeMap<String, BTreeSet<String>>,
    /// The time of creation and the tool.
    metadata: Value,
}

impl Document {
    /// Adds the given crates of a part, each as `name@version`.
    ///
    /// Errors: the bill lacks one of them.
    fn add(&mut self, part: &str, bill: &Value, crates: &HashSet<String>) -> Result<()> {
        self.metadata = bill["metadata"].clone();
        let mut root = bill["metadata"]["component"].clone();
        // The build artefacts of the crate.
        root.as_object_mut().context("the bill describes nothing")?.remove("components");
        let own = reference(&root)?.to_owned();
        let others = bill["components"].as_array().context("the bill names no components")?;
        let mut found = BTreeSet::new();
        let mut missing = crates.clone();
        for component in others.iter().chain([&root]) {
            let reference = reference(component)?;
            let name = name_and_version(component);
            if crates.contains(&name) {
                missing.remove(&name);
                found.insert(reference.to_owned());
                self.components.insert(reference.to_owned(), component.clone());
            }
        }
        ensure!(missing.is_empty(), "cargo-cyclonedx does not name {missing:?}");
        for reference in &found {
            self.parts.entry(reference.clone()).or_default().insert(part.to_owned());
        }
        for edge in bill["dependencies"].as_array().into_iter().flatten() {
            let from = edge["ref"].as_str().filter(|from| found.contains(*from));
            let to = edge["dependsOn"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if let Some(from) = from {
                let kept = to.filter(|to| found.contains(*to)).map(str::to_owned);
                self.edges.entry(from.to_owned()).or_default().extend(kept);
            }
        }
        self.edges.entry(WHOLE.to_owned()).or_default().insert(own);
        Ok(())
    }

    fn finish(mut self, version: &str) -> Value {
        for (reference, component) in &mut self.components {
            let parts = self.parts.get(reference).into_iter().flatten();
            let parts = parts.map(|part| json!({ "name": PART, "value": part }));
            component["properties"] = parts.collect();
        }
        let edges = self.edges.iter().map(|(from, to)| json!({ "ref": from, "dependsOn": to }));
        json!({
            "bomFormat": "CycloneDX",
            "specVersion": FORMAT,
            "version": 1,
            "metadata": {
                "timestamp": self.metadata["timestamp"],
                "tools": self.metadata["tools"],
                "component": {
                    "type": "application",
                    "bom-ref": WHOLE,
                    "name": "mizan",
                    "version": version,
                    "licenses": [{ "expression": "Apache-2.0 OR MIT" }],
                },
            },
            "dependencies": edges.collect::<Vec<_>>(),
            "components": self.components.into_values().collect::<Vec<_>>(),
        })
    }
}

fn reference(component: &Value) -> Result<&str> {
    component["bom-ref"].as_str().context("a component without a reference")
}

fn name_and_version(component: &Value) -> String {
    let text = |member: &str| component[member].as_str().unwrap_or_default();
    format!("{}@{}", text("name"), text("version"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component(name: &str) -> Value {
        json!({ "bom-ref": format!("ref-{name}"), "name": name, "version": "1.0.0" })
    }

    fn bill(root: &str, others: &[&str], edges: Value) -> Value {
        let mut root = component(root);
        root["components"] = json!([{ "name": "a file of it" }]);
        json!({
            "metadata": { "timestamp": "2026-01-01T00:00:00Z", "tools": ["t"], "component": root },
            "components": others.iter().map(|name| component(name)).collect::<Vec<_>>(),
            "dependencies": edges,
        })
    }

    fn packages(names: &[&str]) -> HashSet<String> {
        names.iter().map(|name| format!("{name}@1.0.0")).collect()
    }

    #[test]
    fn a_crate_of_two_parts_is_named_once_and_one_of_no_part_is_not() {
        let mut document = Document::default();
        let edges = json!([
            { "ref": "ref-server", "dependsOn": ["ref-serde", "ref-unused"] },
            { "ref": "ref-unused", "dependsOn": ["ref-serde"] },
            { "ref": "ref-serde" },
        ]);
        let server = bill("server", &["serde", "unused"], edges);
        document.add("native", &server, &packages(&["server", "serde"])).unwrap();
        let edges = json!([{ "ref": "ref-frontend", "dependsOn": ["ref-serde"] }]);
        let pages = bill("frontend", &["serde"], edges);
        document.add("wasm", &pages, &packages(&["frontend", "serde"])).unwrap();

        let document = document.finish("1.2.3");
        let components = document["components"].as_array().unwrap();
        let names: Vec<_> = components.iter().map(|it| it["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["frontend", "serde", "server"]);
        let both = json!([
            { "name": "mizan:part", "value": "native" },
            { "name": "mizan:part", "value": "wasm" },
        ]);
        assert_eq!(components[1]["properties"], both);
        assert!(components[2].get("components").is_none());
        assert_eq!(document["metadata"]["component"]["version"], "1.2.3");
        let expected = json!([
            { "ref": "mizan", "dependsOn": ["ref-frontend", "ref-server"] },
            { "ref": "ref-frontend", "dependsOn": ["ref-serde"] },
            { "ref": "ref-serde", "dependsOn": [] },
            { "ref": "ref-server", "dependsOn": ["ref-serde"] },
        ]);
        assert_eq!(document["dependencies"], expected);
    }

    #[test]
    fn a_crate_that_the_bill_lacks_is_an_error_and_is_named() {
        let bill = bill("server", &["serde"], json!([]));
        let crates = packages(&["server", "serde", "tokio"]);
        let error = Document::default().add("native", &bill, &crates).unwrap_err().to_string();
        assert!(error.contains("tokio@1.0.0") && !error.contains("serde"), "{error}");
    }
}
