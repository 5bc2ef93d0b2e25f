//! Corrections of the generated schemas.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, Schema};
use utoipa::openapi::{OpenApi, Ref, RefOr};

type Named = BTreeMap<String, RefOr<Schema>>;

/// Refers to components instead of repeating them, and removes defaults of null: they say no more
/// than that a property is optional, and would be wrong for a patch, in which null clears a value.
pub(super) fn tidy(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let known = components.schemas.clone();
    for schema in components.schemas.values_mut() {
        if let RefOr::T(schema) = schema {
            visit_inner(schema, &mut |inner| tidy_one(inner, &known));
        }
    }
}

/// Removes the components that nothing refers to.
pub(super) fn remove_unused(document: &mut OpenApi) {
    let Ok(text) = serde_json::to_value(&*document) else { return };
    let mut used = BTreeSet::new();
    let mut waiting = vec![&text["paths"], &text["components"]["responses"]];
    while let Some(value) = waiting.pop() {
        for name in references(value) {
            if used.insert(name.clone()) {
                waiting.push(&text["components"]["schemas"][name]);
            }
        }
    }
    let components = document.components.get_or_insert_default();
    components.schemas.retain(|name, _| used.contains(name));
}

/// The names of the schemas that a value refers to.
fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Object(members) => {
            let own = members.get("$ref").and_then(Value::as_str);
            let own = own.and_then(|it| it.strip_prefix("#/components/schemas/"));
            let inner = members.values().flat_map(references);
            own.map(str::to_owned).into_iter().chain(inner).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// Corrects one schema within a component.
fn tidy_one(schema: &mut RefOr<Schema>, known: &Named) {
    match schema {
        RefOr::Ref(reference) => remove_empty(&mut reference.default),
        RefOr::T(inner) => match repeated(inner, known) {
            Some(name) => *schema = RefOr::Ref(Ref::from_schema_name(name)),
            None => remove_empty_default(inner),
        },
    }
}

/// The name of the component that is repeated here.
fn repeated(schema: &Schema, known: &Named) -> Option<String> {
    let is_record = matches!(schema, Schema::Object(object) if !object.properties.is_empty());
    if !is_record {
        return None;
    }
    let found = known.iter().find(|(_, it)| matches!(it, RefOr::T(it) if it == schema));
    found.map(|(name, _)| name.clone())
}

fn remove_empty_default(schema: &mut Schema) {
    match schema {
        Schema::Array(it) => remove_empty(&mut it.default),
        Schema::Object(it) => remove_empty(&mut it.default),
        Schema::OneOf(it) => remove_empty(&mut it.default),
        Schema::AllOf(it) => remove_empty(&mut it.default),
        Schema::AnyOf(it) => remove_empty(&mut it.default),
        _ => {}
    }
}

/// An empty object as default is as empty as null: it stands for a value without any property.
fn remove_empty(default: &mut Option<Value>) {
    *default = default.take().filter(|value| match value {
        Value::Null => false,
        Value::Object(members) => !members.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => true,
    });
}

/// Visits the schemas within a schema, at any depth.
fn visit_inner(schema: &mut Schema, visit: &mut impl FnMut(&mut RefOr<Schema>)) {
    let mut inner: Vec<&mut RefOr<Schema>> = Vec::new();
    match schema {
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                inner.push(items);
            }
        }
        Schema::Object(object) => {
            inner.extend(object.properties.values_mut());
            if let Some(AdditionalProperties::RefOr(it)) =
                object.additional_properties.as_deref_mut()
            {
                inner.push(it);
            }
        }
        Schema::OneOf(it) => inner.extend(&mut it.items),
        Schema::AllOf(it) => inner.extend(&mut it.items),
        Schema::AnyOf(it) => inner.extend(&mut it.items),
        _ => {}
    }
    for item in inner {
        visit(item);
        if let RefOr::T(schema) = item {
            visit_inner(schema, visit);
        }
    }
}
