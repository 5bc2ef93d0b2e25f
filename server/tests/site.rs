//! Embedded pages.

use std::fs;
use std::path::{Path, PathBuf};

use server::site::{MARK, unpack};
use service::random::Ids;
use sha2::{Digest, Sha256};

/// A directory with a program that is deleted with the test.
struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

impl Place {
    fn new() -> Self {
        let name = format!("mizan-carried-{}", Ids::default().unordered());
        let place = Self(std::env::temp_dir().join(name));
        fs::create_dir_all(&place.0).unwrap();
        place
    }

    fn program(&self) -> PathBuf {
        self.0.join("mizan")
    }

    fn data(&self) -> PathBuf {
        self.0.join("data")
    }

    fn unpack(&self) -> std::io::Result<Option<PathBuf>> {
        unpack(&self.program(), &self.data())
    }

    /// Writes a program with one embedded page.
    fn carry(&self, page: &str, damage: impl Fn(&mut Vec<u8>)) {
        let mut archive = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(u64::try_from(page.len()).unwrap());
        header.set_mode(0o644);
        archive.append_data(&mut header, "target/site/page", page.as_bytes()).unwrap();
        let mut archive = archive.into_inner().unwrap();
        let digest = Sha256::digest(&archive);
        let length = u64::try_from(archive.len()).unwrap().to_le_bytes();
        damage(&mut archive);
        let parts = [b"the code", &*archive, &digest, &length, MARK];
        fs::write(self.program(), parts.concat()).unwrap();
    }
}

fn page(folder: &Path) -> String {
    fs::read_to_string(folder.join("target/site/page")).unwrap()
}

#[test]
fn a_program_unpacks_its_pages_once_and_another_version_its_own() {
    let place = Place::new();
    place.carry("first", |_| {});
    let first = place.unpack().unwrap().unwrap();
    assert_eq!(page(&first), "first");
    let made = fs::metadata(&first).unwrap().modified().unwrap();
    assert_eq!(place.unpack().unwrap().as_ref(), Some(&first));
    assert_eq!(fs::metadata(&first).unwrap().modified().unwrap(), made);

    place.carry("second", |_| {});
    let second = place.unpack().unwrap().unwrap();
    assert_eq!((page(&first), page(&second)), ("first".to_owned(), "second".to_owned()));
    assert_eq!(fs::read_dir(place.data().join("site")).unwrap().count(), 2, "nothing unfinished");
}

#[test]
fn pages_in_a_relative_data_folder_are_answered_by_an_absolute_path() {
    let place = Place::new();
    place.carry("page", |_| {});
    let here = std::env::current_dir().unwrap();
    let root: PathBuf = here.components().skip(1).map(|_| "..").collect();
    let data = root.join(place.data().strip_prefix("/").unwrap());
    let folder = unpack(&place.program(), &data).unwrap().unwrap();
    assert!(data.is_relative() && folder.is_absolute(), "{}", folder.display());
    assert_eq!(page(&folder), "page");
}

#[test]
fn a_program_without_pages_carries_none() {
    let place = Place::new();
    for program in [&b""[..], b"the code", &[0; 4096]] {
        fs::write(place.program(), program).unwrap();
        assert_eq!(place.unpack().unwrap(), None);
    }
}

#[test]
fn a_damaged_program_is_refused_and_leaves_nothing() {
    let place = Place::new();
    place.carry("page", |archive| archive[600] ^= 1);
    let error = place.unpack().unwrap_err().to_string();
    assert!(error.contains("install it anew"), "{error}");
    place.carry("page", |archive| archive.truncate(10));
    assert!(place.unpack().is_err());
    assert!(!place.data().exists());
}

#[test]
fn servers_that_start_together_share_the_folder() {
    let place = Place::new();
    place.carry("page", |_| {});
    let folders: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| place.unpack())).collect();
        threads.into_iter().map(|it| it.join().unwrap().unwrap().unwrap()).collect()
    });
    assert!(folders.iter().all(|folder| page(folder) == "page"));
}
