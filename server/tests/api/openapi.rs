//! The description of the API.

use std::collections::HashSet;

use serde_json::Value;
use server::api::document;
use shared::credit::vocabulary::FacilityStatus;
use shared::error::Code;
use shared::permission::Permission;

const COMMITTED: &str = include_str!("../../openapi.json");

#[test]
fn the_committed_description_is_the_one_that_the_code_gives() {
    assert!(
        document::text().unwrap() == COMMITTED,
        "server/openapi.json is stale: cargo run -- openapi > server/openapi.json, then review it"
    );
}

#[test]
fn every_operation_has_a_unique_id_and_a_summary() {
    let document: Value = serde_json::from_str(COMMITTED).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    let mut names = HashSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name.to_owned()), "{name}");
            assert!(operation["summary"].as_str().is_some_and(|it| !it.is_empty()), "{name}");
            assert!(operation["description"].as_str().is_some_and(|it| !it.is_empty()), "{name}");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let is_told = response["description"].as_str().is_some_and(|it| !it.is_empty());
                assert!(is_told || response["$ref"].is_string(), "{method} {path} {status}");
            }
            for status in ["400", "429", "500", "503"] {
                assert!(operation["responses"][status].is_object(), "{method} {path} {status}");
            }
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(parameter["description"].is_string(), "{name} {}", parameter["name"]);
            }
        }
    }
    assert!(names.len() > 35, "{}", names.len());
}

#[test]
fn every_request_body_has_an_example_that_its_schema_accepts() {
    let document: Value = serde_json::from_str(COMMITTED).unwrap();
    let mut found = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let content = operation["requestBody"]["content"].as_object();
            for (media, body) in content.into_iter().flatten() {
                let example = body.get("example");
                let example = example.unwrap_or_else(|| panic!("{method} {path}: no example"));
                let place = ["paths", path, method, "requestBody", "content", media, "schema"];
                check(&document, &place, example);
                found += 1;
            }
        }
    }
    assert!(found > 40, "{found}");
}

/// Checks a value against the schema at a place of the document.
fn check(document: &Value, place: &[&str], value: &Value) {
    const ADDRESS: &str = "https://mizan.example/openapi.json";
    let escaped = place.iter().map(|name| name.replace('~', "~0").replace('/', "~1"));
    let pointer = escaped.collect::<Vec<_>>().join("/");
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource(ADDRESS, document.clone()).unwrap();
    let mut schemas = boon::Schemas::new();
    let address = format!("{ADDRESS}#/{pointer}").replace('{', "%7B").replace('}', "%7D");
    let index = compiler.compile(&address, &mut schemas).unwrap();
    if let Err(error) = schemas.validate(value, index) {
        panic!("{place:?}: {error}");
    }
}

#[test]
fn every_code_is_documented_at_some_operation() {
    let document: Value = serde_json::from_str(COMMITTED).unwrap();
    let mut documented = HashSet::new();
    codes(&document, &mut documented);
    for code in Code::ALL {
        // The methods of an operation are allowed.
        let is_expected = *code != Code::MethodNotAllowed;
        assert_eq!(documented.contains(code.as_str()), is_expected, "{code}");
    }
}

fn codes(value: &Value, found: &mut HashSet<String>) {
    match value {
        Value::Object(members) => {
            let own = members.get("x-error-codes").and_then(Value::as_array);
            found.extend(own.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
            members.values().for_each(|it| codes(it, found));
        }
        Value::Array(items) => items.iter().for_each(|it| codes(it, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn null_is_no_default() {
    let document: Value = serde_json::from_str(COMMITTED).unwrap();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        for (property, schema) in schema["properties"].as_object().into_iter().flatten() {
            assert_ne!(schema.get("default"), Some(&Value::Null), "{name} {property}");
        }
    }
}

#[test]
fn every_schema_is_referred_to() {
    let document: Value = serde_json::from_str(COMMITTED).unwrap();
    let used: HashSet<&str> = references(&document).into_iter().collect();
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(used.contains(&*format!("#/components/schemas/{name}")), "{name}");
    }
}

#[test]
fn every_referenced_component_is_described() {
    let document: Value = serde_json::from_str(COMMITTED).unwrap();
    for reference in references(&document) {
        let place = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(place).is_some(), "{reference}");
    }
    assert!(references(&document).len() > 100);
}

fn references(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(members) => {
            let own = members.get("$ref").and_then(Value::as_str);
            own.into_iter().chain(members.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

#[test]
fn the_values_of_every_vocabulary_are_the_texts_that_travel() {
    let document: Value = serde_json::from_str(COMMITTED).unwrap();
    let values = |name: &str| document["components"]["schemas"][name]["enum"].clone();
    let travels = |all: &[&str]| serde_json::json!(all);
    let codes: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(values("Code"), travels(&codes));
    let permissions: Vec<_> = Permission::ALL.iter().map(|it| it.as_str()).collect();
    assert_eq!(values("Permission"), travels(&permissions));
    let statuses: Vec<_> = FacilityStatus::ALL.iter().map(|it| it.as_str()).collect();
    assert_eq!(values("FacilityStatus"), travels(&statuses));
}

#[test]
fn every_creation_takes_an_idempotency_key() {
    let document: Value = serde_json::from_str(COMMITTED).unwrap();
    let mut creations = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let keys = idempotency_keys(operation);
            assert!(keys.len() <= 1, "{method} {path}: {keys:?}");
            assert!(keys.iter().all(|key| key["in"] == "header" && key["required"] == false));
            assert!(method != "get" || keys.is_empty(), "{method} {path}");
            if operation["responses"].get("201").is_some() {
                assert_eq!((&**method, keys.len()), ("post", 1), "{method} {path}");
                creations += 1;
            }
        }
    }
    assert_eq!(creations, 14);
}

fn idempotency_keys(operation: &Value) -> Vec<&Value> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters.filter(|parameter| parameter["name"] == "Idempotency-Key").collect()
}
