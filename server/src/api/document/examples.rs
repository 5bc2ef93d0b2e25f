//! Examples of request bodies.

use serde_json::{Map, Value};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{Content, OpenApi, RefOr};

use super::operations::{Entry, each};

/// An example for each schema of a body; an operation with other needs has one under its own name.
const EXAMPLES: &str = include_str!("examples.json");

/// Adds an example to every request body that has none.
pub(super) fn add(document: &mut OpenApi) {
    let examples: Map<String, Value> = match serde_json::from_str(EXAMPLES) {
        Ok(examples) => examples,
        Err(error) => {
            tracing::error!(%error, "the examples of the API cannot be read");
            return;
        }
    };
    each(document, |Entry { operation, .. }| {
        let id = operation.operation_id.clone().unwrap_or_default();
        let Some(RefOr::T(body)) = &mut operation.request_body else { return };
        for content in body.content.values_mut() {
            if let RefOr::T(content) = content
                && content.example.is_none()
            {
                let schema = schema(content).unwrap_or_default();
                content.example = examples.get(&id).or_else(|| examples.get(&schema)).cloned();
            }
        }
    });
}

/// The name of the schema of a body, which may be optional.
fn schema(content: &Content) -> Option<String> {
    let reference = match content.schema.as_ref()? {
        RefOr::Ref(reference) => Some(reference),
        RefOr::T(Schema::OneOf(choice)) => choice.items.iter().find_map(|item| match item {
            RefOr::Ref(reference) => Some(reference),
            RefOr::T(_) => None,
        }),
        RefOr::T(_) => None,
    };
    reference?.ref_location.rsplit('/').next().map(str::to_owned)
}
