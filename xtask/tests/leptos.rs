//! Checks that the Leptos settings in three files agree.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::Path;
use toml::{Table, Value};

/// The settings that the build and the run-time configuration of Leptos share; cargo-leptos reads
/// more.
const SHARED: [&str; 8] = [
    "disable-server-fn-hash",
    "hash-files",
    "output-name",
    "reload-port",
    "server-fn-prefix",
    "site-addr",
    "site-pkg-dir",
    "site-root",
];

fn file(name: &str) -> Table {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_to_string(root.join(name)).unwrap().parse().unwrap()
}

fn leptos(name: &str) -> Table {
    let file = file(name);
    let projects = file["workspace"]["metadata"]["leptos"].as_array().unwrap();
    assert_eq!(projects.len(), 1, "{name} has one Leptos project");
    projects[0].as_table().unwrap().clone()
}

#[test]
fn the_deployed_configuration_equals_the_one_that_was_built_with() {
    let mut built = leptos("Cargo.toml");
    built.retain(|key, _| SHARED.contains(&key));
    assert_eq!(built.keys().collect::<Vec<_>>(), SHARED, "every shared setting is written out");

    let mut deployed = leptos("Leptos.toml");
    assert_eq!(deployed.remove("env"), Some(Value::String("PROD".to_owned())));
    assert_eq!(deployed, built);
}

#[test]
fn plain_cargo_compiles_with_the_settings_of_cargo_leptos() {
    let built = leptos("Cargo.toml");
    let environment = &file(".cargo/config.toml")["env"];
    let text = |key: &str| Value::String(built[key].as_str().unwrap().to_owned());
    assert_eq!(environment["SERVER_FN_PREFIX"], text("server-fn-prefix"));
    assert_eq!(environment["LEPTOS_OUTPUT_NAME"], text("output-name"));
    assert_eq!(built["disable-server-fn-hash"], Value::Boolean(true));
    assert_eq!(environment["DISABLE_SERVER_FN_HASH"].as_str(), Some("true"));
}

/// cargo-leptos compiles the pages without default features: an area that is not listed has no
/// islands in its bundle.
#[test]
fn cargo_leptos_compiles_the_islands_of_all_areas() {
    let built = leptos("Cargo.toml");
    assert_eq!(built["lib-features"], file("frontend/Cargo.toml")["features"]["default"]);
}

/// Cargo silently disables link-time optimization for a crate that is also built as an `rlib`.
#[test]
fn the_program_of_the_browser_is_optimised_as_a_whole() {
    let built = leptos("Cargo.toml");
    let profile = &file("Cargo.toml")["profile"][built["lib-profile-release"].as_str().unwrap()];
    assert_eq!(profile["lto"].as_str(), Some("fat"));
    let kinds = file("frontend/Cargo.toml")["lib"]["crate-type"].as_array().unwrap().clone();
    assert_eq!(kinds, [Value::String("cdylib".to_owned())]);
}
