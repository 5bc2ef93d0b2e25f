//! The four catalogs, each in the editor of rows.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::appraisal::CatalogKind;
use shared::catalog::{Catalog, CatalogInput};

use super::draft::{Draft, Subject};
use super::editor::{Editor, editor_view};
use super::tabs::{Area, settings_head};
use super::{SaveCatalog, find_catalog};
use crate::appraisal::form::label::section_label;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::label::Language;
use crate::ui::page::loaded;
use crate::ui::toast;

/// The page at `/settings/catalogs`.
#[component]
pub fn CatalogsPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let kind = Memo::new(move |_| {
        let wanted = query.read().get("kind").and_then(|kind| kind.parse().ok());
        wanted.unwrap_or(CatalogKind::RiskComplianceKpi)
    });
    let catalog = Resource::new(move || kind.get(), find_catalog);
    loaded(catalog, move |catalog| catalog_editor(i18n, &catalog))
}

fn catalog_editor(i18n: Language, catalog: &Catalog) -> AnyView {
    let kind = catalog.kind;
    let editor = Editor::new(Subject::Catalog(kind), Draft::of_catalog(catalog), false);
    let save = ServerAction::<SaveCatalog>::new();
    let based_on = StoredValue::new(catalog.items.first().map(|item| item.id));
    Effect::new(move |_| {
        if let Some(Ok(saved)) = save.value().get() {
            editor.settle();
            based_on.set_value(saved.items.first().map(|item| item.id));
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
    let head = view! {
        {settings_head(Area::Catalogs, None)}
        {kind_tabs(i18n, kind)}
    };
    editor_view(editor, head.into_any(), false, (error, save.pending().into()), on_save)
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
