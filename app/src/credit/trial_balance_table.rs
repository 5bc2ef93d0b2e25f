//! The accounts with their postings, and whether debits and credits balance.

use leptos::prelude::*;
use shared::credit::journal::{Sides, TrialBalanceRow, TrialBalanceTotals};
use shared::total::Total;

use crate::credit::payment_tables::account_text;
use crate::i18n::tu_string;
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::exact_money;
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
    let account = |row: &TrialBalanceRow| {
        Row::from(figures(i18n, account_name(row), [row.debit, row.credit, row.balance]))
    };
    let sums = [totals.debit, totals.credit, totals.balance];
    let total = Row::total(figures(i18n, totals_name(i18n), sums));
    let rows = rows.iter().map(account).chain([total]);
    plain_table(tu_string!(i18n, credit.area.trial_balance), &columns, rows)
}

/// The accounts with their opening balances, movements and closing balances, debit and credit
/// apart.
pub(super) fn movement_table(
    i18n: Language,
    rows: &[TrialBalanceRow],
    totals: TrialBalanceTotals,
) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.ledger.account)),
        Column::Number(tu_string!(i18n, credit.balance.opening_debit)),
        Column::Number(tu_string!(i18n, credit.balance.opening_credit)),
        Column::Number(tu_string!(i18n, credit.balance.movement_debit)),
        Column::Number(tu_string!(i18n, credit.balance.movement_credit)),
        Column::Number(tu_string!(i18n, credit.balance.closing_debit)),
        Column::Number(tu_string!(i18n, credit.balance.closing_credit)),
    ];
    let account = |row: &TrialBalanceRow| {
        let sides = both_sides([row.opening, row.movement, row.closing]);
        Row::from(figures(i18n, account_name(row), sides))
    };
    let sums = both_sides([totals.opening, totals.movement, totals.closing]);
    let total = Row::total(figures(i18n, totals_name(i18n), sums));
    let rows = rows.iter().map(account).chain([total]);
    plain_table(tu_string!(i18n, credit.area.trial_balance), &columns, rows)
}

fn account_name(row: &TrialBalanceRow) -> AnyView {
    account_text(&row.gl_account, row.gl_account_name.as_deref())
}

fn totals_name(i18n: Language) -> AnyView {
    tu_string!(i18n, credit.schedule.totals).into_any()
}

fn both_sides([opening, movement, closing]: [Sides; 3]) -> [Total; 6] {
    [opening.debit, opening.credit, movement.debit, movement.credit, closing.debit, closing.credit]
}

fn figures<const COUNT: usize>(
    i18n: Language,
    name: AnyView,
    figures: [Total; COUNT],
) -> Vec<Cell> {
    let figures = figures.map(|figure| Cell::number(exact_money(i18n, figure)));
    std::iter::once(Cell::head(name)).chain(figures).collect()
}
