//! Early settlement: what it takes, and what it does.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::allocation::require_amount;
use super::receipt::Receipt;
use super::{Allocation, AmountAsked, Position, outstanding_principal};
use crate::credit::schedule::{Line, sum};
use crate::credit::vocabulary::{CreditEvent, ProductType, SettlementType};
use crate::error::{Code, Error, FieldError, Result};
use crate::money::Money;

/// What settles a facility on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// The day.
    pub as_of: NaiveDate,
    /// The only amount that is accepted: principal, profit due and profit remaining.
    pub total: Money,
    /// Principal outstanding.
    pub principal: Money,
    /// Unpaid profit or rent of the lines due by then.
    pub profit_due: Money,
    /// Profit of later lines that is asked for all the same: a murabaha's, whose price is fixed.
    pub profit_remaining: Money,
    /// Profit or rent that is not asked for, for the record.
    pub profit_waived: Money,
}

/// What settles the facility on a day: the principal outstanding, the profit or rent of the lines
/// due by then and, of a murabaha, all its remaining profit. Future rent is waived. While no
/// income is recognised it is the principal alone.
///
/// Errors: 409 `WRONG_STATE` unless the facility is live.
pub fn quote(position: &Position, as_of: NaiveDate) -> Result<Quote> {
    position.require_live()?;
    let principal = outstanding_principal(&position.lines);
    let profit = |is_asked: bool, is_due: bool| {
        let lines = position.lines.iter().filter(|line| {
            is_profit_asked(position, line, as_of) == is_asked
                && (line.payment_date <= as_of) == is_due
        });
        sum(lines.map(Line::profit_owed))
    };
    let (profit_due, profit_remaining) = (profit(true, true), profit(true, false));
    Ok(Quote {
        as_of,
        total: sum([principal, profit_due, profit_remaining]),
        principal,
        profit_due,
        profit_remaining,
        profit_waived: sum([profit(false, true), profit(false, false)]),
    })
}

fn is_profit_asked(position: &Position, line: &Line, as_of: NaiveDate) -> bool {
    let is_earned = match position.terms.product_type {
        ProductType::Murabaha => true,
        ProductType::Ijarah | ProductType::DiminishingMusharakah => line.payment_date <= as_of,
    };
    is_earned && !position.is_non_accrual()
}

/// Settles the facility on a day by exactly its quote; whatever else was owed is given up.
///
/// Errors: 400 for an amount that is not above zero, 409 `WRONG_STATE` unless the facility is
/// live, 422 `AMOUNT_NOT_ACCEPTED` for any other amount, naming the one that is.
pub fn settle(position: &Position, amount: Money, as_of: NaiveDate) -> Result<Allocation> {
    require_amount(amount)?;
    let quote = quote(position, as_of)?;
    if amount != quote.total {
        return Err(not_the_quote(&quote));
    }
    let mut receipt = Receipt::new(position, amount);
    for place in 0..receipt.lines.len() {
        receipt.pay(place, |line| {
            let is_asked = is_profit_asked(position, line, as_of);
            if is_asked { line.profit_owed() } else { Money::ZERO }
        });
    }
    receipt.close();
    post(&mut receipt, position, &quote);
    let mut allocation = receipt.finish(as_of, 0);
    allocation.settlement = Some(SettlementType::Early);
    Ok(allocation)
}

fn post(receipt: &mut Receipt, position: &Position, quote: &Quote) {
    if position.is_non_accrual() {
        receipt.legs.add(CreditEvent::NonAccrualReceipt, quote.total);
        receipt.legs.release(position, receipt.waived);
        return;
    }
    let profit = sum([quote.profit_due, quote.profit_remaining]);
    let event = match position.terms.product_type {
        ProductType::Murabaha => CreditEvent::EarlySettlementProfit,
        ProductType::Ijarah | ProductType::DiminishingMusharakah => CreditEvent::InstallmentProfit,
    };
    receipt.legs.add(CreditEvent::EarlySettlementPrincipal, quote.principal);
    receipt.legs.add(event, profit);
    receipt.legs.recognise(position, profit);
}

fn not_the_quote(quote: &Quote) -> Error {
    let message = format!("Exactly {} settles the facility on {}.", quote.total, quote.as_of);
    let asked = AmountAsked::Exactly(quote.total);
    let detail = FieldError::new("amount", "INVALID", asked.to_string());
    Error::unprocessable(Code::AmountNotAccepted, message, vec![detail])
}
