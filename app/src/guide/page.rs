//! The pages of the guide, for staff and for customers.

use leptos::prelude::*;

use super::Guide;
use super::permissions_page::{NAME, permissions_page};
use super::rendering::html_of;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::page::{NotFoundPage, PageHead};
use crate::ui::query::path_part;

/// The page at `/guide`: the list of all guides.
#[component]
pub fn GuideIndexPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = format!("/guide/{NAME}");
    let permissions = view! {
        <p>
            <a href=address>{tu_string!(i18n, guide.permissions.title)}</a>
        </p>
    };
    head(Guide::Index).page((text(Guide::Index.body(i18n.locale())), permissions))
}

/// The page at `/guide/:name`.
#[component]
pub fn GuidePage() -> impl IntoView {
    let i18n = use_i18n();
    let name = path_part("name");
    if name == NAME {
        return permissions_page();
    }
    let Some(guide) = Guide::named(&name) else {
        return view! { <NotFoundPage/> }.into_any();
    };
    let title = guide.title(i18n.locale());
    head(guide)
        .below("/guide", tu_string!(i18n, guide.title), title)
        .page(text(guide.body(i18n.locale())))
}

/// The page at `/portal/guide`.
#[component]
pub fn PortalGuidePage() -> impl IntoView {
    let i18n = use_i18n();
    PageHead::new(tu_string!(i18n, guide.title), "")
        .narrow()
        .page(text(Guide::Customer.body(i18n.locale())))
}

fn head(guide: Guide) -> PageHead {
    PageHead::new(guide.title(use_i18n().locale()), "").narrow()
}

fn text(markdown: &str) -> AnyView {
    view! { <div class="prose" inner_html=html_of(markdown)></div> }.into_any()
}
