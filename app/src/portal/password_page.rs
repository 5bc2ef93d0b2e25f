//! A customer's own password: in the settings, and as the only page while a temporary one stands.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::portal::PortalMe;

use super::{ChangePortalPassword, PORTAL_CHANGED};
use crate::i18n::{tu_string, use_i18n};
use crate::session::{Passwords, at_field};
use crate::ui::badge::Tone;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::notice::Notice;

/// The page at `/portal/settings`.
#[component]
pub fn PortalSettingsPage() -> impl IntoView {
    let i18n = use_i18n();
    let me: PortalMe = expect_context();
    let changed = use_query_map().get_untracked().get("changed").is_some();
    let changed = changed.then(|| {
        view! { <Notice tone=Tone::Success title=tu_string!(i18n, password.done)/> }
    });
    let signed_in = tu_string!(i18n, portal.settings.signed_in, email = me.email);

    view! {
        <Title text=tu_string!(i18n, portal.settings.title)/>
        <div class="page page-narrow">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, portal.settings.title)}</h1>
                    <p>{signed_in}</p>
                </div>
            </div>
            {changed}
            <section class="stack" aria-labelledby="password">
                <h2 id="password">{tu_string!(i18n, password.title)}</h2>
                <p class="muted">{tu_string!(i18n, password.lead)}</p>
                <PasswordForm/>
            </section>
        </div>
    }
    .into_any()
}

/// The page at `/portal/password`.
#[component]
pub fn PortalPasswordPage() -> impl IntoView {
    let i18n = use_i18n();
    let lead = if expect_context::<PortalMe>().password_change_required {
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
            <PasswordForm/>
        </div>
    }
    .into_any()
}

/// The form. Afterwards the page is loaded anew: the session is a new one.
#[component]
fn PasswordForm() -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<ChangePortalPassword>::new();
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
            let _ = window().location().set_href(PORTAL_CHANGED);
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
