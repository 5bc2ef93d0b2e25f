//! The effects of the start, its button, and the confirmation dialog.

use leptos::prelude::*;

use crate::appraisal::serverfns::Previews;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::button::Reason;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::sent_form::Question;

/// The id of the form of the previews.
pub const FORM_ID: &str = "start";

/// The effects of the start, and its button.
pub fn consequences(previews: &Previews) -> AnyView {
    let i18n = use_i18n();
    let effect = |icon, text: &'static str| {
        view! {
            <li>
                <Icon name=icon/>
                <span>{text}</span>
            </li>
        }
        .into_any()
    };

    view! {
        <div class="card-head">
            <h2>{tu_string!(i18n, initiation.effects)}</h2>
        </div>
        <div class="card-body">
            <ul class="effects">
                {effect(IconName::FileText, tu_string!(i18n, initiation.effect_copy))}
                {effect(IconName::Users, tu_string!(i18n, initiation.effect_stages))}
                {effect(IconName::Bell, tu_string!(i18n, initiation.effect_notified))}
            </ul>
        </div>
        {start_all(i18n, previews)}
    }
    .into_any()
}

/// The confirmation dialog before the start of this number of appraisals.
pub fn question_of(i18n: Language, count: usize) -> Question {
    let title = match count {
        1 => tu_string!(i18n, initiation.ask_single).to_owned(),
        count => tu_string!(i18n, initiation.ask_many, count = count),
    };
    let effect = tu_string!(i18n, initiation.ask_effect).to_owned();
    Question::new(title, effect, start_text(i18n, count))
}

/// The label of the button that starts this number of appraisals.
fn start_text(i18n: Language, count: usize) -> String {
    match count {
        0 => tu_string!(i18n, initiation.start_none).to_owned(),
        1 => tu_string!(i18n, initiation.start_single).to_owned(),
        count => tu_string!(i18n, initiation.start_many, count = count),
    }
}

/// The button that starts everyone who is ready.
fn start_all(i18n: Language, previews: &Previews) -> AnyView {
    let count = previews.ready().len();
    let text = start_text(i18n, count);
    if count > 0 {
        return view! {
            <div class="card-foot">
                <button class="button button-primary button-wide" type="submit" form=FORM_ID>
                    {text}
                </button>
            </div>
        }
        .into_any();
    }
    let why_not = if previews.started.is_empty() {
        tu_string!(i18n, initiation.start_reason)
    } else {
        tu_string!(i18n, initiation.start_finished)
    };

    view! {
        <div class="card-foot">
            <button
                class="button button-primary button-wide"
                type="button"
                aria-disabled="true"
                aria-describedby="start-reason"
            >
                {text}
            </button>
            <Reason id="start-reason".to_owned() text=why_not.to_owned()/>
        </div>
    }
    .into_any()
}
