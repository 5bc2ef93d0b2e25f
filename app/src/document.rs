//! The root component, and the title of the document.

use leptos::prelude::*;
use leptos_meta::{Html, Title, provide_meta_context};

use crate::i18n::{Language, Locale, td_string};
use crate::language;
use crate::pages::Pages;
use crate::session::SessionWatch;

/// The root component of all pages.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    SessionWatch::provide();

    let i18n = Language::provide(language::of_page());

    view! {
        <Html attr:lang=i18n.locale().code() attr:dir=i18n.locale().direction()/>
        <Title formatter=move |title| document_title(i18n.locale(), title)/>
        <Pages/>
    }
}

/// The title of the document. Escaped here because `leptos_meta` writes it unescaped, and titles
/// contain names of people. The language is an argument because the title is written after
/// rendering, when the context is gone.
pub(crate) fn document_title(language: Locale, title: String) -> String {
    let title = title + " · " + td_string!(language, app.name);
    title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
