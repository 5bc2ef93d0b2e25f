//! Accounts with what was posted to them, and whether both sides agree.

use leptos::prelude::*;
use shared::credit::journal::{TrialBalanceRow, TrialBalanceTotals};
use shared::total::Total;

use crate::i18n::tu_string;
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::total_text;
use crate::ui::table::{Column, number_cell, plain_table};

/// Whether debits and credits are the same.
pub(super) fn balanced_badge(i18n: Language, totals: TrialBalanceTotals) -> AnyView {
    let (tone, icon, text) = if totals.balance.is_zero() {
        (Tone::Success, IconName::Scale, tu_string!(i18n, credit.balance.balanced))
    } else {
        (Tone::Danger, IconName::AlertTriangle, tu_string!(i18n, credit.balance.unbalanced))
    };
    view! { <Badge tone icon text/> }.into_any()
}

/// The accounts with their sums.
pub(super) fn trial_balance_table(
    i18n: Language,
    rows: &[TrialBalanceRow],
    totals: TrialBalanceTotals,
) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.ledger.account)),
        Column::Number(tu_string!(i18n, credit.side.debit)),
        Column::Number(tu_string!(i18n, credit.side.credit)),
        Column::Number(tu_string!(i18n, credit.balance.balance)),
    ];
    let account = |row: &TrialBalanceRow| {
        let figures = [row.debit, row.credit, row.balance];
        figures_row(i18n, "", row.gl_account.clone(), figures)
    };
    let sums = [totals.debit, totals.credit, totals.balance];
    let title = tu_string!(i18n, credit.schedule.totals).to_owned();
    let total = figures_row(i18n, "total", title, sums);
    let rows = rows.iter().map(account).chain([total]).collect();
    plain_table(tu_string!(i18n, credit.area.trial_balance), &columns, rows)
}

fn figures_row(
    i18n: Language,
    class: &'static str,
    name: String,
    [debit, credit, balance]: [Total; 3],
) -> AnyView {
    let figure = |label, total| number_cell(label, Some(total_text(i18n, total)));
    view! {
        <tr role="row" class=class>
            <th scope="row" role="rowheader">{name}</th>
            {figure(tu_string!(i18n, credit.side.debit), debit)}
            {figure(tu_string!(i18n, credit.side.credit), credit)}
            {figure(tu_string!(i18n, credit.balance.balance), balance)}
        </tr>
    }
    .into_any()
}
