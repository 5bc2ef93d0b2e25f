//! The button that switches the language.

use leptos::prelude::*;
use leptos_router::hooks::use_location;

use super::here;
use crate::i18n::{Locale, use_i18n};

/// Switches to the other language, labelled with that language's own name. Reloads the page.
#[component]
pub fn LanguageSwitch() -> impl IntoView {
    let i18n = use_i18n();
    let (locale, name) = other_than(i18n.locale());
    let code = locale.code();

    view! {
        <form action="/api/ui/session/language" method="post">
            <input type="hidden" name="path" value=here(&use_location())/>
            <button
                class="button button-quiet language-switch"
                type="submit"
                name="language"
                value=code
                lang=code
            >
                {name}
            </button>
        </form>
    }
    .into_any()
}

fn other_than(now: Locale) -> (Locale, &'static str) {
    match now {
        Locale::English => (Locale::Arabic, "العربية"),
        Locale::Arabic => (Locale::English, "English"),
    }
}
