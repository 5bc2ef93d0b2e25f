//! Bar charts, laid out as lines of text: they start at the margin of the text, and labels keep
//! their size on narrow screens.

use leptos::prelude::*;

/// The length of the longest bar of a chart.
const LONGEST: i128 = 1_000;
/// The minimum length, so that small values stay visible.
const SHORTEST: i128 = 6;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BarRow {
    /// A heading for the bars that follow.
    Name(String),
    Bar(Bar),
}

/// A bar with its label and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    pub label: String,
    /// The segments from the start of the bar: CSS class and length. Negative segments are not
    /// drawn.
    pub parts: Vec<(&'static str, i128)>,
    /// The value, as text.
    pub value: String,
}

impl Bar {
    fn length(&self) -> i128 {
        self.parts.iter().fold(0, |sum, (_, part)| sum.saturating_add((*part).max(0)))
    }
}

/// The bars of a chart. A table next to them contains the figures.
pub fn bars(label: &'static str, rows: Vec<BarRow>) -> AnyView {
    let lengths = rows.iter().map(|row| match row {
        BarRow::Name(_) => 0,
        BarRow::Bar(bar) => bar.length(),
    });
    let longest = lengths.max().unwrap_or(0);
    let rows: Vec<_> = rows
        .into_iter()
        .map(|row| match row {
            BarRow::Name(name) => view! { <b class="bars-name">{name}</b> }.into_any(),
            BarRow::Bar(bar) => bar_view(bar, longest),
        })
        .collect();

    view! {
        <div class="bars" role="img" aria-label=label>
            {rows}
        </div>
    }
    .into_any()
}

fn bar_view(bar: Bar, longest: i128) -> AnyView {
    let length = drawn(bar.length(), longest);
    let mut before = 0_i128;
    let mut parts = Vec::new();
    for (class, part) in &bar.parts {
        let after = before.saturating_add((*part).max(0));
        if after > before {
            parts.push(part_view(class, drawn(before, longest), drawn(after, longest)));
        }
        before = after;
    }
    let line = (length > 0).then(|| {
        let (width, view_box) = (percent(length), format!("0 0 {length} 10"));
        view! {
            <svg width=width viewBox=view_box preserveAspectRatio="none" aria-hidden="true">
                {parts}
            </svg>
        }
    });

    view! {
        <span class="bars-label">{bar.label}</span>
        <span class="bars-line">{line} <b>{bar.value}</b></span>
    }
    .into_any()
}

fn part_view(class: &'static str, from: i128, to: i128) -> AnyView {
    let (x, width) = (from.to_string(), (to - from).max(2).to_string());
    view! { <rect class=class x=x y="0" width=width height="10"></rect> }.into_any()
}

/// The length of a value, scaled to [`LONGEST`]. Saturates instead of overflowing.
fn drawn(value: i128, longest: i128) -> i128 {
    if value <= 0 {
        return 0;
    }
    let scaled = value.saturating_mul(LONGEST) / longest.max(1);
    scaled.clamp(SHORTEST, LONGEST)
}

fn percent(length: i128) -> String {
    format!("{}.{}%", length / 10, length % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_takes_the_width_and_none_is_lost() {
        let lengths = [drawn(10, 10), drawn(5, 10), drawn(1, 10_000), drawn(0, 10)];
        assert_eq!(lengths, [1_000, 500, SHORTEST, 0]);
        assert_eq!(drawn(i128::MAX / 2_000, i128::MAX / 2_000), 1_000);
        assert_eq!([percent(1_000), percent(505)], ["100.0%", "50.5%"]);
    }

    #[test]
    fn negative_bars_are_not_drawn() {
        let parts = vec![("part-1", -5), ("part-2", 7)];
        let bar = Bar { label: String::new(), parts, value: String::new() };
        assert_eq!(bar.length(), 7);
    }
}
