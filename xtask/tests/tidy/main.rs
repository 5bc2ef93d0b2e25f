//! Style rules of the sources; each reports all places that violate it.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod accessibility;
mod contrast;
mod documents;
mod image;
mod permissions;
mod rules;
mod scaling;
mod source;

use source::{Source, files};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn sources() -> Vec<Source> {
    let sources: Vec<Source> = files(&root(), &[".rs"])
        .into_iter()
        .map(|(path, file)| Source::new(&path, &fs::read_to_string(file).unwrap()))
        .collect();
    assert!(sources.len() > 10, "the walk finds the sources");
    sources
}

fn assert_none(breaches: impl IntoIterator<Item = String>, rule: &str) {
    let breaches: Vec<String> = breaches.into_iter().collect();
    assert!(breaches.is_empty(), "{rule}:\n{}", breaches.join("\n"));
}

#[test]
fn a_function_fits_a_screen() {
    let rule = "a function has at most 70 lines; give its parts names";
    assert_none(sources().iter().flat_map(rules::long_functions), rule);
}

#[test]
fn a_file_stays_short() {
    let rule = "a file has at most 500 lines, tests apart; make a folder beside it";
    assert_none(sources().iter().filter_map(rules::long_file), rule);
}

#[test]
fn a_line_stays_short() {
    assert_none(sources().iter().flat_map(rules::long_lines), "a line has at most 100 characters");
}

#[test]
fn sql_is_only_in_repositories() {
    let rule = "SQL is written in repo.rs, a repo folder or the database crate";
    assert_none(sources().iter().flat_map(rules::misplaced_sql), rule);
}

#[test]
fn handlers_and_server_functions_only_translate() {
    let rule = "rules belong to shared, use cases to service";
    assert_none(sources().iter().flat_map(rules::decisions_of_faces), rule);
}

#[test]
fn states_are_matched_with_every_arm() {
    let rule = "a match on states writes out every arm; `_` hides the state added next";
    assert_none(sources().iter().flat_map(rules::wildcard_arms), rule);
}

#[test]
fn nothing_is_left_to_be_done_later() {
    let endings = [".rs", ".ts", ".js", ".css", ".sql", ".toml", ".md", ".json"];
    let breaches = files(&root(), &endings).into_iter().flat_map(|(path, file)| {
        rules::postponed(&path, &fs::read_to_string(file).unwrap_or_default())
    });
    assert_none(breaches, "do it now, or file an issue");
}

#[test]
fn comments_and_documents_are_written_in_plain_english() {
    let endings = [".rs", ".ts", ".js", ".mjs", ".css", ".md", ".toml"];
    let breaches = files(&root(), &endings).into_iter().flat_map(|(path, file)| {
        rules::paraphrases(&path, &fs::read_to_string(file).unwrap_or_default())
    });
    assert_none(breaches, "name the person or the thing; a doc comment begins with its subject");
}

#[test]
fn links_of_documents_lead_to_files() {
    let breaches = files(&root(), &[".md"]).into_iter().flat_map(|(path, file)| {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let folder = file.parent().map(PathBuf::from).unwrap_or_default();
        let missing = rules::links(&text).into_iter().filter(move |it| !folder.join(it).exists());
        missing.map(move |link| format!("{path}: {link}")).collect::<Vec<_>>()
    });
    assert_none(breaches, "these files were moved or do not exist");
}

#[test]
fn crates_depend_only_along_the_arrows() {
    let breaches = rules::ARROWS
        .iter()
        .flat_map(|(name, allowed)| rules::wrong_arrows(name, allowed, &manifest(name)));
    assert_none(breaches, "a crate may depend only on these of ours");
}

#[test]
fn a_class_of_the_styles_has_a_page_that_uses_it() {
    let text = |(_, file): (_, PathBuf)| fs::read_to_string(file).unwrap();
    let pages: Vec<String> =
        files(&root().join("app").join("src"), &[".rs", ".js"]).into_iter().map(text).collect();
    let used: BTreeSet<&str> = pages.iter().flat_map(|page| rules::class_names(page)).collect();
    let styles = files(&root().join("style"), &[".css"]).into_iter().map(text);
    let classes: BTreeSet<String> = styles.flat_map(|style| rules::classes(&style)).collect();
    assert!(classes.len() > 100, "the walk finds the styles");
    assert_none(
        classes.into_iter().filter(|class| !used.contains(class.as_str())),
        "no page uses these classes; remove their rules",
    );
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    let without = rules::ARROWS.iter().map(|(name, _)| *name).filter(|name| {
        let manifest: toml::Table = manifest(name).parse().unwrap();
        manifest.get("lints").and_then(|lints| lints.get("workspace")?.as_bool()) != Some(true)
    });
    assert_none(without.map(str::to_owned), "[lints] workspace = true is missing");
}

#[test]
fn every_crate_of_the_workspace_has_its_arrows() {
    let workspace: toml::Table =
        fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let names: Vec<&str> = members.iter().map(|member| member.as_str().unwrap()).collect();
    assert_eq!(names, rules::ARROWS.map(|(name, _)| name));
}

fn manifest(name: &str) -> String {
    fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap()
}
