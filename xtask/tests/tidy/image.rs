//! The image is built from what `.dockerignore` lets through.

use std::collections::BTreeSet;
use std::fs;

use crate::source::files;
use crate::{assert_none, root};
use toml::Table;

fn let_through() -> BTreeSet<String> {
    let ignored = fs::read_to_string(root().join(".dockerignore")).unwrap();
    ignored.lines().filter_map(|line| line.strip_prefix('!')).map(str::to_owned).collect()
}

fn members() -> Vec<String> {
    let manifest: Table = fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    members.iter().map(|member| member.as_str().unwrap().to_owned()).collect()
}

/// The top-level folders that a source includes files of, other than its own.
fn included(path: &str, text: &str) -> Vec<String> {
    let depth = path.matches('/').count();
    let above = "../".repeat(depth);
    text.split("include_")
        .skip(1)
        .filter_map(|rest| rest.split('"').nth(1))
        .filter_map(|place| place.strip_prefix(&above))
        .filter_map(|place| place.split('/').next())
        .filter(|folder| *folder != "..")
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_image_gets_every_crate_and_every_file_that_a_crate_includes() {
    let let_through = let_through();
    let mut needed = members();
    for (path, file) in files(&root(), &[".rs"]) {
        if path.contains("/src/") {
            needed.extend(included(&path, &fs::read_to_string(file).unwrap()));
        }
    }
    let missing = needed.into_iter().filter(|folder| !let_through.contains(folder));
    assert_none(missing, ".dockerignore leaves out what `cargo xtask build` needs");
}
