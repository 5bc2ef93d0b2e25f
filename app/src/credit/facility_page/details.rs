//! The details of a facility, folded below its figures: its amounts, terms and asset.

use leptos::prelude::*;
use shared::credit::facility::Facility;
use shared::credit::vocabulary::InstalmentRounding;

use crate::credit::label::{asset_label, method_label};
use crate::i18n::tu_string;
use crate::ui::facts::plain_facts;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::money::money;

/// The details, which the summary opens; on paper they are always open.
pub(super) fn details(i18n: Language, facility: &Facility) -> AnyView {
    view! {
        <details class="facility-details">
            <summary>
                <Icon name=IconName::ChevronRight class="icon-mirror"/>
                {tu_string!(i18n, credit.facts.title)}
            </summary>
            {plain_facts(facts(i18n, facility))}
        </details>
    }
    .into_any()
}

fn facts(i18n: Language, facility: &Facility) -> Vec<(&'static str, AnyView)> {
    let mut facts =
        vec![(tu_string!(i18n, credit.facts.amount), money(i18n, facility.facility_amount))];
    if facility.profit_suspended.is_positive() {
        let suspended = money(i18n, facility.profit_suspended);
        facts.push((tu_string!(i18n, credit.facts.suspended), suspended));
    }
    facts.extend(terms(i18n, facility));
    let asset = asset_label(i18n, facility.asset_status).into_any();
    facts.push((tu_string!(i18n, credit.facts.asset), asset));
    if let Some(document) = facility.transfer_document_ref.clone() {
        facts.push((tu_string!(i18n, credit.action.transfer_document), document.into_any()));
    }
    facts
}

/// The terms of the facility.
pub(in crate::credit) fn terms(
    i18n: Language,
    facility: &Facility,
) -> Vec<(&'static str, AnyView)> {
    let mut facts = vec![
        (tu_string!(i18n, credit.facts.asset_cost), money(i18n, facility.asset_cost)),
        (tu_string!(i18n, credit.facts.down_payment), money(i18n, facility.down_payment)),
    ];
    if let Some(profit) = facility.fixed_total_profit {
        facts.push((tu_string!(i18n, credit.facts.fixed_profit), money(i18n, profit)));
    } else if let Some(rate) = facility.rate {
        let text = tu_string!(i18n, credit.facts.rate_text, rate = rate.to_string());
        facts.push((tu_string!(i18n, credit.facts.rate), text.into_any()));
    }
    let (count, year) = (facility.term_periods, facility.periods_per_year);
    let term = tu_string!(i18n, credit.facts.term_text, count = count, year = year);
    facts.push((tu_string!(i18n, credit.facts.term), term.into_any()));
    let method = method_label(i18n, facility.schedule_method).into_any();
    facts.push((tu_string!(i18n, credit.facts.method), method));
    match facility.instalment_rounding {
        InstalmentRounding::None => {}
        InstalmentRounding::MinorUnit => {
            let rounding = tu_string!(i18n, credit.facts.whole_instalments).into_any();
            facts.push((tu_string!(i18n, credit.facts.rounding), rounding));
        }
    }
    facts
}
