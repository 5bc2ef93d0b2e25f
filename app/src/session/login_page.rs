//! The sign-in page of staff. Its forms work before WebAssembly is loaded, and without it. The next
//! page is always loaded from the server, so it contains no state of a previous user.

use leptos::prelude::*;

use super::sign_in::sign_in_page;
use super::{Login, demo_accounts, workplace};
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::return_path;
use crate::ui::query::parameter;

/// The page at `/login`: the sign-in form, and in a demo the demo accounts.
#[component]
pub fn LoginPage() -> impl IntoView {
    let i18n = use_i18n();
    let next: Option<String> = parameter("next");
    let path = return_path(next.as_deref());
    let words = [
        tu_string!(i18n, login.title),
        tu_string!(i18n, login.lead),
        tu_string!(i18n, login.forgot),
    ];
    let signed_in = async { matches!(workplace().await, Ok(Some(_))).then_some(path) };
    let accounts = (demo_accounts(), "/api/ui/session/enter-as");
    sign_in_page::<Login>(words, Some(next.unwrap_or_default()), accounts, signed_in)
}
