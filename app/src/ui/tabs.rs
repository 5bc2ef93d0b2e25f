//! Links between pages that belong together.

use leptos::prelude::*;

/// A link to one of several pages; the page that is shown is marked.
pub fn tab(address: impl Into<String>, text: impl IntoView + 'static, is_current: bool) -> AnyView {
    link("tab", address.into(), text.into_any(), is_current.then_some("page"))
}

/// A link to one of several forms of a page; the form that is shown is marked.
pub fn segment(address: impl Into<String>, text: &'static str, is_current: bool) -> AnyView {
    link("segment", address.into(), text.into_any(), is_current.then_some("true"))
}

/// The same where each form has a page of its own.
pub fn page_segment(address: impl Into<String>, text: &'static str, is_current: bool) -> AnyView {
    link("segment", address.into(), text.into_any(), is_current.then_some("page"))
}

fn link(
    class: &'static str,
    address: String,
    text: AnyView,
    current: Option<&'static str>,
) -> AnyView {
    view! {
        <a class=class href=address aria-current=current data-noscroll="">
            {text}
        </a>
    }
    .into_any()
}

/// The links.
///
/// * `class`: `tabs` or `segments`, and what else holds for them.
pub fn links(
    class: &'static str,
    label: &'static str,
    links: impl IntoIterator<Item = AnyView>,
) -> AnyView {
    let links: Vec<_> = links.into_iter().collect();
    view! {
        <nav class=class aria-label=label>
            {links}
        </nav>
    }
    .into_any()
}
