//! The banner that says that the session has ended, with the way to a new one.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::i18n::{tu_string, use_i18n};
use crate::notification::counts;
use crate::portal::{PORTAL_LOGIN, portal_me};
use crate::session::use_session_watch;
use crate::ui::icon::{Icon, IconName};

/// Shown once a request was refused because the session has ended. What stands on the page stays.
///
/// * `login`: the sign-in page; by default that of staff.
#[component]
pub fn SessionBanner(#[prop(default = "/login")] login: &'static str) -> impl IntoView {
    let watch = use_session_watch();
    let shown = move || watch.has_ended().then(|| view! { <Banner login/> });

    view! { <div class="session-status" role="status">{shown}</div> }.into_any()
}

/// The banner itself. It leads to another tab, so that nothing typed here is lost, and goes when
/// the reader comes back and there is a session.
///
/// * `login`: the sign-in page.
#[component]
fn Banner(login: &'static str) -> impl IntoView {
    let i18n = use_i18n();
    let watch = use_session_watch();
    Effect::new(move |_| {
        let listener = window_event_listener(ev::focus, move |_| {
            spawn_local(async move {
                if is_signed_in(login).await {
                    watch.renew();
                }
            });
        });
        on_cleanup(move || listener.remove());
    });

    view! {
        <div class="notice session-banner" data-tone="warning">
            <Icon name=IconName::Lock/>
            <div class="notice-body">
                <p class="notice-title">{tu_string!(i18n, frame.session_ended)}</p>
                <p>
                    {tu_string!(i18n, frame.session_ended_text)} " "
                    <a href=login rel="external" target="_blank">
                        {tu_string!(i18n, frame.sign_in_again)}
                    </a>
                </p>
            </div>
        </div>
    }
    .into_any()
}

/// Asks for something small that only a session is given.
async fn is_signed_in(login: &str) -> bool {
    if login == PORTAL_LOGIN {
        matches!(portal_me().await, Ok(Some(_)))
    } else {
        counts().await.is_ok()
    }
}
