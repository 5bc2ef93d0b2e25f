//! Checks that a bundle was built with link-time optimization.

use anyhow::{Context, Result, ensure};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The start of a WebAssembly object, as opposed to LLVM bitcode.
const OBJECT: &[u8] = b"\0asm";
const MAGIC: &[u8] = b"!<arch>\n";
const HEADER: usize = 60;
/// The position of a member's size in its header.
const SIZE: std::ops::Range<usize> = 48..58;
/// The compiler metadata of a library, which is contained in an object as well.
const METADATA: &[u8] = b"lib.rmeta/";
/// A dependency of every bundle.
const DEPENDENCY: &str = "libleptos-";

/// Fails if a bundle was linked without link-time optimization. Cargo silently disables it if the
/// crate is also built as an `rlib`: the dependencies are then compiled to objects instead of
/// bitcode.
///
/// * `folder`: the directory with the dependencies of the bundle.
pub fn ensure_optimized(folder: &Path) -> Result<()> {
    let library = newest(folder)?;
    let archive =
        fs::read(&library).with_context(|| format!("cannot read {}", library.display()))?;
    ensure!(
        !holds_objects(&archive),
        "the pages were linked without link-time optimization: `crate-type` of frontend must be \
         \"cdylib\" alone"
    );
    Ok(())
}

fn newest(folder: &Path) -> Result<PathBuf> {
    let mut libraries = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if name.starts_with(DEPENDENCY) && path.extension() == Some(OsStr::new("rlib")) {
            libraries.push((path.metadata()?.modified()?, path));
        }
    }
    let newest = libraries.into_iter().max().map(|(_, path)| path);
    newest.with_context(|| format!("no {DEPENDENCY}*.rlib in {}", folder.display()))
}

/// Parses an `ar` archive.
fn holds_objects(archive: &[u8]) -> bool {
    let mut rest = archive.strip_prefix(MAGIC).unwrap_or_default();
    while let Some((header, members)) = rest.split_at_checked(HEADER) {
        let size = header.get(SIZE).and_then(|size| str::from_utf8(size).ok());
        let Some(size) = size.and_then(|size| size.trim().parse::<usize>().ok()) else { break };
        if members.starts_with(OBJECT) && !header.starts_with(METADATA) {
            return true;
        }
        // Members start at even offsets.
        rest = members.get(size.next_multiple_of(2)..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = MAGIC.to_vec();
        for (name, member) in members {
            let header = format!("{name:<48}{:<10}`\n", member.len());
            archive.extend(header.as_bytes());
            archive.extend(*member);
            archive.resize(archive.len().next_multiple_of(2), b'\n');
        }
        archive
    }

    #[test]
    fn an_object_among_the_members_of_a_library_is_found() {
        let metadata = ("lib.rmeta/", OBJECT);
        let bitcode = ("/0", b"BC\xC0\xDE!".as_slice());
        let object = ("/17", OBJECT);
        assert!(!holds_objects(&archive(&[metadata, bitcode])));
        assert!(holds_objects(&archive(&[metadata, bitcode, object])));
        assert!(!holds_objects(b""));
    }
}
