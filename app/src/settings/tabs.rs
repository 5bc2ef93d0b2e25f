//! The head of all settings pages.

use leptos::prelude::*;
use leptos_meta::Title;

use super::{DEPARTMENTS, TEMPLATES};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::notice::notice;
use crate::ui::page::PageHead;
use crate::ui::tabs::{links, tab};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    Templates,
    Catalogs,
    Departments,
}

/// The head of a page, with the tabs of the area and the notice that applies to all pages.
///
/// * `area`: the current page.
/// * `actions`: the actions of the page.
pub fn settings_head(area: Area, actions: Vec<AnyView>) -> AnyView {
    let i18n = use_i18n();
    let title = tu_string!(i18n, settings.title);
    let tabs = [
        tab(TEMPLATES, tu_string!(i18n, settings.templates), area == Area::Templates),
        tab("/settings/catalogs", tu_string!(i18n, settings.catalogs), area == Area::Catalogs),
        tab(DEPARTMENTS, tu_string!(i18n, settings.departments), area == Area::Departments),
    ];
    view! {
        <Title text=title/>
        {PageHead::new(title, "").actions(actions).view()}
        {links("tabs", tu_string!(i18n, settings.pages), tabs)}
        {unaffected_notice()}
    }
    .into_any()
}

/// The notice that changes do not affect appraisals that have already started.
pub fn unaffected_notice() -> AnyView {
    let i18n = use_i18n();
    notice(Tone::Accent, tu_string!(i18n, settings.kept), tu_string!(i18n, settings.kept_text))
}
