//! Unsent input of forms: the page script stores it, and restores it when the same user opens the
//! form again.

use crate::session::use_me;

/// The value of `data-keep` of a form: the key in the storage.
///
/// * `form`: the id of the form.
pub fn draft_key(form: &str) -> String {
    format!("mizan.typed.{}.{form}", use_me().id)
}
