//! The sign-offs that are panels on the page: approvals and finalization.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::appraisal::Action;
use shared::appraisal::stage::Stage;
use shared::id::AppraisalId;

use super::actions::confirmation;
use super::explanation::score_summary;
use super::finalization::{Finalization, button_text};
use super::label::stage_with_people;
use super::progress::{ActionView, UnavailableReason};
use super::serverfns::{ApproveDeptHead, ApproveMd};
use super::state::FormState;
use super::submission::effect_list;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::button::Reason;
use crate::ui::card::Card;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::notice::notice;
use crate::ui::sent_form::{Question, SentForm, sent_form};

/// The reason why an action is not available, as a sentence.
pub fn unavailable_text(i18n: Language, state: FormState, reason: UnavailableReason) -> String {
    match reason {
        UnavailableReason::NotYet(stage) => {
            let stage = stage_with_people(i18n, &state.form().detail, stage);
            tu_string!(i18n, appraisal.act.not_yet, stage = stage)
        }
        UnavailableReason::SelfFinalize => tu_string!(i18n, appraisal.act.self_finalize).to_owned(),
    }
}

/// The panel of an action that is not available yet: the disabled button and the reason.
pub fn blocked_panel(
    action: Action,
    title: &'static str,
    button: &'static str,
    reason: String,
) -> AnyView {
    let (title_id, reason_id) = (format!("{action}-title"), format!("{action}-reason"));
    Card::new(title_id, title).body(view! {
        <div class="button-row">
            <button
                class="button button-primary"
                type="button"
                aria-disabled="true"
                aria-describedby=reason_id.clone()
            >
                <Icon name=IconName::Lock/>
                {button}
            </button>
        </div>
        <Reason id=reason_id text=reason/>
    })
}

/// The finalization panel, enabled or disabled.
///
/// * `view`: the finalization, with the reason if it is not available.
pub fn finalization(state: FormState, view: ActionView) -> AnyView {
    let Some(reason) = view.unavailable else { return view! { <Finalization/> }.into_any() };
    let i18n = use_i18n();
    let title = tu_string!(i18n, appraisal.finalize.title);
    let (button, why) = (button_text(i18n, state), unavailable_text(i18n, state, reason));
    blocked_panel(view.action, title, button, why)
}

/// The approval panel, enabled or disabled.
///
/// * `view`: the approval, with the reason if it is not available.
pub fn approval(state: FormState, view: ActionView) -> AnyView {
    let i18n = use_i18n();
    if let Some(reason) = view.unavailable {
        let reason = unavailable_text(i18n, state, reason);
        let button = tu_string!(i18n, appraisal.act.approve);
        return blocked_panel(view.action, approval_title(i18n, view.action), button, reason);
    }
    if view.action == Action::ApproveMd {
        approval_panel::<ApproveMd>(state, view.action)
    } else {
        approval_panel::<ApproveDeptHead>(state, view.action)
    }
}

/// The id of the form of an approval, whose button is in the bar.
pub fn approval_id(action: Action, id: AppraisalId) -> String {
    format!("{action}-{id}")
}

fn approval_panel<S: ServerFn<Error = UiError>>(state: FormState, action: Action) -> AnyView {
    let i18n = use_i18n();
    let form = state.form();
    let (id, name) = (form.detail.id, form.detail.staff.name.clone());
    let effects = approval_effects(i18n, state, action);
    let question = Question::new(
        tu_string!(i18n, appraisal.act.ask_approve, name = name),
        effects.join(" "),
        tu_string!(i18n, appraisal.act.approve),
    );
    let sent = SentForm {
        id: approval_id(action, id),
        class: "card-body form",
        confirm: confirmation(i18n, action, form.left),
        keeps_draft: true,
        question: Some(question),
        ..SentForm::default()
    };
    let content = view! {
        <input type="hidden" name="id" value=id.to_string()/>
        <div class="form">{score_summary(i18n, &state.scorecard.read_untracked())}</div>
        {own_approval_notice(i18n, state, action)}
        {comment_field(state)}
        {effect_list(effects)}
    };
    let title_id = format!("{action}-title");
    view! {
        <section class="act" aria-labelledby=title_id>
            <div class="card-head">
                <h2 id=title_id.clone()>{approval_title(i18n, action)}</h2>
            </div>
            {sent_form::<S>(sent, content.into_any())}
        </section>
    }
    .into_any()
}

/// The title names the stage, because one person may be responsible for both.
fn approval_title(i18n: Language, action: Action) -> &'static str {
    if action == Action::ApproveMd {
        tu_string!(i18n, appraisal.act.approval_md)
    } else {
        tu_string!(i18n, appraisal.act.approval_dept_head)
    }
}

fn approval_effects(i18n: Language, state: FormState, action: Action) -> Vec<String> {
    let next =
        if action == Action::ApproveMd { Stage::HumanResources } else { Stage::ManagingDirector };
    let stage = stage_with_people(i18n, &state.form().detail, next);
    vec![
        tu_string!(i18n, appraisal.submit.goes_to, stage = stage),
        tu_string!(i18n, appraisal.act.no_way_back).to_owned(),
    ]
}

/// A warning that managing directors are approving their own appraisal, which is allowed.
fn own_approval_notice(i18n: Language, state: FormState, action: Action) -> Option<AnyView> {
    let is_own = action == Action::ApproveMd && state.form().relation.subject;
    let title = tu_string!(i18n, appraisal.act.own_approval);
    let text = tu_string!(i18n, appraisal.act.own_approval_text);
    is_own.then(|| notice(Tone::Warning, title, text))
}

fn comment_field(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let name = state.form().detail.staff.name.clone();
    view! {
        <div class="field">
            <div class="field-head">
                <label class="field-label" for="comment">
                    {tu_string!(i18n, appraisal.row.comment)}
                    " "
                    <span class="field-optional">{tu_string!(i18n, ui.optional)}</span>
                </label>
            </div>
            <textarea
                class="input"
                id="comment"
                name="comment"
                rows="3"
                autocomplete="off"
                aria-describedby="comment-hint"
            ></textarea>
            <p class="field-hint" id="comment-hint">
                {tu_string!(i18n, appraisal.act.comment_hint, name = name)}
            </p>
        </div>
    }
    .into_any()
}
