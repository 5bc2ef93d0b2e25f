//! Generated secrets, stored where only the owner can read them.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use service::random::random_bytes;

const OWNER_ONLY: u32 = 0o600;
const OWNER_ONLY_FOLDER: u32 = 0o700;

/// The secret stored in the directory; generated first if there is none. Two processes that start
/// at once end up with the same one.
pub(super) fn load_or_create(folder: &Path, setting: &str) -> io::Result<String> {
    let file = folder.join(setting);
    if let Err(error) = fs::metadata(&file) {
        if error.kind() != io::ErrorKind::NotFound {
            return Err(error);
        }
        make(folder, &file)?;
    }
    Ok(fs::read_to_string(&file)?.trim().to_owned())
}

fn make(folder: &Path, file: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(OWNER_ONLY_FOLDER).create(folder)?;
    let bytes = random_bytes::<32>().map_err(io::Error::other)?;
    let draft = folder.join(format!("draft-{}", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(OWNER_ONLY);
    let mut open = options.open(&draft)?;
    open.write_all(BASE64_URL_SAFE_NO_PAD.encode(bytes).as_bytes())?;
    open.sync_all()?;
    // A hard link is created atomically, and only if there is no such file yet.
    let linked = fs::hard_link(&draft, file);
    fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}
