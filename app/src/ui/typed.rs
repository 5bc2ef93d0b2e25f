//! What was typed into a form of a page with a program, and not sent yet: the script of the page
//! keeps it, and brings it back when its reader opens the form again.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::error::UiError;
use crate::frame::script::{self, Told};
use crate::session::use_me;

/// The value of `data-keep` of a form: what it is kept under.
///
/// * `form`: the id of the form.
pub fn kept_as(form: &str) -> String {
    format!("mizan.typed.{}.{form}", use_me().id)
}

/// Forgets what was typed into a form once the form's action has worked.
///
/// * `form`: the id of the form.
pub fn forget_when_sent<S, T>(action: ServerAction<S>, form: &'static str)
where
    S: ServerFn<Output = T, Error = UiError> + Send + Sync + Clone + 'static,
    T: Clone + Send + Sync + 'static,
{
    Effect::new(move |_| {
        if matches!(&*action.value().read(), Some(Ok(_))) {
            script::tell(Told::Sent(form.to_owned()));
        }
    });
}
