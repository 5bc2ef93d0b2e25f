//! Early settlement: its amount and its effect.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::allocation::{recover, require_amount};
use super::receipt::Receipt;
use super::{Allocation, Position, outstanding_principal};
use crate::credit::schedule::{Line, sum};
use crate::credit::vocabulary::{CreditEvent, SettlementType};
use crate::error::{Accepted, Code, Error, FieldError, Result};
use crate::money::Money;

/// The settlement amount of a facility on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// The day.
    pub as_of: NaiveDate,
    /// The only accepted amount: principal, profit due and remaining profit.
    pub total: Money,
    /// The outstanding principal.
    pub principal: Money,
    /// Unpaid profit or rent of the lines due by then.
    pub profit_due: Money,
    /// Profit of later lines that is still owed: a murabaha's, whose price is fixed.
    pub profit_remaining: Money,
    /// Future rent that is waived, for the record.
    pub profit_waived: Money,
    /// On non-accrual: profit that the settlement does not include and that stays owed until
    /// accrual is resumed or an approver waives it.
    pub profit_suspended: Money,
}

/// Computes the settlement amount on a day: the outstanding principal, the profit or rent of the
/// lines due by then and, for a murabaha, all its remaining profit. Future rent is waived. On
/// non-accrual it is the principal alone; the rest of that profit stays suspended.
///
/// Errors: 409 `WRONG_STATE` unless the facility is live and has a receivable amount.
pub fn quote(position: &Position, as_of: NaiveDate) -> Result<Quote> {
    position.require_receivable()?;
    let principal = outstanding_principal(&position.lines);
    let profit = |holds: &dyn Fn(&Line) -> bool| {
        sum(position.lines.iter().filter(|line| holds(line)).map(Line::profit_owed))
    };
    let is_charged = |line: &Line| is_profit_charged(position, line, as_of);
    let is_due = |line: &Line| line.payment_date <= as_of;
    let profit_due = profit(&|line| is_charged(line) && is_due(line));
    let profit_remaining = profit(&|line| is_charged(line) && !is_due(line));
    Ok(Quote {
        as_of,
        total: sum([principal, profit_due, profit_remaining]),
        principal,
        profit_due,
        profit_remaining,
        profit_waived: profit(&|line| !position.is_earned(line, as_of)),
        profit_suspended: position.suspended_profit(as_of),
    })
}

fn is_profit_charged(position: &Position, line: &Line, as_of: NaiveDate) -> bool {
    position.is_earned(line, as_of) && !position.is_non_accrual()
}

/// The effect of an earlier date on a settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BackDatedSettlement {
    /// The settlement amount today.
    pub total_today: Money,
    /// The reduction of the settlement amount by the chosen day.
    pub less: Money,
}

/// The effect of the chosen date where a due date has passed since then; none otherwise. Such a
/// settlement requires an approver, since it may waive rent that is due today.
///
/// Errors: those of [`quote`].
pub fn back_dated(
    position: &Position,
    as_of: NaiveDate,
    today: NaiveDate,
) -> Result<Option<BackDatedSettlement>> {
    let has_passed = |line: &Line| as_of < line.payment_date && line.payment_date <= today;
    if !position.lines.iter().any(|line| line.is_open() && has_passed(line)) {
        return Ok(None);
    }
    let total_today = quote(position, today)?.total;
    let less = total_today.minus(quote(position, as_of)?.total).unwrap_or_default();
    Ok(Some(BackDatedSettlement { total_today, less }))
}

/// Settles the facility on a day for exactly the quoted amount; future rent is waived. On
/// non-accrual, profit that is due stays suspended and the facility live until it is resumed or
/// waived: receiving the principal waives nothing.
///
/// Errors: 400 for an amount that is not above zero, 409 `WRONG_STATE` unless the facility is live
/// and has a receivable amount, 422 `AMOUNT_NOT_ACCEPTED` for any other amount, naming the accepted
/// one.
pub fn settle(position: &Position, amount: Money, as_of: NaiveDate) -> Result<Allocation> {
    require_amount(amount)?;
    let quote = quote(position, as_of)?;
    if amount != quote.total {
        return Err(not_the_quote(&quote));
    }
    let mut receipt = Receipt::new(position, amount);
    if position.is_non_accrual() {
        let mut allocation = recover(receipt, position, as_of).finish(as_of, 0);
        allocation.settlement = allocation.settlement.map(|_| SettlementType::Early);
        return Ok(allocation);
    }
    for index in 0..receipt.lines.len() {
        receipt.pay(index, |line| {
            let is_charged = is_profit_charged(position, line, as_of);
            if is_charged { line.profit_owed() } else { Money::ZERO }
        });
    }
    receipt.close();
    post(&mut receipt, position, &quote);
    let mut allocation = receipt.finish(as_of, 0);
    allocation.settlement = Some(SettlementType::Early);
    Ok(allocation)
}

fn post(receipt: &mut Receipt, position: &Position, quote: &Quote) {
    let profit = sum([quote.profit_due, quote.profit_remaining]);
    receipt.legs.add(CreditEvent::EarlySettlementPrincipal, quote.principal);
    receipt.legs.add_settlement_profit(position, profit);
}

fn not_the_quote(quote: &Quote) -> Error {
    let message = format!("The settlement amount is {} on {}.", quote.total, quote.as_of);
    let detail = FieldError::accepting("amount", Accepted::Exactly(quote.total));
    Error::unprocessable(Code::AmountNotAccepted, message, vec![detail])
}
