//! Horizontal stacked bars with a common legend.

use leptos::prelude::*;

use super::bars::{Bar, BarRow, bars};

/// A bar: its name, its parts in the order of the legend, and their sum as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackedBar {
    pub name: String,
    /// The parts in ten-thousandths; negative ones are not drawn.
    pub parts: Vec<i128>,
    pub value: String,
}

/// The CSS classes of the parts. Fills and strokes differ, so colour is not the only distinction.
pub const PARTS: [&str; 7] = ["part-1", "part-2", "part-3", "part-4", "part-5", "part-6", "part-7"];

/// The CSS classes of parts from the best to the worst.
pub const RANKS: [&str; 5] = ["rank-1", "rank-2", "rank-3", "rank-4", "rank-5"];

/// The bars with their legend. The page also shows the figures in a table.
///
/// * `classes`: the CSS classes of the parts: [`PARTS`] or [`RANKS`].
pub fn stacked_chart(
    label: &'static str,
    classes: &'static [&'static str],
    legend: Vec<String>,
    drawn: Vec<StackedBar>,
) -> AnyView {
    let rows = drawn.into_iter().map(|bar| {
        let parts = classes.iter().copied().zip(bar.parts).collect();
        BarRow::Bar(Bar { label: bar.name, parts, value: bar.value })
    });
    let chart = bars(label, rows.collect());
    let legend: Vec<_> = legend
        .into_iter()
        .zip(classes.iter().copied())
        .map(|(name, class)| {
            view! {
                <li>
                    <svg class="chart legend-mark" viewBox="0 0 16 16" aria-hidden="true">
                        <rect class=class x="1" y="1" width="14" height="14"></rect>
                    </svg>
                    {name}
                </li>
            }
            .into_any()
        })
        .collect();

    view! {
        <figure class="stack-tight">
            {chart}
            <ul class="legend" aria-label=label>{legend}</ul>
        </figure>
    }
    .into_any()
}
