//! The customer's password: in the settings, and the only page while the password is temporary.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::portal::PortalMe;

use super::{
    ChangePortalPassword, EndOtherPortalSessions, EndPortalSession, PORTAL_SECURITY,
    list_portal_sessions,
};
use crate::i18n::{tu_string, use_i18n};
use crate::session::{FactorNotice, password_form, sessions_card};
use crate::ui::badge::Tone;
use crate::ui::notice::Notice;
use crate::ui::page::PageHead;

/// The page at `/portal/settings`.
#[component]
pub fn PortalSettingsPage() -> impl IntoView {
    let i18n = use_i18n();
    let me: PortalMe = expect_context();
    let changed = use_query_map().get_untracked().get("changed").is_some();
    let changed = changed.then(|| {
        view! { <Notice tone=Tone::Success title=tu_string!(i18n, password.done)/> }
    });
    let sessions =
        sessions_card::<EndPortalSession, EndOtherPortalSessions>(list_portal_sessions());
    let signed_in = tu_string!(i18n, portal.settings.signed_in, email = me.email);

    let guide = view! {
        <a class="button" href="/portal/guide">{tu_string!(i18n, guide.title)}</a>
    };
    let head = PageHead::new(tu_string!(i18n, portal.settings.title), signed_in).narrow();

    head.actions([guide.into_any()]).page(view! {
        {changed}
        <section class="stack" aria-labelledby="password">
            <h2 id="password">{tu_string!(i18n, password.title)}</h2>
            <p class="muted">{tu_string!(i18n, password.lead)}</p>
            {password_form::<ChangePortalPassword>(me.mfa_enabled, None)}
        </section>
        <section class="stack" aria-labelledby="second-factor">
            <h2 id="second-factor">{tu_string!(i18n, mfa.title)}</h2>
            <p class="muted">{tu_string!(i18n, mfa.lead)}</p>
            <FactorNotice remaining=me.recovery_codes_remaining/>
            <div class="button-row">
                <a class="button" href=PORTAL_SECURITY>
                    {tu_string!(i18n, mfa.manage)}
                </a>
            </div>
        </section>
        {sessions}
    })
}

/// The page at `/portal/password`.
#[component]
pub fn PortalPasswordPage() -> impl IntoView {
    let i18n = use_i18n();
    let me: PortalMe = expect_context();
    let lead = if me.password_change_required {
        tu_string!(i18n, password.lead_temporary)
    } else {
        tu_string!(i18n, password.lead)
    };

    PageHead::new(tu_string!(i18n, password.title), lead)
        .narrow()
        .page(password_form::<ChangePortalPassword>(me.mfa_enabled, None))
}
