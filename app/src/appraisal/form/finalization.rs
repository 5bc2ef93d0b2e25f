//! Finalization, the HR stage. The panel lists the effects in advance.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::appraisal::{Action, Outcome, ReviewType};

use super::actions::{element_of, follow};
use super::explanation::score_summary;
use super::outlook::{Outlook, outlook};
use super::serverfns::Finalize;
use super::state::{FormState, use_form};
use super::submission::effect_list;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::button::Reason;
use crate::ui::dialog::Dialog;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::label::{Language, band_label};
use crate::ui::notice::{Notice, notice};
use crate::ui::one_time_key::{DrawnKey, one_time_key};
use crate::ui::time::date_text;

/// The id of the form, whose button is in the bar.
pub const FINALIZATION_ID: &str = "finalization";
/// The id of the button in the bar that signs off.
pub const SIGN_OFF_ID: &str = "sign-off";
/// The id of the reason why finalization is not possible.
pub const REASON_ID: &str = "finalize-reason";

/// The enabled panel. It saves every change before it finalizes.
#[island]
pub fn Finalization() -> impl IntoView {
    let (i18n, state) = (use_i18n(), use_form());
    let finalize = ServerAction::<Finalize>::new();
    let error = follow(state, finalize, Action::Finalize);
    let (id, key) = (state.form().detail.id, DrawnKey::default());
    let outcome = outcome_of(state);
    let asks = RwSignal::new(false);
    let is_confirming = RwSignal::new(true);
    let reason = move || blocking_reason(i18n, state, is_confirming.get());
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if reason().is_none() && !finalize.pending().get_untracked() {
            asks.set(true);
        }
    };
    let is_unsaved = RwSignal::new(false);
    let act = Callback::new(move |()| {
        let settled = Callback::new(move |is_saved: bool| {
            is_unsaved.set(!is_saved);
            if is_saved {
                finalize.dispatch(Finalize { id, outcome, key: key.text() });
            }
        });
        state.autosave().settle(settled);
    });
    let anchor = Callback::new(move |path: String| element_of(&state.form().detail, &path));
    let blocked = Signal::derive(reason);
    follow_button(blocked, finalize.pending().into());
    let effects = effects(i18n, state);
    let listed = effects.clone();
    view! {
        <section class="act" aria-labelledby="finalize-title">
            <div class="card-head">
                <h2 id="finalize-title">{tu_string!(i18n, appraisal.finalize.title)}</h2>
            </div>
            <form
                class="card-body form"
                id=FINALIZATION_ID
                method="post"
                action=Finalize::url()
                data-asks=""
                on:submit=on_submit
            >
                {one_time_key()}
                <input type="hidden" name="id" value=id.to_string()/>
                <ErrorSummary error anchor/>
                {move || is_unsaved.get().then(|| unsaved_notice(i18n))}
                {score_summary(i18n, &state.scorecard.read_untracked())}
                {low_band_notice(i18n, state)}
                {confirm_choice(i18n, state, is_confirming)}
                {consequences(i18n, state, effects)}
                {reason_text(blocked)}
            </form>
        </section>
        {question(state, asks, act, listed)}
    }
    .into_any()
}

fn unsaved_notice(i18n: Language) -> AnyView {
    notice(
        Tone::Danger,
        tu_string!(i18n, appraisal.finalize.unsaved),
        tu_string!(i18n, appraisal.finalize.unsaved_text),
    )
}

/// The confirmation dialog before finalization.
fn question(
    state: FormState,
    open: RwSignal<bool>,
    act: Callback<()>,
    effects: Vec<String>,
) -> AnyView {
    let i18n = use_i18n();
    view! {
        <Dialog
            id="finalize-dialog"
            title=ask_title(i18n, state)
            confirm=button_text(i18n, state)
            cancel=tu_string!(i18n, appraisal.submit.not_yet)
            open
            on_confirm=act
        >
            {effect_list(effects)}
        </Dialog>
    }
    .into_any()
}

/// The outcome to send: confirmation for a probationary appraisal, `None` for other types.
fn outcome_of(state: FormState) -> Option<Outcome> {
    match state.form().detail.review_type {
        ReviewType::Probationary => Some(Outcome::Confirm),
        ReviewType::Annual | ReviewType::MidYear => None,
    }
}

pub fn button_text(i18n: Language, state: FormState) -> &'static str {
    match outcome_of(state) {
        Some(Outcome::Confirm) => tu_string!(i18n, appraisal.finalize.and_confirm),
        None => tu_string!(i18n, appraisal.finalize.title),
    }
}

fn ask_title(i18n: Language, state: FormState) -> String {
    let name = state.form().detail.staff.name.clone();
    tu_string!(i18n, appraisal.finalize.ask, name = name)
}

fn confirm_choice(
    i18n: Language,
    state: FormState,
    is_confirming: RwSignal<bool>,
) -> Option<AnyView> {
    outcome_of(state)?;
    let name = state.form().detail.staff.name.clone();
    let choice = view! {
        <label class="choice">
            <input
                type="checkbox"
                id="outcome"
                name="outcome"
                value="confirm"
                checked=true
                on:change=move |event| is_confirming.set(event_target_checked(&event))
            />
            <span>
                {tu_string!(i18n, appraisal.finalize.confirm, name = name)}
                <span class="person-sub">{tu_string!(i18n, appraisal.finalize.needed)}</span>
            </span>
        </label>
    };
    Some(choice.into_any())
}

/// The reason why the server would refuse to finalize in the current state.
fn blocking_reason(i18n: Language, state: FormState, is_confirming: bool) -> Option<String> {
    if outcome_of(state).is_some() && !is_confirming {
        return Some(tu_string!(i18n, appraisal.finalize.outcome_required).to_owned());
    }
    match outlook(&state.form().detail) {
        Some(Outlook::StartsLater(start)) => {
            let date = date_text(i18n, start);
            Some(tu_string!(i18n, appraisal.finalize.starts_later, date = date))
        }
        Some(Outlook::Unaffected | Outlook::Confirms(_) | Outlook::AlreadyConfirmed(_)) | None => {
            None
        }
    }
}

/// True if the server would refuse to finalize, whatever the outcome.
#[cfg(feature = "ssr")]
pub fn is_blocked(state: FormState) -> bool {
    blocking_reason(use_i18n(), state, true).is_some()
}

/// The effects of finalization, as sentences.
fn effects(i18n: Language, state: FormState) -> Vec<String> {
    let form = state.form();
    let name = form.detail.staff.name.clone();
    let (score, band) = state.scorecard.with_untracked(|card| {
        (card.overall_score.to_string(), band_label(i18n, card.overall_band))
    });
    let mut effects = vec![tu_string!(i18n, appraisal.finalize.stamps, score = score, band = band)];
    effects.extend(low_band_text(i18n, state));
    match outlook(&form.detail) {
        Some(Outlook::Confirms(date)) => {
            let date = date_text(i18n, date);
            effects.push(tu_string!(i18n, appraisal.finalize.confirms, name = name, date = date));
            effects.push(tu_string!(i18n, appraisal.finalize.unlocks).to_owned());
        }
        Some(Outlook::AlreadyConfirmed(date)) => {
            let date = date_text(i18n, date);
            effects.push(tu_string!(
                i18n,
                appraisal.finalize.already_confirmed,
                name = name,
                date = date
            ));
        }
        Some(Outlook::Unaffected | Outlook::StartsLater(_)) | None => {}
    }
    let (name, manager) = (form.detail.staff.name.clone(), form.detail.line_manager.name.clone());
    effects.push(tu_string!(i18n, appraisal.finalize.notified, name = name, manager = manager));
    effects
}

/// A warning if the employment is confirmed despite a low score.
fn low_band_text(i18n: Language, state: FormState) -> Option<String> {
    let band = state.scorecard.with_untracked(|card| card.overall_band);
    match outcome_of(state) {
        Some(Outcome::Confirm) if band.is_low() => {
            let band = band_label(i18n, band);
            Some(tu_string!(i18n, appraisal.finalize.low_band_text, band = band))
        }
        Some(Outcome::Confirm) | None => None,
    }
}

fn low_band_notice(i18n: Language, state: FormState) -> Option<AnyView> {
    let text = low_band_text(i18n, state)?;
    let title = tu_string!(i18n, appraisal.finalize.low_band);
    let notice = view! {
        {notice(Tone::Warning, title, text)}
    };
    Some(notice.into_any())
}

fn consequences(i18n: Language, state: FormState, effects: Vec<String>) -> AnyView {
    if let Some(reason) = blocking_reason(i18n, state, true) {
        let title = tu_string!(i18n, appraisal.finalize.refused);
        return notice(Tone::Danger, title, reason);
    }
    view! {
        <Notice tone=Tone::Accent title=tu_string!(i18n, appraisal.finalize.will_happen)>
            {effect_list(effects)}
        </Notice>
    }
    .into_any()
}

/// The reason why the button in the bar is disabled.
fn reason_text(reason: Signal<Option<String>>) -> AnyView {
    let shown = move || reason.get().map(|text| view! { <Reason id=REASON_ID.to_owned() text/> });
    view! { {shown} }.into_any()
}

/// Synchronizes the button in the bar with the form: disabled with a reason, busy while sending.
fn follow_button(reason: Signal<Option<String>>, busy: Signal<bool>) {
    Effect::new(move |_| {
        let (is_blocked, is_busy) = (reason.read().is_some(), busy.get());
        let Some(button) = document().get_element_by_id(SIGN_OFF_ID) else { return };
        for (name, is_set) in [("aria-disabled", is_blocked), ("aria-busy", is_busy)] {
            // Fails only for an invalid name.
            let _ = if is_set {
                button.set_attribute(name, "true")
            } else {
                button.remove_attribute(name)
            };
        }
    });
}
