//! The four catalogs, each in the editor of rows.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::appraisal::CatalogKind;
use shared::catalog::{Catalog, CatalogInput};
use shared::id::CatalogItemId;

use super::draft::{Draft, Subject};
use super::editor::{Editor, editor_view};
use super::tabs::{Area, settings_head};
use super::{SaveCatalog, find_catalog};
use crate::appraisal::form::label::section_label;
use crate::i18n::{tu_string, use_i18n};
#[cfg(feature = "ssr")]
use crate::shell::program::{Program, program};
use crate::ui::label::Language;
use crate::ui::page::found;
use crate::ui::toast;

/// The page at `/settings/catalogs`.
#[component]
pub fn CatalogsPage() -> impl IntoView {
    let i18n = use_i18n();
    let wanted = use_query_map().get_untracked().get("kind").and_then(|kind| kind.parse().ok());
    let kind = wanted.unwrap_or(CatalogKind::RiskComplianceKpi);
    found(
        move || find_catalog(kind),
        move |catalog| {
            view! {
                <div class="page page-banner">
                    {settings_head(Area::Catalogs, None)} {kind_tabs(i18n, kind)}
                </div>
                <CatalogEditor kind draft=Draft::of_catalog(&catalog) based_on=first(&catalog)/>
                {program(Program::Settings)}
            }
            .into_any()
        },
    )
}

/// The first row: a catalog that is saved has new ones.
fn first(catalog: &Catalog) -> Option<CatalogItemId> {
    catalog.items.first().map(|item| item.id)
}

/// The editor of a catalog.
///
/// * `kind`: which.
/// * `draft`: its rows.
/// * `based_on`: the first of the rows that are stored.
#[island]
fn CatalogEditor(
    kind: CatalogKind,
    draft: Draft,
    based_on: Option<CatalogItemId>,
) -> impl IntoView {
    let i18n = use_i18n();
    let editor = Editor::new(Subject::Catalog(kind), draft, false);
    let save = ServerAction::<SaveCatalog>::new();
    let based_on = StoredValue::new(based_on);
    Effect::new(move |_| {
        if let Some(Ok(saved)) = save.value().get() {
            editor.settle();
            based_on.set_value(first(&saved));
            toast::confirm(tu_string!(i18n, settings.editor.saved));
        }
    });
    let error = Signal::derive(move || save.value().get().and_then(Result::err));
    let on_save = Callback::new(move |()| {
        if let Some(input) = editor.hand_over().catalog_input() {
            let input = CatalogInput { based_on: based_on.get_value(), ..input };
            save.dispatch(SaveCatalog { kind, input });
        }
    });
    editor_view(editor, false, (error, save.pending().into()), on_save)
}

fn kind_tabs(i18n: Language, current: CatalogKind) -> AnyView {
    let tabs: Vec<_> = CatalogKind::ALL
        .iter()
        .map(|kind| {
            let address = format!("/settings/catalogs?kind={kind}");
            let is_current = (*kind == current).then_some("page");
            let text = section_label(i18n, kind.section());
            view! {
                <a class="tab" href=address aria-current=is_current data-noscroll="">
                    {text}
                </a>
            }
            .into_any()
        })
        .collect();
    view! {
        <nav class="tabs" aria-label=tu_string!(i18n, settings.catalogs)>
            {tabs}
        </nav>
    }
    .into_any()
}
