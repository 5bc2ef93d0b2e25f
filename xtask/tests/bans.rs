//! Checks the lock file against the bans in `deny.toml`, because cargo-deny is not installed on
//! every machine.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::Path;
use toml::{Table, Value};

fn file(name: &str) -> Table {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_to_string(root.join(name)).unwrap().parse().unwrap()
}

/// The crate of a ban such as `openssl` or `bcrypt@<0.19.2`, with the first permitted version.
fn parts(ban: &str) -> (&str, Option<&str>) {
    match ban.split_once("@<") {
        Some((name, version)) => (name, Some(version)),
        None => (ban, None),
    }
}

fn numbers(version: &str) -> Vec<u32> {
    let release = version.split(['-', '+']).next().unwrap();
    release.split('.').map(|number| number.parse().unwrap()).collect()
}

fn is_banned(ban: &str, name: &str, version: &str) -> bool {
    let (banned, end) = parts(ban);
    banned == name && end.is_none_or(|end| numbers(version) < numbers(end))
}

#[test]
fn the_lock_file_holds_nothing_that_is_banned() {
    let deny = file("deny.toml");
    let bans = deny["bans"]["deny"].as_array().unwrap();
    let bans: Vec<&str> = bans.iter().map(|ban| ban["crate"].as_str().unwrap()).collect();
    assert!(bans.iter().all(|ban| parts(ban).0.chars().all(|c| c.is_alphanumeric() || c == '-')));

    let lock = file("Cargo.lock");
    let packages = lock["package"].as_array().unwrap().iter();
    let found = packages.filter_map(|package| {
        let text = |key: &str| package.get(key).and_then(Value::as_str).unwrap();
        let (name, version) = (text("name"), text("version"));
        bans.iter().any(|ban| is_banned(ban, name, version)).then(|| format!("{name} {version}"))
    });
    assert_eq!(found.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_ban_with_a_version_ends_there() {
    assert!(is_banned("bcrypt@<0.19.2", "bcrypt", "0.19.1"));
    assert!(is_banned("jsonwebtoken@<10.3", "jsonwebtoken", "9.12.0"));
    assert!(!is_banned("bcrypt@<0.19.2", "bcrypt", "0.19.2"));
    assert!(!is_banned("jsonwebtoken@<10.3", "jsonwebtoken", "10.3.0-rc.1"));
    assert!(is_banned("openssl", "openssl", "0.10.70"));
    assert!(!is_banned("openssl", "openssl-probe", "0.1.6"));
}
