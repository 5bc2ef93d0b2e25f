//! The layout of all pages behind the staff sign-in, which redirects to the sign-in page without a
//! session.

use leptos::prelude::*;
use leptos_router::components::{Outlet, Redirect};
use leptos_router::hooks::use_location;
use leptos_router::location::Location;

use shared::currency::Currency;
use shared::notification::Notification;

use super::bell::BellPanel;
use super::person_menu::PersonMenu;
use super::script_parts::script_parts;
use super::session_banner::session_banner;
use super::side_bar::SideBar;
use super::top_bar::TopBar;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::notification::list_notifications;
use crate::return_path::login_path;
use crate::search::{KeysDialog, SearchDialog};
use crate::session::{CodesBanner, DecidesLeave, Me, Workplace, workplace};
use crate::ui::page::{ErrorPage, awaited};

/// The number of notifications in the panel of the bell.
const LATEST_SHOWN: u32 = 8;

/// The layout route: the frame with the page, or a redirect to the sign-in page.
#[component]
pub fn Workspace() -> impl IntoView {
    let here = here(&use_location());
    awaited(async move {
        match workplace().await {
            Ok(Some(workplace)) if !workplace.me.password_change_required => {
                let latest = latest().await;
                view! { <Frame workplace latest/> }.into_any()
            }
            Ok(Some(workplace)) if here.starts_with("/password") => {
                view! { <OnlyPage me=workplace.me/> }.into_any()
            }
            Ok(Some(_)) => view! { <Redirect path="/password"/> }.into_any(),
            Ok(None) => view! { <Redirect path=login_path(&here)/> }.into_any(),
            Err(error) => view! { <FramelessError error/> }.into_any(),
        }
    })
}

/// The notifications for the panel of the bell button.
async fn latest() -> Vec<Notification> {
    // A failure must not prevent the page from being displayed.
    list_notifications(false, 1, LATEST_SHOWN).await.map(|page| page.data).unwrap_or_default()
}

/// The path and the query of the page, as a return address.
pub(crate) fn here(location: &Location) -> String {
    let (path, query) = (location.pathname.get_untracked(), location.search.get_untracked());
    if query.is_empty() { path } else { format!("{path}?{}", query.trim_start_matches('?')) }
}

/// An error page without the frame, when the user could not be determined.
///
/// * `error`: the error to display.
#[component]
fn FramelessError(error: UiError) -> impl IntoView {
    view! {
        <main class="main" id="main" tabindex="-1">
            <ErrorPage error/>
        </main>
    }
    .into_any()
}

/// The page without the frame, for a user who must first change a temporary password.
///
/// * `me`: the signed-in user.
#[component]
fn OnlyPage(me: Me) -> impl IntoView {
    provide_context(me);
    view! {
        <main class="main" id="main" tabindex="-1">
            <Outlet/>
        </main>
        {script_parts()}
    }
    .into_any()
}

/// The content of the page, below the banners.
///
/// * `remaining`: unused recovery codes of the signed-in user; none without a second factor.
fn page(remaining: Option<u32>) -> AnyView {
    view! {
        <main class="main" id="main" tabindex="-1">
            {session_banner("/login")}
            <CodesBanner remaining page="/security"/>
            <Outlet/>
        </main>
    }
    .into_any()
}

/// The side bar, the top bar, the page, and the overlays.
///
/// * `workplace`: the signed-in user and the counts in badges.
/// * `latest`: the newest notifications.
#[component]
fn Frame(workplace: Workplace, latest: Vec<Notification>) -> impl IntoView {
    let i18n = use_i18n();
    let Workplace { me, counts, decides_leave } = workplace;
    provide_context(me.clone());
    provide_context(Currency::of(&me.currency));
    provide_context(DecidesLeave(decides_leave));
    super::live::Live::provide(counts);
    let (bar, remaining) = (me.clone(), me.recovery_codes_remaining);

    view! {
        <a class="skip-link" href="#main">{tu_string!(i18n, app.skip)}</a>
        <div class="frame">
            <SideBar/>
            <TopBar me=bar/>
            {page(remaining)}
        </div>
        <BellPanel latest/>
        <PersonMenu me/>
        <SearchDialog/>
        <KeysDialog/>
        {script_parts()}
    }
    .into_any()
}
