//! What the book earned, gave up and held back.

use leptos::prelude::*;
use shared::credit::report::{CollectionMonth, IncomeReport, IncomeRow};
use shared::total::Total;

use super::money_cells;
use crate::credit::label::product_label;
use crate::credit::stacked::{StackedBar, stacked_chart};
use crate::i18n::{tu_string, use_i18n};
use crate::people::{Column, cell, plain_table};
use crate::ui::empty_state::EmptyState;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::total_text;
use crate::ui::time::month_year_text;

/// The report. Instalments fall due and are paid before anything of them is income.
pub(super) fn income(report: &IncomeReport) -> AnyView {
    let i18n = use_i18n();
    let booked = if report.rows.is_empty() { nothing_booked(i18n) } else { booked(i18n, report) };
    let months = &report.collections;
    let collections = (!months.is_empty()).then(|| collections(i18n, months));

    view! {
        {booked}
        {collections}
    }
    .into_any()
}

fn nothing_booked(i18n: Language) -> AnyView {
    view! {
        <div class="card">
            <EmptyState
                icon=IconName::Scale
                title=tu_string!(i18n, credit.income.empty)
                text=tu_string!(i18n, credit.income.empty_text)
            />
        </div>
    }
    .into_any()
}

/// What was booked, as bars and as a table.
fn booked(i18n: Language, report: &IncomeReport) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.income.month)),
        Column::Text(tu_string!(i18n, credit.list.product)),
        Column::Number(tu_string!(i18n, credit.income.recognised)),
        Column::Number(tu_string!(i18n, credit.income.waived)),
        Column::Number(tu_string!(i18n, credit.income.suspended)),
    ];
    let mut rows: Vec<_> = report.rows.iter().map(|row| income_row(i18n, row)).collect();
    let totals = report.totals;
    rows.push(
        view! {
            <tr role="row" class="total">
                <th scope="row" role="rowheader">{tu_string!(i18n, credit.schedule.totals)}</th>
                <td role="cell" data-empty=""></td>
                {figures(i18n, [totals.recognised, totals.waived, totals.suspended])}
            </tr>
        }
        .into_any(),
    );
    let title = tu_string!(i18n, credit.report.income);

    view! {
        <section class="card" aria-labelledby="income">
            <div class="card-head">
                <h2 id="income">{tu_string!(i18n, credit.income.chart)}</h2>
            </div>
            <div class="card-body">{chart(i18n, &report.rows)}</div>
        </section>
        {plain_table(title, &columns, rows)}
    }
    .into_any()
}

/// Two bars for each month: what was due, and what was received.
fn collections(i18n: Language, months: &[CollectionMonth]) -> AnyView {
    let title = tu_string!(i18n, credit.collections.title);
    let (due, received) =
        (tu_string!(i18n, credit.collections.due), tu_string!(i18n, credit.collections.received));
    let bars = months.iter().flat_map(|month| {
        let bar = |name: String, parts: [Total; 2], value: Total| StackedBar {
            name,
            parts: parts.map(Total::ten_thousandths).to_vec(),
            value: total_text(i18n, value),
        };
        [
            bar(month_name(i18n, &month.month), [month.due, Total::ZERO], month.due),
            bar(String::new(), [Total::ZERO, month.received], month.received),
        ]
    });
    let columns = [
        Column::Text(tu_string!(i18n, credit.income.month)),
        Column::Number(due),
        Column::Number(received),
    ];
    let row = |month: &CollectionMonth| {
        let amounts = [(due, month.due), (received, month.received)];
        view! {
            <tr role="row">
                <th scope="row" role="rowheader">{month_name(i18n, &month.month)}</th>
                {money_cells(i18n, amounts)}
            </tr>
        }
        .into_any()
    };
    let rows = months.iter().map(row).collect();

    view! {
        <section class="card" aria-labelledby="collections">
            <div class="card-head">
                <h2 id="collections">{title}</h2>
            </div>
            <div class="card-body">
                {stacked_chart(title, vec![due, received], bars.collect())}
            </div>
        </section>
        {plain_table(title, &columns, rows)}
    }
    .into_any()
}

/// One bar for each month, over all products.
fn chart(i18n: Language, rows: &[IncomeRow]) -> AnyView {
    let mut months: Vec<&str> = rows.iter().map(|row| row.month.as_str()).collect();
    months.sort_unstable();
    months.dedup();
    let bars = months.into_iter().map(|month| {
        let sum = |of: fn(&IncomeRow) -> Total| {
            let rows = rows.iter().filter(|row| row.month == month);
            rows.map(of).sum::<Total>()
        };
        let recognised = sum(|row| row.recognised);
        let parts = [recognised, sum(|row| row.waived), sum(|row| row.suspended)];
        StackedBar {
            name: month_name(i18n, month),
            parts: parts.into_iter().map(Total::ten_thousandths).collect(),
            value: total_text(i18n, recognised),
        }
    });
    let legend = vec![
        tu_string!(i18n, credit.income.recognised),
        tu_string!(i18n, credit.income.waived),
        tu_string!(i18n, credit.income.suspended),
    ];
    stacked_chart(tu_string!(i18n, credit.income.chart), legend, bars.collect())
}

/// `Nov 2026` of `2026-11`.
fn month_name(i18n: Language, month: &str) -> String {
    let first = format!("{month}-01").parse();
    first.map_or_else(|_| month.to_owned(), |date| month_year_text(i18n, date))
}

fn income_row(i18n: Language, row: &IncomeRow) -> AnyView {
    view! {
        <tr role="row">
            <th scope="row" role="rowheader">{month_name(i18n, &row.month)}</th>
            {cell(
                tu_string!(i18n, credit.list.product),
                product_label(i18n, row.product_type).into_any(),
            )}
            {figures(i18n, [row.recognised, row.waived, row.suspended])}
        </tr>
    }
    .into_any()
}

fn figures(i18n: Language, [recognised, waived, suspended]: [Total; 3]) -> Vec<AnyView> {
    money_cells(
        i18n,
        [
            (tu_string!(i18n, credit.income.recognised), recognised),
            (tu_string!(i18n, credit.income.waived), waived),
            (tu_string!(i18n, credit.income.suspended), suspended),
        ],
    )
}
