//! Appends the pages to the program, so that a single file contains the whole service.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::workspace::{Site, Workspace};

/// The mark at the end of a program with appended pages; the server looks for the same mark.
const MARK: &[u8; 8] = b"MIZANWEB";

/// Appends the pages, the list of their names and the configuration of Leptos to the program: a tar
/// archive, its SHA-256 hash, its length and the mark.
pub fn pages(workspace: &Workspace, program: &Path, site: &Site) -> Result<()> {
    let mut archive = tar::Builder::new(Vec::new());
    archive.append_path_with_name(workspace.root.join("Leptos.toml"), "Leptos.toml")?;
    archive.append_path_with_name(&site.names, "hash.txt")?;
    archive.append_dir_all("target/site", &site.files)?;
    append(program, &archive.into_inner()?)
}

/// Writes a new file, because cargo keeps a hard link to the program among its build results.
fn append(program: &Path, archive: &[u8]) -> Result<()> {
    let whole = program.with_extension("whole");
    fs::copy(program, &whole).with_context(|| format!("cannot read {}", program.display()))?;
    let mut file = File::options().append(true).open(&whole)?;
    file.write_all(archive)?;
    file.write_all(&Sha256::digest(archive))?;
    file.write_all(&u64::try_from(archive.len())?.to_le_bytes())?;
    file.write_all(MARK)?;
    drop(file);
    fs::rename(&whole, program)?;
    Ok(())
}
