//! The menu of a facility: further actions, papers, and a copy.

use leptos::prelude::*;
use shared::credit::facility::{Facility, FacilityAction};
use shared::permission::Permission;

use super::{Offer, blocked, button, is_grave, payment_link};
use crate::credit::MoveFacility;
use crate::credit::figures::Figures;
use crate::credit::label::action_label;
use crate::credit::simulator::address;
use crate::i18n::tu_string;
use crate::return_path::encode;
use crate::session::may;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::sent_form::{SentForm, hidden, one_of_many};

const MENU: &str = "facility-menu";

/// The button of the menu and the menu; none if it would be empty.
pub(super) fn menu(i18n: Language, facility: &Facility, offers: Vec<Offer>) -> Option<AnyView> {
    let papers = papers(i18n, facility);
    let (grave, usual): (Vec<_>, Vec<_>) =
        offers.into_iter().partition(|offer| is_grave(offer.action));
    let item = |offer: Offer| item(i18n, facility, offer);
    let parts = [
        usual.into_iter().map(item).collect::<Vec<_>>(),
        papers,
        grave.into_iter().map(item).collect(),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| view! { <div class="menu-part">{part}</div> }.into_any())
        .collect();
    if parts.is_empty() {
        return None;
    }
    let text = tu_string!(i18n, ui.more);
    let menu = view! {
        <button class="button" type="button" popovertarget=MENU aria-haspopup="dialog">
            <Icon name=IconName::More/>
            {text}
        </button>
        <div
            class="popover popover-menu popover-anchored"
            id=MENU
            popover="auto"
            role="dialog"
            aria-label=text
        >
            {parts}
        </div>
    };
    Some(menu.into_any())
}

fn item(i18n: Language, facility: &Facility, offer: Offer) -> AnyView {
    match (offer.block, offer.action) {
        (Some(reason), action) => blocked(i18n, action, reason, "menu-item"),
        (None, FacilityAction::RecordPayment) => payment_link(i18n, facility, "menu-item"),
        (None, FacilityAction::Overdue) => evaluation(i18n, facility),
        (None, action) => button(i18n, action, "menu-item"),
    }
}

/// The links to the papers of the facility and to a copy of it.
fn papers(i18n: Language, facility: &Facility) -> Vec<AnyView> {
    let reference = &facility.facility_ref;
    let quote = FacilityAction::RecordPayment.is_open_in(facility.status).then(|| {
        let address = format!("/credit/{reference}/quote");
        link(address, IconName::FileText, tu_string!(i18n, credit.quote.page))
    });
    let statement = facility.activated_at.map(|_| {
        let address = format!("/credit/{reference}/statement");
        link(address, IconName::FileText, tu_string!(i18n, credit.statement.title))
    });
    let copy = may(Permission::CreditCreate).then(|| {
        link(copy_address(facility), IconName::Copy, tu_string!(i18n, credit.action.copy))
    });
    quote.into_iter().chain(statement).chain(copy).collect()
}

fn link(address: String, icon: IconName, text: &'static str) -> AnyView {
    view! {
        <a class="menu-item" href=address>
            <Icon name=icon/>
            {text}
        </a>
    }
    .into_any()
}

/// The address of a form for a new facility, filled in with the input of this one.
fn copy_address(facility: &Facility) -> String {
    let figures = address("/credit/new", &Figures::from(facility), facility.product_type);
    let asset = encode(&facility.asset.description);
    format!("{figures}&customer={}&asset_description={asset}", facility.customer_id)
}

/// The form that evaluates arrears. It asks no confirmation, because the result depends only on the
/// date.
fn evaluation(i18n: Language, facility: &Facility) -> AnyView {
    let action = FacilityAction::Overdue;
    let form = SentForm::default().anchors(format!(r#"{{"*":"{MENU}"}}"#));
    let content = view! {
        {hidden("facility_ref", &facility.facility_ref)}
        {hidden("step", action.as_str())}
        {hidden("revision", facility.revision)}
        <button class="menu-item" type="submit" title=tu_string!(i18n, credit.effect.overdue)>
            <Icon name=IconName::Clock/>
            {action_label(i18n, action)}
        </button>
    };
    one_of_many::<MoveFacility>(form, content.into_any())
}
