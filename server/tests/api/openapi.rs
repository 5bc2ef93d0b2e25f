//! The description of the API.

use std::collections::HashSet;

use serde_json::Value;
use server::api::document;

const COMMITTED: &str = include_str!("../../openapi.json");

#[test]
fn the_committed_description_is_the_one_that_the_code_gives() {
    assert!(
        document::text().unwrap() == COMMITTED,
        "server/openapi.json is stale: cargo run -- openapi > server/openapi.json, then review it"
    );
}

#[test]
fn every_operation_has_a_name_of_its_own_and_says_what_it_does() {
    let document: Value = serde_json::from_str(COMMITTED).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    let mut names = HashSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name.to_owned()), "{name}");
            assert!(operation["summary"].as_str().is_some_and(|it| !it.is_empty()), "{name}");
            assert!(operation["responses"]["4XX"].is_object(), "{method} {path}");
        }
    }
    assert!(names.len() > 35, "{}", names.len());
}
