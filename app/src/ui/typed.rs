//! What was typed into a form of a page with a program, and not sent yet: the script of the page
//! keeps it, and brings it back when its reader opens the form again.

use crate::session::use_me;

/// The value of `data-keep` of a form: what it is kept under.
///
/// * `form`: the id of the form.
pub fn kept_as(form: &str) -> String {
    format!("mizan.typed.{}.{form}", use_me().id)
}
