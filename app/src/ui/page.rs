//! Common parts of all pages: head, data loading and error pages.

use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;

use leptos::prelude::*;
use leptos::tachys::reactive_graph::OwnedView;
use leptos_meta::Title;
use leptos_router::hooks::{use_location, use_params_map};

use super::button::button_link;
use super::crumbs::Crumbs;
use super::icon::IconName;
use super::letterhead::letterhead;
use super::person::initials;
use crate::error::{UiError, UiResult, status_of};
use crate::i18n::{tu_string, use_i18n};
use crate::portal::PORTAL_HOME;

/// The head of a page: breadcrumbs, title, lead and actions.
#[derive(Debug)]
pub struct PageHead {
    title: String,
    lead: String,
    class: &'static str,
    is_printed: bool,
    crumbs: Option<AnyView>,
    actions: Vec<AnyView>,
}

impl PageHead {
    /// A head with a title and an introductory line; an empty line is omitted.
    pub fn new(title: impl Into<String>, lead: impl Into<String>) -> Self {
        let (title, lead) = (title.into(), lead.into());
        Self { title, lead, class: "page", is_printed: false, crumbs: None, actions: Vec::new() }
    }

    /// Adds breadcrumbs: the parent page, and the short title of this page.
    pub fn below(
        self,
        address: impl Into<String>,
        parent: impl Into<String>,
        current: impl Into<String>,
    ) -> Self {
        let crumbs = view! { <Crumbs address parent current/> };
        Self { crumbs: Some(crumbs.into_any()), ..self }
    }

    /// Adds actions.
    pub fn actions(self, actions: impl IntoIterator<Item = AnyView>) -> Self {
        Self { actions: actions.into_iter().collect(), ..self }
    }

    /// A page that is printed as a paper of the organization, below its letterhead.
    pub fn printed(self) -> Self {
        Self { is_printed: true, ..self }
    }

    /// A narrow page, with one column of text or fields.
    pub fn narrow(self) -> Self {
        Self { class: "page page-narrow", ..self }
    }

    /// The page: document title, head and content.
    pub fn page(self, content: impl IntoView + 'static) -> AnyView {
        let (title, class) = (self.title.clone(), self.class);
        let letterhead = self.is_printed.then(letterhead);
        view! {
            <Title text=title/>
            <div class=class>{letterhead} {self.view()} {content.into_any()}</div>
        }
        .into_any()
    }

    /// The head alone.
    pub fn view(self) -> AnyView {
        let Self { title, lead, crumbs, actions, .. } = self;
        let lead = (!lead.is_empty()).then(|| view! { <p>{lead}</p> });
        let actions =
            (!actions.is_empty()).then(|| view! { <div class="button-row">{actions}</div> });
        view! {
            <div class="page-head">
                <div class="page-head-text">
                    {crumbs}
                    <h1>{title}</h1>
                    {lead}
                </div>
                {actions}
            </div>
        }
        .into_any()
    }
}

/// The head of the page of a person or company.
///
/// * `crumbs`: the breadcrumbs.
/// * `about`: the line below the name.
/// * `actions`: the actions of the page.
pub fn person_head(
    crumbs: AnyView,
    name: String,
    about: AnyView,
    actions: Option<AnyView>,
) -> AnyView {
    let initials = initials(&name);
    view! {
        <div class="page-head">
            <div class="page-head-text">
                {crumbs}
                <div class="person">
                    <span class="avatar avatar-large" aria-hidden="true">{initials}</span>
                    <div>
                        <h1>{name}</h1>
                        {about}
                    </div>
                </div>
            </div>
            {actions}
        </div>
    }
    .into_any()
}

/// Loads the record whose id is in the URL, and renders it.
///
/// * `what`: the kind of record, for the error if the id is invalid.
pub fn found_by_id<Id, T, Loading>(
    what: &'static str,
    load: impl FnOnce(Id) -> Loading + Send + 'static,
    view: impl FnOnce(T) -> AnyView + Send + 'static,
) -> AnyView
where
    Id: FromStr + Send + 'static,
    T: Send + 'static,
    Loading: Future<Output = UiResult<T>> + Send + 'static,
{
    let id = use_params_map().get_untracked().get("id").and_then(|id| id.parse().ok());
    let data = async move {
        let id = id.ok_or_else(|| UiError(shared::Error::not_found(what)))?;
        load(id).await
    };
    found(data, view)
}

/// Renders data, or the error page if loading failed. Only the rendered view is sent to the
/// browser, not the data.
///
/// * `data`: loads the data.
/// * `view`: renders the data.
pub fn found<T: Send + 'static>(
    data: impl Future<Output = UiResult<T>> + Send + 'static,
    view: impl FnOnce(T) -> AnyView + Send + 'static,
) -> AnyView {
    awaited(async move {
        match data.await {
            Ok(data) => view(data),
            Err(error) => refused(error),
        }
    })
}

/// A view that is computed asynchronously; the response waits for it.
pub fn awaited(view: impl Future<Output = AnyView> + Send + 'static) -> AnyView {
    let view: Pin<Box<dyn Future<Output = AnyView> + Send>> = Box::pin(view);
    // `OwnedView` keeps the contexts of the current owner.
    Suspend::new(async move { OwnedView::new(view.await) }).into_any()
}

/// The error in place of the content. If the session has ended, the banner explains the rest.
fn refused(error: UiError) -> AnyView {
    if error.is_signed_out() {
        let text = error.text(use_i18n());
        return view! { <p class="page muted">{text}</p> }.into_any();
    }
    view! { <ErrorPage error/> }.into_any()
}

/// An error page, which also sets the response status.
///
/// * `error`: the error to display.
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
                {button_link(home, IconName::Home, tu_string!(i18n, error.go_home))}
            </div>
        </div>
    }
    .into_any()
}

/// The home page for a path: that of the portal or that of staff.
fn home_of(path: &str) -> &'static str {
    let below = path.strip_prefix(PORTAL_HOME);
    if below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
        PORTAL_HOME
    } else {
        "/"
    }
}

/// The page for an unknown path.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    view! { <ErrorPage error=UiError(shared::Error::not_found("Page"))/> }
}
