//! The figures for the tasks of the signed-in user, each with a link to its list.

use leptos::prelude::*;
use shared::calendar::month_of;
use shared::credit::report::PortfolioAtRisk;
use shared::home::{
    CollectionFigures, HomeFigures, LedgerFigures, PROBATION_NOTICE_DAYS, PeopleFigures,
};

use super::serverfns::home_figures;
use crate::credit::facility_status_label;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::hundredths_text;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, status_label};
use crate::ui::money::{count_text, exact_money, money};
use crate::ui::page::found;
use crate::ui::time::{local_date, now};

/// One figure.
struct Figure {
    label: String,
    value: AnyView,
    /// The amount behind a share.
    detail: Option<AnyView>,
    address: String,
    is_alarming: bool,
}

impl Figure {
    fn new(
        label: impl Into<String>,
        value: impl IntoView + 'static,
        address: impl Into<String>,
    ) -> Self {
        let (label, address) = (label.into(), address.into());
        Self { label, value: value.into_any(), detail: None, address, is_alarming: false }
    }

    fn detail(self, detail: AnyView) -> Self {
        Self { detail: Some(detail), ..self }
    }

    fn alarming(self, is_alarming: bool) -> Self {
        Self { is_alarming, ..self }
    }

    fn view(self) -> AnyView {
        let class = if self.is_alarming { "figure-tile alarming" } else { "figure-tile" };
        let alarm = self.is_alarming.then(|| view! { <Icon name=IconName::AlertTriangle/> });
        let detail = self.detail.map(|detail| {
            view! { <span class="table-sub">{detail}</span> }
        });
        view! {
            <li>
                <a class=class href=self.address>
                    <span class="figure-label">{alarm} {self.label}</span>
                    <strong class="figure-number">{self.value}</strong>
                    {detail}
                </a>
            </li>
        }
        .into_any()
    }
}

/// The figures; nothing for users without such tasks.
#[component]
pub(super) fn Figures() -> impl IntoView {
    let i18n = use_i18n();
    found(home_figures(), move |figures| content(i18n, figures))
}

fn content(i18n: Language, figures: HomeFigures) -> AnyView {
    let HomeFigures { collection, pipeline, ledger, portfolio, exceptions, people } = figures;
    let pipeline = pipeline.into_iter().map(|found| {
        let address = format!("/credit?status={}&mine=true", found.status);
        let label = facility_status_label(i18n, found.status);
        Figure::new(label, count_text(i18n, found.count), address)
    });
    let exceptions = exceptions.map(|count| {
        let label = tu_string!(i18n, credit.shariah.exceptions);
        Figure::new(label, count_text(i18n, count), "/credit/reports/shariah").alarming(count > 0)
    });
    let figures: Vec<_> = collection
        .into_iter()
        .flat_map(|found| collection_figures(i18n, found))
        .chain(pipeline)
        .chain(ledger.into_iter().flat_map(|found| ledger_figures(i18n, found)))
        .chain(portfolio.into_iter().flat_map(|found| portfolio_figures(i18n, found)))
        .chain(exceptions)
        .chain(people.into_iter().flat_map(|found| people_figures(i18n, found)))
        .map(Figure::view)
        .collect();
    if figures.is_empty() {
        return ().into_any();
    }
    view! {
        <section aria-labelledby="figures-title">
            <h2 id="figures-title" class="visually-hidden">
                {tu_string!(i18n, home.figures)}
            </h2>
            <ul class="figure-tiles">{figures}</ul>
        </section>
    }
    .into_any()
}

fn collection_figures(i18n: Language, found: CollectionFigures) -> Vec<Figure> {
    let CollectionFigures { due_today, overdue } = found;
    vec![
        Figure::new(
            tu_string!(i18n, home.due_today),
            count_text(i18n, due_today),
            "/credit?dueWithin=0&sort=next_due",
        ),
        Figure::new(
            tu_string!(i18n, credit.list.view_overdue),
            count_text(i18n, overdue),
            "/credit?status=overdue&sort=next_due",
        )
        .alarming(overdue > 0),
    ]
}

fn ledger_figures(i18n: Language, found: LedgerFigures) -> Vec<Figure> {
    let LedgerFigures { tie_out, unmapped, still_due, received } = found;
    let today = local_date(now());
    let days_left = (month_of(today).1 - today).num_days();
    let difference =
        if tie_out.difference.is_zero() { tie_out.accounts_difference } else { tie_out.difference };
    vec![
        Figure::new(
            tu_string!(i18n, home.difference),
            exact_money(i18n, difference),
            "/credit/reports",
        )
        .alarming(!tie_out.agrees()),
        Figure::new(
            tu_string!(i18n, home.unmapped),
            count_text(i18n, unmapped),
            "/credit/accounts",
        )
        .alarming(unmapped > 0),
        Figure::new(
            tu_string!(i18n, home.still_due),
            money(i18n, still_due),
            format!("/credit?dueWithin={days_left}&sort=next_due"),
        ),
        Figure::new(
            tu_string!(i18n, home.received),
            money(i18n, received),
            "/credit/reports/income",
        ),
    ]
}

fn portfolio_figures(i18n: Language, found: PortfolioAtRisk) -> Vec<Figure> {
    let risk = |label: &str, part| {
        Figure::new(label, hundredths_text(found.share(part)), "/credit/reports")
            .detail(money(i18n, part))
            .alarming(part.is_positive())
    };
    vec![
        Figure::new(
            tu_string!(i18n, credit.list.outstanding),
            money(i18n, found.outstanding),
            "/credit/reports",
        ),
        risk(tu_string!(i18n, credit.report.par30), found.over_30_days),
        risk(tu_string!(i18n, credit.report.par90), found.over_90_days),
    ]
}

fn people_figures(i18n: Language, found: PeopleFigures) -> Vec<Figure> {
    let ending = Figure::new(
        tu_string!(i18n, home.probation_ending),
        count_text(i18n, found.probation_ending),
        format!("/probation?dueWithin={PROBATION_NOTICE_DAYS}"),
    );
    let late = found.late.into_iter().map(|stage| {
        let status = status_label(i18n, stage.status);
        let label = tu_string!(i18n, home.late_at, stage = status);
        let address = format!("/appraisals/stuck?status={}", stage.status);
        Figure::new(label, count_text(i18n, stage.count), address).alarming(true)
    });
    std::iter::once(ending).chain(late).collect()
}
