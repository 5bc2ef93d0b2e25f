//! The accounts with their postings, and whether debits and credits balance.

use leptos::prelude::*;
use shared::credit::journal::{TrialBalanceRow, TrialBalanceTotals};
use shared::total::Total;

use crate::i18n::tu_string;
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::total_text;
use crate::ui::table::{Cell, Column, Row, plain_table};

/// A badge that shows whether debits and credits are equal.
pub(super) fn balanced_badge(i18n: Language, totals: TrialBalanceTotals) -> AnyView {
    let (tone, icon, text) = if totals.balance.is_zero() {
        (Tone::Success, IconName::Scale, tu_string!(i18n, credit.balance.balanced))
    } else {
        (Tone::Danger, IconName::AlertTriangle, tu_string!(i18n, credit.balance.unbalanced))
    };
    view! { <Badge tone icon text/> }.into_any()
}

/// The accounts with their totals.
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
    let figures = |name: String, figures: [Total; 3]| {
        let figures = figures.map(|figure| Cell::number(total_text(i18n, figure)));
        std::iter::once(Cell::head(name)).chain(figures).collect::<Vec<_>>()
    };
    let account = |row: &TrialBalanceRow| {
        Row::from(figures(row.gl_account.clone(), [row.debit, row.credit, row.balance]))
    };
    let sums = [totals.debit, totals.credit, totals.balance];
    let total = Row::total(figures(tu_string!(i18n, credit.schedule.totals).to_owned(), sums));
    let rows = rows.iter().map(account).chain([total]);
    plain_table(tu_string!(i18n, credit.area.trial_balance), &columns, rows)
}
