//! The actions on a facility: the next one as a button, the others in a menu. Each opens a dialog
//! with its figures and its effect.

use leptos::prelude::*;
use shared::credit::facility::{Facility, FacilityAction};
use shared::credit::vocabulary::{AssetStatus, ProductType};

use crate::credit::label::action_label;
use crate::credit::{ActionFigures, MoveFacility};
use crate::i18n::tu_string;
use crate::session::use_me;
use crate::ui::action_dialog::opener;
use crate::ui::button::Reason;
use crate::ui::card::Card;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::sent_form::refusal;

mod block;
mod dialog;
#[cfg(feature = "ssr")]
mod done;
mod menu;
mod question;

use block::{Block, block, block_text, is_theirs};
use dialog::{action_dialog, dialog_id};
#[cfg(feature = "ssr")]
pub(in crate::credit) use done::done_text;
use menu::menu;
use question::icon;

pub(super) use dialog::{posted_lines, reason_field};

/// The actions of which the first available one is the button of the page.
const NEXT: [FacilityAction; 8] = [
    FacilityAction::Review,
    FacilityAction::Approve,
    FacilityAction::AssetOwned,
    FacilityAction::Activate,
    FacilityAction::RecordPayment,
    FacilityAction::TransferOwnership,
    FacilityAction::ResumeAccrual,
    FacilityAction::WaiveProfit,
];

/// An action that the status allows and the user may take, unless something prevents it now.
#[derive(Clone, Copy, Debug)]
struct Offer {
    action: FacilityAction,
    block: Option<Block>,
}

/// The actions for the user. Those that need a permission they lack are left out.
fn offers(facility: &Facility) -> Vec<Offer> {
    let me = use_me();
    let owned = facility.asset_status != AssetStatus::None;
    FacilityAction::ALL
        .iter()
        .copied()
        .filter(|action| *action != FacilityAction::ReversePayment)
        .filter(|action| *action != FacilityAction::AssetOwned || !owned)
        .filter(|action| concerns(facility, *action))
        .filter(|action| action.is_open_in(facility.status))
        .filter(|action| is_theirs(facility, *action, &me))
        .map(|action| Offer { action, block: block(facility, action, &me) })
        .collect()
}

/// The button of the next action, and the menu of the others, for the head of the page.
pub(super) fn head_actions(i18n: Language, facility: &Facility, figures: ActionFigures) -> AnyView {
    let offers = offers(facility);
    let is_free = |action: &FacilityAction| {
        offers.iter().any(|offer| offer.action == *action && offer.block.is_none())
    };
    let next = NEXT.into_iter().find(is_free);
    let class = "button button-primary";
    let button = next.map(|action| {
        if action == FacilityAction::RecordPayment {
            payment_link(i18n, facility, class)
        } else {
            button(i18n, action, class)
        }
    });
    let others: Vec<_> =
        offers.iter().copied().filter(|offer| Some(offer.action) != next).collect();

    view! {
        <div class="button-row no-print">{button} {menu(i18n, facility, others)}</div>
        {refusal::<MoveFacility>()}
        {dialogs(i18n, facility, &offers, "", &figures)}
    }
    .into_any()
}

/// The actions as a card, for a page with several facilities.
///
/// * `then`: the page shown after an action.
pub(in crate::credit) fn actions_card(i18n: Language, facility: &Facility, then: &str) -> AnyView {
    let offers = offers(facility);
    if offers.is_empty() {
        return ().into_any();
    }
    let views: Vec<_> = offers.iter().map(|offer| offered(i18n, *offer)).collect();
    Card::new("acts", tu_string!(i18n, credit.action.title)).class("card act no-print").body(
        view! {
            {refusal::<MoveFacility>()}
            <div class="facility-acts">{views}</div>
            {dialogs(i18n, facility, &offers, then, &ActionFigures::default())}
        },
    )
}

fn dialogs(
    i18n: Language,
    facility: &Facility,
    offers: &[Offer],
    then: &str,
    figures: &ActionFigures,
) -> Vec<AnyView> {
    offers
        .iter()
        .filter(|offer| offer.block.is_none())
        .filter_map(|offer| action_dialog(i18n, facility, offer.action, then, figures))
        .collect()
}

/// The button of an action, or a disabled one with the reason.
fn offered(i18n: Language, offer: Offer) -> AnyView {
    match offer.block {
        Some(reason) => blocked(i18n, offer.action, reason, "button"),
        None => button(i18n, offer.action, button_class(offer.action)),
    }
}

/// The button that opens the dialog of an action.
fn button(i18n: Language, action: FacilityAction, class: &'static str) -> AnyView {
    opener(class, dialog_id(action), icon(action), action_label(i18n, action))
}

/// A disabled button with the reason.
fn blocked(i18n: Language, action: FacilityAction, reason: Block, class: &'static str) -> AnyView {
    let id = format!("why-{action}");
    view! {
        <div class="stack-tight">
            <button class=class type="button" aria-disabled="true" aria-describedby=id.clone()>
                <Icon name=IconName::Lock/>
                {action_label(i18n, action)}
            </button>
            <Reason id text=block_text(i18n, reason).to_owned()/>
        </div>
    }
    .into_any()
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

/// True for an action that ends a facility, or from which its customer or the house loses.
const fn is_grave(action: FacilityAction) -> bool {
    match action {
        FacilityAction::Reject
        | FacilityAction::Withdraw
        | FacilityAction::NonAccrual
        | FacilityAction::WaiveProfit
        | FacilityAction::ReversePayment => true,
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::AssetOwned
        | FacilityAction::Activate
        | FacilityAction::RecordPayment
        | FacilityAction::Overdue
        | FacilityAction::ResumeAccrual
        | FacilityAction::TransferOwnership => false,
    }
}

/// The classes of a button among others.
const fn button_class(action: FacilityAction) -> &'static str {
    if is_grave(action) { "button button-grave" } else { "button button-primary" }
}

fn payment_link(i18n: Language, facility: &Facility, class: &'static str) -> AnyView {
    let address = format!("/credit/{}/payment", facility.facility_ref);
    view! {
        <a class=class href=address>
            <Icon name=IconName::Plus/>
            {tu_string!(i18n, credit.action.record_payment)}
        </a>
    }
    .into_any()
}
