//! The frame around every page of the workspace.

pub mod live;
pub mod session_banner;
pub mod theme;
pub mod theme_switch;

mod arrival;
mod bell;
mod person_menu;
mod side_bar;
mod top_bar;

use leptos::prelude::*;
use leptos_router::components::{Outlet, Redirect};
use leptos_router::hooks::use_location;
use leptos_router::location::Location;

use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::login_path;
use crate::session::{CodesBanner, DecidesLeave, Me, Workplace, use_workplace};
use crate::ui::once::once;
use crate::ui::page::ErrorPage;
use crate::ui::take_over::later;
use crate::ui::toast::ToastArea;

/// Everything behind the sign-in: the frame, or the way to the sign-in page.
#[component]
pub fn Workspace() -> impl IntoView {
    let workplace = use_workplace();
    let location = use_location();
    let content = move || {
        let here = here(&location);
        Suspend::new(async move {
            match workplace.await {
                Ok(Some(workplace)) if !workplace.me.password_change_required => {
                    view! { <Frame workplace/> }.into_any()
                }
                Ok(Some(workplace)) if here.starts_with("/password") => {
                    view! { <OnlyPage me=workplace.me/> }.into_any()
                }
                Ok(Some(_)) => view! { <Redirect path="/password"/> }.into_any(),
                Ok(None) => view! { <Redirect path=login_path(&here)/> }.into_any(),
                Err(error) => view! { <FramelessError error/> }.into_any(),
            }
        })
    };

    // A `Suspense` would take the frame out of the page for as long as the next page loads.
    view! { <Transition fallback=|| ()>{once(content)}</Transition> }.into_any()
}

/// The path of the page with its query, as a return address.
pub(crate) fn here(location: &Location) -> String {
    let (path, query) = (location.pathname.get_untracked(), location.search.get_untracked());
    if query.is_empty() { path } else { format!("{path}?{}", query.trim_start_matches('?')) }
}

/// An error before anything is known of the reader.
///
/// * `error`: what went wrong.
#[component]
fn FramelessError(error: UiError) -> impl IntoView {
    view! {
        <main class="main" id="main" tabindex="-1">
            <ErrorPage error/>
        </main>
    }
    .into_any()
}

/// The page alone, for somebody who first has to change a temporary password.
///
/// * `me`: the reader.
#[component]
fn OnlyPage(me: Me) -> impl IntoView {
    provide_context(me);
    view! {
        <main class="main" id="main" tabindex="-1">
            <Outlet/>
        </main>
        <ToastArea/>
    }
    .into_any()
}

/// The page, below what concerns every page.
///
/// * `remaining`: recovery codes that the reader has left.
fn page(remaining: Option<u32>) -> AnyView {
    view! {
        <main class="main" id="main" tabindex="-1">
            <session_banner::SessionBanner/>
            <CodesBanner remaining page="/security"/>
            <Outlet/>
        </main>
    }
    .into_any()
}

/// Side bar, top bar, the page, and what floats above it.
///
/// * `workplace`: the reader and their numbers.
#[component]
fn Frame(workplace: Workplace) -> impl IntoView {
    let i18n = use_i18n();
    let Workplace { me, counts, decides_leave } = workplace;
    provide_context(me.clone());
    provide_context(DecidesLeave(decides_leave));
    live::Live::provide(counts);
    arrival::follow();
    let (bar, remaining) = (me.clone(), me.recovery_codes_remaining);

    view! {
        <a class="skip-link" href="#main" rel="external">{tu_string!(i18n, app.skip)}</a>
        <div class="frame">
            {later(move || view! { <side_bar::SideBar/> }.into_any())}
            {later(move || view! { <top_bar::TopBar me=bar/> }.into_any())}
            {later(move || page(remaining))}
        </div>
        {later(move || view! { <bell::BellPanel/> }.into_any())}
        {later(move || view! { <person_menu::PersonMenu me/> }.into_any())}
        <ToastArea/>
    }
    .into_any()
}
