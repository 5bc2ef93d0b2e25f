//! Summaries and descriptions of operations and their parameters.

use shared::permission::Permission;
use utoipa::openapi::path::{Operation, Parameter, Paths};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{OpenApi, RefOr};

/// An operation and its method, in lower case.
pub(super) struct Entry<'d> {
    pub(super) method: &'static str,
    pub(super) operation: &'d mut Operation,
}

/// Visits every operation of a document.
pub(super) fn each(document: &mut OpenApi, visit: impl FnMut(&mut Entry<'_>)) {
    each_of(&mut document.paths, visit);
}

fn each_of(paths: &mut Paths, mut visit: impl FnMut(&mut Entry<'_>)) {
    for path in paths.paths.values_mut() {
        let methods = [
            ("get", &mut path.get),
            ("post", &mut path.post),
            ("put", &mut path.put),
            ("patch", &mut path.patch),
            ("delete", &mut path.delete),
        ];
        for (method, operation) in methods {
            if let Some(operation) = operation {
                visit(&mut Entry { method, operation });
            }
        }
    }
}

/// The comment of a handler becomes the description of its operation, and the first sentence
/// the summary.
pub(super) fn describe(document: &mut OpenApi) {
    each(document, |Entry { operation, .. }| {
        let summary = operation.summary.take().unwrap_or_default();
        let further = operation.description.take().unwrap_or_default();
        let text = one_line(&format!("{summary} {further}"));
        operation.summary = Some(first_sentence(&text).to_owned());
        operation.description = Some(with_access(text, operation));
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(parameter) = parameter {
                explain(parameter);
            }
        }
    });
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text up to its first full stop, without it.
fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}

/// Adds the permissions of a route to its description, unless the comment names them.
pub(in crate::api) fn describe_need(paths: &mut Paths, any_of: &[Permission], in_person: bool) {
    let names: Vec<String> = any_of.iter().map(|it| format!("`{it}`")).collect();
    each_of(paths, |Entry { operation, .. }| {
        let summary = operation.summary.as_deref().unwrap_or_default();
        let mut text = operation.description.take().unwrap_or_default();
        if !names_permission(summary) && !names_permission(&text) {
            text = format!("{text} Needs {}.", names.join(" or "));
        }
        if in_person {
            text = format!("{text} API tokens are refused.");
        }
        operation.description = Some(text);
    });
}

fn names_permission(text: &str) -> bool {
    one_line(text).contains("eeds `")
}

/// Adds who may call the operation, unless the text names a permission.
fn with_access(text: String, operation: &Operation) -> String {
    let access = match operation.security.as_deref() {
        _ if names_permission(&text) => return text,
        None => "For every member of staff who is signed in.",
        Some([none]) if *none == SecurityRequirement::default() => "Needs no sign-in.",
        Some(_) => "For customers who are signed in.",
    };
    format!("{text} {access}")
}

/// Adds the description of a parameter that has none.
fn explain(parameter: &mut Parameter) {
    if parameter.description.is_some() {
        return;
    }
    let found = PARAMETERS.iter().find(|(name, _)| *name == parameter.name);
    parameter.description = found.map(|(_, description)| (*description).to_owned());
}

const PARAMETERS: &[(&str, &str)] = &[
    ("Idempotency-Key", "A new text of 1 to 255 characters for each request; makes it repeatable."),
    ("action", "Only entries with this action."),
    ("actorId", "Only entries of this member of staff."),
    ("archived", "True to include archived templates."),
    ("asOf", "The day, by default today."),
    ("blocked", "True for what is blocked, false for what is not."),
    ("bucket", "Only facilities in this range of days past due."),
    ("category", "Only entries of this category."),
    ("confirmed", "True for confirmed employment, false for unconfirmed."),
    (
        "cursor",
        "The nextCursor of the page before, instead of a page number: no row is read twice or lost \
         while others insert.",
    ),
    ("customerId", "Only facilities of this customer."),
    ("departmentId", "Only members of this department."),
    ("dryRun", "True to check the request without writing anything."),
    ("due", "True for employees whose confirmation is due."),
    ("dueWithin", "The number of days from today within which a confirmation counts as due."),
    ("entityId", "Only entries about this record."),
    ("facilityRef", "Only journals of this facility."),
    ("from", "The first day."),
    ("id", "The id of the record."),
    ("key", "The key of the role."),
    ("kind", "The catalog."),
    ("limit", "The number of records on a page: 20 by default, at most 100."),
    ("name", "The name of the job."),
    ("page", "The number of the page, from 1."),
    ("portal", "Only customers with this access to the portal."),
    ("productType", "Only facilities of this product."),
    ("q", "Only records that contain this text."),
    ("ref", "The reference of the facility."),
    ("reviewType", "Only appraisals of this type."),
    ("role", "Only members of staff with the role of this key."),
    ("scope", "The part of the records that the caller asks for."),
    ("sort", "The order of the records."),
    ("staffId", "Only records of this member of staff."),
    ("status", "Only records with this status."),
    ("to", "The last day."),
    ("type", "Only customers of this type."),
    ("unread", "True for unread notifications only."),
    ("year", "The calendar year."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_one_sentence_without_its_full_stop() {
        assert_eq!(first_sentence("One facility. Needs `credit:view`."), "One facility");
        assert_eq!(first_sentence("All roles"), "All roles");
    }
}
