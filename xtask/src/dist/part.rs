//! The programs of a release: the server for each processor, and the WebAssembly bundles.

use anyhow::Result;
use std::collections::HashSet;

use crate::compile::dependencies;
use crate::pages::AREAS;
use crate::tools::WASM;
use crate::workspace::Workspace;

/// A program of the release, or several from the same crate.
#[derive(Debug)]
pub struct Part {
    /// The crate that contains it.
    pub package: &'static str,
    /// The compilation target.
    pub triple: String,
    /// Its features, as arguments of cargo.
    pub features: Vec<String>,
}

impl Part {
    /// The parts of a release whose server is built for the given targets.
    pub fn of_release(triples: &[&str]) -> Vec<Self> {
        let server = |triple: &&str| Self {
            package: "server",
            triple: (*triple).to_owned(),
            features: Vec::new(),
        };
        let features = ["--no-default-features", "--features", &AREAS.join(",")];
        let pages = Self {
            package: "frontend",
            triple: WASM.to_owned(),
            features: features.map(str::to_owned).to_vec(),
        };
        triples.iter().map(server).chain([pages]).collect()
    }

    /// The crates in the program, each as `name@version`, without procedural macros and build
    /// scripts, which only run during the build.
    pub fn crates(&self, workspace: &Workspace) -> Result<HashSet<String>> {
        let mut arguments = vec!["--package", self.package, "--target", &self.triple];
        arguments.extend(self.features.iter().map(String::as_str));
        dependencies(workspace, &arguments, "normal,no-proc-macro")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_servers_and_the_pages() {
        let parts = Part::of_release(&["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]);
        let packages: Vec<_> = parts.iter().map(|part| part.package).collect();
        assert_eq!(packages, ["server", "server", "frontend"]);
        assert_eq!(parts[2].features[2], AREAS.join(","));
    }
}
