//! The banner that says that the session has ended, with the way back.

use leptos::ev;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

use crate::i18n::{tu_string, use_i18n};
use crate::return_path::login_path;
use crate::session::use_session_watch;
use crate::ui::icon::{Icon, IconName};

/// Shown once a request was refused because the session has ended. What stands on the page stays.
///
/// * `login`: the sign-in page; by default that of staff, which comes back to this page.
#[component]
pub fn SessionBanner(#[prop(optional)] login: Option<&'static str>) -> impl IntoView {
    let watch = use_session_watch();
    let location = use_location();
    let shown = move || {
        watch.has_ended().then(|| {
            location.pathname.track();
            location.search.track();
            let back = || login_path(&super::here(&location));
            let address = login.map_or_else(back, str::to_owned);
            view! { <Banner address/> }
        })
    };

    view! { <div role="status">{shown}</div> }.into_any()
}

/// The banner itself. It leads to another tab, so that nothing typed here is lost, and goes when
/// the reader comes back from there; who has not signed in is told again by the next request.
///
/// * `address`: of the sign-in page, with the way back.
#[component]
fn Banner(address: String) -> impl IntoView {
    let i18n = use_i18n();
    let watch = use_session_watch();
    Effect::new(move |_| {
        let listener = window_event_listener(ev::focus, move |_| watch.hope());
        on_cleanup(move || listener.remove());
    });

    view! {
        <div class="notice session-banner" data-tone="warning">
            <Icon name=IconName::Lock/>
            <div class="notice-body">
                <p class="notice-title">{tu_string!(i18n, frame.session_ended)}</p>
                <p>
                    {tu_string!(i18n, frame.session_ended_text)} " "
                    <a href=address rel="external" target="_blank">
                        {tu_string!(i18n, frame.sign_in_again)}
                    </a>
                </p>
            </div>
        </div>
    }
    .into_any()
}
