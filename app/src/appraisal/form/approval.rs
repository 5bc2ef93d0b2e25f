//! Approving: the department head's and the managing director's desk.

use leptos::html::Textarea;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::appraisal::Action;
use shared::appraisal::desk::Desk;

use super::explanation::score_summary;
use super::host::Host;
use super::label::desk_with_people;
use super::serverfns::{AppraisalForm, ApproveDeptHead, ApproveMd};
use super::standing::{Act, Hindrance};
use super::state::FormState;
use super::submission::effect_list;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::session::Me;
use crate::ui::badge::Tone;
use crate::ui::button::Reason;
use crate::ui::dialog::Dialog;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::one_time_key::one_time_key;
use crate::ui::take_over::later;

/// What stands in the way of an act, as a sentence.
pub fn hindrance_text(i18n: Language, state: FormState, hindrance: Hindrance) -> String {
    match hindrance {
        Hindrance::NotYet(desk) => {
            let desk = desk_with_people(i18n, &state.form().detail, desk);
            tu_string!(i18n, appraisal.act.not_yet, desk = desk)
        }
        Hindrance::SelfFinalize => tu_string!(i18n, appraisal.act.self_finalize).to_owned(),
    }
}

/// A panel whose act cannot be done now: the button, and why not.
pub fn blocked_panel(
    action: Action,
    title: &'static str,
    button: &'static str,
    reason: String,
) -> AnyView {
    let (title_id, reason_id) = (format!("{action}-title"), format!("{action}-reason"));
    view! {
        <section class="card" aria-labelledby=title_id>
            <div class="card-head">
                <h2 id=title_id.clone()>{title}</h2>
            </div>
            <div class="card-body">
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
            </div>
        </section>
    }
    .into_any()
}

/// The panel of an approval, open or blocked.
///
/// * `state`: the form.
/// * `host`: takes over the answer.
/// * `act`: the approval and what stands in its way.
#[component]
pub fn Approval(state: FormState, host: Host, act: Act) -> impl IntoView {
    let i18n = use_i18n();
    if let Some(hindrance) = act.hindrance {
        let reason = hindrance_text(i18n, state, hindrance);
        let button = tu_string!(i18n, appraisal.act.approve);
        return blocked_panel(act.action, approval_title(i18n, act.action), button, reason);
    }
    let id = state.form().detail.id;
    if act.action == Action::ApproveMd {
        let approve = ServerAction::<ApproveMd>::new();
        forget_sent(state, approve);
        let error = host.follow(approve, act.action);
        let send = Callback::new(move |comment| {
            approve.dispatch(ApproveMd { id, comment: Some(comment) });
        });
        let call = ApprovalCall { address: ApproveMd::url(), busy: approve.pending().into(), send };
        approval_panel(state, act.action, error, call)
    } else {
        let approve = ServerAction::<ApproveDeptHead>::new();
        forget_sent(state, approve);
        let error = host.follow(approve, act.action);
        let send = Callback::new(move |comment| {
            approve.dispatch(ApproveDeptHead { id, comment: Some(comment) });
        });
        let busy = approve.pending().into();
        let call = ApprovalCall { address: ApproveDeptHead::url(), busy, send };
        approval_panel(state, act.action, error, call)
    }
}

/// Forgets the draft of a comment once it is sent.
fn forget_sent<S>(state: FormState, approve: ServerAction<S>)
where
    S: ServerFn<Output = AppraisalForm, Error = UiError> + Clone + Send + Sync + 'static,
{
    let draft = Draft::new(state);
    Effect::new(move |_| {
        if matches!(&*approve.value().read(), Some(Ok(_))) {
            draft.remove();
        }
    });
}

/// How an approval is sent.
#[derive(Clone, Copy, Debug)]
struct ApprovalCall {
    address: &'static str,
    busy: Signal<bool>,
    send: Callback<String>,
}

fn approval_panel(
    state: FormState,
    action: Action,
    error: Signal<Option<UiError>>,
    call: ApprovalCall,
) -> AnyView {
    let i18n = use_i18n();
    let asks = RwSignal::new(false);
    let comment = NodeRef::<Textarea>::new();
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if !call.busy.get_untracked() {
            asks.set(true);
        }
    };
    let approve = Callback::new(move |()| {
        let text = comment.get_untracked().map(|area| area.value()).unwrap_or_default();
        call.send.run(text);
    });
    let effects = approval_effects(i18n, state, action);
    let asked = effects.clone();
    let title_id = format!("{action}-title");
    let summary = move || {
        let summary = move || score_summary(i18n, &state.scorecard.read());
        view! { <div class="form">{summary}</div> }.into_any()
    };
    let panel = move || {
        view! {
            <section class="act" aria-labelledby=title_id>
                <div class="card-head">
                    <h2 id=title_id.clone()>{approval_title(i18n, action)}</h2>
                </div>
                <form
                    class="card-body form"
                    method="post"
                    action=call.address
                    data-asks=""
                    on:submit=on_submit
                >
                    {one_time_key()}
                    <input type="hidden" name="id" value=state.form().detail.id.to_string()/>
                    <ErrorSummary error/>
                    {later(summary)}
                    {own_approval_notice(i18n, state, action)}
                    {comment_field(state, comment)}
                    {effect_list(effects)}
                    <div class="button-row">
                        <button
                            class="button button-primary"
                            type="submit"
                            aria-busy=move || call.busy.get().then_some("true")
                        >
                            <Icon name=IconName::Check/>
                            {tu_string!(i18n, appraisal.act.approve)}
                        </button>
                    </div>
                </form>
            </section>
        }
        .into_any()
    };
    view! {
        {later(panel)}
        {later(move || approval_question(state, asks, approve, asked))}
    }
    .into_any()
}

/// What is asked before the approval is sent.
fn approval_question(
    state: FormState,
    open: RwSignal<bool>,
    approve: Callback<()>,
    effects: Vec<String>,
) -> AnyView {
    let i18n = use_i18n();
    view! {
        <Dialog
            id="approve-dialog"
            title=ask_title(i18n, state)
            confirm=tu_string!(i18n, appraisal.act.approve)
            cancel=tu_string!(i18n, appraisal.submit.not_yet)
            open
            on_confirm=approve
        >
            {effect_list(effects)}
        </Dialog>
    }
    .into_any()
}

/// The desk is named: one person may sit at both.
fn approval_title(i18n: Language, action: Action) -> &'static str {
    if action == Action::ApproveMd {
        tu_string!(i18n, appraisal.act.approval_md)
    } else {
        tu_string!(i18n, appraisal.act.approval_dept_head)
    }
}

fn ask_title(i18n: Language, state: FormState) -> String {
    let name = state.form().detail.staff.name.clone();
    tu_string!(i18n, appraisal.act.ask_approve, name = name)
}

fn approval_effects(i18n: Language, state: FormState, action: Action) -> Vec<String> {
    let next =
        if action == Action::ApproveMd { Desk::HumanResources } else { Desk::ManagingDirector };
    let desk = desk_with_people(i18n, &state.form().detail, next);
    vec![
        tu_string!(i18n, appraisal.submit.goes_to, desk = desk),
        tu_string!(i18n, appraisal.act.no_way_back).to_owned(),
    ]
}

/// The managing director may approve their own appraisal; that is said plainly.
fn own_approval_notice(i18n: Language, state: FormState, action: Action) -> Option<AnyView> {
    let is_own = action == Action::ApproveMd && state.form().part.subject;
    let notice = view! {
        <Notice tone=Tone::Warning title=tu_string!(i18n, appraisal.act.own_approval)>
            <p>{tu_string!(i18n, appraisal.act.own_approval_text)}</p>
        </Notice>
    };
    is_own.then(|| notice.into_any())
}

fn comment_field(state: FormState, node: NodeRef<Textarea>) -> AnyView {
    let i18n = use_i18n();
    let draft = Draft::new(state);
    Effect::new({
        let draft = draft.clone();
        move |_| {
            if let Some(area) = node.get()
                && area.value().is_empty()
            {
                area.set_value(&draft.read());
            }
        }
    });
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
                node_ref=node
                on:input=move |event| draft.write(&event_target_value(&event))
            ></textarea>
            <p class="field-hint" id="comment-hint">
                {tu_string!(i18n, appraisal.act.comment_hint, name = name)}
            </p>
        </div>
    }
    .into_any()
}

/// The comment as it is written, kept in the browser for its writer alone until the approval is
/// through: there is no route that would save it before.
#[derive(Clone, Debug)]
struct Draft {
    name: String,
}

impl Draft {
    fn new(state: FormState) -> Self {
        let form = state.form();
        let reader = use_context::<Me>().map(|me| me.id.to_string()).unwrap_or_default();
        let (id, status) = (form.detail.id, form.detail.status);
        Self { name: format!("mizan.approval.{reader}.{id}.{status}") }
    }

    fn read(&self) -> String {
        let kept = storage().and_then(|storage| storage.get_item(&self.name).ok().flatten());
        kept.unwrap_or_default()
    }

    fn write(&self, text: &str) {
        if let Some(storage) = storage() {
            // Without storage the text still stands on the page.
            let _ = storage.set_item(&self.name, text);
        }
    }

    /// What was sent is kept by the server.
    fn remove(&self) {
        if let Some(storage) = storage() {
            // What cannot be removed is of a status that does not come again.
            let _ = storage.remove_item(&self.name);
        }
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
