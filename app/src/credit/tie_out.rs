//! The tie-out of ledger and schedule of a facility.

use leptos::prelude::*;
use shared::credit::report::TieOut;
use shared::total::Total;

use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::money::exact_money;

/// One badge, `Reconciled`, if nothing differs; otherwise one for the ledger and one for the
/// accounts. The tooltip shows the figures.
pub(super) fn tie_out_chip(tie_out: TieOut) -> AnyView {
    let i18n = use_i18n();
    let shown = |amount: Total| exact_money(i18n, amount);
    let chips = if tie_out.agrees() {
        vec![reconciled(tu_string!(i18n, credit.tie_out.reconciled))]
    } else {
        let ledger = if tie_out.difference.is_zero() {
            reconciled(tu_string!(i18n, credit.tie_out.ledger_reconciled))
        } else {
            let difference = shown(tie_out.difference);
            out_of_balance(tu_string!(i18n, credit.tie_out.chip, difference = difference))
        };
        let accounts = if tie_out.accounts_difference.is_zero() {
            reconciled(tu_string!(i18n, credit.tie_out.accounts_reconciled))
        } else {
            let difference = shown(tie_out.accounts_difference);
            out_of_balance(tu_string!(i18n, credit.tie_out.accounts, difference = difference))
        };
        vec![ledger, accounts]
    };
    let title = tu_string!(
        i18n,
        credit.tie_out.figures,
        ledger = shown(tie_out.ledger),
        accounts = shown(tie_out.accounts),
        schedules = shown(tie_out.schedules),
    );

    view! {
        <span class="tie-out cluster" title=title>
            {chips}
        </span>
    }
    .into_any()
}

fn reconciled(text: &'static str) -> AnyView {
    view! { <Badge tone=Tone::Success icon=IconName::Scale text/> }.into_any()
}

fn out_of_balance(text: String) -> AnyView {
    view! { <Badge tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
}
