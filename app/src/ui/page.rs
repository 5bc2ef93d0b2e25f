//! What every page does: a title, its data, and an error that takes the place of the page.

use std::future::Future;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_location;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::icon::{Icon, IconName};
use super::once::once;
use super::skeleton::Skeleton;
use crate::error::{UiError, UiResult, status_of};
use crate::i18n::{tu_string, use_i18n};
use crate::portal::PORTAL_HOME;
use crate::session::use_session_watch;

/// Shows what a resource loaded: grey lines before, the error page when it was refused. On a
/// change the old content stays until the new one is there. What was refused for the lack of a
/// session is loaded again once there is one.
///
/// * `resource`: what is loaded.
/// * `view`: what is shown of it.
pub fn loaded<T>(
    resource: Resource<UiResult<T>>,
    view: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static,
) -> AnyView
where
    T: Clone + Serialize + DeserializeOwned + Send + Sync + 'static,
{
    let watch = use_session_watch();
    let was_refused = StoredValue::new(false);
    Effect::new(move |seen: Option<u32>| {
        let renewals = watch.renewals();
        if seen.is_some_and(|seen| seen != renewals) && was_refused.get_value() {
            was_refused.set_value(false);
            resource.refetch();
        }
        renewals
    });
    let content = move || {
        let view = view.clone();
        let found: std::pin::Pin<Box<dyn Future<Output = AnyView> + Send>> = Box::pin(async move {
            match resource.await {
                Ok(value) => view(value),
                Err(error) => {
                    was_refused.try_set_value(error.is_signed_out());
                    watch.report(&error);
                    refused(error)
                }
            }
        });
        Suspend::new(found)
    };

    view! { <Transition fallback=|| view! { <Skeleton/> }>{once(content)}</Transition> }.into_any()
}

/// Shows what a document is made of, or the error page when that was refused. Nothing of the data
/// but its view goes to the browser.
///
/// * `load`: asks for the data.
/// * `view`: what is shown of it.
pub fn found<T, Loading>(
    load: impl Fn() -> Loading + Send + Sync + 'static,
    view: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static,
) -> AnyView
where
    T: Send + 'static,
    Loading: Future<Output = UiResult<T>> + Send + 'static,
{
    let content = move || {
        let (data, view) = (load(), view.clone());
        let made: std::pin::Pin<Box<dyn Future<Output = AnyView> + Send>> = Box::pin(async move {
            match data.await {
                Ok(data) => view(data),
                Err(error) => refused(error),
            }
        });
        Suspend::new(made)
    };

    view! { <Suspense fallback=|| ()>{once(content)}</Suspense> }.into_any()
}

/// The error in place of what was asked for. When the session has ended a banner says the rest.
fn refused(error: UiError) -> AnyView {
    if error.is_signed_out() {
        let text = error.text(use_i18n());
        return view! { <p class="page muted">{text}</p> }.into_any();
    }
    view! { <ErrorPage error/> }.into_any()
}

/// The error in place of a page, with its status.
///
/// * `error`: what went wrong.
#[component]
pub fn ErrorPage(error: UiError) -> impl IntoView {
    error_page(&error)
}

fn error_page(error: &UiError) -> AnyView {
    let i18n = use_i18n();
    let status = status_of(&error.0);
    let (title, text) = match status {
        404 => {
            let text = tu_string!(i18n, error.not_found_text);
            (tu_string!(i18n, error.not_found_title), text.to_owned())
        }
        403 => {
            let text = tu_string!(i18n, error.forbidden_text);
            (tu_string!(i18n, error.forbidden_title), text.to_owned())
        }
        _ => (tu_string!(i18n, error.unavailable_title), error.text(i18n)),
    };
    #[cfg(feature = "ssr")]
    crate::server::set_page_status(status);
    let home = home_of(&use_location().pathname.get_untracked());
    view! {
        <Title text=title/>
        <div class="page">
            <div class="not-found">
                <span class="figure-number">{status}</span>
                <h1>{title}</h1>
                <p>{text}</p>
                <a class="button" href=home>
                    <Icon name=IconName::Home/>
                    {tu_string!(i18n, error.go_home)}
                </a>
            </div>
        </div>
    }
    .into_any()
}

/// The first page of those that the path belongs to: the portal's, or that of staff.
fn home_of(path: &str) -> &'static str {
    let below = path.strip_prefix(PORTAL_HOME);
    if below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
        PORTAL_HOME
    } else {
        "/"
    }
}

/// The page of an address that leads nowhere.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    view! { <ErrorPage error=UiError(shared::Error::not_found("Page"))/> }
}
