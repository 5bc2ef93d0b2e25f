//! An archive: one directory with the program and the files that operators need.

use anyhow::{Context, Result, ensure};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use tar::{Builder, EntryType, Header};

use crate::process::run;
use crate::workspace::Workspace;

/// The maximum size of an archive in bytes.
const BYTES_MAX: u64 = 30_000_000;
const PROGRAM_MODE: u32 = 0o755;
const FILE_MODE: u32 = 0o644;
/// The files copied from the checkout, with their modes in the archive. The compose file and the
/// configuration of its proxy are omitted, because it builds its image from the sources.
const FILES: [(&str, u32); 15] = [
    ("CHANGELOG.md", FILE_MODE),
    ("LICENSE-APACHE", FILE_MODE),
    ("LICENSE-MIT", FILE_MODE),
    ("README.md", FILE_MODE),
    ("SECURITY.md", FILE_MODE),
    ("deploy/litestream.yml", FILE_MODE),
    ("deploy/mizan-check.service", FILE_MODE),
    ("deploy/mizan-check.timer", FILE_MODE),
    ("deploy/mizan-replica.service", FILE_MODE),
    ("deploy/mizan-run", PROGRAM_MODE),
    ("deploy/mizan.service", FILE_MODE),
    ("docs/api.md", FILE_MODE),
    ("docs/configuration.md", FILE_MODE),
    ("docs/operations.md", FILE_MODE),
    ("docs/security.md", FILE_MODE),
];

/// A file of an archive: name, source and mode.
pub type Entry = (String, PathBuf, u32);

/// * `program`: the program with its pages.
/// * `licences`: the licences of the crates in the program.
pub fn content(workspace: &Workspace, program: &Path, licences: &Path) -> Vec<Entry> {
    let built =
        [("mizan", program, PROGRAM_MODE), ("THIRD-PARTY-LICENSES.txt", licences, FILE_MODE)];
    let built = built.map(|(name, file, mode)| (name.to_owned(), file.to_path_buf(), mode));
    let copied = FILES.map(|(file, mode)| (file.to_owned(), workspace.root.join(file), mode));
    built.into_iter().chain(copied).collect()
}

/// Writes a reproducible archive.
///
/// * `name`: the name of the directory in the archive.
/// * `time`: the modification time of all files, in seconds since 1970.
///
/// Errors: a file is missing, or the archive exceeds the maximum size.
pub fn write(content: &[Entry], name: &str, into: &Path, time: u64) -> Result<()> {
    pack(content, name, into, time)?;
    let bytes = into.metadata()?.len();
    println!("   {} MB", format_megabytes(bytes));
    within_limit(bytes)
}

/// Packs the files sorted by name, owned by root, with the same modification time.
fn pack(files: &[Entry], name: &str, into: &Path, time: u64) -> Result<()> {
    let mut files: Vec<_> = files.iter().collect();
    files.sort();
    let plain = into.with_extension("");
    let output =
        File::create(&plain).with_context(|| format!("cannot write {}", plain.display()))?;
    let mut archive = Builder::new(output);
    for (file, source, mode) in files {
        let content =
            fs::read(source).with_context(|| format!("cannot read {}", source.display()))?;
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_size(u64::try_from(content.len())?);
        header.set_mode(*mode);
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        archive.append_data(&mut header, format!("{name}/{file}"), &content[..])?;
    }
    archive.finish()?;
    // Omits the name and the time of the file, which are not reproducible.
    run(Command::new("gzip").args(["--best", "--no-name", "--force"]).arg(plain))
}

fn within_limit(bytes: u64) -> Result<()> {
    ensure!(
        bytes <= BYTES_MAX,
        "the archive has {} MB, and may have {}",
        format_megabytes(bytes),
        format_megabytes(BYTES_MAX)
    );
    Ok(())
}

/// Formats a size in megabytes, rounded up to a tenth.
fn format_megabytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100_000);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::probe;
    use std::time::{Duration, SystemTime};

    #[test]
    fn every_file_of_the_archive_is_in_the_checkout_and_not_open_to_writing() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for (file, mode) in FILES {
            assert!(root.join(file).is_file(), "{file}");
            assert_eq!(mode & 0o022, 0, "{file}");
        }
    }

    #[test]
    fn the_same_content_makes_the_same_archive_whatever_its_order_and_times() {
        let folder = std::env::temp_dir().join(format!("mizan-archive-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let sources = ["one", "two"].map(|name| folder.join(name));
        for source in &sources {
            fs::write(source, source.file_name().unwrap().as_encoded_bytes()).unwrap();
        }
        let [one, two] = sources.clone();
        let forward = [("a/one".to_owned(), one, 0o755), ("b".to_owned(), two, 0o644)];
        let backward = [forward[1].clone(), forward[0].clone()];
        let archives = ["1.tar.gz", "2.tar.gz"].map(|name| folder.join(name));
        pack(&forward, "mizan-1.0.0", &archives[0], 1_800_000_000).unwrap();
        let other = SystemTime::UNIX_EPOCH + Duration::from_hours(1);
        File::options().write(true).open(&sources[0]).unwrap().set_modified(other).unwrap();
        pack(&backward, "mizan-1.0.0", &archives[1], 1_800_000_000).unwrap();
        assert!(fs::read(&archives[0]).unwrap() == fs::read(&archives[1]).unwrap());

        assert!(probe(Command::new("gzip").arg("--decompress").arg(&archives[0])).is_some());
        let unpacked = File::open(archives[0].with_extension("")).unwrap();
        let mut archive = tar::Archive::new(unpacked);
        let entries = archive.entries().unwrap().map(|entry| {
            let entry = entry.unwrap();
            let header = entry.header();
            assert_eq!(header.mtime().unwrap(), 1_800_000_000);
            assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (0, 0));
            (entry.path().unwrap().display().to_string(), header.mode().unwrap())
        });
        let expected = [("mizan-1.0.0/a/one", 0o755), ("mizan-1.0.0/b", 0o644)];
        let expected = expected.map(|(name, mode)| (name.to_owned(), mode));
        assert_eq!(entries.collect::<Vec<_>>(), expected);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_archive_that_is_too_large_is_refused_with_its_size() {
        assert!(within_limit(30_000_000).is_ok());
        let error = within_limit(30_000_001).unwrap_err().to_string();
        assert_eq!(error, "the archive has 30.1 MB, and may have 30.0");
    }
}
