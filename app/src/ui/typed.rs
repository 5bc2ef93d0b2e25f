//! Unsent input of a form in a page with a bundle: the page script stores it, and restores it when
//! its reader opens the form again.

use crate::session::use_me;

/// The value of `data-keep` of a form: what it is kept under.
///
/// * `form`: the id of the form.
pub fn kept_as(form: &str) -> String {
    format!("mizan.typed.{}.{form}", use_me().id)
}
