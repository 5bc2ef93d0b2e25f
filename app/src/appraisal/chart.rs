//! A line chart of overall scores over time.

use leptos::prelude::*;
use shared::appraisal::list::AppraisalSummary;

use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;
use crate::ui::time::month_year_text;

const FIRST_X: i64 = 70;
const LAST_X: i64 = 670;

/// One point of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Point {
    x: i64,
    y: i64,
    value: String,
    label: String,
}

/// The line chart. The page also shows the figures in a table.
///
/// * `appraisals`: finalized appraisals, newest first.
#[component]
pub fn ScoreChart(appraisals: Vec<AppraisalSummary>) -> impl IntoView {
    let i18n = use_i18n();
    let mut scored: Vec<_> = appraisals
        .into_iter()
        .filter_map(|appraisal| {
            let score = appraisal.overall_score?;
            Some((score, month_year_text(i18n, appraisal.period_to)))
        })
        .collect();
    scored.reverse();
    let count = scored.len();
    let points: Vec<_> = scored
        .into_iter()
        .enumerate()
        .map(|(index, (score, label))| Point {
            x: x_of(index, count),
            y: y_of(score.ten_thousandths()),
            value: number(score),
            label,
        })
        .collect();
    let line: Vec<_> = points.iter().map(|point| format!("{},{}", point.x, point.y)).collect();
    let rules = [(9_000, "0.9"), (8_000, "0.8"), (7_000, "0.7"), (6_000, "0.6")];
    let rules: Vec<_> = rules.into_iter().map(|(score, text)| rule(score, text)).collect();
    let points: Vec<_> = points.into_iter().map(point).collect();

    view! {
        <svg
            class="chart"
            viewBox="0 0 720 180"
            role="img"
            aria-label=tu_string!(i18n, history.chart)
        >
            {rules}
            <polyline class="chart-line" points=line.join(" ")></polyline>
            {points}
        </svg>
    }
    .into_any()
}

fn rule(score: i64, text: &'static str) -> AnyView {
    let y = y_of(score);
    view! {
        <line class="chart-rule" x1="40" x2="720" y1=y.to_string() y2=y.to_string()></line>
        <text x="0" y=(y + 4).to_string()>
            {number(text)}
        </text>
    }
    .into_any()
}

fn point(point: Point) -> AnyView {
    let Point { x, y, value, label } = point;
    view! {
        <circle class="chart-point" cx=x.to_string() cy=y.to_string() r="4"></circle>
        <text class="chart-value" x=x.to_string() y=(y - 12).to_string() text-anchor="middle">
            {value}
        </text>
        <text class="chart-axis" x=x.to_string() y="172" text-anchor="middle">
            {label}
        </text>
    }
    .into_any()
}

/// Spreads the points evenly and centres a single point.
fn x_of(index: usize, count: usize) -> i64 {
    let (index, gaps) = (i64::try_from(index).unwrap_or(0), i64::try_from(count).unwrap_or(1) - 1);
    if gaps <= 0 {
        return i64::midpoint(FIRST_X, LAST_X);
    }
    FIRST_X + (LAST_X - FIRST_X) * index / gaps
}

/// The vertical position of a score: 36 units for each 0.1, clamped to the plot area.
fn y_of(ten_thousandths: i64) -> i64 {
    (24 + (9_000 - ten_thousandths) * 36 / 1_000).clamp(20, 150)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_between_the_edges() {
        assert_eq!(x_of(0, 1), 370);
        assert_eq!([x_of(0, 4), x_of(1, 4), x_of(3, 4)], [70, 270, 670]);
        assert_eq!([y_of(9_000), y_of(8_000), y_of(0), y_of(10_001)], [24, 60, 150, 20]);
    }
}
