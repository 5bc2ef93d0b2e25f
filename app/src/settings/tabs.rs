//! What every page of the settings begins with.

use leptos::prelude::*;
use leptos_meta::Title;

use super::{DEPARTMENTS, TEMPLATES};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::notice::notice;

/// The pages of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    Templates,
    Catalogs,
    Departments,
}

/// The head of a page, with the way to the other pages and what holds for all of them.
///
/// * `area`: which page it is.
/// * `actions`: what can be done on it.
pub fn settings_head(area: Area, actions: Option<AnyView>) -> AnyView {
    let i18n = use_i18n();
    let tab = move |address: &'static str, text: &'static str, of: Area| {
        let current = (of == area).then_some("page");
        view! { <a class="tab" href=address aria-current=current data-noscroll="">{text}</a> }
            .into_any()
    };
    let title = tu_string!(i18n, settings.title);
    view! {
        <Title text=title/>
        <div class="page-head">
            <div class="page-head-text">
                <h1>{title}</h1>
            </div>
            {actions}
        </div>
        <nav class="tabs" aria-label=tu_string!(i18n, settings.pages)>
            {tab(TEMPLATES, tu_string!(i18n, settings.templates), Area::Templates)}
            {tab("/settings/catalogs", tu_string!(i18n, settings.catalogs), Area::Catalogs)}
            {tab(DEPARTMENTS, tu_string!(i18n, settings.departments), Area::Departments)}
        </nav>
        {kept_forms()}
    }
    .into_any()
}

/// Says that no change touches what has started.
pub fn kept_forms() -> AnyView {
    let i18n = use_i18n();
    notice(Tone::Accent, tu_string!(i18n, settings.kept), tu_string!(i18n, settings.kept_text))
}
