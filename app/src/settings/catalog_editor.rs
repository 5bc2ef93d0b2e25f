//! The editor of a catalog.

use leptos::prelude::*;
use shared::appraisal::CatalogKind;
use shared::catalog::{Catalog, CatalogInput};
use shared::id::CatalogItemId;

use super::SaveCatalog;
use super::draft::{Draft, Subject};
use super::editor::{Editor, editor_view};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::toast;

/// The id of the first row, which identifies the version: saving a catalog replaces all rows.
pub(super) fn first(catalog: &Catalog) -> Option<CatalogItemId> {
    catalog.items.first().map(|item| item.id)
}

/// The editor of a catalog.
///
/// * `kind`: the kind of the catalog.
/// * `draft`: the rows to edit.
/// * `based_on`: the id of the first stored row.
#[island]
pub(super) fn CatalogEditor(
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
