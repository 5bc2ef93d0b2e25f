//! What is owed, by product and status, and how late it is.

use chrono::NaiveDate;
use leptos::prelude::*;
use shared::credit::report::{
    AgeingRow, PortfolioReport, PortfolioRow, PortfolioTotals, RepeatedReference,
};
use shared::credit::vocabulary::{AgeingBucket, FacilityStatus, ProductType};
use shared::money::Money;
use shared::total::Total;

use super::money_cells;
use crate::credit::label::{bucket_label, product_label, status_label};
use crate::credit::stacked::{StackedBar, stacked_chart};
use crate::credit::tie_out::tie_out_chip;
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::encode;
use crate::ui::digits::number;
use crate::ui::empty_state::EmptyState;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::{count_text, money_text, total_text};
use crate::ui::table::{Column, cell, number_cell, plain_table};
use crate::ui::time::{local_date, now, short_date_text};

/// The statuses in which something is owed.
const LIVE: [FacilityStatus; 3] =
    [FacilityStatus::Active, FacilityStatus::Overdue, FacilityStatus::NonAccrual];

/// The report.
pub(super) fn portfolio(report: &PortfolioReport) -> AnyView {
    let i18n = use_i18n();
    if report.rows.is_empty() {
        return view! {
            <div class="card">
                <EmptyState
                    icon=IconName::Scale
                    title=tu_string!(i18n, credit.report.empty)
                    text=tu_string!(i18n, credit.report.empty_text)
                />
            </div>
        }
        .into_any();
    }
    let date = short_date_text(i18n, report.as_of);
    // The list of facilities is that of today: the rows of another day lead nowhere.
    let is_today = report.as_of == local_date(now());

    view! {
        <div class="cluster">
            <h2>{tu_string!(i18n, credit.report.as_of, date = date)}</h2>
            {tie_out_chip(report.tie_out)}
        </div>
        <section class="card" aria-labelledby="by-product">
            <div class="card-head">
                <h3 id="by-product">{tu_string!(i18n, credit.report.by_product)}</h3>
            </div>
            <div class="card-body">{product_chart(i18n, &report.rows)}</div>
        </section>
        {product_table(i18n, report, is_today)}
        {price_table(i18n, &report.rows)}
        <section class="card" aria-labelledby="ageing">
            <div class="card-head">
                <h3 id="ageing">{tu_string!(i18n, credit.report.ageing)}</h3>
            </div>
            <div class="card-body">
                {risk(i18n, &report.ageing)}
                {ageing_chart(i18n, &report.ageing)}
            </div>
        </section>
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
        let sum = amounts.into_iter().sum();
        StackedBar {
            name: product_label(i18n, product).to_owned(),
            parts: amounts.into_iter().map(Total::ten_thousandths).collect(),
            value: total_text(i18n, sum),
        }
    });
    let legend = LIVE.iter().map(|status| status_label(i18n, *status).to_owned()).collect();
    stacked_chart(tu_string!(i18n, credit.report.by_product), legend, bars.collect())
}

fn product_table(i18n: Language, report: &PortfolioReport, is_today: bool) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.list.product)),
        Column::Text(tu_string!(i18n, credit.list.status)),
        Column::Number(tu_string!(i18n, credit.report.count)),
        Column::Number(tu_string!(i18n, credit.list.amount)),
        Column::Number(tu_string!(i18n, credit.list.outstanding)),
        Column::Number(tu_string!(i18n, credit.report.overdue)),
    ];
    let mut rows: Vec<_> = report.rows.iter().map(|row| product_row(i18n, row, is_today)).collect();
    rows.push(totals_row(i18n, report.totals));
    plain_table(tu_string!(i18n, credit.report.by_product), &columns, rows)
}

fn product_row(i18n: Language, row: &PortfolioRow, is_today: bool) -> AnyView {
    let address = format!("/credit?status={}&productType={}", row.status, row.product_type);
    let status = list_link(is_today.then_some(address), status_label(i18n, row.status));
    view! {
        <tr role="row">
            <th scope="row" role="rowheader">{product_label(i18n, row.product_type)}</th>
            {cell(tu_string!(i18n, credit.list.status), status)}
            {number_cell(
                tu_string!(i18n, credit.report.count),
                Some(count_text(i18n, row.count)),
            )}
            {amounts(i18n, [row.facility_amount, row.outstanding_principal, row.overdue_amount])}
        </tr>
    }
    .into_any()
}

fn amounts(i18n: Language, [amount, outstanding, overdue]: [Total; 3]) -> Vec<AnyView> {
    money_cells(
        i18n,
        [
            (tu_string!(i18n, credit.list.amount), amount),
            (tu_string!(i18n, credit.list.outstanding), outstanding),
            (tu_string!(i18n, credit.report.overdue), overdue),
        ],
    )
}

/// What customers still owe of the prices of murabahas, and the profit in it.
fn price_table(i18n: Language, rows: &[PortfolioRow]) -> Option<AnyView> {
    let (outstanding, unearned, price) = (
        tu_string!(i18n, credit.list.outstanding),
        tu_string!(i18n, credit.prices.unearned),
        tu_string!(i18n, credit.prices.price),
    );
    let row = |row: &PortfolioRow| {
        let profit = row.unearned_profit?;
        let owed = row.outstanding_principal + profit;
        let amounts = [(outstanding, row.outstanding_principal), (unearned, profit), (price, owed)];
        let row = view! {
            <tr role="row">
                <th scope="row" role="rowheader">{status_label(i18n, row.status)}</th>
                {money_cells(i18n, amounts)}
            </tr>
        };
        Some(row.into_any())
    };
    let rows: Vec<_> = rows.iter().filter_map(row).collect();
    let columns = [
        Column::Text(tu_string!(i18n, credit.list.status)),
        Column::Number(outstanding),
        Column::Number(unearned),
        Column::Number(price),
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

fn totals_row(i18n: Language, totals: PortfolioTotals) -> AnyView {
    let sums = [totals.facility_amount, totals.outstanding_principal, totals.overdue_amount];
    view! {
        <tr role="row" class="total">
            <th scope="row" role="rowheader">{tu_string!(i18n, credit.schedule.totals)}</th>
            <td role="cell" data-empty=""></td>
            {number_cell(
                tu_string!(i18n, credit.report.count),
                Some(count_text(i18n, totals.count)),
            )}
            {amounts(i18n, sums)}
        </tr>
    }
    .into_any()
}

/// How much of what is owed is later than 30 and 90 days.
fn risk(i18n: Language, ageing: &[AgeingRow]) -> AnyView {
    let shares = [
        (tu_string!(i18n, credit.report.par30), share_from(ageing, AgeingBucket::Days31To60)),
        (tu_string!(i18n, credit.report.par90), share_from(ageing, AgeingBucket::Days91To180)),
    ];
    let shares: Vec<_> = shares
        .into_iter()
        .map(|(name, (amount, share))| {
            view! {
                <div>
                    <dt>{name}</dt>
                    <dd>
                        <span class="figure-number">{share}</span>
                        <span class="table-sub">{total_text(i18n, amount)}</span>
                    </dd>
                </div>
            }
            .into_any()
        })
        .collect();
    view! { <dl class="facts">{shares}</dl> }.into_any()
}

/// What is owed from a bucket on, and its share of everything, to two digits.
fn share_from(ageing: &[AgeingRow], first: AgeingBucket) -> (Total, String) {
    let owed = |from: AgeingBucket| {
        let rows = ageing.iter().filter(|row| row.bucket >= from);
        rows.map(|row| row.outstanding_principal).sum::<Total>()
    };
    let (part, whole) = (owed(first), owed(AgeingBucket::Current));
    let (amount, all) = (part.ten_thousandths(), whole.ten_thousandths());
    let hundredths = if all > 0 { (amount * 10_000 + all / 2) / all } else { 0 };
    (part, number(format!("{}.{:02}%", hundredths / 100, hundredths % 100)))
}

fn ageing_chart(i18n: Language, ageing: &[AgeingRow]) -> AnyView {
    let bars = ageing.iter().map(|row| StackedBar {
        name: bucket_label(i18n, row.bucket).to_owned(),
        parts: vec![row.outstanding_principal.ten_thousandths()],
        value: total_text(i18n, row.outstanding_principal),
    });
    let legend = vec![tu_string!(i18n, credit.list.outstanding).to_owned()];
    stacked_chart(tu_string!(i18n, credit.report.ageing), legend, bars.collect())
}

fn ageing_table(i18n: Language, ageing: &[AgeingRow], is_today: bool) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.report.bucket)),
        Column::Number(tu_string!(i18n, credit.report.count)),
        Column::Number(tu_string!(i18n, credit.list.outstanding)),
    ];
    let rows: Vec<_> = ageing
        .iter()
        .map(|row| {
            let address = is_today.then(|| list_of(row.bucket));
            let name = list_link(address, bucket_label(i18n, row.bucket));
            view! {
                <tr role="row">
                    <th scope="row" role="rowheader">{name}</th>
                    {number_cell(
                        tu_string!(i18n, credit.report.count),
                        Some(count_text(i18n, row.count)),
                    )}
                    {number_cell(
                        tu_string!(i18n, credit.list.outstanding),
                        Some(total_text(i18n, row.outstanding_principal)),
                    )}
                </tr>
            }
            .into_any()
        })
        .collect();
    plain_table(tu_string!(i18n, credit.report.ageing), &columns, rows)
}

/// The facilities of a bucket: live ones alone, since only they have an age.
fn list_of(bucket: AgeingBucket) -> String {
    let statuses = LIVE.map(FacilityStatus::as_str).join(",");
    format!("/credit?status={}&bucket={}", encode(&statuses), encode(bucket.as_str()))
}

/// What leads to a list, where there is one.
fn list_link(address: Option<String>, text: &'static str) -> AnyView {
    match address {
        Some(address) => view! { <a href=address>{text}</a> }.into_any(),
        None => text.into_any(),
    }
}

/// Payments that may have been recorded twice.
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
    let rows = repeated.iter().map(|it| repeated_row(i18n, it)).collect();
    let view = view! {
        <section class="stack-tight" aria-labelledby="repeated">
            <h3 id="repeated">{title}</h3>
            <p class="muted">{tu_string!(i18n, credit.repeated.text)}</p>
            {plain_table(title, &columns, rows)}
        </section>
    };
    Some(view.into_any())
}

fn repeated_row(i18n: Language, repeated: &RepeatedReference) -> AnyView {
    let payment = |amount: Money, date: NaiveDate| {
        let (amount, date) = (money_text(i18n, amount), short_date_text(i18n, date));
        tu_string!(i18n, credit.payment.received, amount = amount, date = date).into_any()
    };
    let address = format!("/credit/{}/payments", repeated.facility_ref);
    let reference = view! { <bdi>{repeated.reference.clone()}</bdi> }.into_any();
    let earlier = repeated.earlier;
    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <a class="facility-ref" href=address>{repeated.facility_ref.clone()}</a>
            </th>
            {cell(tu_string!(i18n, credit.payment.reference), reference)}
            {cell(
                tu_string!(i18n, credit.repeated.payment),
                payment(repeated.amount, repeated.payment_date),
            )}
            {cell(
                tu_string!(i18n, credit.repeated.earlier),
                payment(earlier.amount, earlier.payment_date),
            )}
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bucket: AgeingBucket, amount: i128) -> AgeingRow {
        let outstanding_principal = Total::from_ten_thousandths(amount);
        AgeingRow { bucket, count: 1, outstanding_principal }
    }

    #[test]
    fn the_portfolio_at_risk_is_what_is_later_than_so_many_days() {
        let ageing = [
            row(AgeingBucket::Current, 600),
            row(AgeingBucket::Days1To30, 100),
            row(AgeingBucket::Days31To60, 200),
            row(AgeingBucket::Over365, 100),
        ];
        let (amount, share) = share_from(&ageing, AgeingBucket::Days31To60);
        assert_eq!((amount.ten_thousandths(), share.as_str()), (300, "30.00%"));
        assert_eq!(share_from(&ageing, AgeingBucket::Days91To180).1, "10.00%");
        assert_eq!(share_from(&[], AgeingBucket::Days91To180).1, "0.00%");
    }

    #[test]
    fn the_address_of_a_bucket_can_be_read_back() {
        let live = "/credit?status=active%2Coverdue%2Cnon_accrual";
        assert_eq!(list_of(AgeingBucket::Days181To365), format!("{live}&bucket=181-365"));
        assert_eq!(list_of(AgeingBucket::Over365), format!("{live}&bucket=%3E365"));
    }
}
