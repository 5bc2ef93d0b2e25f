//! The second step of a sign-in: one field for a code of the app or for a recovery code. The form
//! works before and without WebAssembly.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::LoginCode;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::field::TextField;
use crate::ui::icon::{Icon, IconName};
use shared::error::Code;

/// The page at `/login/code`.
#[component]
pub fn CodePage() -> impl IntoView {
    let i18n = use_i18n();
    let next = use_query_map().get_untracked().get("next").unwrap_or_default();

    view! {
        <Title text=tu_string!(i18n, mfa.code_title)/>
        <main class="sign-in" id="main">
            <div class="sign-in-brand">
                <img src="/logo.svg" alt="" width="40" height="40"/>
                {tu_string!(i18n, app.name)}
            </div>
            <div class="sign-in-card">
                <CodeForm next/>
            </div>
            <p class="sign-in-foot">
                <a href="/login">{tu_string!(i18n, mfa.start_over)}</a>
            </p>
        </main>
    }
    .into_any()
}

/// The form.
///
/// * `next`: where to go afterwards.
#[component]
fn CodeForm(next: String) -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<LoginCode>::new();
    let refused = move || {
        let error = action.value().get().and_then(Result::err);
        error.map(|error| view! { <Refused error/> })
    };
    Effect::new(move |_| {
        if let Some(Ok(path)) = &*action.value().read() {
            // The browser refuses only addresses that are none.
            let _ = window().location().set_href(path);
        }
    });

    view! {
        <section class="sign-in-part" aria-labelledby="code-title">
            <div class="sign-in-lead">
                <h1 id="code-title">{tu_string!(i18n, mfa.code_title)}</h1>
                <p>{tu_string!(i18n, mfa.code_lead)}</p>
            </div>
            {refused}
            <ActionForm action attr:class="form">
                <input type="hidden" name="next" value=next/>
                <TextField
                    id="code"
                    name="code"
                    label=tu_string!(i18n, mfa.code)
                    hint=tu_string!(i18n, mfa.code_hint)
                    autocomplete="one-time-code"
                    required=true
                />
                <button
                    class="button button-primary button-wide"
                    type="submit"
                    aria-busy=move || action.pending().get().then_some("true")
                >
                    {tu_string!(i18n, login.submit)}
                </button>
            </ActionForm>
        </section>
    }
    .into_any()
}

/// Why the code did not count. The error comes in the address, so only known texts are shown.
///
/// * `error`: what the server said.
#[component]
fn Refused(error: UiError) -> impl IntoView {
    let i18n = use_i18n();
    let (title, text) = match error.code() {
        Code::InvalidMfaCode | Code::ValidationFailed => {
            (tu_string!(i18n, mfa.wrong), tu_string!(i18n, mfa.wrong_text).to_owned())
        }
        Code::InvalidPreAuthToken => {
            (tu_string!(i18n, mfa.expired), tu_string!(i18n, mfa.expired_text).to_owned())
        }
        Code::MfaLocked => {
            (tu_string!(i18n, mfa.locked), tu_string!(i18n, mfa.locked_text).to_owned())
        }
        Code::RateLimited => {
            (tu_string!(i18n, login.limited), tu_string!(i18n, login.limited_text).to_owned())
        }
        _ => (tu_string!(i18n, login.failed), error.safe_text(i18n)),
    };
    let node = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(element) = node.get() {
            // An element that is not shown cannot take the focus; nothing is lost then.
            let _ = element.focus();
        }
    });

    view! {
        <div class="notice" data-tone="danger" role="alert" tabindex="-1" node_ref=node>
            <Icon name=IconName::AlertTriangle/>
            <div class="notice-body">
                <p class="notice-title">{title}</p>
                <p>{text}</p>
            </div>
        </div>
    }
    .into_any()
}
