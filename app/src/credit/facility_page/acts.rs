//! What can be done about a facility; what cannot be done says why.

use std::sync::Arc;

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::credit::facility::{Facility, FacilityAction};
use shared::credit::vocabulary::FacilityStatus;
use shared::permission::Permission;

use crate::credit::label::{action_label, with_places};
use crate::credit::{MoveFacility, ReversePayment};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::people::permission_label;
use crate::session::{Me, use_me};
use crate::ui::asked_form::AskedForm;
use crate::ui::button::Reason;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::Field;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::take_over::{later, still};
use crate::ui::toast::use_toasts;

/// The acts of the page, which outlive what is loaded again.
#[derive(Clone, Copy)]
pub(super) struct Acts {
    step: ServerAction<MoveFacility>,
    pub(super) reverse: ServerAction<ReversePayment>,
    /// How often one of them has changed the facility.
    pub(super) done: RwSignal<u32>,
}

impl Acts {
    pub(super) fn new() -> Self {
        let i18n = use_i18n();
        let toasts = use_toasts();
        let acts = Self {
            step: ServerAction::new(),
            reverse: ServerAction::new(),
            done: RwSignal::new(0),
        };
        let count = move |is_done: bool| {
            if is_done {
                acts.done.update(|count| *count = count.wrapping_add(1));
                toasts.confirm(tu_string!(i18n, credit.action.done));
            }
        };
        Effect::new(move |_| count(matches!(&*acts.step.value().read(), Some(Ok(())))));
        Effect::new(move |_| count(matches!(&*acts.reverse.value().read(), Some(Ok(())))));
        acts
    }

    fn error(self) -> Signal<Option<UiError>> {
        Signal::derive(move || {
            let step = self.step.value().get().and_then(Result::err);
            step.or_else(|| self.reverse.value().get().and_then(Result::err))
        })
    }
}

/// Why somebody cannot do something now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    Permission(Permission),
    Maker,
    Reviewer,
    AssetNotOwned,
    Arrears,
    NotNow,
}

/// What stands in the way, if anything does.
fn block(facility: &Facility, action: FacilityAction, me: &Me) -> Option<Block> {
    let permission = action.permission(facility.status);
    if !me.permissions.contains(&permission) {
        return Some(Block::Permission(permission));
    }
    let required = facility.product_type.required_asset_status();
    if action == FacilityAction::Activate && facility.asset_status != required {
        return Some(Block::AssetNotOwned);
    }
    if facility.allowed_actions.contains(&action) {
        return None;
    }
    Some(match action {
        FacilityAction::Approve | FacilityAction::Reject if facility.created_by_id == me.id => {
            Block::Maker
        }
        FacilityAction::Approve if facility.reviewed_by_id == Some(me.id) => Block::Reviewer,
        FacilityAction::ResumeAccrual => Block::Arrears,
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Reject
        | FacilityAction::AssetOwned
        | FacilityAction::Activate
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue
        | FacilityAction::NonAccrual => Block::NotNow,
    })
}

fn block_text(i18n: Language, block: Block) -> String {
    match block {
        Block::Permission(permission) => {
            let permission = permission_label(i18n, permission);
            tu_string!(i18n, credit.block.permission, permission = permission)
        }
        Block::Maker => tu_string!(i18n, credit.block.maker).to_owned(),
        Block::Reviewer => tu_string!(i18n, credit.block.reviewer).to_owned(),
        Block::AssetNotOwned => tu_string!(i18n, credit.block.asset).to_owned(),
        Block::Arrears => tu_string!(i18n, credit.block.arrears).to_owned(),
        Block::NotNow => tu_string!(i18n, credit.block.not_now).to_owned(),
    }
}

/// The acts that the status has an edge for.
pub(super) fn acts_card(i18n: Language, facility: &Arc<Facility>, acts: Acts) -> Option<AnyView> {
    let me = use_me();
    let owned = facility.asset_status == facility.product_type.required_asset_status();
    let open: Vec<_> = FacilityAction::ALL
        .iter()
        .copied()
        .filter(|action| *action != FacilityAction::ReversePayment)
        .filter(|action| *action != FacilityAction::AssetOwned || !owned)
        .filter(|action| action.is_open_in(facility.status))
        .collect();
    if open.is_empty() {
        return None;
    }
    let forms: Vec<_> = open
        .into_iter()
        .map(|action| match block(facility, action, &me) {
            Some(reason) => still(move || blocked(i18n, action, block_text(i18n, reason))),
            None => {
                let facility = Arc::clone(facility);
                later(move || act(i18n, &facility, action, acts))
            }
        })
        .collect();

    let error = acts.error();
    let error = Signal::derive(move || error.get().map(|error| with_places(i18n, error)));
    let view = view! {
        <section class="card act no-print" aria-labelledby="acts">
            <div class="card-head">
                <h2 id="acts">{tu_string!(i18n, credit.action.title)}</h2>
            </div>
            <div class="card-body">
                <ErrorSummary error anchor=Callback::new(|_| "acts".to_owned())/>
                <div class="facility-acts">{forms}</div>
            </div>
        </section>
    };
    Some(view.into_any())
}

/// A button that cannot be used, and why.
fn blocked(i18n: Language, action: FacilityAction, reason: String) -> AnyView {
    let id = format!("why-{action}");
    view! {
        <div class="stack-tight">
            <button class="button" type="button" aria-disabled="true" aria-describedby=id.clone()>
                <Icon name=IconName::Lock/>
                {action_label(i18n, action)}
            </button>
            <Reason id text=reason/>
        </div>
    }
    .into_any()
}

fn act(i18n: Language, facility: &Facility, action: FacilityAction, acts: Acts) -> AnyView {
    match action {
        FacilityAction::RecordPayment => payment_link(i18n, facility),
        FacilityAction::Overdue => evaluation(i18n, facility, acts),
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Reject
        | FacilityAction::AssetOwned
        | FacilityAction::Activate
        | FacilityAction::ReversePayment
        | FacilityAction::NonAccrual
        | FacilityAction::ResumeAccrual => {
            let question = question(i18n, facility.status, action);
            question.map(|it| asked(i18n, facility, action, acts, it)).into_any()
        }
    }
}

/// What is asked before an act; none for what has a page or a place of its own.
fn question(i18n: Language, status: FacilityStatus, action: FacilityAction) -> Option<Question> {
    let (title, effect, icon) = match action {
        FacilityAction::RecordPayment
        | FacilityAction::Overdue
        | FacilityAction::ReversePayment => return None,
        FacilityAction::Review => (
            tu_string!(i18n, credit.ask.review),
            tu_string!(i18n, credit.effect.review),
            IconName::Send,
        ),
        FacilityAction::Approve if status == FacilityStatus::ShariahReview => (
            tu_string!(i18n, credit.ask.shariah),
            tu_string!(i18n, credit.effect.shariah),
            IconName::Check,
        ),
        FacilityAction::Approve => (
            tu_string!(i18n, credit.ask.approve),
            tu_string!(i18n, credit.effect.approve),
            IconName::Check,
        ),
        FacilityAction::Reject => (
            tu_string!(i18n, credit.ask.reject),
            tu_string!(i18n, credit.effect.reject),
            IconName::X,
        ),
        FacilityAction::AssetOwned => (
            tu_string!(i18n, credit.ask.asset),
            tu_string!(i18n, credit.effect.asset),
            IconName::Key,
        ),
        FacilityAction::Activate => (
            tu_string!(i18n, credit.ask.activate),
            tu_string!(i18n, credit.effect.activate),
            IconName::Check,
        ),
        FacilityAction::NonAccrual => {
            (tu_string!(i18n, credit.ask.stop), tu_string!(i18n, credit.effect.stop), IconName::X)
        }
        FacilityAction::ResumeAccrual => (
            tu_string!(i18n, credit.ask.resume),
            tu_string!(i18n, credit.effect.resume),
            IconName::Check,
        ),
    };
    Some(Question { title, effect, icon })
}

/// What is asked before an act.
struct Question {
    title: &'static str,
    effect: &'static str,
    icon: IconName,
}

fn asked(
    i18n: Language,
    facility: &Facility,
    action: FacilityAction,
    acts: Acts,
    question: Question,
) -> AnyView {
    let reference = facility.facility_ref.clone();
    let said = RwSignal::new(String::new());
    let dispatched = reference.clone();
    let form = AskedForm {
        id: dialog_id(action),
        address: MoveFacility::url(),
        fields: vec![("facility_ref", reference.clone()), ("step", action.as_str().to_owned())],
        button: action_label(i18n, action).to_owned(),
        class: button_class(action),
        icon: question.icon,
        title: question.title.to_owned(),
        effect: question.effect,
        pending: acts.step.pending().into(),
        act: Callback::new(move |()| {
            let facility_ref = dispatched.clone();
            let said = said.get_untracked();
            acts.step.dispatch(MoveFacility { facility_ref, step: action, said });
        }),
    };
    let (label, optional) = match action {
        FacilityAction::Reject | FacilityAction::NonAccrual | FacilityAction::ResumeAccrual => {
            (tu_string!(i18n, credit.action.reason), false)
        }
        FacilityAction::AssetOwned => (tu_string!(i18n, credit.action.document), true),
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Activate
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue => return with_effect(question.effect, form.view()),
    };
    let input = said_input(format!("said-{action}"), label, optional, said);
    with_effect(question.effect, form.view_with(input))
}

/// What somebody says with an act: a reason or a document.
pub(super) fn said_input(
    id: String,
    label: &'static str,
    optional: bool,
    said: RwSignal<String>,
) -> AnyView {
    view! {
        <Field id=id.clone() label optional>
            <input
                class="input"
                id=id
                name="said"
                autocomplete="off"
                required=!optional
                on:input=move |event| said.set(event_target_value(&event))
            />
        </Field>
    }
    .into_any()
}

/// What an act does stands beside it, for those whom nobody can ask.
fn with_effect(effect: &'static str, form: AnyView) -> AnyView {
    view! {
        <div class="stack-tight">
            {form}
            <p class="field-hint">{effect}</p>
        </div>
    }
    .into_any()
}

fn payment_link(i18n: Language, facility: &Facility) -> AnyView {
    let address = format!("/credit/{}/payment", facility.facility_ref);
    view! {
        <div class="stack-tight">
            <a class="button button-primary" href=address>
                <Icon name=IconName::Plus/>
                {tu_string!(i18n, credit.action.record_payment)}
            </a>
        </div>
    }
    .into_any()
}

/// Looking whether something is late changes only what the calendar says: nothing to ask.
fn evaluation(i18n: Language, facility: &Facility, acts: Acts) -> AnyView {
    let reference = facility.facility_ref.clone();
    let pending = acts.step.pending();
    view! {
        <div class="stack-tight">
            <ActionForm action=acts.step>
                <input type="hidden" name="facility_ref" value=reference/>
                <input type="hidden" name="step" value=FacilityAction::Overdue.as_str()/>
                <button
                    class="button"
                    type="submit"
                    aria-busy=move || pending.get().then_some("true")
                >
                    <Icon name=IconName::Clock/>
                    {action_label(i18n, FacilityAction::Overdue)}
                </button>
            </ActionForm>
            <p class="field-hint">{tu_string!(i18n, credit.effect.overdue)}</p>
        </div>
    }
    .into_any()
}

const fn dialog_id(action: FacilityAction) -> &'static str {
    match action {
        FacilityAction::Review => "ask-review",
        FacilityAction::Approve => "ask-approve",
        FacilityAction::Reject => "ask-reject",
        FacilityAction::AssetOwned => "ask-asset",
        FacilityAction::Activate => "ask-activate",
        FacilityAction::RecordPayment => "ask-payment",
        FacilityAction::ReversePayment => "ask-reverse",
        FacilityAction::Overdue => "ask-overdue",
        FacilityAction::NonAccrual => "ask-stop",
        FacilityAction::ResumeAccrual => "ask-resume",
    }
}

const fn button_class(action: FacilityAction) -> &'static str {
    match action {
        FacilityAction::Reject | FacilityAction::NonAccrual => "button button-danger",
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Activate
        | FacilityAction::ResumeAccrual => "button button-primary",
        FacilityAction::AssetOwned
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue => "button",
    }
}
