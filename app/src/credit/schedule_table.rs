//! The table of the lines of a schedule.

use chrono::NaiveDate;
use leptos::prelude::*;
use shared::credit::schedule::{Percent, Remainder, ScheduleLine, remainders};
use shared::credit::vocabulary::{LineKind, LineStatus, ProductType};
use shared::money::Money;

use super::label::{line_badge, line_tone};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;
use crate::ui::label::Language;
use crate::ui::money::{bare_money, count_text, money_sentence};
use crate::ui::table::{Column, TableKind, table_element};
use crate::ui::time::{days_text, short_date_text};

/// The stage of the facility that a schedule belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The facility is not active yet.
    Planned,
    /// The facility is active and receives payments.
    Live,
}

/// The contents and options of a schedule table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableOptions<'l> {
    pub product: ProductType,
    pub lines: &'l [ScheduleLine],
    pub stage: Stage,
    /// The number of lines to show from the start, in addition to the last one; `None` for all.
    pub first: Option<usize>,
    /// The day from which days past due are counted; `None` to omit them.
    pub today: Option<NaiveDate>,
    pub reader: Reader,
}

/// The audience of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    House,
    Customer,
}

impl Reader {
    /// True for a reader who needs the principal and the profit of each instalment. A customer pays
    /// the whole instalment.
    const fn sees_parts(self) -> bool {
        match self {
            Self::House => true,
            Self::Customer => false,
        }
    }
}

/// A percentage with its sign: `66.67%`.
pub(crate) fn percent_text(percent: Percent) -> String {
    number(format!("{percent}%"))
}

/// The label of the profit column: profit or rent.
pub(super) fn profit_label(i18n: Language, product: ProductType) -> &'static str {
    match product {
        ProductType::Murabaha => tu_string!(i18n, credit.schedule.profit),
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {
            tu_string!(i18n, credit.schedule.rent)
        }
    }
}

/// The table with its totals.
pub(super) fn schedule_table(options: TableOptions<'_>) -> AnyView {
    let i18n = use_i18n();
    let lines = options.lines;
    let cut = options.first.filter(|first| lines.len() > first + 2).unwrap_or(lines.len());
    let left = remainders(lines).unwrap_or_else(|| vec![Remainder::default(); lines.len()]);
    let all: Vec<_> = lines.iter().zip(left).collect();
    let (head, rest) = all.split_at(cut);
    let mut rows: Vec<_> =
        head.iter().map(|(line, left)| row(i18n, options, line, *left)).collect();
    if let Some(((last, left), left_out)) = rest.split_last() {
        rows.push(gap(i18n, left_out.len(), options));
        rows.push(row(i18n, options, last, *left));
    }
    rows.push(totals(i18n, options));
    let body = view! { <tbody role="rowgroup">{rows}</tbody> };
    framed(i18n, options, vec![body.into_any()])
}

/// The table with its groups of rows, in a frame that scrolls.
pub(super) fn framed(i18n: Language, options: TableOptions<'_>, bodies: Vec<AnyView>) -> AnyView {
    let caption = tu_string!(i18n, credit.schedule.title).to_owned();

    view! {
        <div
            class="table-card schedule"
            role="region"
            tabindex="0"
            aria-label=tu_string!(i18n, credit.schedule.lines)
        >
            {table_element(TableKind::Dense, caption, &columns(i18n, options), bodies)}
        </div>
    }
    .into_any()
}

pub(super) fn columns(i18n: Language, options: TableOptions<'_>) -> Vec<Column> {
    let mut columns = vec![
        Column::Number(tu_string!(i18n, credit.schedule.period)),
        Column::Text(tu_string!(i18n, credit.schedule.date)),
    ];
    if options.reader.sees_parts() {
        columns.push(Column::Money(tu_string!(i18n, credit.schedule.principal)));
        columns.push(Column::Money(profit_label(i18n, options.product)));
    }
    columns.push(Column::Money(tu_string!(i18n, credit.schedule.total)));
    if options.stage == Stage::Live {
        columns.push(Column::Money(tu_string!(i18n, credit.schedule.paid)));
    }
    columns.push(Column::Money(tu_string!(i18n, credit.schedule.balance)));
    columns.extend(shares(options).iter().map(|share| share.column(i18n)));
    if options.stage == Stage::Live {
        columns.push(Column::Text(tu_string!(i18n, credit.schedule.status)));
    }
    columns
}

/// A column to the right of the balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    PriceLeft,
    UnearnedProfit,
    House,
    Customer,
}

impl Share {
    fn column(self, i18n: Language) -> Column {
        match self {
            Self::PriceLeft => Column::Money(tu_string!(i18n, credit.schedule.price_left)),
            Self::UnearnedProfit => Column::Money(tu_string!(i18n, credit.schedule.unearned)),
            Self::House => Column::Number(tu_string!(i18n, credit.schedule.house)),
            Self::Customer => Column::Number(tu_string!(i18n, credit.schedule.customer)),
        }
    }

    fn cell(self, i18n: Language, line: &ScheduleLine, left: Remainder) -> AnyView {
        let content = match self {
            Self::PriceLeft => bare_money(i18n, left.price),
            Self::UnearnedProfit => bare_money(i18n, left.unearned_profit),
            Self::House => percent_text(line.provider_ownership_pct).into_any(),
            Self::Customer => percent_text(line.customer_ownership_pct).into_any(),
        };
        minor_figure(self.column(i18n), content)
    }
}

/// The columns to the right of the balance. The customer of a murabaha owns the asset from the
/// start, so the remaining price is shown instead of shares. In an ijarah the house owns the asset
/// to the end, so no line changes the shares.
fn shares(options: TableOptions<'_>) -> &'static [Share] {
    match (options.product, options.reader) {
        (ProductType::Murabaha, Reader::House) => &[Share::PriceLeft, Share::UnearnedProfit],
        (ProductType::Murabaha, Reader::Customer) => &[Share::PriceLeft],
        (ProductType::Ijarah, Reader::House | Reader::Customer) => &[],
        (ProductType::DiminishingMusharakah, Reader::House | Reader::Customer) => {
            &[Share::House, Share::Customer]
        }
    }
}

pub(super) fn row(
    i18n: Language,
    options: TableOptions<'_>,
    line: &ScheduleLine,
    left: Remainder,
) -> AnyView {
    let is_live = options.stage == Stage::Live;
    let paid = is_live.then(|| {
        let paid = line.principal_paid.plus(line.profit_paid).unwrap_or_default();
        part(tu_string!(i18n, credit.schedule.paid), paid)
    });
    let status = is_live.then(|| status_cell(i18n, line, options.today));
    let shares: Vec<_> = shares(options).iter().map(|share| share.cell(i18n, line, left)).collect();
    let parts = options.reader.sees_parts().then(|| {
        (
            part(tu_string!(i18n, credit.schedule.principal), line.principal_portion),
            part(profit_label(i18n, options.product), line.profit_portion),
        )
    });
    let tone = is_live.then(|| line_tone(line.status).as_str());
    let label = tu_string!(i18n, credit.schedule.date);
    let (name, id) = match line.kind {
        LineKind::Scheduled => (number(line.period), Some(format!("line-{}", line.period))),
        LineKind::Extra => (tu_string!(i18n, credit.schedule.extra).to_owned(), None),
    };
    let id = id.filter(|_| is_live);

    view! {
        <tr role="row" id=id data-tone=tone data-kind=line.kind.as_str()>
            <th scope="row" role="rowheader" class="number">{name}</th>
            <td role="cell" class="schedule-date" data-label=label>
                <time datetime=line.payment_date.to_string()>
                    {short_date_text(i18n, line.payment_date)}
                </time>
            </td>
            {parts}
            {amount("schedule-total", tu_string!(i18n, credit.schedule.total), line.total_payment)}
            {paid}
            {amount(
                "schedule-balance",
                tu_string!(i18n, credit.schedule.balance),
                line.ending_balance,
            )}
            {shares}
            {status}
        </tr>
    }
    .into_any()
}

fn figure(column: Column, content: AnyView) -> AnyView {
    view! { <td role="cell" data-label=column.heading() class="number">{content}</td> }.into_any()
}

/// A figure that a narrow screen leaves out.
fn minor_figure(column: Column, content: AnyView) -> AnyView {
    let label = column.heading();
    view! { <td role="cell" data-label=label class="number table-extra">{content}</td> }.into_any()
}

fn part(label: &'static str, amount: Money) -> AnyView {
    minor_figure(Column::Money(label), bare_money(use_i18n(), amount))
}

fn amount(place: &'static str, label: &'static str, amount: Money) -> AnyView {
    let (label, amount) = (Column::Money(label).heading(), bare_money(use_i18n(), amount));
    let class = format!("number {place}");
    view! { <td role="cell" data-label=label class=class>{amount}</td> }.into_any()
}

fn status_cell(i18n: Language, line: &ScheduleLine, today: Option<NaiveDate>) -> AnyView {
    let late = today.and_then(|today| days_late(line, today)).map(|days| {
        let text = tu_string!(i18n, credit.schedule.late, days = days_text(i18n, days));
        view! { <span class="table-sub">{text}</span> }
    });
    let waived = line.profit_waived.is_positive().then(|| {
        let text = money_sentence(i18n, line.profit_waived, |amount| {
            tu_string!(i18n, credit.schedule.waived, amount = amount)
        });
        view! { <span class="table-sub">{text}</span> }
    });
    view! {
        <td
            role="cell"
            class="schedule-status"
            data-label=tu_string!(i18n, credit.schedule.status)
        >
            {line_badge(i18n, line.status)}
            {late}
            {waived}
        </td>
    }
    .into_any()
}

/// The days since the due date of an overdue or partly paid instalment.
fn days_late(line: &ScheduleLine, today: NaiveDate) -> Option<i64> {
    let days = today.signed_duration_since(line.payment_date).num_days();
    let may_be_late = match line.status {
        LineStatus::Partial | LineStatus::Overdue => true,
        LineStatus::Pending | LineStatus::Paid | LineStatus::Waived => false,
    };
    Some(days).filter(|days| may_be_late && *days > 0)
}

/// A row with the number of omitted lines.
fn gap(i18n: Language, count: usize, options: TableOptions<'_>) -> AnyView {
    let count = count_text(i18n, u64::try_from(count).unwrap_or_default());
    let span = columns(i18n, options).len().to_string();
    view! {
        <tr role="row">
            <td role="cell" class="table-wide muted" colspan=span>
                {tu_string!(i18n, credit.schedule.gap, count = count)}
            </td>
        </tr>
    }
    .into_any()
}

pub(super) fn totals(i18n: Language, options: TableOptions<'_>) -> AnyView {
    let sum = |label: &'static str, of: fn(&ScheduleLine) -> Money| {
        let total = Money::total(options.lines.iter().map(of));
        let total = total.map(|total| bare_money(i18n, total)).into_any();
        figure(Column::Money(label), total)
    };
    let parts = options.reader.sees_parts().then(|| {
        (
            sum(tu_string!(i18n, credit.schedule.principal), |line| line.principal_portion),
            sum(profit_label(i18n, options.product), |line| line.profit_portion),
        )
    });
    let blank = || view! { <td role="cell" data-empty=""></td> }.into_any();
    let is_live = options.stage == Stage::Live;
    let paid = is_live.then(|| {
        sum(tu_string!(i18n, credit.schedule.paid), |line| {
            line.principal_paid.plus(line.profit_paid).unwrap_or_default()
        })
    });
    let status = is_live.then(blank);
    // The balance and the shares have no total.
    let blanks: Vec<_> = (0..=shares(options).len()).map(|_| blank()).collect();

    view! {
        <tr role="row" class="total">
            <th scope="row" role="rowheader" colspan="2">
                {tu_string!(i18n, credit.schedule.totals)}
            </th>
            {parts}
            {sum(tu_string!(i18n, credit.schedule.total), |line| line.total_payment)}
            {paid}
            {blanks}
            {status}
        </tr>
    }
    .into_any()
}
