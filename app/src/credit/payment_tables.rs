//! The effects of a payment: the parts of the amount, the instalments to which it is applied, and
//! its journal lines.

use leptos::prelude::*;
use shared::credit::facility::NextDue;
use shared::credit::journal::JournalLine;
use shared::credit::payment::AppliedTo;
use shared::credit::servicing::Quote;
use shared::credit::vocabulary::ProductType;
use shared::money::Money;

use super::label::{event_label, line_badge};
use crate::i18n::tu_string;
use crate::ui::digits::number;
use crate::ui::label::Language;
use crate::ui::money::{exact_money, money, money_sentence};
use crate::ui::table::{Cell, Column, Row, plain_table};
use crate::ui::time::short_date_text;

/// The lines of a journal with their totals.
pub(super) fn journal_lines(i18n: Language, lines: &[JournalLine]) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, credit.ledger.event)),
        Column::Text(tu_string!(i18n, credit.ledger.account)),
        Column::Number(tu_string!(i18n, credit.side.debit)),
        Column::Number(tu_string!(i18n, credit.side.credit)),
    ];
    let shown = |amount: Money| amount.is_positive().then(|| exact_money(i18n, amount));
    let row = |line: &JournalLine| {
        Row::from([
            Cell::head(event_label(i18n, line.event_type)),
            Cell::text(account_text(&line.gl_account, line.gl_account_name.as_deref())),
            Cell::number(shown(line.debit)),
            Cell::number(shown(line.credit)),
        ])
    };
    let sum = |of: fn(&JournalLine) -> Money| {
        Money::total(lines.iter().map(of)).map(|total| exact_money(i18n, total))
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
            <span class="table-sub">
                <bdi>{name.to_owned()}</bdi>
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
        Column::Money(tu_string!(i18n, credit.payment.applied)),
        Column::Text(tu_string!(i18n, credit.schedule.status)),
    ];
    let rows = applied.iter().map(|line| {
        [
            Cell::NumberHead(number(line.period).into_any()),
            Cell::money(line.paid_amount),
            Cell::text(line_badge(i18n, line.status)),
        ]
    });
    Some(plain_table(tu_string!(i18n, credit.payment.applied_caption), &columns, rows))
}

/// The amount and the date of the next instalment.
pub(crate) fn due_text(i18n: Language, due: NextDue) -> AnyView {
    money_sentence(i18n, due.amount, |amount| {
        let date = short_date_text(i18n, due.date);
        tu_string!(i18n, credit.facts.due_on, amount = amount, date = date)
    })
}

/// The parts and the total of a quote; below them, the amounts that it does not include.
pub(super) fn quote_parts(i18n: Language, product: ProductType, quote: &Quote) -> AnyView {
    let line = |(term, amount): (&'static str, Money)| {
        view! { <dt>{term}</dt><dd>{money(i18n, amount)}</dd> }.into_any()
    };
    let parts: Vec<_> = named_parts(i18n, product, quote).into_iter().map(line).collect();
    let uncharged: Vec<_> = not_charged(i18n, quote).into_iter().map(line).collect();
    let uncharged = (!uncharged.is_empty())
        .then(|| view! { <dl class="facts-list muted">{uncharged}</dl> }.into_any());

    view! {
        <dl class="facts-list">
            {parts} <dt class="facts-total">{tu_string!(i18n, credit.quote.total)}</dt>
            <dd class="facts-total">{money(i18n, quote.total)}</dd>
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
        let amount = |text: &str| text.parse::<Money>().unwrap();
        let quote = Quote {
            as_of: "2026-11-25".parse().unwrap(),
            total: amount("80560"),
            principal: amount("80000"),
            profit_due: amount("560"),
            profit_remaining: Money::ZERO,
            profit_waived: amount("13908.2949"),
            profit_suspended: amount("35.5"),
        };
        let html = rendered(Locale::English, |i18n| {
            let parts = named_parts(i18n, ProductType::Ijarah, &quote);
            let sum = Money::total(parts.into_iter().map(|(_, amount)| amount));
            assert_eq!(sum, Some(quote.total));
            quote_parts(i18n, ProductType::Ijarah, &quote)
        });
        let total = html.find("AED\u{a0}80,560.00<").unwrap();
        let waived = html.find("AED\u{a0}13,908.29<").unwrap();
        let suspended = html.find("AED\u{a0}35.50<").unwrap();
        assert!(total < waived && waived < suspended, "{html}");
        assert!(html.contains("not payable"), "{html}");
    }
}
