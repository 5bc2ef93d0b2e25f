//! Importing rows that were copied from a spreadsheet.

use leptos::html::Textarea;
use leptos::prelude::*;
use shared::paste::{Layout, PasteError, read_block};
use shared::template::ITEMS_MAX;

use super::Editor;
use crate::i18n::{tu_string, use_i18n};
use crate::settings::draft::pasted_lines;
use crate::ui::field::{FieldError, described_by};
use crate::ui::label::Language;

/// A folded field for the copied cells, and the button that replaces all rows with them.
pub fn paste(editor: Editor) -> AnyView {
    let i18n = use_i18n();
    let text = RwSignal::new(String::new());
    let fault = RwSignal::new(None::<String>);
    let node = NodeRef::<Textarea>::new();
    let take = move |_| {
        // Read before the match, because a temporary in its head stays borrowed, and the arms set
        // the text.
        let block = text.with_untracked(|text| read_block(text, editor.subject.layout()));
        match block {
            Err(error) => fault.set(Some(fault_text(i18n, &error))),
            Ok(rows) => {
                let core = tu_string!(i18n, settings.editor.core);
                let count = rows.len();
                editor.take(pasted_lines(editor.subject, rows, core));
                editor.note.set(tu_string!(i18n, settings.paste.done, count = count));
                fault.set(None);
                text.set(String::new());
                if let Some(area) = node.get_untracked() {
                    area.set_value("");
                }
            }
        }
    };
    let columns = match editor.subject.layout() {
        Layout::Template => tu_string!(i18n, settings.paste.columns_template),
        Layout::CatalogWithTarget => tu_string!(i18n, settings.paste.columns_target),
        Layout::Catalog => tu_string!(i18n, settings.paste.columns),
    };
    let error = move || {
        let id = "paste-error".to_owned();
        fault.get().map(|text| view! { <FieldError id text/> })
    };
    view! {
        <details class="card weights-paste">
            <summary class="card-head disclosure">{tu_string!(i18n, settings.paste.title)}</summary>
            <div class="card-body">
                <div class="field">
                    <label class="field-label" for="paste">
                        {tu_string!(i18n, settings.paste.label)}
                    </label>
                    <textarea
                        class="input"
                        id="paste"
                        rows="6"
                        autocomplete="off"
                        spellcheck="false"
                        node_ref=node
                        aria-invalid=move || fault.read().is_some().then_some("true")
                        aria-describedby=move || {
                            described_by("paste", true, fault.read().is_some())
                        }
                        on:input=move |event| text.set(event_target_value(&event))
                    ></textarea>
                    <p class="field-hint" id="paste-hint">{columns}</p>
                    {error}
                </div>
                <div class="button-row">
                    <button class="button" type="button" on:click=take>
                        {tu_string!(i18n, settings.paste.take)}
                    </button>
                </div>
            </div>
        </details>
    }
    .into_any()
}

fn fault_text(i18n: Language, error: &PasteError) -> String {
    match error {
        PasteError::Empty => tu_string!(i18n, settings.paste.empty).to_owned(),
        PasteError::TooMany => tu_string!(i18n, settings.paste.too_many, count = ITEMS_MAX),
        PasteError::Columns { line, found } => {
            tu_string!(i18n, settings.paste.wrong_columns, line = *line, count = *found)
        }
        PasteError::Quotes { line } => {
            tu_string!(i18n, settings.paste.open_quote, line = *line)
        }
        PasteError::Weight { line, text } => {
            tu_string!(i18n, settings.paste.no_weight, line = *line, text = text.clone())
        }
    }
}
