//! Changing the password; the only page there is while a temporary one stands.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::components::Redirect;
use leptos_router::hooks::use_query_map;

use super::{ChangePassword, Workplace, use_workplace};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::TextField;
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use shared::error::Code;

/// The page, for whoever is signed in.
#[component]
pub fn PasswordPage() -> impl IntoView {
    let workplace = use_workplace();
    let content = move || {
        Suspend::new(async move {
            match workplace.await {
                Ok(Some(Workplace { me, .. })) => {
                    view! { <PasswordForm temporary=me.password_change_required/> }.into_any()
                }
                Ok(None) | Err(_) => {
                    view! { <Redirect path="/login?next=%2Fpassword"/> }.into_any()
                }
            }
        })
    };

    view! {
        <main class="main" id="main" tabindex="-1">
            <Suspense fallback=|| ()>{content}</Suspense>
        </main>
    }
    .into_any()
}

/// The form.
///
/// * `temporary`: true while the password is one that somebody else made.
#[component]
fn PasswordForm(temporary: bool) -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<ChangePassword>::new();
    let error = Signal::derive(move || action.value().get().and_then(Result::err));
    let at = move |field: &'static str| {
        Signal::derive(move || error.read().as_ref().and_then(|error| at_field(i18n, error, field)))
    };
    let anchor = Callback::new(|field: String| match field.as_str() {
        "newPassword" => "new-password".to_owned(),
        _ => field,
    });
    let changed = use_query_map().get_untracked().get("changed").is_some();
    let lead = if temporary {
        tu_string!(i18n, password.lead_temporary)
    } else {
        tu_string!(i18n, password.lead)
    };

    view! {
        <Title text=tu_string!(i18n, password.title)/>
        <div class="page page-narrow">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, password.title)}</h1>
                    <p>{lead}</p>
                </div>
            </div>
            {changed.then(|| view! { <Changed/> })}
            <ErrorSummary error anchor/>
            <ActionForm action attr:class="card">
                <div class="card-body form">
                    <Passwords at=Callback::new(at)/>
                </div>
                <div class="card-foot">
                    <button
                        class="button button-primary"
                        type="submit"
                        aria-busy=move || action.pending().get().then_some("true")
                    >
                        {tu_string!(i18n, password.submit)}
                    </button>
                </div>
            </ActionForm>
            <p>
                <a href="/" rel="external">
                    {tu_string!(i18n, error.go_home)}
                </a>
            </p>
        </div>
    }
    .into_any()
}

/// The three inputs.
///
/// * `at`: what is wrong with a field.
#[component]
fn Passwords(at: Callback<&'static str, Signal<Option<String>>>) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <TextField
            id="current"
            name="current_password"
            label=tu_string!(i18n, password.current)
            kind="password"
            autocomplete="current-password"
            required=true
            error=at.run("current")
        />
        <TextField
            id="new-password"
            name="new_password"
            label=tu_string!(i18n, password.new)
            hint=tu_string!(i18n, password.new_hint)
            kind="password"
            autocomplete="new-password"
            required=true
            error=at.run("newPassword")
        />
        <TextField
            id="again"
            name="again"
            label=tu_string!(i18n, password.again)
            kind="password"
            autocomplete="new-password"
            required=true
            error=at.run("again")
        />
    }
    .into_any()
}

/// Says that it is done.
#[component]
fn Changed() -> impl IntoView {
    let i18n = use_i18n();
    view! { <Notice tone=Tone::Success title=tu_string!(i18n, password.done)/> }
}

fn at_field(i18n: Language, error: &UiError, field: &str) -> Option<String> {
    match (field, error.code()) {
        ("current", Code::InvalidCurrentPassword) => {
            Some(tu_string!(i18n, password.wrong_current).to_owned())
        }
        ("again", _) => {
            error.at("again").map(|_| tu_string!(i18n, password.again_wrong).to_owned())
        }
        _ => error.at(field),
    }
}
