//! The effects of a payment: the parts of the amount, the instalments to which it is applied, and
//! its journal lines.

use leptos::prelude::*;
use shared::credit::journal::JournalLine;
use shared::credit::payment::AppliedTo;
use shared::credit::servicing::Quote;
use shared::credit::vocabulary::ProductType;
use shared::money::Money;

use super::label::{event_label, line_badge};
use crate::i18n::tu_string;
use crate::ui::digits::number;
use crate::ui::label::Language;
use crate::ui::money::money_text;
use crate::ui::table::{Cell, Column, Row, plain_table};

/// The lines of a journal with their totals.
pub(super) fn journal_lines(i18n: Language, lines: &[JournalLine]) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.ledger.event)),
        Column::Text(tu_string!(i18n, credit.ledger.account)),
        Column::Number(tu_string!(i18n, credit.side.debit)),
        Column::Number(tu_string!(i18n, credit.side.credit)),
    ];
    let shown = |amount: Money| amount.is_positive().then(|| money_text(i18n, amount));
    let row = |line: &JournalLine| {
        Row::from([
            Cell::head(event_label(i18n, line.event_type)),
            Cell::text(account_text(&line.gl_account, line.gl_account_name.as_deref())),
            Cell::number(shown(line.debit)),
            Cell::number(shown(line.credit)),
        ])
    };
    let sum = |of: fn(&JournalLine) -> Money| {
        Money::total(lines.iter().map(of)).map(|total| money_text(i18n, total))
    };
    let total = Row::total([
        Cell::head(tu_string!(i18n, credit.schedule.totals)),
        Cell::Blank,
        Cell::number(sum(|line| line.debit)),
        Cell::number(sum(|line| line.credit)),
    ]);
    let rows = lines.iter().map(row).chain([total]);
    plain_table(tu_string!(i18n, credit.ledger.caption), &columns, rows)
}

/// The code of an account, and its name if it has one.
pub(super) fn account_text(code: &str, name: Option<&str>) -> AnyView {
    let name = name.map(|name| {
        view! {
            <span class="table-sub" dir="auto">
                {name.to_owned()}
            </span>
        }
    });
    (code.to_owned(), name).into_any()
}

/// The instalments to which a payment is applied.
pub(super) fn applied_table(i18n: Language, applied: &[AppliedTo]) -> Option<AnyView> {
    if applied.is_empty() {
        return None;
    }
    let columns = [
        Column::Number(tu_string!(i18n, credit.schedule.period)),
        Column::Number(tu_string!(i18n, credit.payment.applied)),
        Column::Text(tu_string!(i18n, credit.schedule.status)),
    ];
    let rows = applied.iter().map(|line| {
        let amount = money_text(i18n, line.paid_amount);
        [
            Cell::NumberHead(number(line.period).into_any()),
            Cell::number(amount),
            Cell::text(line_badge(i18n, line.status)),
        ]
    });
    Some(plain_table(tu_string!(i18n, credit.payment.applied_caption), &columns, rows))
}

/// The parts and the total of a quote; below them, the amounts that it does not include.
pub(super) fn quote_parts(i18n: Language, product: ProductType, quote: &Quote) -> AnyView {
    let line = |(term, amount): (&'static str, Money)| {
        view! { <dt>{term}</dt><dd>{money_text(i18n, amount)}</dd> }.into_any()
    };
    let parts: Vec<_> = named_parts(i18n, product, quote).into_iter().map(line).collect();
    let uncharged: Vec<_> = not_charged(i18n, quote).into_iter().map(line).collect();
    let uncharged = (!uncharged.is_empty())
        .then(|| view! { <dl class="facts-list muted">{uncharged}</dl> }.into_any());

    view! {
        <dl class="facts-list">
            {parts} <dt class="facts-total">{tu_string!(i18n, credit.quote.total)}</dt>
            <dd class="facts-total">{money_text(i18n, quote.total)}</dd>
        </dl>
        {uncharged}
    }
    .into_any()
}

/// The parts that add up to the total; that of a murabaha includes its remaining profit.
pub(super) fn named_parts(
    i18n: Language,
    product: ProductType,
    quote: &Quote,
) -> Vec<(&'static str, Money)> {
    let mut parts = vec![
        (tu_string!(i18n, credit.quote.principal), quote.principal),
        (tu_string!(i18n, credit.quote.profit_due), quote.profit_due),
    ];
    match product {
        ProductType::Murabaha => {
            parts.push((tu_string!(i18n, credit.quote.recognised), quote.profit_remaining));
        }
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {}
    }
    parts
}

/// The amounts that are not included: future rent, which is waived, and on non-accrual the profit
/// that stays owed.
fn not_charged(i18n: Language, quote: &Quote) -> Vec<(&'static str, Money)> {
    let parts = [
        (tu_string!(i18n, credit.quote.waived), quote.profit_waived),
        (tu_string!(i18n, credit.quote.suspended), quote.profit_suspended),
    ];
    parts.into_iter().filter(|(_, amount)| amount.is_positive()).collect()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::i18n::Locale;
    use crate::rendering::rendered;

    #[tokio::test]
    async fn the_lines_above_the_total_add_up_and_what_is_not_asked_for_is_below_it() {
        let money = |text: &str| text.parse::<Money>().unwrap();
        let quote = Quote {
            as_of: "2026-11-25".parse().unwrap(),
            total: money("80560"),
            principal: money("80000"),
            profit_due: money("560"),
            profit_remaining: Money::ZERO,
            profit_waived: money("13908.2949"),
            profit_suspended: money("35.5"),
        };
        let html = rendered(Locale::English, |i18n| {
            let parts = named_parts(i18n, ProductType::Ijarah, &quote);
            let sum = Money::total(parts.into_iter().map(|(_, amount)| amount));
            assert_eq!(sum, Some(quote.total));
            quote_parts(i18n, ProductType::Ijarah, &quote)
        });
        let total = html.find("80,560.0000").unwrap();
        let waived = html.find("13,908.2949").unwrap();
        let suspended = html.find("35.5000").unwrap();
        assert!(total < waived && waived < suspended, "{html}");
        assert!(html.contains("not payable"), "{html}");
    }
}
