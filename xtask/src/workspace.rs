//! The directories of the checkout and the build results, and the versions in the lock file.

use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{capture, cargo};

/// The packages of development builds and of the tests, as arguments of cargo: all at once, so that
/// none is compiled twice with different features, and without the allocator of the release.
/// `frontend` is excluded, because together with the server it would enable the browser features of
/// Leptos there.
pub const NATIVE: [&str; 4] = ["--workspace", "--exclude", "frontend", "--no-default-features"];

/// A checkout of Mizan.
#[derive(Debug)]
pub struct Workspace {
    /// The directory of the root `Cargo.toml`.
    pub root: PathBuf,
    /// The target directory of cargo.
    pub target: PathBuf,
}

/// The files for browsers.
#[derive(Debug)]
pub struct Site {
    /// The directory of the files.
    pub files: PathBuf,
    /// The list of the digests in their names.
    pub names: PathBuf,
}

impl Workspace {
    /// The root directory of the checkout that contains this xtask.
    pub fn root() -> Result<PathBuf> {
        let own = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        Ok(own.parent().context("xtask is outside of its workspace")?.to_path_buf())
    }

    /// The checkout that contains this xtask.
    pub fn find() -> Result<Self> {
        let root = Self::root()?;
        let metadata = capture(cargo().current_dir(&root).args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
        ]))?;
        let metadata: Value = serde_json::from_str(&metadata)?;
        let target =
            metadata["target_directory"].as_str().context("cargo names no target folder")?;
        Ok(Self { root, target: PathBuf::from(target) })
    }

    /// The release build of the server.
    pub fn program(&self) -> PathBuf {
        self.target.join("release").join("mizan")
    }

    /// The files for browsers, in the layout of the release build.
    pub fn site(&self) -> Site {
        let files = self.root.join("target").join("site");
        Site { files, names: self.program().with_file_name("hash.txt") }
    }

    /// The options of wasm-opt, from the metadata that cargo-leptos also reads.
    pub fn wasm_options(&self) -> Result<Vec<String>> {
        let manifest: toml::Value = toml::from_str(&read(&self.root.join("Cargo.toml"))?)?;
        let options = &manifest["workspace"]["metadata"]["leptos"][0]["wasm-opt-features"];
        options.clone().try_into().context("Cargo.toml does not say how wasm-opt is called")
    }

    /// The version of a package in `Cargo.lock`.
    pub fn locked(&self, package: &str) -> Result<String> {
        let path = self.root.join("Cargo.lock");
        let lock = read(&path)?;
        locked_version(&lock, package)
            .with_context(|| format!("{} does not name {package}", path.display()))
    }
}

/// Reads a text file; the error contains its path.
pub fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    let version = lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')?;
    Some(version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"
[[package]]
name = "wasm-bindgen-macro"
version = "0.2.99"

[[package]]
name = "wasm-bindgen"
version = "0.2.130"
source = "registry"
dependencies = [
 "wasm-bindgen-shared",
]
"#;

    #[test]
    fn the_locked_version_is_that_of_the_very_package() {
        assert_eq!(locked_version(LOCK, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(locked_version(LOCK, "wasm-bindgen-macro").as_deref(), Some("0.2.99"));
    }

    #[test]
    fn a_package_that_is_not_locked_has_no_version() {
        assert_eq!(locked_version(LOCK, "wasm-bindgen-shared"), None);
        assert_eq!(locked_version("", "wasm-bindgen"), None);
    }
}
