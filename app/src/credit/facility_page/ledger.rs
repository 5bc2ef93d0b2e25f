//! The journals of a facility, with their legs, and the balances that follow from them.

use leptos::prelude::*;
use shared::credit::journal::{Journal, JournalLine, TrialBalanceRow, TrialBalanceTotals};
use shared::money::Money;

use crate::credit::label::event_label;
use crate::credit::trial_balance_table::{balanced_badge, trial_balance_table};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::empty_state::EmptyState;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::money_text;
use crate::ui::table::{Column, cell, number_cell, plain_table};
use crate::ui::time::{exact_text, short_date_text};

/// The journals of a facility.
pub(super) fn ledger(journals: &[Journal]) -> AnyView {
    let i18n = use_i18n();
    if journals.is_empty() {
        return view! {
            <div class="card">
                <EmptyState
                    icon=IconName::Scale
                    title=tu_string!(i18n, credit.ledger.none)
                    text=tu_string!(i18n, credit.ledger.none_text)
                />
            </div>
        }
        .into_any();
    }
    let cards: Vec<_> = journals.iter().map(|journal| journal_card(i18n, journal)).collect();

    view! {
        <section class="stack" aria-labelledby="part">
            <h2 id="part">{tu_string!(i18n, credit.part.ledger)}</h2>
            {balances(i18n, journals)}
            {cards}
        </section>
    }
    .into_any()
}

fn balances(i18n: Language, journals: &[Journal]) -> AnyView {
    let rows = TrialBalanceRow::of(journals);
    let totals = TrialBalanceTotals::of(&rows);
    view! {
        <article class="card" aria-labelledby="balances">
            <div class="card-head">
                <h3 id="balances">{tu_string!(i18n, credit.area.trial_balance)}</h3>
                {balanced_badge(i18n, totals)}
            </div>
            {trial_balance_table(i18n, &rows, totals)}
        </article>
    }
    .into_any()
}

fn journal_card(i18n: Language, journal: &Journal) -> AnyView {
    let id = format!("journal-{}", journal.id);
    let title = format!("{id}-title");
    let labelled_by = title.clone();
    let undoes = journal.reversal_of.map(|other| {
        view! {
            <a href=format!("#journal-{other}") rel="external">
                <Badge
                    tone=Tone::Warning
                    icon=IconName::History
                    text=tu_string!(i18n, credit.ledger.reversal)
                />
            </a>
        }
        .into_any()
    });
    let posted = tu_string!(i18n, credit.ledger.posted, at = exact_text(i18n, journal.posted_at));

    view! {
        <article class="card" id=id aria-labelledby=labelled_by>
            <div class="card-head">
                <h3 id=title>{short_date_text(i18n, journal.date)}</h3>
                {undoes}
                <span class="field-hint">{posted}</span>
            </div>
            {journal_lines(i18n, &journal.lines)}
        </article>
    }
    .into_any()
}

/// The legs of a journal with their sums.
pub(in crate::credit) fn journal_lines(i18n: Language, lines: &[JournalLine]) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.ledger.event)),
        Column::Text(tu_string!(i18n, credit.ledger.account)),
        Column::Number(tu_string!(i18n, credit.side.debit)),
        Column::Number(tu_string!(i18n, credit.side.credit)),
    ];
    let shown = |amount: Money| amount.is_positive().then(|| money_text(i18n, amount));
    let mut rows: Vec<_> = lines
        .iter()
        .map(|line| {
            view! {
                <tr role="row">
                    <th scope="row" role="rowheader">{event_label(i18n, line.event_type)}</th>
                    {cell(
                        tu_string!(i18n, credit.ledger.account),
                        line.gl_account.clone().into_any(),
                    )}
                    {number_cell(tu_string!(i18n, credit.side.debit), shown(line.debit))}
                    {number_cell(tu_string!(i18n, credit.side.credit), shown(line.credit))}
                </tr>
            }
            .into_any()
        })
        .collect();
    let sum = |of: fn(&JournalLine) -> Money| {
        Money::total(lines.iter().map(of)).map(|total| money_text(i18n, total))
    };
    rows.push(
        view! {
            <tr role="row" class="total">
                <th scope="row" role="rowheader">{tu_string!(i18n, credit.schedule.totals)}</th>
                <td role="cell" data-empty=""></td>
                {number_cell(tu_string!(i18n, credit.side.debit), sum(|line| line.debit))}
                {number_cell(tu_string!(i18n, credit.side.credit), sum(|line| line.credit))}
            </tr>
        }
        .into_any(),
    );
    plain_table(tu_string!(i18n, credit.ledger.caption), &columns, rows)
}
