//! The trend by month, and the time at each stage against the target.

use leptos::prelude::*;
use shared::appraisal::analytics::{Analytics, MonthScores, StageTime};
use shared::calendar::month_of;

use super::FigureLinks;
use crate::i18n::tu_string;
use crate::ui::bars::{Bar, BarRow, bars};
use crate::ui::card::Card;
use crate::ui::digits::{Localized, number};
use crate::ui::label::{Language, status_label};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::month_year_text;

/// The trend: appraisals, scores and durations by month of finalization.
pub(super) fn month_scores(
    i18n: Language,
    months: &[MonthScores],
    links: FigureLinks,
) -> Option<AnyView> {
    if months.is_empty() {
        return None;
    }
    let title = tu_string!(i18n, people.analytics.trend);
    let name = tu_string!(i18n, people.analytics.average).to_owned();
    let lengths = months.iter().map(|it| {
        let score = it.average_score;
        let name = month_year_text(i18n, it.month);
        bar(name, score.ten_thousandths(), score.to_string().localized(i18n))
    });
    let rows = std::iter::once(BarRow::Name(name)).chain(lengths);
    let chart = bars(tu_string!(i18n, people.analytics.trend_chart), rows.collect());
    let columns = [
        Column::Text(tu_string!(i18n, people.analytics.month)),
        Column::Number(tu_string!(i18n, people.analytics.finalized)),
        Column::Number(tu_string!(i18n, people.analytics.average)),
        Column::Number(tu_string!(i18n, people.analytics.whole_days)),
    ];
    let rows = months.iter().map(|it| {
        let name = month_year_text(i18n, it.month);
        let finalized = tu_string!(i18n, people.analytics.finalized);
        let links = links.within(month_of(it.month));
        [
            Cell::head(name.clone()),
            Cell::figure(links.count(it.count, "", format!("{finalized}, {name}"))),
            Cell::number(it.average_score.to_string()),
            Cell::number(days(it.average_hours)),
        ]
    });
    let view = view! {
        {Card::new("months", title).body(chart)}
        {plain_table(title, &columns, rows)}
    };
    Some(view.into_any())
}

fn bar(label: String, length: i64, value: String) -> BarRow {
    BarRow::Bar(Bar { label, parts: vec![("chart-bar", length.into())], value })
}

/// The time at each stage, as bars and as a table.
pub(super) fn stage_times(i18n: Language, figures: &Analytics) -> AnyView {
    let stages = &figures.stages;
    let name = tu_string!(i18n, people.analytics.average_days).to_owned();
    let lengths = stages.iter().map(|stage| {
        let value = number(days(stage.average_hours));
        bar(status_label(i18n, stage.status).to_owned(), stage.average_hours, value)
    });
    let rows = std::iter::once(BarRow::Name(name)).chain(lengths);
    let chart = bars(tu_string!(i18n, people.analytics.stages_chart), rows.collect());
    let target = tu_string!(i18n, people.analytics.target, days = figures.stage_target_days);
    let columns = [
        Column::Text(tu_string!(i18n, list.stage)),
        Column::Number(tu_string!(i18n, people.analytics.signed)),
        Column::Number(tu_string!(i18n, people.analytics.within_target)),
        Column::Number(tu_string!(i18n, people.analytics.average_days)),
        Column::Number(tu_string!(i18n, people.analytics.median_days)),
        Column::Number(tu_string!(i18n, people.analytics.longest_days)),
        Column::Number(tu_string!(i18n, people.analytics.waiting)),
    ];
    let rows = stages.iter().map(|stage| stage_row(i18n, stage));
    let title = tu_string!(i18n, people.analytics.stages);
    let chart = view! {
        <p class="muted">{target}</p>
        {chart}
    };

    view! {
        {Card::new("stages", title).stack(chart)}
        {plain_table(title, &columns, rows)}
    }
    .into_any()
}

fn stage_row(i18n: Language, stage: &StageTime) -> [Cell; 7] {
    let time = |hours| (stage.signed > 0).then(|| days(hours));
    let share = percent(stage.within_target, stage.signed);
    [
        Cell::head(status_label(i18n, stage.status)),
        Cell::number(stage.signed.to_string()),
        Cell::number(share.map(|share| tu_string!(i18n, people.analytics.percent, share = share))),
        Cell::number(time(stage.average_hours)),
        Cell::number(time(stage.median_hours)),
        Cell::number(time(stage.longest_hours)),
        Cell::number(stage.waiting.to_string()),
    ]
}

/// Hours as days with one decimal place, truncated.
fn days(hours: i64) -> String {
    let tenths = hours * 10 / 24;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A share in percent, truncated: only all of them are 100 %. None of none.
fn percent(part: u64, whole: u64) -> Option<u64> {
    part.saturating_mul(100).checked_div(whole)
}

#[cfg(test)]
mod tests {
    use super::{days, percent};

    #[test]
    fn hours_are_displayed_as_days() {
        assert_eq!([days(0), days(23), days(36), days(240)], ["0.0", "0.9", "1.5", "10.0"]);
    }

    #[test]
    fn only_all_of_them_are_a_hundred_percent() {
        assert_eq!(
            [percent(3, 3), percent(999, 1000), percent(0, 5)],
            [Some(100), Some(99), Some(0)]
        );
        assert_eq!(percent(0, 0), None);
    }
}
