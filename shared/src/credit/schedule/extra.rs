//! Payments of principal ahead of the schedule, as separate lines.

use chrono::NaiveDate;

use super::{Line, ScheduleLine, Terms, provider_ownership};
use crate::credit::vocabulary::{LineKind, LineStatus};
use crate::money::Money;

/// Principal of an ijarah or a diminishing musharakah that was retired early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraPayment {
    /// The line after which it lowers the balance: the last that was due.
    pub after_period: u32,
    /// The date of receipt.
    pub payment_date: NaiveDate,
    /// The amount.
    pub amount: Money,
}

/// The lines of a schedule with its extra payments, in the order of receipt, each after the last
/// line that was due. Every line begins with the ending balance of the previous one.
pub fn with_extra_payments(
    terms: &Terms,
    lines: &[Line],
    extra_payments: &[ExtraPayment],
) -> Vec<ScheduleLine> {
    let mut shown = Vec::with_capacity(lines.len().saturating_add(extra_payments.len()));
    for line in lines {
        shown.push(ScheduleLine::from(line));
        let mut balance = line.ending_balance;
        for extra in extra_payments.iter().filter(|extra| extra.after_period == line.period) {
            let line = extra_line(terms, extra, balance);
            balance = line.ending_balance;
            shown.push(line);
        }
    }
    shown
}

fn extra_line(terms: &Terms, extra: &ExtraPayment, beginning: Money) -> ScheduleLine {
    let ending = beginning.minus(extra.amount).unwrap_or_default();
    let provider = provider_ownership(terms.product_type, terms.asset_cost, ending);
    ScheduleLine {
        kind: LineKind::Extra,
        period: extra.after_period,
        payment_date: extra.payment_date,
        beginning_balance: beginning,
        principal_portion: extra.amount,
        profit_portion: Money::ZERO,
        total_payment: extra.amount,
        ending_balance: ending,
        provider_ownership_pct: provider,
        customer_ownership_pct: provider.rest(),
        status: LineStatus::Paid,
        principal_paid: extra.amount,
        profit_paid: Money::ZERO,
        profit_waived: Money::ZERO,
    }
}
