//! A long schedule, folded by year: the current year is open, the others show their totals.

use chrono::Datelike;
use leptos::prelude::*;
use shared::credit::schedule::{Remainder, ScheduleLine, remainders};
use shared::credit::vocabulary::{LineStatus, ProductType};
use shared::money::Money;

use super::schedule_table::{
    Reader, Stage, TableOptions, columns, framed, row, schedule_table, totals,
};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::money::{count_text, money};

/// A schedule of up to two years of months is shown as a whole.
const FOLDED_ABOVE: usize = 24;

/// The whole schedule of an active facility, for its customer.
pub(crate) fn live_schedule(product: ProductType, lines: &[ScheduleLine]) -> AnyView {
    let (stage, reader) = (Stage::Live, Reader::Customer);
    yearly_schedule(TableOptions { product, lines, stage, first: None, today: None, reader })
}

/// The table of a schedule, with a group for each year if it is long.
pub(super) fn yearly_schedule(options: TableOptions<'_>) -> AnyView {
    let lines = options.lines;
    if lines.len() <= FOLDED_ABOVE {
        return schedule_table(options);
    }
    let i18n = use_i18n();
    let left = remainders(lines).unwrap_or_else(|| vec![Remainder::default(); lines.len()]);
    let all: Vec<_> = lines.iter().zip(left).collect();
    let open = open_year(options);
    let years = all
        .chunk_by(|(one, _), (next, _)| one.payment_date.year() == next.payment_date.year())
        .map(|year| year_group(i18n, options, year, open));
    let end = view! { <tbody role="rowgroup">{totals(i18n, options)}</tbody> }.into_any();
    framed(i18n, options, years.chain([end]).collect())
}

/// The year of the first line that is owed; of the last line if none is.
fn open_year(options: TableOptions<'_>) -> Option<i32> {
    let is_open = |line: &&ScheduleLine| match options.stage {
        Stage::Planned => true,
        Stage::Live => line.status.is_open(),
    };
    let line = options.lines.iter().find(is_open).or(options.lines.last());
    line.map(|line| line.payment_date.year())
}

fn year_group(
    i18n: Language,
    options: TableOptions<'_>,
    lines: &[(&ScheduleLine, Remainder)],
    open: Option<i32>,
) -> AnyView {
    let year = lines.first().map(|(line, _)| line.payment_date.year());
    let rows: Vec<_> = lines.iter().map(|(line, left)| row(i18n, options, line, *left)).collect();
    view! {
        <tbody role="rowgroup" class="schedule-year">
            {year.map(|year| year_row(i18n, options, year, lines, open == Some(year)))}
            {rows}
        </tbody>
    }
    .into_any()
}

/// The row with the totals of a year, which shows and hides its lines.
fn year_row(
    i18n: Language,
    options: TableOptions<'_>,
    year: i32,
    lines: &[(&ScheduleLine, Remainder)],
    is_open: bool,
) -> AnyView {
    let span = columns(i18n, options).len().to_string();
    let count = count_text(i18n, u64::try_from(lines.len()).unwrap_or_default());
    let count = tu_string!(i18n, credit.schedule.year_lines, count = count);
    let total = Money::total(lines.iter().map(|(line, _)| line.total_payment));
    let settled = lines.iter().filter(|(line, _)| !line.status.is_open()).count();
    let settled = (options.stage == Stage::Live && settled > 0).then(|| {
        let count = count_text(i18n, u64::try_from(settled).unwrap_or_default());
        tu_string!(i18n, credit.schedule.year_settled, count = count)
    });
    let late = options.stage == Stage::Live
        && lines.iter().any(|(line, _)| line.status == LineStatus::Overdue);

    view! {
        <tr role="row" class="schedule-year-row" data-tone=late.then_some("danger")>
            <th scope="rowgroup" role="rowheader" colspan=span>
                <label>
                    <input type="checkbox" class="visually-hidden" checked=is_open/>
                    <Icon name=IconName::ChevronRight class="icon-mirror"/>
                    <strong>{number(year)}</strong>
                    <span>{count}</span>
                    {total.map(|total| view! { <span>{money(i18n, total)}</span> })}
                    {settled.map(|text| view! { <span>{text}</span> })}
                </label>
            </th>
        </tr>
    }
    .into_any()
}
