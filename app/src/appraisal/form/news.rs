//! Notices that appear while the form is open.

use leptos::prelude::*;

use super::label::field_label;
use super::state::{FormState, use_form};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::notice::Notice;

/// Notices that the form has moved to another stage, and of stored texts of an earlier visit.
#[island]
pub fn FormNews() -> impl IntoView {
    let state = use_form();
    view! {
        {moved_on(state)}
        {leftovers(state)}
    }
    .into_any()
}

/// A notice that the form has moved to another stage. Reloading loses nothing, because unsent texts
/// are stored.
fn moved_on(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let reload = move |_| {
        // If the reload fails, the browser reports it.
        let _ = window().location().reload();
    };
    let notice = move || {
        state.saving.has_moved_on.get().then(|| {
            view! {
                <div role="alert">
                    <Notice tone=Tone::Warning title=tu_string!(i18n, appraisal.moved.title)>
                        <p>{tu_string!(i18n, appraisal.moved.text)}</p>
                        <button class="button" type="button" on:click=reload>
                            {tu_string!(i18n, appraisal.moved.reload)}
                        </button>
                    </Notice>
                </div>
            }
        })
    };
    view! { {notice} }.into_any()
}

/// The stored texts of an earlier visit that can no longer be saved, to copy or discard.
fn leftovers(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let notice = move || {
        let leftovers = state.saving.leftovers.get();
        (!leftovers.is_empty()).then(|| {
            let form = state.form();
            let texts: Vec<_> = leftovers
                .into_iter()
                .map(|(key, value)| {
                    let label = field_label(i18n, &form.detail, key);
                    view! {
                        <dt class="field-label">{label}</dt>
                        <dd class="answer">{value.readable()}</dd>
                    }
                    .into_any()
                })
                .collect();
            view! {
                <Notice tone=Tone::Warning title=tu_string!(i18n, appraisal.moved.kept)>
                    <p>{tu_string!(i18n, appraisal.moved.kept_text)}</p>
                    <dl class="stack-tight">{texts}</dl>
                    <button
                        class="button"
                        type="button"
                        on:click=move |_| state.autosave().drop_leftovers()
                    >
                        {tu_string!(i18n, appraisal.moved.discard)}
                    </button>
                </Notice>
            }
        })
    };
    view! { {notice} }.into_any()
}
