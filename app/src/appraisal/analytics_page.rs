//! The analytics page: scores by department, and the time at each stage over a period.

use leptos::prelude::*;
use shared::appraisal::Band;
use shared::appraisal::analytics::{Analytics, AnalyticsQuery, DepartmentScores, StageTime};

use super::read_analytics;
use crate::i18n::{tu_string, use_i18n};
use crate::people::{Area, area_tabs};
use crate::ui::bars::{Bar, BarRow, bars};
use crate::ui::card::Card;
use crate::ui::csv_link::csv_link;
use crate::ui::digits::number;
use crate::ui::empty_state::Empty;
use crate::ui::field::TextField;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, band_label, status_label};
use crate::ui::list::list;
use crate::ui::page::PageHead;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Cell, Column, plain_table};

const FORM: QueryForm = QueryForm { path: "/analytics", names: &["from", "to"] };

/// The page at `/analytics`.
#[component]
pub fn AnalyticsPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.current();
    let query = AnalyticsQuery { from: address.value("from"), to: address.value("to") };
    let csv = csv_link(i18n, address.path_of("/api/staff/appraisals/analytics.csv"));
    PageHead::new(tu_string!(i18n, people.area.analytics), tu_string!(i18n, people.analytics.lead))
        .actions([csv])
        .page((area_tabs(Area::Analytics), list(&address, read_analytics(query), content)))
}

fn content(figures: Analytics, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let shown = |name, default: chrono::NaiveDate| {
        address.text(name).map_or_else(|| default.to_string(), str::to_owned)
    };
    let (from, to) = (shown("from", figures.from), shown("to", figures.to));

    view! {
        {period_form(i18n, from, to)}
        {scores(i18n, figures.departments)}
        {stages(i18n, figures.stages)}
    }
    .into_any()
}

fn period_form(i18n: Language, from: String, to: String) -> AnyView {
    view! {
        <form
            class="filters"
            aria-label=tu_string!(i18n, people.analytics.period)
            action=FORM.path
        >
            <TextField
                id="from"
                name="from"
                kind="date"
                label=tu_string!(i18n, people.audit.from)
                value=from
            />
            <TextField
                id="to"
                name="to"
                kind="date"
                label=tu_string!(i18n, people.audit.to)
                value=to
            />
            <div class="button-row">
                <button class="button" type="submit">
                    <Icon name=IconName::Calendar/>
                    {tu_string!(i18n, people.analytics.show)}
                </button>
                <a class="button button-quiet" href=FORM.path>
                    {tu_string!(i18n, list.clear_short)}
                </a>
            </div>
        </form>
    }
    .into_any()
}

fn name_of(i18n: Language, scores: &DepartmentScores) -> String {
    let none = || tu_string!(i18n, people.analytics.no_department).to_owned();
    scores.department_name.clone().unwrap_or_else(none)
}

/// The distribution of bands in each department, as bars and as a table.
fn scores(i18n: Language, departments: Vec<DepartmentScores>) -> AnyView {
    if departments.is_empty() {
        return Empty::new(
            IconName::Scale,
            tu_string!(i18n, people.analytics.empty),
            tu_string!(i18n, people.analytics.empty_text),
        )
        .card();
    }
    let rows = departments.iter().flat_map(|scores| {
        let bands = scores.bands.iter().filter(|it| it.count > 0).map(|it| {
            let length = i64::try_from(it.count).unwrap_or(i64::MAX);
            plain_bar(band_label(i18n, it.band), length, number(it.count))
        });
        std::iter::once(BarRow::Name(name_of(i18n, scores))).chain(bands)
    });
    let chart = bars(tu_string!(i18n, people.analytics.scores_chart), rows.collect());
    let mut columns = vec![
        Column::Text(tu_string!(i18n, list.department)),
        Column::Number(tu_string!(i18n, people.analytics.finalized)),
        Column::Number(tu_string!(i18n, people.analytics.average)),
    ];
    columns.extend(Band::ALL.iter().map(|band| Column::Number(band_label(i18n, *band))));
    let rows = departments.iter().map(|scores| scores_row(i18n, scores));
    let title = tu_string!(i18n, people.analytics.scores);

    view! {
        {Card::new("scores", title).body(chart)}
        {plain_table(title, &columns, rows)}
    }
    .into_any()
}

fn scores_row(i18n: Language, scores: &DepartmentScores) -> Vec<Cell> {
    let bands = scores.bands.iter().map(|it| Cell::number(it.count.to_string()));
    let first = [
        Cell::head(name_of(i18n, scores)),
        Cell::number(scores.count.to_string()),
        Cell::number(scores.average_score.to_string()),
    ];
    first.into_iter().chain(bands).collect()
}

fn plain_bar(label: &str, length: i64, value: String) -> BarRow {
    BarRow::Bar(Bar { label: label.to_owned(), parts: vec![("chart-bar", length.into())], value })
}

/// The time at each stage, as bars and as a table.
fn stages(i18n: Language, stages: Vec<StageTime>) -> AnyView {
    let name = tu_string!(i18n, people.analytics.average_days).to_owned();
    let lengths = stages.iter().map(|stage| {
        let value = number(days(stage.average_hours));
        plain_bar(status_label(i18n, stage.status), stage.average_hours, value)
    });
    let rows = std::iter::once(BarRow::Name(name)).chain(lengths);
    let chart = bars(tu_string!(i18n, people.analytics.stages_chart), rows.collect());
    let columns = [
        Column::Text(tu_string!(i18n, list.stage)),
        Column::Number(tu_string!(i18n, people.analytics.signed)),
        Column::Number(tu_string!(i18n, people.analytics.average_days)),
        Column::Number(tu_string!(i18n, people.analytics.median_days)),
        Column::Number(tu_string!(i18n, people.analytics.longest_days)),
        Column::Number(tu_string!(i18n, people.analytics.waiting)),
    ];
    let rows = stages.iter().map(|stage| stage_row(i18n, stage));
    let title = tu_string!(i18n, people.analytics.stages);

    view! {
        {Card::new("stages", title).body(chart)}
        {plain_table(title, &columns, rows)}
    }
    .into_any()
}

fn stage_row(i18n: Language, stage: &StageTime) -> [Cell; 6] {
    let time = |hours| (stage.signed > 0).then(|| days(hours));
    [
        Cell::head(status_label(i18n, stage.status)),
        Cell::number(stage.signed.to_string()),
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

#[cfg(test)]
mod tests {
    use super::days;

    #[test]
    fn hours_are_displayed_as_days() {
        assert_eq!([days(0), days(23), days(36), days(240)], ["0.0", "0.9", "1.5", "10.0"]);
    }
}
