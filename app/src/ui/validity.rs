//! The error of a field, displayed below it by the page script.

use crate::frame::script::{self, Told};

/// Says below a field what is wrong with it, unless the page says so already.
///
/// * `id`: of the field.
/// * `text`: what is wrong and what to do.
pub fn mark(id: &str, text: &str) {
    script::tell(Told::Fault { field: id.to_owned(), text: text.to_owned() });
}

/// Takes the text below a field away.
///
/// * `id`: of the field.
pub fn unmark(id: &str) {
    script::tell(Told::NoFault(id.to_owned()));
}
