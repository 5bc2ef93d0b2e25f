//! Embedded files of the pages, so that the program is a single file.
//!
//! `cargo xtask build` appends an archive of them to the program, followed by its SHA-256, its
//! length and a mark. Leptos reads its lists of names from files, so the archive is unpacked once,
//! into a directory of `DATA_DIR` that is named after its content.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use service::random::Ids;
use sha2::{Digest, Sha256};

/// The last bytes of a program with embedded pages.
pub const MARK: &[u8; 8] = b"MIZANWEB";
/// The size of digest, length and mark, in bytes.
const TRAILER: u64 = 48;

/// The archive embedded in a program.
#[derive(Debug)]
struct EmbeddedArchive {
    digest: [u8; 32],
    /// The start of the archive; none when it is longer than the program.
    start: Option<u64>,
    /// The end of the archive.
    end: u64,
}

/// Unpacks the embedded archive into a subdirectory of the data directory, unless it exists
/// already. Returns the directory as an absolute path, because Leptos resolves relative paths
/// against the directory of the program; none for a program without an archive.
///
/// Errors: the program cannot be read, its archive is damaged, or the directory cannot be written.
pub fn unpack(program: &Path, data: &Path) -> io::Result<Option<PathBuf>> {
    let mut program = File::open(program)?;
    let Some(embedded) = find_embedded(&mut program)? else { return Ok(None) };
    let Some((start, _)) = embedded.digest.split_first_chunk() else { return Ok(None) };
    let name = format!("{:016x}", u64::from_be_bytes(*start));
    let sites = std::path::absolute(data)?.join("site");
    let folder = sites.join(&name);
    if folder.is_dir() {
        return Ok(Some(folder));
    }
    let archive = archive(&mut program, &embedded)?;
    let unfinished = sites.join(format!(".{name}.{}", Ids::default().unordered()));
    fs::create_dir_all(&unfinished)?;
    tar::Archive::new(&*archive).unpack(&unfinished)?;
    if let Err(error) = fs::rename(&unfinished, &folder) {
        fs::remove_dir_all(&unfinished)?;
        // Another server with this data directory was faster.
        if !folder.is_dir() {
            return Err(error);
        }
    }
    Ok(Some(folder))
}

fn find_embedded(program: &mut File) -> io::Result<Option<EmbeddedArchive>> {
    let Some(end) = program.metadata()?.len().checked_sub(TRAILER) else { return Ok(None) };
    let mut trailer = Vec::new();
    program.seek(SeekFrom::Start(end))?;
    program.take(TRAILER).read_to_end(&mut trailer)?;
    let Some((digest, rest)) = trailer.split_first_chunk::<32>() else { return Ok(None) };
    let Some((length, mark)) = rest.split_first_chunk::<8>() else { return Ok(None) };
    let start = end.checked_sub(u64::from_le_bytes(*length));
    Ok((mark == MARK).then_some(EmbeddedArchive { digest: *digest, start, end }))
}

fn archive(program: &mut File, embedded: &EmbeddedArchive) -> io::Result<Vec<u8>> {
    let damaged = || io::Error::other("the pages in the program are damaged: install it anew");
    let start = embedded.start.ok_or_else(damaged)?;
    program.seek(SeekFrom::Start(start))?;
    let mut archive = Vec::new();
    program.take(embedded.end - start).read_to_end(&mut archive)?;
    if Sha256::digest(&archive)[..] != embedded.digest {
        return Err(damaged());
    }
    Ok(archive)
}
