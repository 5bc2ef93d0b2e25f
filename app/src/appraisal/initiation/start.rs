//! What the start will do, the button that does it, and how far it is.

use leptos::prelude::*;
use shared::appraisal::initiation::InitiationTerms;
use shared::id::StaffId;

use super::outcome::Outcomes;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::dialog::Dialog;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;

/// What the button will do, the button, and how far it is.
///
/// * `ready`: who can start.
/// * `terms`: how.
/// * `outcomes`: what has been started.
#[component]
pub fn WhatWillHappen(
    ready: Vec<StaffId>,
    terms: Option<InitiationTerms>,
    outcomes: Outcomes,
) -> impl IntoView {
    let i18n = use_i18n();
    let ready = StoredValue::new(ready);
    let waiting = move || {
        let mut waiting = ready.get_value();
        waiting.retain(|person| !outcomes.has_started(*person));
        waiting
    };
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
        <div class="card-body stack">
            <ul class="effects">
                {effect(IconName::FileText, tu_string!(i18n, initiation.effect_copy))}
                {effect(IconName::Users, tu_string!(i18n, initiation.effect_desks))}
                {effect(IconName::Bell, tu_string!(i18n, initiation.effect_told))}
            </ul>
            <Progress outcomes/>
        </div>
        {move || {
            let waiting = waiting();
            let has_started = waiting.len() < ready.with_value(Vec::len);
            terms.map(|_| view! { <StartAll waiting has_started outcomes/> })
        }}
        {terms.map(|terms| view! { <Question terms outcomes/> })}
    }
    .into_any()
}

/// Asks before anybody is started.
///
/// * `terms`: how they are started.
/// * `outcomes`: who, and where the results go.
#[component]
fn Question(terms: InitiationTerms, outcomes: Outcomes) -> impl IntoView {
    let i18n = use_i18n();
    let title = Signal::derive(move || match outcomes.asked_count() {
        1 => tu_string!(i18n, initiation.ask_single).to_owned(),
        count => tu_string!(i18n, initiation.ask_many, count = count),
    });
    let confirm = Signal::derive(move || start_text(i18n, outcomes.asked_count()));
    let open = outcomes.is_asking();
    let on_confirm = Callback::new(move |()| outcomes.start(terms));

    view! {
        <Dialog id="start-dialog" title confirm open on_confirm>
            <p>{tu_string!(i18n, initiation.ask_effect)}</p>
        </Dialog>
    }
    .into_any()
}

/// What the button says that starts so many.
fn start_text(i18n: Language, count: usize) -> String {
    match count {
        0 => tu_string!(i18n, initiation.start_none).to_owned(),
        1 => tu_string!(i18n, initiation.start_single).to_owned(),
        count => tu_string!(i18n, initiation.start_many, count = count),
    }
}

/// How far the present round is.
///
/// * `outcomes`: what has been started.
#[component]
fn Progress(outcomes: Outcomes) -> impl IntoView {
    let i18n = use_i18n();
    let shown = move || {
        outcomes.round().map(|(done, total)| {
            let text = tu_string!(i18n, initiation.progress, done = done, total = total);
            view! {
                <p>{text.clone()}</p>
                <progress
                    class="progress"
                    aria-label=text
                    value=done.to_string()
                    max=total.to_string()
                ></progress>
            }
        })
    };

    view! { <div role="status">{shown}</div> }.into_any()
}

/// Starts everybody who is ready.
///
/// * `waiting`: who is ready and not started.
/// * `has_started`: true when somebody has been started.
/// * `outcomes`: who asks, and how far it is.
#[component]
fn StartAll(waiting: Vec<StaffId>, has_started: bool, outcomes: Outcomes) -> impl IntoView {
    let i18n = use_i18n();
    let count = waiting.len();
    let why_not = if has_started {
        tu_string!(i18n, initiation.start_finished)
    } else {
        tu_string!(i18n, initiation.start_reason)
    };
    let text = start_text(i18n, count);
    let reason = (count == 0).then(|| {
        view! {
            <p class="reason" id="start-reason">
                <Icon name=IconName::Info/>
                {why_not}
            </p>
        }
    });

    view! {
        <div class="card-foot">
            <button
                class="button button-primary button-wide"
                type="button"
                aria-disabled=(count == 0).then_some("true")
                aria-describedby=(count == 0).then_some("start-reason")
                aria-busy=move || outcomes.round().is_some().then_some("true")
                on:click=move |_| outcomes.ask(waiting.clone())
            >
                {text}
            </button>
            {reason}
        </div>
    }
    .into_any()
}
