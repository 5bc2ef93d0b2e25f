//! The compliance of the portfolio with the Shariah rules that the service checks.

use leptos::prelude::*;
use shared::credit::report::{ComplianceException, ProfitWaiver, ShariahReport};
use shared::credit::vocabulary::ComplianceRule;

use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::card::section;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::{count_text, money};
use crate::ui::table::{Cell, Column, Row, plain_table};
use crate::ui::time::{exact_text, short_date_text};

pub(super) fn shariah(report: &ShariahReport) -> AnyView {
    let i18n = use_i18n();
    let owned = report.ownership_before_activation;
    let rules = [
        (
            tu_string!(i18n, credit.shariah.owned),
            tu_string!(
                i18n,
                credit.shariah.owned_count,
                compliant = count_text(i18n, owned.compliant),
                total = count_text(i18n, owned.total),
            )
            .into_any(),
            owned.compliant == owned.total,
        ),
        (
            tu_string!(i18n, credit.shariah.same_person),
            count_text(i18n, report.same_person_approvals).into_any(),
            report.same_person_approvals == 0,
        ),
        (
            tu_string!(i18n, credit.shariah.income),
            money(i18n, report.income_while_non_accrual),
            report.income_while_non_accrual.is_zero(),
        ),
    ];
    let rules: Vec<_> =
        rules.into_iter().map(|(name, figure, is_met)| rule(i18n, name, figure, is_met)).collect();
    let date = short_date_text(i18n, report.as_of);

    view! {
        <h2>{tu_string!(i18n, credit.report.as_of, date = date)}</h2>
        <div class="products">{rules}</div>
        {exceptions(i18n, &report.exceptions)}
        {waivers(i18n, &report.waivers)}
    }
    .into_any()
}

fn rule(i18n: Language, name: &'static str, figure: AnyView, is_met: bool) -> AnyView {
    let (tone, icon, text) = if is_met {
        (Tone::Success, IconName::Check, tu_string!(i18n, credit.shariah.kept))
    } else {
        (Tone::Danger, IconName::AlertTriangle, tu_string!(i18n, credit.shariah.broken))
    };
    view! {
        <div class="card">
            <div class="card-body">
                <h3>{name}</h3>
                <p class="figure-number">{figure}</p>
                <p>
                    <Badge tone icon text/>
                </p>
            </div>
        </div>
    }
    .into_any()
}

fn exceptions(i18n: Language, exceptions: &[ComplianceException]) -> AnyView {
    let title = tu_string!(i18n, credit.shariah.exceptions);
    let columns = [
        Column::Text(tu_string!(i18n, credit.list.reference)),
        Column::Text(tu_string!(i18n, credit.shariah.what)),
    ];
    let rows = exceptions.iter().map(|exception| {
        let reference = &exception.facility_ref;
        let address = format!("/credit/{reference}/evidence");
        [
            Cell::head(view! { <a href=address>{reference.clone()}</a> }),
            Cell::text(broken(i18n, exception.rule)),
        ]
    });
    let none = tu_string!(i18n, credit.shariah.no_exceptions);
    table_section("exceptions", title, none, &columns, rows)
}

/// Waivers of suspended profit.
fn waivers(i18n: Language, waivers: &[ProfitWaiver]) -> AnyView {
    let title = tu_string!(i18n, credit.shariah.waivers);
    let columns = [
        Column::Text(tu_string!(i18n, credit.list.reference)),
        Column::Money(tu_string!(i18n, credit.payment.amount)),
        Column::Text(tu_string!(i18n, credit.shariah.waived_by)),
        Column::Text(tu_string!(i18n, credit.action.reason)),
        Column::Text(tu_string!(i18n, credit.portal.date)),
    ];
    let rows = waivers.iter().map(|waiver| {
        let reference = &waiver.facility_ref;
        let address = format!("/credit/{reference}/timeline");
        [
            Cell::head(view! { <a href=address>{reference.clone()}</a> }),
            Cell::money(waiver.amount),
            Cell::text(waiver.actor_name.clone()),
            Cell::text(waiver.reason.clone()),
            Cell::text(exact_text(i18n, waiver.at)),
        ]
    });
    table_section("waivers", title, tu_string!(i18n, credit.shariah.no_waivers), &columns, rows)
}

/// A table under its own heading, or a message that it has no rows.
fn table_section(
    id: &'static str,
    title: &'static str,
    none: &'static str,
    columns: &[Column],
    rows: impl ExactSizeIterator<Item = impl Into<Row>>,
) -> AnyView {
    let content = if rows.len() == 0 {
        view! { <p class="muted">{none}</p> }.into_any()
    } else {
        plain_table(title, columns, rows)
    };
    section("stack-tight", id, title, content)
}

/// The description of a violation of a rule.
fn broken(i18n: Language, rule: ComplianceRule) -> &'static str {
    match rule {
        ComplianceRule::AssetOwned => tu_string!(i18n, credit.shariah.not_owned),
        ComplianceRule::SeparateHands => tu_string!(i18n, credit.shariah.same_hands),
        ComplianceRule::NoIncomeOnNonAccrual => tu_string!(i18n, credit.shariah.earned),
        ComplianceRule::OwnershipDocumented => tu_string!(i18n, credit.shariah.undocumented),
        ComplianceRule::MakerNotActivator => tu_string!(i18n, credit.shariah.maker_activated),
        ComplianceRule::ReversalByAnother => tu_string!(i18n, credit.shariah.self_reversed),
        ComplianceRule::CustomerShare => tu_string!(i18n, credit.shariah.no_share),
    }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::i18n::Locale;
    use crate::rendering::rendered;

    #[tokio::test]
    async fn exceptions_are_described_in_the_language_of_the_page() {
        let found = || -> Vec<_> {
            let exception = |rule: &ComplianceRule| ComplianceException {
                facility_ref: "CF-1".to_owned(),
                rule: *rule,
                text: "As the service says.".to_owned(),
            };
            ComplianceRule::ALL.iter().map(exception).collect()
        };
        for locale in [Locale::English, Locale::Arabic] {
            let html = rendered(locale, |i18n| exceptions(i18n, &found()));
            assert!(!html.contains("As the service says."), "{html}");
        }
        let html = rendered(Locale::Arabic, |i18n| exceptions(i18n, &found()));
        assert!(html.contains("أُثبت دخل أثناء تعليق دخل التمويل."), "{html}");
    }
}
