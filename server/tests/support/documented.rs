//! Every error of the API has a code that the OpenAPI document lists for the operation and status.

use std::sync::LazyLock;

use http::Method;
use serde_json::Value;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../openapi.json")).unwrap());

/// Fails for an error of an operation that the document does not list.
pub(super) fn check(method: &Method, path: &str, status: u16, text: &str) {
    let Ok(body) = serde_json::from_str::<Value>(text) else { return };
    let Some(code) = body["error"]["code"].as_str() else { return };
    let Some(operation) = operation(method, path) else { return };
    let listed = codes(&operation["responses"][status.to_string()]);
    assert!(
        listed.contains(&code),
        "{method} {path} responded with {status} {code}, and the OpenAPI document lists \
         {listed:?}: add it to server/src/api/document/codes.rs"
    );
}

/// The operation of a request. A route without a parameter takes precedence.
fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let templates = DOCUMENT["paths"].as_object()?;
    let mut fitting: Vec<_> = templates.iter().filter(|(it, _)| fits(it, path)).collect();
    fitting.sort_by_key(|(template, _)| template.matches('{').count());
    fitting.first()?.1.get(method.as_str().to_ascii_lowercase())
}

fn fits(template: &str, path: &str) -> bool {
    let mut segments = path.split('/');
    let all = template.split('/').all(|expected| {
        let segment = segments.next();
        segment.is_some_and(|it| it == expected || (expected.starts_with('{') && !it.is_empty()))
    });
    all && segments.next().is_none()
}

fn codes(response: &'static Value) -> Vec<&'static str> {
    let referred = response["$ref"].as_str().and_then(|it| it.strip_prefix('#'));
    let response = referred.and_then(|place| DOCUMENT.pointer(place)).unwrap_or(response);
    let listed = response["x-error-codes"].as_array();
    listed.into_iter().flatten().filter_map(Value::as_str).collect()
}
