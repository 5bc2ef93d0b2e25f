//! The second sign-in step of staff.

use leptos::prelude::*;

use super::LoginCode;
use super::sign_in::code_page;
use crate::ui::query::parameter;

/// The page at `/login/code`.
#[component]
pub fn CodePage() -> impl IntoView {
    code_page::<LoginCode>("/login", Some(parameter("next").unwrap_or_default()))
}
