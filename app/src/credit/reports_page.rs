//! The credit reports: the portfolio with its ageing, income, and Shariah compliance.

use leptos::prelude::*;
use shared::total::Total;

use super::area::{Area, credit_tabs};
use super::journals_page::{as_of_form, period, period_form};
use super::{income, portfolio, shariah_report};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::csv_link::csv_link;
use crate::ui::label::Language;
use crate::ui::page::{PageHead, found};
use crate::ui::query::QueryForm;
use crate::ui::table::Cell;
use crate::ui::tabs::{links, page_segment};

mod income_view;
mod portfolio_view;
mod shariah_view;

const PORTFOLIO: QueryForm = QueryForm { path: "/credit/reports", names: &["asOf"] };
const INCOME: QueryForm = QueryForm { path: "/credit/reports/income", names: &["from", "to"] };

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
    let address = PORTFOLIO.current();
    let report = portfolio(address.value("asOf"));
    let content = found(report, |report| portfolio_view::portfolio(&report));
    let csv = csv_link(i18n, address.path_of("/api/credit/reports/portfolio/export.csv"));
    let form = as_of_form(i18n, PORTFOLIO, &address);
    report_page(i18n, Report::Portfolio, Some((csv, form)), content)
}

/// The page at `/credit/reports/income`.
#[component]
pub fn IncomePage() -> impl IntoView {
    let i18n = use_i18n();
    let address = INCOME.current();
    let report = income(address.value("from"), address.value("to"));
    let content = found(report, |report| income_view::income(&report));
    let form = period_form(i18n, INCOME, period(i18n, &address));
    let csv = csv_link(i18n, address.path_of("/api/credit/reports/income/export.csv"));
    report_page(i18n, Report::Income, Some((csv, form)), content)
}

/// The page at `/credit/reports/shariah`.
#[component]
pub fn ShariahPage() -> impl IntoView {
    let content = found(shariah_report(), |report| shariah_view::shariah(&report));
    report_page(use_i18n(), Report::Shariah, None, content)
}

/// The page of a report, with the link to its table and the form for its days, if it has any.
fn report_page(
    i18n: Language,
    current: Report,
    table_and_form: Option<(AnyView, AnyView)>,
    content: AnyView,
) -> AnyView {
    let (csv, form) = table_and_form.unzip();
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
    let reports = [
        (Report::Portfolio, "/credit/reports", tu_string!(i18n, credit.report.portfolio)),
        (Report::Income, "/credit/reports/income", tu_string!(i18n, credit.report.income)),
        (Report::Shariah, "/credit/reports/shariah", tu_string!(i18n, credit.report.shariah)),
    ];
    let reports = reports.map(|(it, address, text)| page_segment(address, text, it == current));
    let reports = links("segments no-print", tu_string!(i18n, credit.report.reports), reports);
    PageHead::new(title, lead).actions(csv).page((
        credit_tabs(Area::Reports),
        reports,
        form,
        content,
    ))
}

/// A table row that ends with amounts.
fn money_row<const COUNT: usize>(
    first: impl IntoIterator<Item = Cell>,
    amounts: [Total; COUNT],
) -> Vec<Cell> {
    let amounts = amounts.map(Cell::money);
    first.into_iter().chain(amounts).collect()
}
