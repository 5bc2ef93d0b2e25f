//! A directory in memory for temporary test data: creating a database there takes a twentieth of
//! the time that a disk needs.

use nix::sys::statvfs::statvfs;
use std::path::{Path, PathBuf};

const SHARED_MEMORY: &str = "/dev/shm";
/// Containers often have only 64 MiB, which is not enough.
const BYTES_NEEDED: u64 = 2 << 30;

/// Shared memory if it has enough space, else the directory for temporary files.
pub fn folder() -> PathBuf {
    let memory = Path::new(SHARED_MEMORY);
    if bytes_free(memory) >= BYTES_NEEDED { memory.to_owned() } else { std::env::temp_dir() }
}

fn bytes_free(folder: &Path) -> u64 {
    statvfs(folder).map_or(0, |found| found.blocks_available() * found.fragment_size())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_not_there_has_no_room() {
        assert_eq!(bytes_free(Path::new("/no/such/folder")), 0);
        assert!(bytes_free(Path::new("/")) > 0);
    }

    #[test]
    fn the_folder_is_there_and_can_be_written() {
        let file = folder().join(format!("mizan-memory-{}", std::process::id()));
        std::fs::write(&file, "").unwrap();
        std::fs::remove_file(file).unwrap();
    }
}
