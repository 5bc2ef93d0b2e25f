//! What every page does: a title, its data, and an error that takes the place of the page.

use std::future::Future;
use std::pin::Pin;

use leptos::prelude::*;
use leptos::tachys::reactive_graph::OwnedView;
use leptos_meta::Title;
use leptos_router::hooks::use_location;

use super::icon::{Icon, IconName};
use crate::error::{UiError, UiResult, status_of};
use crate::i18n::{tu_string, use_i18n};
use crate::portal::PORTAL_HOME;

/// The title of a page, a line about it, and what can be done there.
pub fn page_head(title: String, lead: &'static str, actions: Vec<AnyView>) -> AnyView {
    let lead = (!lead.is_empty()).then(|| view! { <p>{lead}</p> });
    let actions = (!actions.is_empty()).then(|| view! { <div class="button-row">{actions}</div> });
    view! {
        <div class="page-head">
            <div class="page-head-text">
                <h1>{title}</h1>
                {lead}
            </div>
            {actions}
        </div>
    }
    .into_any()
}

/// Shows what a document is made of, or the error page when that was refused. Nothing of the data
/// but its view goes to the browser.
///
/// * `load`: asks for the data.
/// * `view`: what is shown of it.
pub fn found<T, Loading>(
    load: impl FnOnce() -> Loading + Send + 'static,
    view: impl FnOnce(T) -> AnyView + Send + 'static,
) -> AnyView
where
    T: Send + 'static,
    Loading: Future<Output = UiResult<T>> + Send + 'static,
{
    let data = load();
    awaited(async move {
        match data.await {
            Ok(data) => view(data),
            Err(error) => refused(error),
        }
    })
}

/// A view that is made later: the document waits for it.
pub fn awaited(view: impl Future<Output = AnyView> + Send + 'static) -> AnyView {
    let view: Pin<Box<dyn Future<Output = AnyView> + Send>> = Box::pin(view);
    // What is made of it keeps the contexts of here.
    Suspend::new(async move { OwnedView::new(view.await) }).into_any()
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
