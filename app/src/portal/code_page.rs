//! The second step of a customer's sign-in.

use leptos::prelude::*;

use super::{PORTAL_LOGIN, PortalLoginCode};
use crate::i18n::{tu_string, use_i18n};
use crate::session::{SignInFrame, code_step};

/// The page at `/portal/login/code`.
#[component]
pub fn PortalCodePage() -> impl IntoView {
    let i18n = use_i18n();
    let foot = move || view! { <a href=PORTAL_LOGIN>{tu_string!(i18n, mfa.start_over)}</a> };

    view! {
        <SignInFrame title=tu_string!(i18n, mfa.code_title) foot>
            <div class="sign-in-card">
                {code_step::<PortalLoginCode>(None)}
            </div>
        </SignInFrame>
    }
    .into_any()
}
