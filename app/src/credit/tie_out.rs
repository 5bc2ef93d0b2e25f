//! Whether the ledger and the schedule of a facility say the same.

use leptos::prelude::*;
#[cfg(any(test, feature = "ssr"))]
use shared::credit::journal::Journal;
use shared::credit::report::TieOut;
#[cfg(any(test, feature = "ssr"))]
use shared::credit::vocabulary::CreditEvent;
#[cfg(any(test, feature = "ssr"))]
use shared::money::Money;
#[cfg(any(test, feature = "ssr"))]
use shared::total::Total;

use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::money::total_text;

/// The chip: `Ledger − schedule 0.0000`, and on hover both figures.
pub(super) fn tie_out_chip(tie_out: TieOut) -> AnyView {
    let i18n = use_i18n();
    let difference = total_text(i18n, tie_out.difference);
    let (tone, icon) = if tie_out.difference.is_zero() {
        (Tone::Success, IconName::Scale)
    } else {
        (Tone::Danger, IconName::AlertTriangle)
    };
    let title = tu_string!(
        i18n,
        credit.tie_out.both,
        ledger = total_text(i18n, tie_out.ledger),
        schedules = total_text(i18n, tie_out.schedules),
    );

    view! {
        <span class="tie-out" title=title>
            <Badge tone icon text=tu_string!(i18n, credit.tie_out.chip, difference = difference)/>
        </span>
    }
    .into_any()
}

/// Originations less principal received, by the journals, against what the schedule still asks
/// for.
#[cfg(any(test, feature = "ssr"))]
pub(super) fn tie_out_of(journals: &[Journal], schedules: Money) -> TieOut {
    let mut ledger = Total::ZERO;
    for journal in journals {
        for line in &journal.lines {
            let adds = match line.event_type {
                CreditEvent::Origination => true,
                CreditEvent::InstallmentPrincipal
                | CreditEvent::ExtraPayment
                | CreditEvent::EarlySettlementPrincipal
                | CreditEvent::NonAccrualReceipt => false,
                CreditEvent::ProfitDeferral
                | CreditEvent::InstallmentProfit
                | CreditEvent::ProfitRecognition
                | CreditEvent::EarlySettlementProfit => continue,
            };
            // Each event has a debit and a credit of the same amount: one of them counts.
            let amount = Total::from(line.debit);
            ledger = if adds == journal.reversal_of.is_none() {
                ledger + amount
            } else {
                ledger - amount
            };
        }
    }
    let schedules = Total::from(schedules);
    TieOut { ledger, schedules, difference: ledger - schedules }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, NaiveDate};
    use shared::credit::journal::JournalLine;
    use shared::id::JournalId;

    use super::*;

    fn journal(number: u8, event_type: CreditEvent, amount: i64, undoes: Option<u8>) -> Journal {
        let id = |number: u8| {
            let text = format!("00000000-0000-0000-0000-0000000000{number:02}");
            text.parse::<JournalId>().unwrap()
        };
        let amount = Money::from_ten_thousandths(amount);
        let line = |debit, credit| JournalLine {
            event_type,
            gl_account: "1000".to_owned(),
            debit,
            credit,
        };
        Journal {
            id: id(number),
            date: NaiveDate::default(),
            posted_at: DateTime::UNIX_EPOCH,
            facility_ref: "CF-20260101-AAAA".to_owned(),
            lines: vec![line(amount, Money::ZERO), line(Money::ZERO, amount)],
            reversal_of: undoes.map(id),
        }
    }

    #[test]
    fn principal_counts_once_profit_never_and_what_was_undone_not_at_all() {
        let journals = [
            journal(1, CreditEvent::Origination, 900, None),
            journal(2, CreditEvent::InstallmentPrincipal, 100, None),
            journal(3, CreditEvent::InstallmentProfit, 40, None),
            journal(4, CreditEvent::ExtraPayment, 200, None),
            journal(5, CreditEvent::ExtraPayment, 200, Some(4)),
        ];
        let tie_out = tie_out_of(&journals, Money::from_ten_thousandths(800));
        assert_eq!(tie_out.ledger.ten_thousandths(), 800);
        assert!(tie_out.difference.is_zero());
    }
}
