//! The sign-off history: actor, time and comment of each sign-off.

use leptos::prelude::*;
use shared::appraisal::ReviewStage;
use shared::appraisal::detail::{AppraisalDetail, Review};

use super::head::waiting_text;
use super::label::stage_with_people;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::time::exact_text;

/// The sign-offs, oldest first, and the current stage.
pub fn trail(detail: &AppraisalDetail) -> AnyView {
    let i18n = use_i18n();
    let started = exact_text(i18n, detail.created_at);
    let mut lines = vec![line(
        "neutral",
        IconName::FileText,
        tu_string!(i18n, appraisal.trail.started).to_owned(),
        started,
        None,
    )];
    lines.extend(detail.reviews.iter().map(|review| sign_off(detail, review)));
    if let Some(stage) = detail.status.stage() {
        let stage = stage_with_people(i18n, detail, stage);
        let text = tu_string!(i18n, appraisal.trail.waiting_for, stage = stage);
        lines.push(line(
            "accent",
            IconName::Clock,
            text,
            waiting_text(i18n, detail.waiting_since),
            None,
        ));
    }
    view! {
        <section class="card" id="trail" aria-labelledby="trail-title">
            <div class="card-head">
                <h2 id="trail-title">{tu_string!(i18n, appraisal.trail.title)}</h2>
            </div>
            <div class="card-body">
                <ol class="timeline">{lines}</ol>
            </div>
        </section>
    }
    .into_any()
}

fn sign_off(detail: &AppraisalDetail, review: &Review) -> AnyView {
    let i18n = use_i18n();
    let mut text = sign_off_text(i18n, review.stage, review.actor_name.clone());
    let is_own = review.actor_staff_id == detail.staff_id;
    if is_own && review.stage != ReviewStage::SelfAssessment {
        text = tu_string!(i18n, appraisal.trail.is_subject, text = text);
    }
    let at = exact_text(i18n, review.created_at);
    line("success", IconName::Check, text, at, review.comment.clone())
}

fn line(
    tone: &'static str,
    icon: IconName,
    text: String,
    at: String,
    comment: Option<String>,
) -> AnyView {
    view! {
        <li data-tone=tone>
            <span class="timeline-mark">
                <Icon name=icon/>
            </span>
            <div>
                <div class="timeline-head">
                    <span>{text}</span>
                    <span class="muted">
                        <small>{at}</small>
                    </span>
                </div>
                {comment.map(|comment| view! { <p class="quote">{comment}</p> })}
            </div>
        </li>
    }
    .into_any()
}

/// The description of a sign-off, as a sentence about its actor.
fn sign_off_text(i18n: Language, stage: ReviewStage, name: String) -> String {
    match stage {
        ReviewStage::SelfAssessment => tu_string!(i18n, appraisal.trail.subject, name = name),
        ReviewStage::LineManager => tu_string!(i18n, appraisal.trail.line_manager, name = name),
        ReviewStage::DeptHead => tu_string!(i18n, appraisal.trail.dept_head, name = name),
        ReviewStage::Md => tu_string!(i18n, appraisal.trail.md, name = name),
        ReviewStage::Hr => tu_string!(i18n, appraisal.trail.hr, name = name),
    }
}
