//! The distribution of bands in groups of appraisals, as bars and as a table.

use leptos::prelude::*;
use shared::appraisal::Band;
use shared::appraisal::analytics::{
    BandCount, DepartmentFilter, DepartmentScores, LineManagerScores,
};
use shared::scoring::Score;

use super::FigureLinks;
use crate::i18n::tu_string;
use crate::ui::card::Card;
use crate::ui::label::{Language, band_label};
use crate::ui::stacked::{RANKS, StackedBar, stacked_chart};
use crate::ui::table::{Cell, Column, plain_table};

/// A group of appraisals.
struct Group<'g> {
    name: String,
    /// The filter of the appraisals of the group, as the rest of a query.
    filter: String,
    count: u64,
    average: Score,
    bands: &'g [BandCount],
}

/// The texts of a division of the appraisals.
struct Division {
    id: &'static str,
    title: &'static str,
    /// The heading of the names.
    column: &'static str,
    chart: &'static str,
}

/// The scores by department.
pub(super) fn department_scores(
    i18n: Language,
    departments: &[DepartmentScores],
    links: FigureLinks,
) -> Option<AnyView> {
    let none = tu_string!(i18n, people.analytics.no_department);
    let groups = departments.iter().map(|it| Group {
        name: it.department_name.clone().unwrap_or_else(|| none.to_owned()),
        filter: format!("&department={}", DepartmentFilter::new(it.department_id)),
        count: it.count,
        average: it.average_score,
        bands: &it.bands,
    });
    let division = Division {
        id: "departments",
        title: tu_string!(i18n, people.analytics.scores),
        column: tu_string!(i18n, list.department),
        chart: tu_string!(i18n, people.analytics.scores_chart),
    };
    scores(i18n, &division, groups.collect(), links)
}

/// The scores by line manager.
pub(super) fn line_manager_scores(
    i18n: Language,
    managers: &[LineManagerScores],
    links: FigureLinks,
) -> Option<AnyView> {
    let groups = managers.iter().map(|it| Group {
        name: it.line_manager_name.clone(),
        filter: format!("&manager={}", it.line_manager_id),
        count: it.count,
        average: it.average_score,
        bands: &it.bands,
    });
    let division = Division {
        id: "line-managers",
        title: tu_string!(i18n, people.analytics.managers),
        column: tu_string!(i18n, people.analytics.manager),
        chart: tu_string!(i18n, people.analytics.managers_chart),
    };
    scores(i18n, &division, groups.collect(), links)
}

fn scores(
    i18n: Language,
    division: &Division,
    groups: Vec<Group<'_>>,
    links: FigureLinks,
) -> Option<AnyView> {
    if groups.is_empty() {
        return None;
    }
    let legend = Band::ALL.iter().map(|band| band_label(i18n, *band).to_owned()).collect();
    let bars = groups.iter().map(|group| bar(i18n, group)).collect();
    let chart = stacked_chart(division.chart, &RANKS, legend, bars);
    let mut columns = vec![
        Column::Text(division.column),
        Column::Number(tu_string!(i18n, people.analytics.finalized)),
        Column::Number(tu_string!(i18n, people.analytics.average)),
    ];
    columns.extend(Band::ALL.iter().map(|band| Column::Number(band_label(i18n, *band))));
    let rows = groups.iter().map(|group| row(i18n, group, links));
    let view = view! {
        {Card::new(division.id, division.title).body(chart)}
        {plain_table(division.title, &columns, rows)}
    };
    Some(view.into_any())
}

/// The shares of the bands: all bars have the same length, and the number of appraisals is next to
/// it.
fn bar(i18n: Language, group: &Group<'_>) -> StackedBar {
    let total = i128::from(group.count.max(1));
    let parts = group.bands.iter().map(|it| i128::from(it.count) * 10_000 / total);
    StackedBar {
        name: group.name.clone(),
        parts: parts.collect(),
        value: tu_string!(i18n, people.analytics.count, count = group.count),
    }
}

fn row(i18n: Language, group: &Group<'_>, links: FigureLinks) -> Vec<Cell> {
    let finalized = tu_string!(i18n, people.analytics.finalized);
    let count = links.count(group.count, &group.filter, format!("{finalized}, {}", group.name));
    let first = [
        Cell::head(group.name.clone()),
        Cell::figure(count),
        Cell::number(group.average.to_string()),
    ];
    let bands = group.bands.iter().map(|it| {
        let filter = format!("{}&band={}", group.filter, it.band);
        let label = format!("{}, {}", band_label(i18n, it.band), group.name);
        Cell::figure(links.count(it.count, &filter, label))
    });
    first.into_iter().chain(bands).collect()
}
