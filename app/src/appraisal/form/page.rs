//! The page: it loads the form, and arranges its parts by what the reader may do.

use leptos::html::Div;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use shared::appraisal::desk::Desk;
use shared::appraisal::{Action, Status};
use shared::id::AppraisalId;

use super::approval::Approval;
use super::bar::ActionBar;
use super::finalization::Finalization;
use super::head::FormHead;
use super::host::{Host, element_of, posted_error};
use super::human_resources::HumanResources;
use super::label::{desk_with_people, done_text, field_label};
use super::listeners::listen;
use super::result::Outcome;
use super::section::{SectionStrip, Sections};
use super::serverfns::{AppraisalForm, detail};
use super::standing::{Act, acts};
use super::state::{FormState, Mode};
use super::submission::{DeskForm, Submission};
use super::trail::Trail;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::ui::badge::Tone;
use crate::ui::digits::listed;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::review_type_label;
use crate::ui::notice::Notice;
use crate::ui::page::loaded;
use crate::ui::take_over::{later, still};

/// The page at `/appraisals/:id`.
#[component]
pub fn AppraisalPage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| {
        params.with(|params| params.get("id").and_then(|id| id.parse::<AppraisalId>().ok()))
    });
    let form = Resource::new(
        move || id.get(),
        async |id| match id {
            Some(id) => detail(id).await,
            None => Err(UiError(shared::Error::not_found("Appraisal"))),
        },
    );
    loaded(form, |form| view! { <LoadedForm form/> }.into_any())
}

/// The form, until an act replaces it by what the server answers.
///
/// * `form`: as it was loaded.
#[component]
fn LoadedForm(form: AppraisalForm) -> impl IntoView {
    let done = use_query_map()
        .with_untracked(|query| query.get("done").and_then(|action| action.parse::<Action>().ok()));
    let host = Host::new(form, done);
    let page = move || {
        let form = host.form.get();
        view! { <FormPage form host/> }
    };

    view! { {page} }.into_any()
}

/// The parts of the page.
///
/// * `form`: the appraisal and what the reader is to it.
/// * `host`: takes over the answers of acts.
#[component]
pub fn FormPage(form: AppraisalForm, host: Host) -> impl IntoView {
    let i18n = use_i18n();
    let review = review_type_label(i18n, form.detail.review_type);
    let title = listed(&[form.detail.staff.name.as_str(), review]);
    view! {
        <Title text=title/>
        {later(move || whole_form(form, host))}
    }
    .into_any()
}

/// The page and the bar, as one element that a browser does not see.
fn whole_form(form: AppraisalForm, host: Host) -> AnyView {
    let state = FormState::new(form, use_me().id, host.has_moved_on);
    listen(state);
    let submission = Submission::new(state, host);
    view! {
        <div class="page-and-bar">
            {later(move || form_content(state, host, submission))}
            <ActionBar state submission/>
        </div>
    }
    .into_any()
}

fn form_content(state: FormState, host: Host, submission: Option<Submission>) -> AnyView {
    let content = match submission {
        Some(submission) => filling_in(state, host, submission),
        None => reading(state, host),
    };
    view! {
        <div class="page">
            <FormHead state/>
            {notices(state, host)}
            {later(move || view! { <SectionStrip state/> }.into_any())}
            {content}
        </div>
    }
    .into_any()
}

/// The page of a reader who fills in a part of the form.
fn filling_in(state: FormState, host: Host, submission: Submission) -> AnyView {
    let hr = hr_fields(state);
    let acts = act_panels(state, host);
    view! {
        <DeskForm state submission>
            <Sections state/>
        </DeskForm>
        {hr}
        {acts}
        {still(move || view! { <Trail state/> }.into_any())}
    }
    .into_any()
}

/// The page of a reader who decides on the form, or only reads it.
fn reading(state: FormState, host: Host) -> AnyView {
    let hr = hr_fields(state);
    let acts = act_panels(state, host);
    view! {
        <div class="with-aside">
            <div class="stack">
                <Outcome state/>
                {hr}
                {acts}
                {later(move || sections(state))}
            </div>
            <aside aria-labelledby="trail-title">
                {still(move || view! { <Trail state/> }.into_any())}
            </aside>
        </div>
    }
    .into_any()
}

fn sections(state: FormState) -> AnyView {
    view! {
        <div class="form-sections">
            <Sections state/>
        </div>
    }
    .into_any()
}

fn hr_fields(state: FormState) -> Option<AnyView> {
    let is_hr = state.form().part.human_resources;
    is_hr.then(|| later(move || view! { <HumanResources state/> }.into_any()))
}

/// The sign-offs that are shown as panels; handing on has its button in the bar.
fn act_panels(state: FormState, host: Host) -> Vec<AnyView> {
    let form = state.form();
    let acts = acts(form.part, form.detail.status);
    acts.into_iter().filter_map(|act| act_panel(state, host, act)).collect()
}

fn act_panel(state: FormState, host: Host, act: Act) -> Option<AnyView> {
    match act.action {
        Action::ApproveDeptHead | Action::ApproveMd => {
            Some(view! { <Approval state host act/> }.into_any())
        }
        Action::Finalize => Some(view! { <Finalization state host act/> }.into_any()),
        Action::SaveSelf
        | Action::SubmitSelf
        | Action::SaveReview
        | Action::SubmitReview
        | Action::SaveHr => None,
    }
}

fn notices(state: FormState, host: Host) -> AnyView {
    let error = Signal::stored(posted_error());
    let anchor = Callback::new(move |path: String| element_of(&state.form().detail, &path));
    view! {
        {done_notice(state, host)}
        <ErrorSummary error anchor/>
        {moved_on(state)}
        {leftovers(state)}
        {explanation_of_part(state)}
    }
    .into_any()
}

/// What was just done, and what waits next; takes the focus, since the button that did it is gone.
fn done_notice(state: FormState, host: Host) -> Option<AnyView> {
    let i18n = use_i18n();
    let action = host.done.get_untracked()?;
    let form = state.form();
    let node = NodeRef::<Div>::new();
    Effect::new(move |_| {
        if let Some(element) = node.get() {
            // An element that is not shown cannot take the focus; nothing is lost then.
            let _ = element.focus();
        }
    });
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
    let notice = view! {
        <div node_ref=node tabindex="-1">
            <Notice tone=Tone::Success title=done_text(i18n, action)>
                {nothing}
                {next}
            </Notice>
        </div>
    };
    Some(notice.into_any())
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
                        on:click=move |_| state.autosaver().drop_leftovers()
                    >
                        {tu_string!(i18n, appraisal.moved.discard)}
                    </button>
                </Notice>
            }
        })
    };
    view! { {notice} }.into_any()
}

/// What the reader's part in the form is now, where that is not plain to see.
fn explanation_of_part(state: FormState) -> Option<AnyView> {
    let i18n = use_i18n();
    let form = state.form();
    let (title, text) = match state.mode() {
        Mode::SelfAssessment => (
            tu_string!(i18n, appraisal.part.self_title).to_owned(),
            tu_string!(i18n, appraisal.part.self_text).to_owned(),
        ),
        Mode::Reading if state.hides_review() => {
            let desk = desk_with_people(i18n, &form.detail, Desk::LineManager);
            (
                tu_string!(i18n, appraisal.part.waits_for, desk = desk),
                tu_string!(i18n, appraisal.row.shown_later).to_owned(),
            )
        }
        Mode::Reading if form.part.line_manager && form.detail.status == Status::PendingSelf => {
            let desk = desk_with_people(i18n, &form.detail, Desk::Subject);
            (
                tu_string!(i18n, appraisal.part.waits_for, desk = desk),
                tu_string!(i18n, appraisal.part.after_subject).to_owned(),
            )
        }
        Mode::Reading | Mode::Review => return None,
    };
    let notice = view! {
        <Notice tone=Tone::Accent title>
            <p>{text}</p>
        </Notice>
    };
    Some(notice.into_any())
}
