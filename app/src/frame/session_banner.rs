//! The banner that appears when the session has ended, with a link to sign in again.

use leptos::prelude::*;

use crate::i18n::{tu_string, use_i18n};
use crate::portal::PORTAL_LOGIN;
use crate::ui::icon::{Icon, IconName};

/// Displayed by the frame script after a request was refused because the session has ended, until
/// the user has signed in again in another tab. The content of the page is kept.
///
/// * `login`: the path of the sign-in page, of staff or of customers.
pub fn session_banner(login: &'static str) -> AnyView {
    let i18n = use_i18n();
    // A small request that only succeeds with a session.
    let check =
        if login == PORTAL_LOGIN { "/api/ui/portal/me" } else { "/api/ui/notification/counts" };

    view! {
        <div class="session-status" role="status">
            <div
                class="notice session-banner"
                data-tone="warning"
                data-check=check
                hidden=true
            >
                <Icon name=IconName::Lock/>
                <div class="notice-body">
                    <p class="notice-title">{tu_string!(i18n, frame.session_ended)}</p>
                    <p>
                        {tu_string!(i18n, frame.session_ended_text)} " "
                        <a href=login target="_blank">
                            {tu_string!(i18n, frame.sign_in_again)}
                        </a>
                    </p>
                </div>
            </div>
            <div class="notice session-banner offline-notice" data-tone="warning" hidden=true>
                <Icon name=IconName::CloudOff/>
                <div class="notice-body">
                    <p class="notice-title">{tu_string!(i18n, ui.offline.title)}</p>
                    <p>{tu_string!(i18n, ui.offline.text)}</p>
                </div>
            </div>
        </div>
    }
    .into_any()
}
