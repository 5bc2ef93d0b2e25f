//! A receipt for a payment, for reading and printing, shared by staff and customers.

use std::future::Future;

use leptos::prelude::*;
use shared::credit::payment::{AppliedTo, period_ranges};
use shared::credit::receipt::Receipt;
use shared::id::PaymentId;

use super::label::product_label;
use super::payment_tables::applied_table;
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::card::Card;
use crate::ui::digits::listed;
use crate::ui::facts::plain_facts;
use crate::ui::label::Language;
use crate::ui::letterhead::print_button;
use crate::ui::money::money;
use crate::ui::notice::notice;
use crate::ui::page::{PageHead, found_by_id};
use crate::ui::query::path_part;
use crate::ui::time::{date_text, exact_text};

/// The page with the receipt of the payment in the address.
///
/// * `back`: the path above the receipt, by the reference of the facility.
/// * `load`: loads the receipt.
pub(crate) fn receipt_page<Loading>(
    back: fn(&str) -> String,
    load: impl FnOnce(String, PaymentId) -> Loading + Send + 'static,
) -> AnyView
where
    Loading: Future<Output = UiResult<Receipt>> + Send + 'static,
{
    let facility = path_part("reference");
    let address = back(&facility);
    found_by_id(
        "Payment",
        move |payment| load(facility, payment),
        move |receipt| receipt_sheet(address, receipt),
    )
}

/// A page with a receipt.
///
/// * `back`: the path above the receipt.
fn receipt_sheet(back: String, receipt: Receipt) -> AnyView {
    let i18n = use_i18n();
    let title = tu_string!(i18n, credit.receipt.title);
    let reversed = receipt.reversed_at.map(|at| {
        let title = tu_string!(i18n, credit.payment.undone, at = exact_text(i18n, at));
        notice(Tone::Warning, title, tu_string!(i18n, credit.receipt.void).to_owned())
    });
    let number = receipt.receipt_number();
    let heading = tu_string!(i18n, credit.receipt.number, number = number);
    PageHead::new(title, "")
        .printed()
        .below(back, receipt.facility_ref.clone(), title)
        .actions([print_button(i18n)])
        .page((
            reversed,
            Card::new("receipt", heading).body(plain_facts(facts(i18n, &receipt))),
            (!receipt.early_settlement).then(|| applied_table(i18n, &receipt.applied_to)),
        ))
}

fn facts(i18n: Language, receipt: &Receipt) -> Vec<(&'static str, AnyView)> {
    let text = |text: &str| text.to_owned().into_any();
    let product = product_label(i18n, receipt.product_type);
    let mut facts = vec![
        (tu_string!(i18n, credit.receipt.received_by), text(&receipt.organization_name)),
        (tu_string!(i18n, credit.receipt.received_from), text(&receipt.customer_name)),
        (tu_string!(i18n, credit.portal.amount), money(i18n, receipt.amount)),
        (
            tu_string!(i18n, credit.receipt.value_date),
            date_text(i18n, receipt.payment_date).into_any(),
        ),
        (tu_string!(i18n, credit.portal.reference), text(&receipt.reference)),
        (tu_string!(i18n, credit.receipt.facility), text(&receipt.facility_ref)),
        (tu_string!(i18n, credit.list.product), product.into_any()),
        (tu_string!(i18n, credit.form.description), text(&receipt.asset_description)),
    ];
    if receipt.early_settlement {
        let purpose = tu_string!(i18n, credit.payment.early).into_any();
        facts.push((tu_string!(i18n, credit.receipt.purpose), purpose));
        let settled = settled_instalments(i18n, &receipt.applied_to);
        facts.push((tu_string!(i18n, credit.receipt.settles), settled.into_any()));
    }
    if receipt.extra_amount.is_positive() {
        facts.push((tu_string!(i18n, credit.payment.extra), money(i18n, receipt.extra_amount)));
    }
    let recorded = exact_text(i18n, receipt.recorded_at);
    facts.push((tu_string!(i18n, credit.receipt.recorded), recorded.into_any()));
    facts
}

/// The instalments that a settlement paid, as ranges: `Instalments 2 to 24`.
fn settled_instalments(i18n: Language, applied: &[AppliedTo]) -> String {
    let ranges = period_ranges(applied).into_iter().map(|range| {
        let (first, last) = range.into_inner();
        if first == last {
            tu_string!(i18n, credit.statement.instalment, number = first)
        } else {
            tu_string!(i18n, credit.receipt.instalments, first = first, last = last)
        }
    });
    listed(&ranges.collect::<Vec<_>>())
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use shared::credit::vocabulary::LineStatus;
    use shared::money::Money;

    use super::*;
    use crate::i18n::Locale;
    use crate::rendering::rendered;

    fn settled(locale: Locale, periods: &[u32]) -> String {
        let line = |period: &u32| AppliedTo {
            period: *period,
            status: LineStatus::Paid,
            paid_amount: Money::ZERO,
        };
        let applied: Vec<_> = periods.iter().map(line).collect();
        rendered(locale, move |i18n| settled_instalments(i18n, &applied))
    }

    #[tokio::test]
    async fn a_settlement_names_its_instalments_as_ranges() {
        let all: Vec<u32> = (2..=24).collect();
        assert_eq!(settled(Locale::English, &all), "Instalments 2 to 24");
        assert_eq!(settled(Locale::Arabic, &all), "الأقساط من ٢ إلى ٢٤");
        assert_eq!(settled(Locale::English, &[24]), "Instalment 24");
        assert_eq!(settled(Locale::English, &[1, 2, 5]), "Instalments 1 to 2, Instalment 5");
    }
}
