//! Errors that the page script displays below fields.

use crate::frame::script::{self, BundleEvent};

/// Displays an error below a field, unless the field already displays one.
///
/// * `id`: the id of the field.
/// * `text`: the error and its remedy.
pub fn mark(id: &str, text: &str) {
    script::dispatch(BundleEvent::Fault { field: id.to_owned(), text: text.to_owned() });
}

/// Removes the error below a field.
///
/// * `id`: the id of the field.
pub fn unmark(id: &str) {
    script::dispatch(BundleEvent::NoFault(id.to_owned()));
}
