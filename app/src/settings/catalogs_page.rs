//! The page of the four catalogs, each in the row editor.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::appraisal::CatalogKind;

use super::catalog_editor::{CatalogEditor, first};
use super::draft::Draft;
use super::find_catalog;
use super::tabs::{Area, settings_head};
use crate::i18n::{tu_string, use_i18n};
use crate::shell::program::{Program, program};
use crate::ui::label::{Language, section_label};
use crate::ui::page::found;
use crate::ui::tabs::{links, tab};

/// The page at `/settings/catalogs`.
#[component]
pub fn CatalogsPage() -> impl IntoView {
    let i18n = use_i18n();
    let wanted = use_query_map().get_untracked().get("kind").and_then(|kind| kind.parse().ok());
    let kind = wanted.unwrap_or(CatalogKind::RiskComplianceKpi);
    found(find_catalog(kind), move |catalog| {
        view! {
            <div class="page page-banner">
                {settings_head(Area::Catalogs, Vec::new())} {kind_tabs(i18n, kind)}
            </div>
            <CatalogEditor kind draft=Draft::of_catalog(&catalog) based_on=first(&catalog)/>
            {program(Program::Settings)}
        }
        .into_any()
    })
}

fn kind_tabs(i18n: Language, current: CatalogKind) -> AnyView {
    let tabs = CatalogKind::ALL.iter().map(|kind| {
        let address = format!("/settings/catalogs?kind={kind}");
        tab(address, section_label(i18n, kind.section()), *kind == current)
    });
    links("tabs", tu_string!(i18n, settings.catalogs), tabs)
}
