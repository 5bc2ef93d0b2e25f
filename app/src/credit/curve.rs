//! A line chart of the customer's share of the asset over the term, with a line for each product.

use leptos::prelude::*;
use shared::credit::schedule::{Line, Percent, provider_ownership};
use shared::credit::vocabulary::ProductType;

use super::figures::Outcome;
use super::label::product_label;
use super::schedule_table::percent_text;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;
use crate::ui::label::Language;
use crate::ui::table::{Cell, Column, plain_table};

const FIRST_X: i64 = 48;
const LAST_X: i64 = 704;
const FIRST_Y: i64 = 16;
const LAST_Y: i64 = 176;

/// The maximum number of table rows, in addition to the start and the end.
const SAMPLES: usize = 12;

/// The lines, their legend and the table of their values.
pub(super) fn ownership_curve(outcomes: &[Outcome]) -> AnyView {
    let i18n = use_i18n();
    let rules: Vec<_> = [100, 75, 50, 25, 0].into_iter().map(rule).collect();
    let lines: Vec<_> = outcomes.iter().map(line).collect();
    let legend: Vec<_> =
        outcomes.iter().map(|it| legend_line(i18n, it.terms.product_type)).collect();

    view! {
        <figure class="stack-tight">
            <svg
                class="chart"
                viewBox="0 0 720 200"
                role="img"
                aria-label=tu_string!(i18n, credit.curve.label)
            >
                {rules}
                {lines}
            </svg>
            <ul class="legend" aria-label=tu_string!(i18n, credit.curve.legend)>{legend}</ul>
            <figcaption class="field-hint">{tu_string!(i18n, credit.curve.text)}</figcaption>
            <details>
                <summary class="disclosure">{tu_string!(i18n, credit.curve.table)}</summary>
                {table(i18n, outcomes)}
            </details>
        </figure>
    }
    .into_any()
}

const fn curve_class(product: ProductType) -> &'static str {
    match product {
        ProductType::Murabaha => "curve curve-murabaha",
        ProductType::Ijarah => "curve curve-ijarah",
        ProductType::DiminishingMusharakah => "curve curve-musharakah",
    }
}

fn legend_line(i18n: Language, product: ProductType) -> AnyView {
    view! {
        <li>
            <svg class="chart legend-mark" viewBox="0 0 32 8" aria-hidden="true">
                <line class=curve_class(product) x1="0" x2="32" y1="4" y2="4"></line>
            </svg>
            {product_label(i18n, product)}
        </li>
    }
    .into_any()
}

fn rule(percent: i64) -> AnyView {
    let y = y_of(percent * 100);
    view! {
        <line
            class="chart-rule"
            x1=FIRST_X.to_string()
            x2=LAST_X.to_string()
            y1=y.to_string()
            y2=y.to_string()
        ></line>
        <text x="40" y=(y + 4).to_string() text-anchor="end">
            {number(format!("{percent}%"))}
        </text>
    }
    .into_any()
}

fn line(outcome: &Outcome) -> AnyView {
    let shares = shares(outcome);
    let count = shares.len();
    let points: Vec<_> = shares
        .iter()
        .enumerate()
        .map(|(index, share)| format!("{},{}", x_of(index, count), y_of(share.hundredths())))
        .collect();
    view! {
        <polyline class=curve_class(outcome.terms.product_type) points=points.join(" ")></polyline>
    }
    .into_any()
}

/// The customer's share at the start and after each instalment.
fn shares(outcome: &Outcome) -> Vec<Percent> {
    let terms = &outcome.terms;
    let at_start = provider_ownership(terms.product_type, terms.asset_cost, terms.facility_amount);
    let after = outcome.lines.iter().map(Line::customer_ownership);
    std::iter::once(at_start.rest()).chain(after).collect()
}

fn x_of(index: usize, count: usize) -> i64 {
    let (index, gaps) = (i64::try_from(index).unwrap_or(0), i64::try_from(count).unwrap_or(1) - 1);
    if gaps <= 0 { FIRST_X } else { FIRST_X + (LAST_X - FIRST_X) * index / gaps }
}

fn y_of(hundredths: i64) -> i64 {
    LAST_Y - (LAST_Y - FIRST_Y) * hundredths / Percent::WHOLE.hundredths()
}

/// The instalments whose share the table shows: evenly spaced, including the first and the last.
fn sampled(count: usize) -> Vec<usize> {
    let last = count.saturating_sub(1);
    let step = count.div_ceil(SAMPLES).max(1);
    let mut samples: Vec<_> = (0..last).step_by(step).collect();
    samples.push(last);
    samples
}

fn table(i18n: Language, outcomes: &[Outcome]) -> AnyView {
    let shares: Vec<_> = outcomes.iter().map(|it| (it.terms.product_type, shares(it))).collect();
    let count = shares.iter().map(|(_, shares)| shares.len()).max().unwrap_or(1);
    let mut columns = vec![Column::Text(tu_string!(i18n, credit.curve.after))];
    columns.extend(shares.iter().map(|(product, _)| Column::Number(product_label(i18n, *product))));
    let rows = sampled(count).into_iter().map(|index| {
        let percents = shares
            .iter()
            .map(|(_, shares)| Cell::number(shares.get(index).map(|share| percent_text(*share))));
        std::iter::once(Cell::head(number(index))).chain(percents).collect::<Vec<_>>()
    });
    plain_table(tu_string!(i18n, credit.curve.label), &columns, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_runs_from_edge_to_edge() {
        assert_eq!([x_of(0, 121), x_of(120, 121), x_of(0, 1)], [48, 704, 48]);
        assert_eq!([y_of(0), y_of(5_000), y_of(10_000)], [176, 96, 16]);
    }

    #[test]
    fn the_table_tells_the_first_and_the_last_share() {
        assert_eq!(sampled(2), [0, 1]);
        assert_eq!(sampled(13).len(), 7);
        let long = sampled(361);
        assert_eq!((long[0], *long.last().unwrap()), (0, 360));
        assert!(long.len() <= SAMPLES + 1);
    }
}
