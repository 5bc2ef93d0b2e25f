//! The error responses of every operation, with their codes.

use std::collections::BTreeMap;

use http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use serde_json::Value;
use shared::error::Code;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::schema::{Object, Type};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response, ResponseBuilder};

use super::codes::{self, Scope};
use super::operations::{Entry, each};

/// The extension that lists the codes of a response for programs.
const CODES: &str = "x-error-codes";

type Codes = BTreeMap<u16, Vec<Code>>;

/// Adds the error responses to all operations. Responses that all operations with their status
/// have in common become components.
pub(super) fn add(document: &mut OpenApi) {
    let security = document.security.clone();
    let mut shared = BTreeMap::new();
    each(document, |entry| {
        let authenticated = entry.operation.security.as_ref().or(security.as_ref());
        let names: Vec<String> = authenticated.into_iter().flatten().flat_map(schemes).collect();
        for (status, codes) in codes_of(entry, &names) {
            let response = match component(&codes) {
                Some(name) => {
                    shared.entry(name).or_insert_with(|| response(status, &codes));
                    RefOr::Ref(Ref::from_response_name(name))
                }
                None => RefOr::T(response(status, &codes)),
            };
            entry.operation.responses.responses.entry(status.to_string()).or_insert(response);
        }
    });
    let components = document.components.get_or_insert_default();
    for (name, response) in shared {
        components.responses.insert(name.to_owned(), RefOr::T(response));
    }
}

/// The names of the security schemes of a requirement.
fn schemes(requirement: &utoipa::openapi::security::SecurityRequirement) -> Vec<String> {
    match serde_json::to_value(requirement) {
        Ok(Value::Object(members)) => members.keys().cloned().collect(),
        Ok(_) | Err(_) => Vec::new(),
    }
}

fn codes_of(entry: &Entry<'_>, schemes: &[String]) -> Codes {
    let mut codes = Codes::new();
    for (code, status, scope) in codes::all() {
        let listed = codes.entry(*status).or_default();
        if covers(*scope, entry, schemes) && !listed.contains(code) {
            listed.push(*code);
        }
    }
    codes.retain(|_, listed| !listed.is_empty());
    codes
}

/// Media types of bodies that are files.
const FILES: [&str; 2] = ["text/csv", "image/png"];

fn covers(scope: Scope, entry: &Entry<'_>, schemes: &[String]) -> bool {
    let Entry { method, operation } = entry;
    let has = |place: &ParameterIn, name: Option<&str>| {
        operation.parameters.iter().flatten().any(|parameter| match parameter {
            RefOr::T(it) => it.parameter_in == *place && name.is_none_or(|name| it.name == name),
            RefOr::Ref(_) => false,
        })
    };
    let is_customer = schemes.iter().any(|name| name.starts_with("customer"));
    let reads_body = !matches!(*method, "get" | "delete");
    match scope {
        Scope::Every => true,
        Scope::Authenticated => !schemes.is_empty(),
        Scope::Staff => !schemes.is_empty() && !is_customer,
        Scope::Customer => is_customer,
        Scope::Changing => *method != "get",
        Scope::Body => reads_body,
        Scope::JsonBody => reads_body && !FILES.iter().any(|it| has_body_of(operation, it)),
        Scope::PathParameter => has(&ParameterIn::Path, None),
        Scope::Keyed => has(&ParameterIn::Header, Some("Idempotency-Key")),
        Scope::Only(ids) => operation.operation_id.as_deref().is_some_and(|id| ids.contains(&id)),
    }
}

fn has_body_of(operation: &Operation, media: &str) -> bool {
    matches!(&operation.request_body, Some(RefOr::T(body)) if body.content.contains_key(media))
}

/// The component for a response with these codes, where operations have it in common.
const fn component(codes: &[Code]) -> Option<&'static str> {
    match codes {
        [Code::ValidationFailed] => Some("ValidationFailed"),
        [Code::ValidationFailed, Code::MalformedJson] => Some("InvalidBody"),
        [Code::Unauthenticated] => Some("Unauthenticated"),
        [Code::Forbidden, Code::PasswordChangeRequired] => Some("StaffForbidden"),
        [Code::Forbidden, Code::PasswordChangeRequired, Code::CrossSiteRejected] => {
            Some("StaffChangeForbidden")
        }
        [Code::NotFound] => Some("NotFound"),
        [Code::IdempotencyKeyReused] => Some("IdempotencyKeyReused"),
        [Code::PayloadTooLarge] => Some("PayloadTooLarge"),
        [Code::UnsupportedMediaType] => Some("UnsupportedMediaType"),
        [Code::RateLimited] => Some("RateLimited"),
        [Code::InternalError] => Some("InternalError"),
        [Code::ServiceUnavailable] => Some("ServiceUnavailable"),
        _ => None,
    }
}

/// The meaning of a status, in a sentence.
const fn meaning(status: u16) -> &'static str {
    match status {
        400 => "The request breaks a rule.",
        401 => "The caller is not signed in, or the credentials are wrong.",
        403 => "The caller is not allowed to do this.",
        404 => "The record does not exist for this caller.",
        409 => "The request conflicts with the state of the record, or the record has changed.",
        413 => "The body is too large.",
        415 => "The body is of another media type.",
        422 => "The figures break a rule of amounts or of posting.",
        429 => "Too many attempts, requests or streams.",
        503 => {
            "The service is not available at the moment, or the request took too long. Retry it."
        }
        _ => "A defect of the service.",
    }
}

fn response(status: u16, codes: &[Code]) -> Response {
    let words: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
    let title = if words.len() == 1 { "Code" } else { "Codes" };
    let listed: Vec<Value> = codes.iter().map(|code| Value::from(code.as_str())).collect();
    let content = Content::builder().schema(Some(Ref::from_schema_name("ErrorEnvelope"))).build();
    let builder = ResponseBuilder::new()
        .description(format!("{} {title}: {}.", meaning(status), words.join(", ")))
        .content("application/json", content)
        .extensions(Some(ExtensionsBuilder::new().add(CODES, listed).build()));
    let header = |kind: Type, description: &str| {
        HeaderBuilder::new().schema(Some(Object::with_type(kind))).description(Some(description))
    };
    match status {
        401 => {
            let scheme = header(Type::String, "Always `Bearer`.").build();
            builder.header(WWW_AUTHENTICATE.as_str(), scheme).build()
        }
        429 | 503 => {
            let seconds = header(Type::Integer, "The number of seconds to wait.").build();
            builder.header(RETRY_AFTER.as_str(), seconds).build()
        }
        _ => builder.build(),
    }
}
