//! Bars that lie: one group for each name, as long as what they count.

use leptos::prelude::*;

const FIRST_X: i64 = 300;
const LENGTH_MAX: i64 = 340;
const BAR_HEIGHT: i64 = 26;
const HEAD_HEIGHT: i64 = 30;

/// One bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it stands for.
    pub label: String,
    /// What it counts.
    pub length: i64,
    /// The same as text.
    pub value: String,
}

/// Bars under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarGroup {
    /// The name.
    pub name: String,
    /// Its bars.
    pub bars: Vec<Bar>,
}

/// The bars. The figures stand in a table beside them.
pub fn bar_chart(label: &'static str, groups: Vec<BarGroup>) -> AnyView {
    let longest = groups.iter().flat_map(|group| &group.bars).map(|bar| bar.length).max();
    let longest = longest.unwrap_or(0).max(1);
    let mut parts = Vec::new();
    let mut y = 0;
    for group in groups {
        parts.push(name(&group.name, y));
        y += HEAD_HEIGHT;
        for drawn in group.bars {
            parts.push(bar(drawn, longest, y));
            y += BAR_HEIGHT;
        }
    }
    let view_box = format!("0 0 720 {}", y.max(BAR_HEIGHT));

    view! {
        <svg class="chart" viewBox=view_box role="img" aria-label=label>
            {parts}
        </svg>
    }
    .into_any()
}

fn name(name: &str, y: i64) -> AnyView {
    view! {
        <text class="chart-value" x="0" y=(y + 20).to_string()>
            {name.to_owned()}
        </text>
    }
    .into_any()
}

fn bar(bar: Bar, longest: i64, y: i64) -> AnyView {
    let length = length_of(bar.length, longest);
    view! {
        <text x="16" y=(y + 16).to_string()>
            {bar.label}
        </text>
        <rect
            class="chart-bar"
            x=FIRST_X.to_string()
            y=(y + 4).to_string()
            width=length.to_string()
            height="16"
            rx="3"
        ></rect>
        <text class="chart-value" x=(FIRST_X + length + 8).to_string() y=(y + 17).to_string()>
            {bar.value}
        </text>
    }
    .into_any()
}

/// The longest takes the whole width; whatever is not nothing can be seen.
fn length_of(length: i64, longest: i64) -> i64 {
    let drawn = LENGTH_MAX * length / longest.max(1);
    if length > 0 { drawn.max(2) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::length_of;

    #[test]
    fn the_longest_bar_takes_the_width_and_none_is_lost() {
        let lengths = [length_of(10, 10), length_of(5, 10), length_of(1, 10_000), length_of(0, 10)];
        assert_eq!(lengths, [340, 170, 2, 0]);
    }
}
