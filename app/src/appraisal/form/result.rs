//! The result of a finalized appraisal: the scores, their explanation, and whether they still
//! match.

use leptos::prelude::*;
use shared::appraisal::explanation::{ExplainedLift, ScoreExplanation, explain};
use shared::appraisal::form::AppraisalForm;

use super::explanation::{explanation_view, score_summary};
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Tone, ToneText};
use crate::ui::card::Card;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, band_label};

/// The final scores with their explanation; `None` before finalization.
///
/// * `form`: the appraisal. Its subject learns which rows would reach the next band.
/// * `verified_now`: the score that the server has just recomputed, if the user requested it.
pub fn outcome(
    form: &AppraisalForm,
    verified_now: Option<UiResult<ScoreExplanation>>,
) -> Option<AnyView> {
    let i18n = use_i18n();
    let detail = &form.detail;
    let stamp = detail.stamp()?;
    let explanation = explain(detail.post(), &detail.items, Some(&stamp));
    let card = Card::new("result-title", tu_string!(i18n, appraisal.result.title))
        .beside(matches_text(explanation.matches == Some(true)))
        .body(view! {
            {score_summary(i18n, &stamp)}
            <details>
                <summary class="button button-quiet">
                    {tu_string!(i18n, appraisal.explain.title)}
                </summary>
                {explanation_view(i18n, &explanation)}
            </details>
            {form.relation.subject.then(|| lifts(i18n, &explanation))}
            {verification(verified_now)}
        });
    Some(card)
}

/// The rows that would reach the next band, each by itself.
fn lifts(i18n: Language, explanation: &ScoreExplanation) -> Option<AnyView> {
    let next = explanation.next_band?;
    let title = tu_string!(i18n, appraisal.explain.reach, band = band_label(i18n, next));
    let list = if explanation.next_band_lifts.is_empty() {
        let text = tu_string!(i18n, appraisal.explain.no_single_row);
        view! { <p class="muted">{text}</p> }.into_any()
    } else {
        let lines: Vec<_> =
            explanation.next_band_lifts.iter().map(|lift| lift_line(i18n, lift)).collect();
        view! { <ul class="effects">{lines}</ul> }.into_any()
    };
    let part = view! {
        <div class="stack-tight">
            <h3>{title}</h3>
            {list}
        </div>
    };
    Some(part.into_any())
}

fn lift_line(i18n: Language, lift: &ExplainedLift) -> AnyView {
    let (row, to) = (lift.label.clone(), lift.to.to_string());
    let text = if let Some(from) = lift.from {
        let from = from.to_string();
        tu_string!(i18n, appraisal.explain.lift, row = row, from = from, to = to)
    } else {
        tu_string!(i18n, appraisal.explain.lift_unrated, row = row, to = to)
    };
    view! {
        <li>
            <Icon name=IconName::ArrowUp/>
            <a href=format!("#row-{}", lift.item_id)>{text}</a>
        </li>
    }
    .into_any()
}

fn matches_text(matches: bool) -> AnyView {
    let i18n = use_i18n();
    if matches {
        let text = tu_string!(i18n, appraisal.result.matches);
        view! { <ToneText tone=Tone::Success icon=IconName::CheckCircle text/> }.into_any()
    } else {
        let text = tu_string!(i18n, appraisal.result.differs);
        view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
    }
}

/// The link that has the server recompute the score from the stored ratings, and the result.
fn verification(verified_now: Option<UiResult<ScoreExplanation>>) -> AnyView {
    let i18n = use_i18n();
    let answer = verified_now.map(|answer| match answer {
        Ok(explanation) => verified(&explanation),
        Err(error) => {
            let text = error.text(i18n);
            view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
        }
    });
    view! {
        <div class="button-row no-print">
            <a class="button" data-noscroll="" href="?verify=true">
                <Icon name=IconName::Shield/>
                {tu_string!(i18n, appraisal.result.verify)}
            </a>
            <span role="status">{answer}</span>
        </div>
    }
    .into_any()
}

fn verified(explanation: &ScoreExplanation) -> AnyView {
    let i18n = use_i18n();
    let score = explanation.scorecard.overall_score.to_string();
    if explanation.matches == Some(true) {
        let text = tu_string!(i18n, appraisal.result.verified, score = score);
        view! { <ToneText tone=Tone::Success icon=IconName::CheckCircle text/> }.into_any()
    } else {
        let text = tu_string!(i18n, appraisal.result.not_verified, score = score);
        view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
    }
}
