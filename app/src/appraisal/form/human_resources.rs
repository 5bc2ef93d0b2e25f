//! The six fields that only HR sees.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::appraisal::Action;

use super::field::{FieldKey, HrField};
use super::inputs::HrText;
use super::label::hr_label;
use super::serverfns::PostHr;
use super::stage_form::without_script;
use super::state::FormState;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;

/// The card of the six fields, which the server sends only to HR.
pub fn human_resources(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let is_editing = state.may(Action::SaveHr);
    let fields: Vec<_> = HrField::ALL
        .into_iter()
        .map(
            |name| {
                if is_editing { view! { <HrText name/> }.into_any() } else { read(state, name) }
            },
        )
        .collect();
    let id = state.form().detail.id.to_string();
    let save = is_editing.then(|| without_script(tu_string!(i18n, appraisal.save.save), ""));
    view! {
        <section class="card" id="section-hr" aria-labelledby="section-hr-title">
            <div class="card-head">
                <h2 id="section-hr-title">{tu_string!(i18n, appraisal.hr.title)}</h2>
                <Badge
                    tone=Tone::Neutral
                    icon=IconName::Lock
                    text=tu_string!(i18n, appraisal.hr.seen_by)
                />
            </div>
            <form
                class="card-body form"
                method="post"
                action=PostHr::url()
                autocomplete="off"
            >
                <input type="hidden" name="id" value=id/>
                <div class="form-grid">{fields}</div>
                {save}
            </form>
        </section>
    }
    .into_any()
}

fn read(state: FormState, name: HrField) -> AnyView {
    let i18n = use_i18n();
    let text = state.field(FieldKey::Hr(name)).value.read_untracked().text().to_owned();
    let answer = if text.trim().is_empty() {
        let text = tu_string!(i18n, ui.none);
        view! { <p class="answer answer-none">{text}</p> }.into_any()
    } else {
        view! { <p class="answer">{text}</p> }.into_any()
    };
    view! {
        <div class="field">
            <p class="field-label">{hr_label(i18n, name)}</p>
            {answer}
        </div>
    }
    .into_any()
}
