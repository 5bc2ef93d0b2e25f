//! What can be done about a facility; what cannot be done says why.

use std::sync::Arc;

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::credit::facility::{Facility, FacilityAction};
use shared::credit::vocabulary::{AssetStatus, ProductType};

use crate::credit::label::{action_label, with_places};
use crate::credit::{MoveFacility, ReversePayment};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::ui::asked_form::AskedForm;
use crate::ui::button::Reason;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::Field;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::one_time_key::one_time_key;
use crate::ui::take_over::{later, still};
use crate::ui::toast::use_toasts;

mod block;
mod done;
mod question;

use block::{block, block_text};
use done::done_text;
use question::{Question, button_class, dialog_id, question};

/// The acts of the page, which outlive what is loaded again.
#[derive(Clone, Copy)]
pub(in crate::credit) struct Acts {
    step: ServerAction<MoveFacility>,
    pub(super) reverse: ServerAction<ReversePayment>,
    /// How often one of them has changed the facility.
    pub(super) done: RwSignal<u32>,
    /// The page that follows a step; the facility's own when empty.
    then: StoredValue<String>,
}

impl Acts {
    pub(in crate::credit) fn new() -> Self {
        let i18n = use_i18n();
        let toasts = use_toasts();
        let acts = Self {
            step: ServerAction::new(),
            reverse: ServerAction::new(),
            done: RwSignal::new(0),
            then: StoredValue::new(String::new()),
        };
        let confirm = move |text: String| {
            acts.done.update(|count| *count = count.wrapping_add(1));
            toasts.confirm(text);
        };
        Effect::new(move |_| {
            if let Some(Ok(taken)) = &*acts.step.value().read() {
                confirm(done_text(i18n, taken));
            }
        });
        Effect::new(move |_| {
            if let Some(Ok(())) = &*acts.reverse.value().read() {
                confirm(tu_string!(i18n, credit.done.reversed).to_owned());
            }
        });
        acts
    }

    /// The same acts, followed by another page than the facility's own.
    pub(in crate::credit) fn followed_by(self, address: String) -> Self {
        Self { then: StoredValue::new(address), ..self }
    }

    /// The page that follows the step that was just taken.
    pub(in crate::credit) fn followed(self) -> Option<String> {
        self.step.value().get().and_then(Result::ok).map(|taken| taken.path)
    }

    /// Forgets what became of the last step: another facility is looked at.
    pub(in crate::credit) fn forget(self) {
        self.step.clear();
    }

    fn error(self) -> Signal<Option<UiError>> {
        Signal::derive(move || {
            let step = self.step.value().get().and_then(Result::err);
            step.or_else(|| self.reverse.value().get().and_then(Result::err))
        })
    }
}

/// The acts that the status has an edge for.
pub(in crate::credit) fn acts_card(
    i18n: Language,
    facility: &Arc<Facility>,
    acts: Acts,
) -> Option<AnyView> {
    let me = use_me();
    let owned = facility.asset_status != AssetStatus::None;
    let open: Vec<_> = FacilityAction::ALL
        .iter()
        .copied()
        .filter(|action| *action != FacilityAction::ReversePayment)
        .filter(|action| *action != FacilityAction::AssetOwned || !owned)
        .filter(|action| concerns(facility, *action))
        .filter(|action| action.is_open_in(facility.status))
        .collect();
    if open.is_empty() {
        return None;
    }
    let forms: Vec<_> = open
        .into_iter()
        .flat_map(|action| {
            let form = match block(facility, action, &me) {
                Some(reason) => still(move || blocked(i18n, action, block_text(i18n, reason))),
                None => {
                    let facility = Arc::clone(facility);
                    later(move || act(i18n, &facility, action, acts))
                }
            };
            let quote = (action == FacilityAction::RecordPayment).then(|| {
                let facility = Arc::clone(facility);
                still(move || quote_link(i18n, &facility))
            });
            std::iter::once(form).chain(quote)
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

/// False for an act that has no object: profit that nobody has suspended, a title that the house
/// does not hold.
fn concerns(facility: &Facility, action: FacilityAction) -> bool {
    match action {
        FacilityAction::WaiveProfit => facility.outstanding_principal.is_zero(),
        FacilityAction::TransferOwnership => {
            facility.product_type == ProductType::Ijarah
                && facility.asset_status != AssetStatus::Transferred
        }
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Reject
        | FacilityAction::Withdraw
        | FacilityAction::AssetOwned
        | FacilityAction::Activate
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue
        | FacilityAction::NonAccrual
        | FacilityAction::ResumeAccrual => true,
    }
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
        | FacilityAction::Withdraw
        | FacilityAction::AssetOwned
        | FacilityAction::Activate
        | FacilityAction::ReversePayment
        | FacilityAction::NonAccrual
        | FacilityAction::ResumeAccrual
        | FacilityAction::WaiveProfit
        | FacilityAction::TransferOwnership => {
            let question = question(i18n, facility.status, action);
            question.map(|it| asked(i18n, facility, action, acts, it)).into_any()
        }
    }
}

fn asked(
    i18n: Language,
    facility: &Facility,
    action: FacilityAction,
    acts: Acts,
    question: Question,
) -> AnyView {
    let reference = facility.facility_ref.clone();
    let (then, revision) = (acts.then.get_value(), facility.revision);
    let said = RwSignal::new(String::new());
    let dispatched = (reference.clone(), then.clone());
    let form = AskedForm {
        id: dialog_id(action),
        address: MoveFacility::url(),
        fields: vec![
            ("facility_ref", reference),
            ("step", action.as_str().to_owned()),
            ("revision", revision.to_string()),
            ("then", then),
        ],
        button: action_label(i18n, action).to_owned(),
        class: button_class(action),
        icon: question.icon,
        title: question.title.to_owned(),
        effect: question.effect,
        pending: acts.step.pending().into(),
        act: Callback::new(move |()| {
            let (facility_ref, then) = dispatched.clone();
            let said = said.get_untracked();
            let step = action;
            acts.step.dispatch(MoveFacility { facility_ref, step, revision, said, then });
        }),
    };
    let label = match action {
        FacilityAction::Reject
        | FacilityAction::Withdraw
        | FacilityAction::NonAccrual
        | FacilityAction::ResumeAccrual
        | FacilityAction::WaiveProfit => tu_string!(i18n, credit.action.reason),
        FacilityAction::AssetOwned => tu_string!(i18n, credit.action.document),
        FacilityAction::TransferOwnership => tu_string!(i18n, credit.action.transfer_document),
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Activate
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue => return with_effect(question.effect, form.view()),
    };
    let input = said_input(format!("said-{action}"), label, said);
    with_effect(question.effect, form.view_with(input))
}

/// What somebody says with an act: a reason or a document.
pub(super) fn said_input(id: String, label: &'static str, said: RwSignal<String>) -> AnyView {
    view! {
        <Field id=id.clone() label>
            <input
                class="input"
                id=id
                name="said"
                autocomplete="off"
                required=true
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

/// What would settle the facility, for anybody who sees it.
fn quote_link(i18n: Language, facility: &Facility) -> AnyView {
    let address = format!("/credit/{}/quote", facility.facility_ref);
    view! {
        <div class="stack-tight">
            <a class="button" href=address>
                <Icon name=IconName::FileText/>
                {tu_string!(i18n, credit.quote.page)}
            </a>
        </div>
    }
    .into_any()
}

/// Looking whether something is late changes only what the calendar says: nothing to ask.
fn evaluation(i18n: Language, facility: &Facility, acts: Acts) -> AnyView {
    let (reference, revision) = (facility.facility_ref.clone(), facility.revision.to_string());
    let pending = acts.step.pending();
    view! {
        <div class="stack-tight">
            <ActionForm action=acts.step>{one_time_key()}
                <input type="hidden" name="facility_ref" value=reference/>
                <input type="hidden" name="step" value=FacilityAction::Overdue.as_str()/>
                <input type="hidden" name="revision" value=revision/>
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
