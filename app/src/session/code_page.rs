//! The second step of a sign-in of staff.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::LoginCode;
use super::sign_in::{SignInFrame, code_step};
use crate::i18n::{tu_string, use_i18n};

/// The page at `/login/code`.
#[component]
pub fn CodePage() -> impl IntoView {
    let i18n = use_i18n();
    let next = use_query_map().get_untracked().get("next").unwrap_or_default();
    let foot = move || view! { <a href="/login">{tu_string!(i18n, mfa.start_over)}</a> };

    view! {
        <SignInFrame title=tu_string!(i18n, mfa.code_title) foot>
            <div class="sign-in-card">
                {code_step::<LoginCode>(Some(next))}
            </div>
        </SignInFrame>
    }
    .into_any()
}
