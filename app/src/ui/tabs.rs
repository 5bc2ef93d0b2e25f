//! Links between related pages.

use leptos::prelude::*;

/// A link to one of several pages; marked if it is the current one.
pub fn tab(address: impl Into<String>, text: impl IntoView + 'static, is_current: bool) -> AnyView {
    link("tab", address.into(), text.into_any(), is_current.then_some("page"))
}

/// A link to one of several variants of a page; marked if it is the current one.
pub fn segment(address: impl Into<String>, text: &'static str, is_current: bool) -> AnyView {
    link("segment", address.into(), text.into_any(), is_current.then_some("true"))
}

/// Like [`segment`], for variants that are separate pages.
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

/// The navigation element with the links.
///
/// * `class`: `tabs` or `segments`, with additional classes.
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
