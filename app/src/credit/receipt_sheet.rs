//! A receipt for a payment, for reading and printing.

use leptos::prelude::*;
use shared::credit::receipt::Receipt;

use super::label::product_label;
use super::payment_tables::applied_table;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::card::Card;
use crate::ui::facts::plain_facts;
use crate::ui::label::Language;
use crate::ui::letterhead::print_button;
use crate::ui::money::money_text;
use crate::ui::notice::notice;
use crate::ui::page::PageHead;
use crate::ui::time::{date_text, exact_text};

/// A page with a receipt.
///
/// * `facility`: the path of the facility's page.
pub(crate) fn receipt_sheet(facility: String, receipt: Receipt) -> AnyView {
    let i18n = use_i18n();
    let title = tu_string!(i18n, credit.receipt.title);
    let reversed = receipt.reversed_at.map(|at| {
        let title = tu_string!(i18n, credit.payment.undone, at = exact_text(i18n, at));
        notice(Tone::Warning, title, tu_string!(i18n, credit.receipt.void).to_owned())
    });
    let number = receipt.receipt_number();
    let heading = tu_string!(i18n, credit.receipt.number, number = number);
    PageHead::new(title, "")
        .printed()
        .below(facility, receipt.facility_ref.clone(), title)
        .actions([print_button(i18n)])
        .page((
            reversed,
            Card::new("receipt", heading).body(plain_facts(facts(i18n, &receipt))),
            applied_table(i18n, &receipt.applied_to),
        ))
}

fn facts(i18n: Language, receipt: &Receipt) -> Vec<(&'static str, String)> {
    let amount = money_text(i18n, receipt.amount);
    let amount = format!("{} {amount}", receipt.currency);
    let product = product_label(i18n, receipt.product_type).to_owned();
    let mut facts = vec![
        (tu_string!(i18n, credit.receipt.received_by), receipt.organization_name.clone()),
        (tu_string!(i18n, credit.receipt.received_from), receipt.customer_name.clone()),
        (tu_string!(i18n, credit.portal.amount), amount),
        (tu_string!(i18n, credit.receipt.value_date), date_text(i18n, receipt.payment_date)),
        (tu_string!(i18n, credit.portal.reference), receipt.reference.clone()),
        (tu_string!(i18n, credit.receipt.facility), receipt.facility_ref.clone()),
        (tu_string!(i18n, credit.list.product), product),
        (tu_string!(i18n, credit.form.description), receipt.asset_description.clone()),
    ];
    if receipt.early_settlement {
        let text = tu_string!(i18n, credit.payment.early).to_owned();
        facts.push((tu_string!(i18n, credit.receipt.purpose), text));
    }
    if receipt.extra_amount.is_positive() {
        let extra = money_text(i18n, receipt.extra_amount);
        facts.push((tu_string!(i18n, credit.payment.extra), extra));
    }
    let recorded = exact_text(i18n, receipt.recorded_at);
    facts.push((tu_string!(i18n, credit.receipt.recorded), recorded));
    facts
}
