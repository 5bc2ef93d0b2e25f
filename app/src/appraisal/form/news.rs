//! News about the form that arrive while it is open.

use leptos::prelude::*;

use super::label::field_label;
use super::start::use_form;
use super::state::FormState;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::notice::Notice;

/// That the form is elsewhere by now, and texts of an earlier visit.
#[island]
pub fn FormNews() -> impl IntoView {
    let state = use_form();
    view! {
        {moved_on(state)}
        {leftovers(state)}
    }
    .into_any()
}

/// The form is elsewhere by now: loading again loses nothing, because unsent texts are kept.
fn moved_on(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let reload = move |_| {
        // A browser that cannot load the page again shows so itself.
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

/// Texts of an earlier visit that can be saved no more, to copy or to drop.
fn leftovers(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let notice = move || {
        let kept = state.saving.leftovers.get();
        (!kept.is_empty()).then(|| {
            let form = state.form();
            let texts: Vec<_> = kept
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
