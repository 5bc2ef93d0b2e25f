//! Reports of the credit desk: the portfolio with its ageing, income, and the rules of the Shariah.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::total::Total;

use super::area::{Area, credit_tabs};
use super::journals_page::{day, period_form};
use super::{income, portfolio, shariah_report};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::label::Language;
use crate::ui::money::total_text;
use crate::ui::page::{found, page_head};
use crate::ui::query::QueryForm;
use crate::ui::table::number_cell;

mod income_view;
mod portfolio_view;
mod shariah_view;

const PORTFOLIO: QueryForm = QueryForm { path: "/credit/reports", names: &["asOf"] };
const INCOME: QueryForm = QueryForm { path: "/credit/reports/income", names: &["from", "to"] };

/// One of the reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Report {
    Portfolio,
    Income,
    Shariah,
}

/// The page at `/credit/reports`.
#[component]
pub fn PortfolioPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| PORTFOLIO.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        portfolio(address.value("asOf"))
    };
    let content = found(load, |report| portfolio_view::portfolio(&report));
    let label = tu_string!(i18n, credit.report.as_of_day);
    let as_of = day("asOf", label, &address.get_untracked());
    let form = period_form(i18n, PORTFOLIO, vec![as_of]);

    report_page(i18n, Report::Portfolio, Some(form), content)
}

/// The page at `/credit/reports/income`.
#[component]
pub fn IncomePage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| INCOME.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        income(address.value("from"), address.value("to"))
    };
    let content = found(load, |report| income_view::income(&report));
    let shown = address.get_untracked();
    let fields = vec![
        day("from", tu_string!(i18n, people.audit.from), &shown),
        day("to", tu_string!(i18n, people.audit.to), &shown),
    ];

    report_page(i18n, Report::Income, Some(period_form(i18n, INCOME, fields)), content)
}

/// The page at `/credit/reports/shariah`.
#[component]
pub fn ShariahPage() -> impl IntoView {
    let load = || shariah_report();
    let content = found(load, |report| shariah_view::shariah(&report));

    report_page(use_i18n(), Report::Shariah, None, content)
}

fn report_page(
    i18n: Language,
    current: Report,
    form: Option<AnyView>,
    content: AnyView,
) -> AnyView {
    let (title, lead) = match current {
        Report::Portfolio => {
            (tu_string!(i18n, credit.report.portfolio), tu_string!(i18n, credit.report.lead))
        }
        Report::Income => {
            (tu_string!(i18n, credit.report.income), tu_string!(i18n, credit.income.lead))
        }
        Report::Shariah => {
            (tu_string!(i18n, credit.report.shariah), tu_string!(i18n, credit.shariah.lead))
        }
    };
    let link = |report: Report, address: &'static str, text: &'static str| {
        let is_current = (report == current).then_some("page");
        view! {
            <a class="segment" href=address aria-current=is_current data-noscroll="">
                {text}
            </a>
        }
        .into_any()
    };

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), lead, Vec::new())}
            {credit_tabs(Area::Reports)}
            <nav class="segments no-print" aria-label=tu_string!(i18n, credit.report.reports)>
                {link(
                    Report::Portfolio,
                    "/credit/reports",
                    tu_string!(i18n, credit.report.portfolio),
                )}
                {link(
                    Report::Income,
                    "/credit/reports/income",
                    tu_string!(i18n, credit.report.income),
                )}
                {link(
                    Report::Shariah,
                    "/credit/reports/shariah",
                    tu_string!(i18n, credit.report.shariah),
                )}
            </nav>
            {form}
            {content}
        </div>
    }
    .into_any()
}

/// Amounts at the end of a row, each under its heading.
fn money_cells<const COUNT: usize>(
    i18n: Language,
    amounts: [(&'static str, Total); COUNT],
) -> Vec<AnyView> {
    amounts.map(|(label, amount)| number_cell(label, Some(total_text(i18n, amount)))).into()
}
