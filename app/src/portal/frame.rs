//! The frame around every page of the portal except sign-in, or a redirect to sign-in.

use leptos::prelude::*;
use leptos_router::components::{Outlet, Redirect};
use leptos_router::hooks::use_location;
use shared::currency::Currency;
use shared::portal::PortalMe;

use super::{PORTAL_HOME, PORTAL_LOGIN, PORTAL_PASSWORD, PORTAL_SECURITY, portal_me};
use crate::frame::language_switch::LanguageSwitch;
use crate::frame::person_menu::sign_out_form;
use crate::frame::script_parts::script_parts;
use crate::frame::session_banner::session_banner;
use crate::frame::theme_switch::ThemeSwitch;
use crate::i18n::{tu_string, use_i18n};
use crate::session::CodesBanner;
use crate::ui::icon::{Icon, IconName};
use crate::ui::page::{ErrorPage, awaited};

/// The pages for signed-in customers.
#[component]
pub fn PortalFrame() -> impl IntoView {
    let path = use_location().pathname.get_untracked();
    let is_password = path.starts_with(PORTAL_PASSWORD);
    let is_own = is_password || path.starts_with(PORTAL_SECURITY);
    awaited(async move {
        match portal_me().await {
            Ok(Some(me)) if me.password_change_required && !is_password => {
                view! { <Redirect path=PORTAL_PASSWORD/> }.into_any()
            }
            Ok(Some(me)) if me.mfa_enrollment_required && !is_own => {
                view! { <Redirect path=PORTAL_SECURITY/> }.into_any()
            }
            Ok(Some(me)) => view! { <Frame me/> }.into_any(),
            Ok(None) => view! { <Redirect path=PORTAL_LOGIN/> }.into_any(),
            Err(error) => view! {
                <main class="main" id="main" tabindex="-1">
                    <ErrorPage error/>
                </main>
            }
            .into_any(),
        }
    })
}

/// The top bar and the page.
///
/// * `me`: the customer.
#[component]
fn Frame(me: PortalMe) -> impl IntoView {
    let i18n = use_i18n();
    provide_context(me.clone());
    provide_context(Currency::of(&me.currency));
    let remaining = me.recovery_codes_remaining;

    view! {
        <a class="skip-link" href="#main">{tu_string!(i18n, app.skip)}</a>
        <div class="portal">
            {top_bar(me)}
            <main class="main" id="main" tabindex="-1">
                {session_banner(PORTAL_LOGIN)}
                <CodesBanner remaining page=PORTAL_SECURITY/>
                <Outlet/>
            </main>
        </div>
        {script_parts()}
    }
    .into_any()
}

fn top_bar(me: PortalMe) -> AnyView {
    let i18n = use_i18n();
    let links = me.is_ready().then(|| view! { <Links/> });
    view! {
        <header class="top-bar">
            <a class="brand" href=PORTAL_HOME>
                <img src="/logo.svg" alt="" width="24" height="24"/>
                {tu_string!(i18n, app.name)}
            </a>
            <span class="top-bar-organization">{me.organization_name}</span>
            <div class="top-bar-tools">
                <ThemeSwitch/>
                <LanguageSwitch/>
                {links}
                {sign_out_form("/api/ui/portal/logout", "button button-quiet")}
            </div>
        </header>
    }
    .into_any()
}

/// The navigation links.
#[component]
fn Links() -> impl IntoView {
    let i18n = use_i18n();
    let path = use_location().pathname;
    let current = move |address: &'static str| {
        let path = path.get();
        (path.trim_end_matches('/') == address).then_some("page")
    };
    view! {
        <nav class="cluster" aria-label=tu_string!(i18n, portal.pages)>
            <a
                class="button button-quiet"
                href=PORTAL_HOME
                aria-current=move || current(PORTAL_HOME)
            >
                <Icon name=IconName::FileText/>
                {tu_string!(i18n, portal.home.title)}
            </a>
            <a
                class="button button-quiet"
                href="/portal/settings"
                aria-current=move || current("/portal/settings")
            >
                <Icon name=IconName::Settings/>
                {tu_string!(i18n, portal.settings.title)}
            </a>
        </nav>
    }
    .into_any()
}
