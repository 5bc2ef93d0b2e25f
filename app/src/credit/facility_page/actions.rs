//! The actions on a facility. An unavailable action shows its reason.

use leptos::prelude::*;
use shared::credit::facility::{Facility, FacilityAction};
use shared::credit::vocabulary::{AssetStatus, ProductType};

use crate::credit::MoveFacility;
use crate::credit::label::action_label;
use crate::i18n::tu_string;
use crate::session::use_me;
use crate::ui::button::Reason;
use crate::ui::card::Card;
use crate::ui::field::Field;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::sent_form::{ActionButton, Question as Asked, SentForm, action_form};

mod block;
#[cfg(feature = "ssr")]
mod done;
mod question;

use block::{block, block_text};
#[cfg(feature = "ssr")]
pub(in crate::credit) use done::done_text;
use question::{Question, button_class, form_id, question};

/// Errors of fields that are not on the page are shown at the actions.
const ANCHORS: &str = r#"{"*":"acts"}"#;

/// The actions that the status allows.
///
/// * `then`: the page shown after an action; the facility's own page if empty.
pub(in crate::credit) fn actions_card(
    i18n: Language,
    facility: &Facility,
    then: &str,
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
                Some(reason) => blocked(i18n, action, block_text(i18n, reason)),
                None => act(i18n, facility, action, then),
            };
            let quote =
                (action == FacilityAction::RecordPayment).then(|| quote_link(i18n, facility));
            std::iter::once(form).chain(quote)
        })
        .collect();

    let card = Card::new("acts", tu_string!(i18n, credit.action.title)).class("card act no-print");
    Some(card.body(view! { <div class="facility-acts">{forms}</div> }))
}

/// False for an action that does not apply: a waiver without suspended profit, or a transfer of a
/// title that the house does not hold.
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

/// A disabled button with the reason.
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

fn act(i18n: Language, facility: &Facility, action: FacilityAction, then: &str) -> AnyView {
    match action {
        FacilityAction::RecordPayment => payment_link(i18n, facility),
        FacilityAction::Overdue => evaluation(i18n, facility),
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
            question.map(|it| confirmed_action(i18n, facility, action, then, it)).into_any()
        }
    }
}

fn confirmed_action(
    i18n: Language,
    facility: &Facility,
    action: FacilityAction,
    then: &str,
    question: Question,
) -> AnyView {
    let text = action_label(i18n, action).to_owned();
    let form = SentForm::named(form_id(action).to_owned())
        .asks(Asked::new(question.title, question.effect, text.clone()))
        .anchors(ANCHORS);
    let fields = vec![
        ("facility_ref", facility.facility_ref.clone()),
        ("step", action.as_str().to_owned()),
        ("revision", facility.revision.to_string()),
        ("then", then.to_owned()),
    ];
    let label = match action {
        FacilityAction::Reject
        | FacilityAction::Withdraw
        | FacilityAction::NonAccrual
        | FacilityAction::ResumeAccrual
        | FacilityAction::WaiveProfit => Some(tu_string!(i18n, credit.action.reason)),
        FacilityAction::AssetOwned => Some(tu_string!(i18n, credit.action.document)),
        FacilityAction::TransferOwnership => {
            Some(tu_string!(i18n, credit.action.transfer_document))
        }
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Activate
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue => None,
    };
    let said = label.map(|label| text_input(format!("said-{action}"), label));
    let button = ActionButton::new(button_class(action), question.icon, text);
    with_effect(question.effect, action_form::<MoveFacility>(form, fields, said, button))
}

/// The text input of an action: a reason or a document.
pub(super) fn text_input(id: String, label: &'static str) -> AnyView {
    view! {
        <Field id=id.clone() label>
            <input class="input" id=id name="said" autocomplete="off" required=true/>
        </Field>
    }
    .into_any()
}

/// Adds the effect of an action as a description.
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
    let text = tu_string!(i18n, credit.action.record_payment);
    link("button button-primary", address, IconName::Plus, text)
}

/// The link to the settlement quote, for all users who see the facility.
fn quote_link(i18n: Language, facility: &Facility) -> AnyView {
    let address = format!("/credit/{}/quote", facility.facility_ref);
    link("button", address, IconName::FileText, tu_string!(i18n, credit.quote.page))
}

fn link(class: &'static str, address: String, icon: IconName, text: &'static str) -> AnyView {
    view! {
        <div class="stack-tight">
            <a class=class href=address>
                <Icon name=icon/>
                {text}
            </a>
        </div>
    }
    .into_any()
}

/// The form that evaluates arrears. It asks no confirmation, because the result depends only on the
/// date.
fn evaluation(i18n: Language, facility: &Facility) -> AnyView {
    let form = SentForm::default().anchors(ANCHORS);
    let fields = vec![
        ("facility_ref", facility.facility_ref.clone()),
        ("step", FacilityAction::Overdue.as_str().to_owned()),
        ("revision", facility.revision.to_string()),
    ];
    let text = action_label(i18n, FacilityAction::Overdue).to_owned();
    let button = ActionButton::new("button", IconName::Clock, text);
    let form = action_form::<MoveFacility>(form, fields, None, button);
    with_effect(tu_string!(i18n, credit.effect.overdue), form)
}
