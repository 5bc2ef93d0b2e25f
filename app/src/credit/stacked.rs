//! Bars that lie, each made of parts that one legend names.

use leptos::prelude::*;

const FIRST_X: i64 = 190;
const LENGTH_MAX: i64 = 370;
const BAR_STEP: i64 = 34;

/// A bar: its name, its parts in the order of the legend, and their sum as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StackedBar {
    pub name: String,
    /// Ten-thousandths; what is below nothing is not drawn.
    pub parts: Vec<i64>,
    pub value: String,
}

/// The classes of the parts; lines and grounds differ, so that colour does not stand alone.
const PARTS: [&str; 7] = ["part-1", "part-2", "part-3", "part-4", "part-5", "part-6", "part-7"];

/// The bars with their legend. The figures stand in a table beside them.
pub(super) fn stacked_chart(
    label: &'static str,
    legend: Vec<&'static str>,
    bars: Vec<StackedBar>,
) -> AnyView {
    let longest = bars.iter().map(StackedBar::length).max().unwrap_or(0).max(1);
    let height = i64::try_from(bars.len()).unwrap_or(0) * BAR_STEP;
    let view_box = format!("0 0 720 {}", height.max(BAR_STEP));
    let mut drawn = Vec::new();
    let mut y = 0;
    for bar in bars {
        drawn.push(bar_view(bar, longest, y));
        y += BAR_STEP;
    }
    let legend: Vec<_> = legend
        .into_iter()
        .zip(PARTS)
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
            <svg class="chart" viewBox=view_box role="img" aria-label=label>
                {drawn}
            </svg>
            <ul class="legend" aria-label=label>{legend}</ul>
        </figure>
    }
    .into_any()
}

impl StackedBar {
    fn length(&self) -> i64 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add((*part).max(0)))
    }
}

fn bar_view(bar: StackedBar, longest: i64, y: i64) -> AnyView {
    let mut parts = Vec::new();
    let mut before = 0_i64;
    for (part, class) in bar.parts.iter().zip(PARTS) {
        let after = before.saturating_add((*part).max(0));
        let (first, last) = (place(before, longest), place(after, longest));
        if after > before {
            let (x, width) = (first.to_string(), (last - first).max(2).to_string());
            let rect = view! {
                <rect class=class x=x y=(y + 8).to_string() width=width height="18"></rect>
            };
            parts.push(rect.into_any());
        }
        before = after;
    }
    let end = place(before, longest) + 8;
    view! {
        <text x="0" y=(y + 22).to_string()>
            {bar.name}
        </text>
        {parts}
        <text class="chart-value" x=end.to_string() y=(y + 22).to_string()>
            {bar.value}
        </text>
    }
    .into_any()
}

/// Where a value stands; wide enough sums for any amount.
fn place(value: i64, longest: i64) -> i64 {
    let scaled = i128::from(value) * i128::from(LENGTH_MAX) / i128::from(longest.max(1));
    FIRST_X + i64::try_from(scaled).unwrap_or(LENGTH_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_takes_the_width_whatever_the_amounts() {
        assert_eq!([place(0, 10), place(5, 10), place(10, 10)], [190, 375, 560]);
        assert_eq!(place(i64::MAX, i64::MAX), 560);
    }

    #[test]
    fn what_is_below_nothing_is_not_drawn() {
        let bar = StackedBar { name: String::new(), parts: vec![-5, 7], value: String::new() };
        assert_eq!(bar.length(), 7);
    }
}
