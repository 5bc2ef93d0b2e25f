//! Changing the password; the only page there is while a temporary one stands.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::{CHANGED, ChangePassword, use_me};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::TextField;
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use shared::error::Code;
use shared::session::PasswordFault;

/// The page at `/password`.
#[component]
pub fn PasswordPage() -> impl IntoView {
    let i18n = use_i18n();
    let changed = use_query_map().get_untracked().get("changed").is_some();
    let lead = if use_me().password_change_required {
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
            <PasswordForm/>
        </div>
    }
    .into_any()
}

/// The form. Afterwards the page is loaded anew: the session is a new one.
#[component]
fn PasswordForm() -> impl IntoView {
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
    Effect::new(move |_| {
        if matches!(&*action.value().read(), Some(Ok(()))) {
            // The browser refuses only addresses that are none.
            let _ = window().location().set_href(CHANGED);
        }
    });

    view! {
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
    }
    .into_any()
}

/// The three inputs.
///
/// * `at`: what is wrong with a field.
#[component]
pub(crate) fn Passwords(at: Callback<&'static str, Signal<Option<String>>>) -> impl IntoView {
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

/// Says that it is done, and leads on.
#[component]
fn Changed() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Notice tone=Tone::Success title=tu_string!(i18n, password.done)>
            <p>
                <a href="/">{tu_string!(i18n, error.go_home)}</a>
            </p>
        </Notice>
    }
}

/// What is wrong with a field, in texts of our own: without JavaScript the error comes back in the
/// address, where anybody could have put it.
pub(crate) fn at_field(i18n: Language, error: &UiError, field: &str) -> Option<String> {
    let text = match (field, error.code()) {
        ("current", Code::InvalidCurrentPassword) => tu_string!(i18n, password.wrong_current),
        ("again", Code::ValidationFailed) if error.at("again").is_some() => {
            tu_string!(i18n, password.again_wrong)
        }
        ("newPassword", Code::ValidationFailed) => fault_text(i18n, error)?,
        _ => return None,
    };
    Some(text.to_owned())
}

fn fault_text(i18n: Language, error: &UiError) -> Option<&'static str> {
    let detail = error.fields().iter().find(|detail| detail.field == "newPassword")?;
    Some(match detail.code.parse() {
        Ok(PasswordFault::TooShort) => tu_string!(i18n, password.too_short),
        Ok(PasswordFault::TooLong) => tu_string!(i18n, password.too_long),
        Ok(PasswordFault::Common) => tu_string!(i18n, password.common),
        Ok(PasswordFault::Context) => tu_string!(i18n, password.context),
        Ok(PasswordFault::Unchanged) => tu_string!(i18n, password.unchanged),
        Err(_) => tu_string!(i18n, error.refused),
    })
}
