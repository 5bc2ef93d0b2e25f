//! The income, the waived profit and the suspended profit of the portfolio.

use leptos::prelude::*;
use shared::credit::report::{CollectionMonth, IncomeReport, IncomeRow};
use shared::total::Total;

use super::money_row;
use crate::credit::label::product_label;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::card::Card;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::money_text;
use crate::ui::stacked::{PARTS, StackedBar, stacked_chart};
use crate::ui::table::{Cell, Column, Row, plain_table};
use crate::ui::time::month_year_text;

/// The report. Collections are shown even if no income is booked, because instalments can be due
/// and paid before any income is recognised.
pub(super) fn income(report: &IncomeReport) -> AnyView {
    let i18n = use_i18n();
    let booked = if report.rows.is_empty() { nothing_booked(i18n) } else { booked(i18n, report) };
    let months = &report.collections;
    let collections = (!months.is_empty()).then(|| collections(i18n, months));

    view! {
        {booked}
        {collections}
    }
    .into_any()
}

fn nothing_booked(i18n: Language) -> AnyView {
    Empty::new(
        IconName::Scale,
        tu_string!(i18n, credit.income.empty),
        tu_string!(i18n, credit.income.empty_text),
    )
    .card()
}

/// The recognised income, as bars and as a table.
fn booked(i18n: Language, report: &IncomeReport) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.income.month)),
        Column::Text(tu_string!(i18n, credit.list.product)),
        Column::Money(tu_string!(i18n, credit.income.recognised)),
        Column::Money(tu_string!(i18n, credit.income.waived)),
        Column::Money(tu_string!(i18n, credit.income.suspended)),
    ];
    let sums = report.totals;
    let total = Row::total(money_row(
        [Cell::head(tu_string!(i18n, credit.schedule.totals)), Cell::Blank],
        [sums.recognised, sums.waived, sums.suspended],
    ));
    let rows = report.rows.iter().map(|row| income_row(i18n, row)).chain([total]);
    let bars = Card::new("income", tu_string!(i18n, credit.income.chart)).body(chart(i18n, report));
    (bars, plain_table(tu_string!(i18n, credit.report.income), &columns, rows)).into_any()
}

/// Two bars for each month: the amount due and the amount received.
fn collections(i18n: Language, months: &[CollectionMonth]) -> AnyView {
    let title = tu_string!(i18n, credit.collections.title);
    let (due, received) =
        (tu_string!(i18n, credit.collections.due), tu_string!(i18n, credit.collections.received));
    let bars = months.iter().flat_map(|month| {
        let bar = |name: String, parts: [Total; 2], value: Total| StackedBar {
            name,
            parts: parts.map(Total::ten_thousandths).to_vec(),
            value: money_text(i18n, value),
        };
        [
            bar(month_name(i18n, &month.month), [month.due, Total::ZERO], month.due),
            bar(String::new(), [Total::ZERO, month.received], month.received),
        ]
    });
    let columns = [
        Column::Text(tu_string!(i18n, credit.income.month)),
        Column::Money(due),
        Column::Money(received),
    ];
    let rows = months.iter().map(|month| {
        let name = Cell::head(month_name(i18n, &month.month));
        money_row([name], [month.due, month.received])
    });
    let legend = vec![due.to_owned(), received.to_owned()];
    let chart = stacked_chart(title, &PARTS, legend, bars.collect());
    (Card::new("collections", title).body(chart), plain_table(title, &columns, rows)).into_any()
}

/// One bar for each month, over all products, with the sum of its parts. The legend shows the sum
/// of each part.
fn chart(i18n: Language, report: &IncomeReport) -> AnyView {
    let (rows, totals) = (&report.rows, report.totals);
    let mut months: Vec<&str> = rows.iter().map(|row| row.month.as_str()).collect();
    months.sort_unstable();
    months.dedup();
    let bars = months.into_iter().map(|month| {
        let sum = |of: fn(&IncomeRow) -> Total| {
            let rows = rows.iter().filter(|row| row.month == month);
            rows.map(of).sum::<Total>()
        };
        let parts = [sum(|row| row.recognised), sum(|row| row.waived), sum(|row| row.suspended)];
        StackedBar {
            name: month_name(i18n, month),
            parts: parts.into_iter().map(Total::ten_thousandths).collect(),
            value: money_text(i18n, parts.into_iter().sum::<Total>()),
        }
    });
    let legend = [
        (tu_string!(i18n, credit.income.recognised), totals.recognised),
        (tu_string!(i18n, credit.income.waived), totals.waived),
        (tu_string!(i18n, credit.income.suspended), totals.suspended),
    ];
    let legend = legend.map(|(name, sum)| format!("{name}: {}", money_text(i18n, sum)));
    stacked_chart(tu_string!(i18n, credit.income.chart), &PARTS, legend.into(), bars.collect())
}

/// The name of a month: `Nov 2026` for `2026-11`.
fn month_name(i18n: Language, month: &str) -> String {
    let first = format!("{month}-01").parse();
    first.map_or_else(|_| month.to_owned(), |date| month_year_text(i18n, date))
}

fn income_row(i18n: Language, row: &IncomeRow) -> Row {
    let month = Cell::head(month_name(i18n, &row.month));
    let product = Cell::text(product_label(i18n, row.product_type));
    money_row([month, product], [row.recognised, row.waived, row.suspended]).into()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use shared::credit::report::IncomeTotals;
    use shared::credit::vocabulary::ProductType;

    use super::*;
    use crate::i18n::Locale;
    use crate::rendering::rendered;

    #[tokio::test]
    async fn a_bar_says_the_sum_of_its_parts_and_the_legend_says_the_parts() {
        let total = |units: i128| Total::from_ten_thousandths(units * 10_000);
        let report = || IncomeReport {
            rows: vec![IncomeRow {
                product_type: ProductType::Ijarah,
                month: "2026-11".to_owned(),
                recognised: total(2_989),
                waived: total(28_034),
                suspended: total(3_551),
            }],
            totals: IncomeTotals {
                recognised: total(2_989),
                waived: total(28_034),
                suspended: total(3_551),
            },
            collections: Vec::new(),
        };
        let html = rendered(Locale::English, |i18n| chart(i18n, &report()));
        assert!(html.contains("<b>AED\u{a0}34,574.00<"), "{html}");
        for part in ["2,989.00", "28,034.00", "3,551.00"] {
            assert!(html.contains(&format!(": AED\u{a0}{part}<")), "{html}");
        }
    }
}
