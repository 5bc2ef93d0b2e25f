//! The file `SHA256SUMS`, in the format of `sha256sum --check`.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the checksum and the name of each file.
pub fn write(files: &[PathBuf], into: &Path) -> Result<()> {
    let mut files: Vec<&PathBuf> = files.iter().collect();
    files.sort();
    let lines = files.into_iter().map(|file| line(file)).collect::<Result<String>>()?;
    print!("\n{lines}");
    Ok(fs::write(into, lines)?)
}

fn line(file: &Path) -> Result<String> {
    let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let name = file.file_name().and_then(|name| name.to_str()).context("a file without a name")?;
    let mut line = String::new();
    for byte in Sha256::digest(&content) {
        write!(line, "{byte:02x}")?;
    }
    writeln!(line, "  {name}")?;
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_sums_are_sorted_and_sha256sum_accepts_them() {
        let folder = std::env::temp_dir().join(format!("mizan-sums-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let files = ["b.tar.gz", "a.json"].map(|name| folder.join(name));
        for file in &files {
            fs::write(file, "abc").unwrap();
        }
        let sums = folder.join("SHA256SUMS");
        write(&files, &sums).unwrap();
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let expected = format!("{digest}  a.json\n{digest}  b.tar.gz\n");
        assert_eq!(fs::read_to_string(&sums).unwrap(), expected);
        let check = || {
            let mut check = Command::new("sha256sum");
            check.current_dir(&folder).args(["--check", "--strict", "--status", "SHA256SUMS"]);
            check.status().unwrap().success()
        };
        assert!(check());
        fs::write(&files[0], "abd").unwrap();
        assert!(!check());
        fs::remove_dir_all(&folder).unwrap();
    }
}
