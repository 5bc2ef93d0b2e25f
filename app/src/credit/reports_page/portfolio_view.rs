//! The portfolio by product, status and ageing.

use chrono::NaiveDate;
use leptos::prelude::*;
use shared::credit::report::{
    AgeingRow, PortfolioAtRisk, PortfolioReport, PortfolioRow, PortfolioTotals, RepeatedReference,
};
use shared::credit::vocabulary::{AgeingBucket, FacilityStatus, ProductType};
use shared::money::Money;
use shared::total::Total;

use super::money_row;
use crate::credit::label::{bucket_label, product_label, status_label};
use crate::credit::tie_out::tie_out_chip;
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::encode;
use crate::ui::card::Card;
use crate::ui::digits::hundredths_text;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::{count_text, money, money_text};
use crate::ui::stacked::{PARTS, StackedBar, stacked_chart};
use crate::ui::table::{Cell, Column, Row, plain_table};
use crate::ui::time::{local_date, now, short_date_text};

/// The statuses in which money is owed.
const LIVE: [FacilityStatus; 3] =
    [FacilityStatus::Active, FacilityStatus::Overdue, FacilityStatus::NonAccrual];

pub(super) fn portfolio(report: &PortfolioReport) -> AnyView {
    let i18n = use_i18n();
    if report.rows.is_empty() {
        return Empty::new(
            IconName::Scale,
            tu_string!(i18n, credit.report.empty),
            tu_string!(i18n, credit.report.empty_text),
        )
        .card();
    }
    let date = short_date_text(i18n, report.as_of);
    // The list of facilities shows today's state, so the rows of another day have no links.
    let is_today = report.as_of == local_date(now());

    let products = Card::below("by-product", tu_string!(i18n, credit.report.by_product))
        .body(product_chart(i18n, &report.rows));
    let ageing = Card::below("ageing", tu_string!(i18n, credit.report.ageing))
        .body((risk(i18n, &report.ageing), ageing_chart(i18n, &report.ageing)));

    view! {
        <div class="cluster">
            <h2>{tu_string!(i18n, credit.report.as_of, date = date)}</h2>
            {tie_out_chip(report.tie_out)}
        </div>
        {products}
        {product_table(i18n, report, is_today)}
        {price_table(i18n, &report.rows)}
        {ageing}
        {ageing_table(i18n, &report.ageing, is_today)}
        {repeated_table(i18n, &report.repeated_references)}
    }
    .into_any()
}

fn product_chart(i18n: Language, rows: &[PortfolioRow]) -> AnyView {
    let bars = ProductType::ALL.iter().map(|&product| {
        let of = |status: FacilityStatus| {
            let rows = rows.iter().filter(|it| it.product_type == product && it.status == status);
            rows.map(|row| row.outstanding_principal).sum::<Total>()
        };
        let amounts = LIVE.map(of);
        let sum: Total = amounts.into_iter().sum();
        StackedBar {
            name: product_label(i18n, product).to_owned(),
            parts: amounts.into_iter().map(Total::ten_thousandths).collect(),
            value: money_text(i18n, sum),
        }
    });
    let legend = LIVE.iter().map(|status| status_label(i18n, *status).to_owned()).collect();
    stacked_chart(tu_string!(i18n, credit.report.by_product), &PARTS, legend, bars.collect())
}

fn product_table(i18n: Language, report: &PortfolioReport, is_today: bool) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.list.product)),
        Column::Text(tu_string!(i18n, credit.list.status)),
        Column::Number(tu_string!(i18n, credit.report.count)),
        Column::Money(tu_string!(i18n, credit.list.amount)),
        Column::Money(tu_string!(i18n, credit.list.outstanding)),
        Column::Money(tu_string!(i18n, credit.report.overdue)),
    ];
    let rows = report.rows.iter().map(|row| product_row(i18n, row, is_today));
    let rows = rows.chain([totals_row(i18n, report.totals)]);
    plain_table(tu_string!(i18n, credit.report.by_product), &columns, rows)
}

fn product_row(i18n: Language, row: &PortfolioRow, is_today: bool) -> Row {
    let address = format!("/credit?status={}&productType={}", row.status, row.product_type);
    let first = [
        Cell::head(product_label(i18n, row.product_type)),
        Cell::text(list_link(is_today.then_some(address), status_label(i18n, row.status))),
        Cell::number(count_text(i18n, row.count)),
    ];
    let amounts = [row.facility_amount, row.outstanding_principal, row.overdue_amount];
    money_row(first, amounts).into()
}

/// The outstanding prices of murabahas, and the profit in them.
fn price_table(i18n: Language, rows: &[PortfolioRow]) -> Option<AnyView> {
    let rows = rows.iter().filter_map(|row| {
        let profit = row.unearned_profit?;
        let owed = row.outstanding_principal + profit;
        let status = Cell::head(status_label(i18n, row.status));
        Some(money_row([status], [row.outstanding_principal, profit, owed]))
    });
    let rows: Vec<_> = rows.collect();
    let columns = [
        Column::Text(tu_string!(i18n, credit.list.status)),
        Column::Money(tu_string!(i18n, credit.list.outstanding)),
        Column::Money(tu_string!(i18n, credit.prices.unearned)),
        Column::Money(tu_string!(i18n, credit.prices.price)),
    ];
    let title = tu_string!(i18n, credit.prices.title);
    (!rows.is_empty()).then(|| {
        view! {
            <section class="stack-tight" aria-labelledby="prices">
                <h3 id="prices">{title}</h3>
                {plain_table(title, &columns, rows)}
            </section>
        }
        .into_any()
    })
}

fn totals_row(i18n: Language, totals: PortfolioTotals) -> Row {
    let first = [
        Cell::head(tu_string!(i18n, credit.schedule.totals)),
        Cell::Blank,
        Cell::number(count_text(i18n, totals.count)),
    ];
    let sums = [totals.facility_amount, totals.outstanding_principal, totals.overdue_amount];
    Row::total(money_row(first, sums))
}

/// The portfolio at risk: the shares that are more than 30 and more than 90 days past due.
fn risk(i18n: Language, ageing: &[AgeingRow]) -> AnyView {
    let portfolio = PortfolioAtRisk::of(ageing);
    let shares = [
        (tu_string!(i18n, credit.report.par30), portfolio.over_30_days),
        (tu_string!(i18n, credit.report.par90), portfolio.over_90_days),
    ];
    let shares: Vec<_> = shares
        .into_iter()
        .map(|(name, amount)| {
            let share = hundredths_text(portfolio.share(amount));
            view! {
                <div>
                    <dt>{name}</dt>
                    <dd>
                        <span class="figure-number">{share}</span>
                        <span class="table-sub">{money(i18n, amount)}</span>
                    </dd>
                </div>
            }
            .into_any()
        })
        .collect();
    view! { <dl class="facts">{shares}</dl> }.into_any()
}

fn ageing_chart(i18n: Language, ageing: &[AgeingRow]) -> AnyView {
    let bars = ageing.iter().map(|row| StackedBar {
        name: bucket_label(i18n, row.bucket).to_owned(),
        parts: vec![row.outstanding_principal.ten_thousandths()],
        value: money_text(i18n, row.outstanding_principal),
    });
    let legend = vec![tu_string!(i18n, credit.list.outstanding).to_owned()];
    stacked_chart(tu_string!(i18n, credit.report.ageing), &PARTS, legend, bars.collect())
}

fn ageing_table(i18n: Language, ageing: &[AgeingRow], is_today: bool) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.report.bucket)),
        Column::Number(tu_string!(i18n, credit.report.count)),
        Column::Money(tu_string!(i18n, credit.list.outstanding)),
    ];
    let rows = ageing.iter().map(|row| {
        let address = is_today.then(|| list_of(row.bucket));
        let name = list_link(address, bucket_label(i18n, row.bucket));
        [
            Cell::head(name),
            Cell::number(count_text(i18n, row.count)),
            Cell::money(row.outstanding_principal),
        ]
    });
    plain_table(tu_string!(i18n, credit.report.ageing), &columns, rows)
}

/// The address of the facilities in a bucket. Only live facilities have an age.
fn list_of(bucket: AgeingBucket) -> String {
    let statuses = LIVE.map(FacilityStatus::as_str).join(",");
    format!("/credit?status={}&bucket={}", encode(&statuses), encode(bucket.as_str()))
}

/// The text, as a link if there is an address.
fn list_link(address: Option<String>, text: &'static str) -> AnyView {
    match address {
        Some(address) => view! { <a href=address>{text}</a> }.into_any(),
        None => text.into_any(),
    }
}

/// Payments that may have been recorded twice, because their reference repeats.
fn repeated_table(i18n: Language, repeated: &[RepeatedReference]) -> Option<AnyView> {
    if repeated.is_empty() {
        return None;
    }
    let title = tu_string!(i18n, credit.repeated.title);
    let columns = [
        Column::Text(tu_string!(i18n, credit.list.reference)),
        Column::Text(tu_string!(i18n, credit.payment.reference)),
        Column::Text(tu_string!(i18n, credit.repeated.payment)),
        Column::Text(tu_string!(i18n, credit.repeated.earlier)),
    ];
    let rows = repeated.iter().map(|it| repeated_row(i18n, it));
    let view = view! {
        <section class="stack-tight" aria-labelledby="repeated">
            <h3 id="repeated">{title}</h3>
            <p class="muted">{tu_string!(i18n, credit.repeated.text)}</p>
            {plain_table(title, &columns, rows)}
        </section>
    };
    Some(view.into_any())
}

fn repeated_row(i18n: Language, repeated: &RepeatedReference) -> [Cell; 4] {
    let payment = |amount: Money, date: NaiveDate| {
        let (amount, date) = (money_text(i18n, amount), short_date_text(i18n, date));
        tu_string!(i18n, credit.payment.received, amount = amount, date = date).into_any()
    };
    let address = format!("/credit/{}/payments", repeated.facility_ref);
    let reference = view! { <bdi>{repeated.reference.clone()}</bdi> }.into_any();
    let earlier = repeated.earlier;
    [
        Cell::head(
            view! { <a class="facility-ref" href=address>{repeated.facility_ref.clone()}</a> },
        ),
        Cell::text(reference),
        Cell::text(payment(repeated.amount, repeated.payment_date)),
        Cell::text(payment(earlier.amount, earlier.payment_date)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_bucket_can_be_read_back() {
        let live = "/credit?status=active%2Coverdue%2Cnon_accrual";
        assert_eq!(list_of(AgeingBucket::Days181To365), format!("{live}&bucket=181-365"));
        assert_eq!(list_of(AgeingBucket::Over365), format!("{live}&bucket=%3E365"));
    }
}
