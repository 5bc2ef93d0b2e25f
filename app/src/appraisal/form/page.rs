//! The form page: loads the form and arranges its parts by the permissions of the user.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::explanation::ScoreExplanation;
use shared::appraisal::stage::Stage;
use shared::appraisal::{Action, Status};
use shared::id::AppraisalId;

use super::actions::{element_of, posted_error};
use super::approval::{approval, finalization};
use super::bar::action_bar;
use super::head::form_head;
use super::human_resources::human_resources;
use super::label::{done_text, stage_with_people};
use super::news::FormNews;
use super::previous::Previous;
use super::progress::{ActionView, visible_actions};
use super::result::outcome;
use super::section::{section_strip, sections};
use super::serverfns::{detail, previous, score};
use super::stage_form::stage_form;
use super::start::Start;
use super::state::{FormState, Mode};
use super::trail::trail;
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::shell::program::{Program, program};
use crate::ui::badge::Tone;
use crate::ui::digits::listed;
use crate::ui::error_summary::summary;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::review_type_label;
use crate::ui::notice::{Notice, notice};
use crate::ui::page::found_by_id;
use shared::appraisal::form::AppraisalForm;

/// The data of the page.
#[derive(Clone, Debug)]
pub struct FormPageData {
    /// The appraisal and the user's relation to it.
    pub form: AppraisalForm,
    /// The last finalized appraisal of the person, for comparison.
    pub previous: Option<AppraisalDetail>,
    /// The action that was just completed.
    pub done: Option<Action>,
    /// The score that the server has just recomputed, if the user requested it.
    pub verified: Option<UiResult<ScoreExplanation>>,
}

/// The page at `/appraisals/:id`.
#[component]
pub fn AppraisalPage() -> impl IntoView {
    let query = use_query_map().get_untracked();
    let done = query.get("done").and_then(|action| action.parse().ok());
    let verifies = query.get("verify").is_some();
    let load = move |id| load(id, done, verifies);
    found_by_id("Appraisal", load, |data| view! { <FormPage data/> }.into_any())
}

async fn load(id: AppraisalId, done: Option<Action>, verifies: bool) -> UiResult<FormPageData> {
    let form = detail(id).await?;
    let previous = previous(&form).await?;
    let verified = if verifies { Some(score(id).await) } else { None };
    Ok(FormPageData { form, previous, done, verified })
}

/// The parts of the page. The script is loaded only for a user who edits or finalizes the form.
#[component]
pub fn FormPage(data: FormPageData) -> impl IntoView {
    let i18n = use_i18n();
    let FormPageData { form, previous, done, verified } = data;
    provide_context(Previous::from(previous));
    let review = review_type_label(i18n, form.detail.review_type);
    let title = listed(&[form.detail.staff.name.as_str(), review]);
    let start = Start { form, reader: use_me().id };
    let state = start.clone().provide();
    let script =
        has_program(state).then(|| view! { {start.element()} {program(Program::Appraisal)} });
    let content = match state.mode() {
        Mode::SelfAssessment | Mode::Review => filling_in(state),
        Mode::Reading => reading(state, verified),
    };
    view! {
        <Title text=title/>
        <div class="page-and-bar">
            <div class="page">
                {form_head(&state.form().detail)}
                {done.map(|action| done_notice(state, action))}
                {notices(state)}
                {section_strip(state)}
                {content}
            </div>
            {action_bar(state)}
        </div>
        {script}
    }
    .into_any()
}

/// True if the page needs the script, because the user edits or finalizes the form.
fn has_program(state: FormState) -> bool {
    let is_filling_in = state.mode() != Mode::Reading;
    is_filling_in || state.may(Action::SaveHr) || state.may(Action::Finalize)
}

/// The page of a user who fills in a part of the form.
fn filling_in(state: FormState) -> AnyView {
    view! {
        {stage_form(state, sections(state))}
        {hr_fields(state)}
        {act_panels(state)}
        {trail(&state.form().detail)}
    }
    .into_any()
}

/// The page of a user who decides on the form or only reads it.
fn reading(state: FormState, verified: Option<UiResult<ScoreExplanation>>) -> AnyView {
    let form = state.form();
    view! {
        <div class="with-aside">
            <div class="stack">
                {outcome(&form, verified)}
                {hr_fields(state)}
                {act_panels(state)}
                <div class="form-sections">{sections(state)}</div>
            </div>
            <aside aria-labelledby="trail-title">{trail(&form.detail)}</aside>
        </div>
    }
    .into_any()
}

fn hr_fields(state: FormState) -> Option<AnyView> {
    state.form().relation.human_resources.then(|| human_resources(state))
}

/// The sign-offs that are panels; the submit button is in the bar.
fn act_panels(state: FormState) -> Vec<AnyView> {
    let form = state.form();
    let actions = visible_actions(form.relation, form.detail.status);
    actions.into_iter().filter_map(|view| action_panel(state, view)).collect()
}

fn action_panel(state: FormState, view: ActionView) -> Option<AnyView> {
    match view.action {
        Action::ApproveDeptHead | Action::ApproveMd => Some(approval(state, view)),
        Action::Finalize => Some(finalization(state, view)),
        Action::SaveSelf
        | Action::SubmitSelf
        | Action::SaveReview
        | Action::SubmitReview
        | Action::SaveHr => None,
    }
}

fn notices(state: FormState) -> AnyView {
    let form = state.form();
    let anchor = Callback::new(move |path: String| element_of(&form.detail, &path));
    let refusal = posted_error().map(|error| summary(&error, NodeRef::new(), Some(anchor)));
    let news = has_program(state).then(|| view! { <FormNews/> });
    view! {
        {refusal}
        {news}
        {explanation_of_part(state)}
    }
    .into_any()
}

/// The completed action and the next pending appraisal. Takes the focus, because the button that
/// completed the action is gone.
fn done_notice(state: FormState, action: Action) -> AnyView {
    let i18n = use_i18n();
    let form = state.form();
    let is_sign_off = match action {
        Action::SaveSelf | Action::SaveReview | Action::SaveHr => false,
        Action::SubmitSelf
        | Action::SubmitReview
        | Action::ApproveDeptHead
        | Action::ApproveMd
        | Action::Finalize => true,
    };
    let next = form.next.as_ref().filter(|_| is_sign_off).map(|next| {
        let text = tu_string!(
            i18n,
            appraisal.done.next,
            name = next.staff_name.clone(),
            count = form.left
        );
        view! {
            <a class="button" href=format!("/appraisals/{}", next.id)>
                {text}
                <Icon name=IconName::ArrowRight class="icon-mirror"/>
            </a>
        }
    });
    let is_last = is_sign_off && form.next.is_none();
    let nothing = is_last.then(|| view! { <p>{tu_string!(i18n, appraisal.done.nothing)}</p> });
    view! {
        <div tabindex="-1" autofocus=true>
            <Notice tone=Tone::Success title=done_text(i18n, action)>
                {nothing}
                {next}
            </Notice>
        </div>
    }
    .into_any()
}

/// An explanation of the user's role in the form, where it is not obvious.
fn explanation_of_part(state: FormState) -> Option<AnyView> {
    let i18n = use_i18n();
    let form = state.form();
    let (title, text) = match state.mode() {
        Mode::SelfAssessment => (
            tu_string!(i18n, appraisal.part.self_title).to_owned(),
            tu_string!(i18n, appraisal.part.self_text).to_owned(),
        ),
        Mode::Reading if state.hides_review() => {
            let stage = stage_with_people(i18n, &form.detail, Stage::LineManager);
            (
                tu_string!(i18n, appraisal.part.waits_for, stage = stage),
                tu_string!(i18n, appraisal.row.shown_later).to_owned(),
            )
        }
        Mode::Reading
            if form.relation.line_manager && form.detail.status == Status::PendingSelf =>
        {
            let stage = stage_with_people(i18n, &form.detail, Stage::Subject);
            (
                tu_string!(i18n, appraisal.part.waits_for, stage = stage),
                tu_string!(i18n, appraisal.part.after_subject).to_owned(),
            )
        }
        Mode::Reading | Mode::Review => return None,
    };
    let notice = view! {
        {notice(Tone::Accent, title, text)}
    };
    Some(notice.into_any())
}
