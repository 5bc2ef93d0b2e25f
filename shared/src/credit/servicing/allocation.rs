//! Allocation of a receipt to the lines.

use chrono::NaiveDate;

use super::receipt::Receipt;
use super::settlement::quote;
use super::{Leg, Position, outstanding_principal};
use crate::credit::schedule::{Line, profit_on, provider_ownership, sum};
use crate::credit::vocabulary::{
    CreditEvent, FacilityStatus, LineStatus, ProductType, SettlementType,
};
use crate::error::{Accepted, Code, Error, FieldCode, FieldError, Result};
use crate::money::Money;

/// The part of a receipt that was applied to one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The period of the line.
    pub period: u32,
    /// The resulting status: `paid`, or `partial` even if the line remains overdue.
    pub status: LineStatus,
    /// The principal received.
    pub principal: Money,
    /// The profit or rent received.
    pub profit: Money,
}

impl Applied {
    /// The sum of principal and profit.
    pub fn paid_amount(&self) -> Money {
        sum([self.principal, self.profit])
    }
}

/// The effect of a receipt on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// All lines after the receipt.
    pub lines: Vec<Line>,
    /// The amount applied to each line; with `extra` it adds up to the receipt.
    pub applied: Vec<Applied>,
    /// True if the receipt exceeded the amount due.
    pub is_extra: bool,
    /// The part that retired principal early instead of paying a line (never for a murabaha).
    pub extra: Money,
    /// Profit or rent that will never fall due because of the receipt, for the record.
    pub waived: Money,
    /// The resulting postings.
    pub legs: Vec<Leg>,
    /// The resulting status of the facility.
    pub status: FacilityStatus,
    /// The kind of settlement, if the facility was settled.
    pub settlement: Option<SettlementType>,
}

/// Applies a receipt to the lines.
///
/// The lines that fall due by the payment date and the next unpaid one after them are due. They are
/// paid oldest first, profit before principal in each. The remainder is extra:
/// - A murabaha's price is fixed: the remainder pays the later lines in the same way, and nothing
///   is recalculated.
/// - For an ijarah or a diminishing musharakah it retires principal immediately, from the last line
///   backwards. The other lines keep their principal, even if payments were level: the payments are
///   uneven from then on, since the rent of each later line follows the lower balance. The term
///   becomes shorter; a line without remaining principal is waived.
///
/// While the facility is on non-accrual, the whole receipt is applied to principal, oldest line
/// first. Principal paid on lines beyond those due bears no rent from then on, as with extra.
/// Profit that is due, and all profit of a murabaha, stays suspended after the last of the
/// principal: only resumed accrual or a waiver settles the facility then.
///
/// An ijarah or a diminishing musharakah accepts no ordinary receipt that reaches its settlement
/// amount while a settlement would waive future rent: the payer has to declare it a settlement.
///
/// The status returns from overdue to active when no line is late any more; a receipt never makes a
/// facility overdue, evaluation does.
///
/// Errors: 400 for an amount that is not above zero, 409 `WRONG_STATE` unless the facility is live
/// and has a receivable amount, 422 `AMOUNT_NOT_ACCEPTED` for more than the receivable amount and
/// for an amount that reaches the settlement amount, naming the accepted amount.
pub fn receive(
    position: &Position,
    amount: Money,
    payment_date: NaiveDate,
    grace_days: u32,
) -> Result<Allocation> {
    position.require_receivable()?;
    require_amount(amount)?;
    require_no_settlement(position, amount, payment_date)?;
    let due = due_count(&position.lines, payment_date);
    let most = most_receivable(position, due);
    if amount > most {
        return Err(too_much(most, payment_date));
    }
    let receipt = Receipt::new(position, amount);
    if position.is_non_accrual() {
        return Ok(recover(receipt, position, payment_date).finish(payment_date, grace_days));
    }
    Ok(pay(receipt, position, due).finish(payment_date, grace_days))
}

/// Errors: 400 unless the amount is above zero.
pub(super) fn require_amount(amount: Money) -> Result<()> {
    if amount.is_positive() {
        return Ok(());
    }
    Err(Error::field("amount", FieldCode::OutOfRange, "Enter an amount greater than 0."))
}

/// The number of lines, from the first, that fall due by the date or are the next unpaid one after
/// them.
fn due_count(lines: &[Line], date: NaiveDate) -> usize {
    let due = lines.iter().take_while(|line| line.payment_date <= date).count();
    let next = lines.iter().skip(due).position(Line::is_open);
    next.map_or(lines.len(), |next| due + next + 1)
}

fn most_receivable(position: &Position, due: usize) -> Money {
    let (due, later) = position.lines.split_at(due.min(position.lines.len()));
    if position.is_non_accrual() {
        return outstanding_principal(&position.lines);
    }
    let owed = |lines: &[Line]| sum(lines.iter().map(Line::owed));
    match position.terms.product_type {
        ProductType::Murabaha => owed(&position.lines),
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {
            sum([owed(due), outstanding_principal(later)])
        }
    }
}

fn too_much(most: Money, date: NaiveDate) -> Error {
    let message = format!("Maximum {most} on {date}.");
    let detail = FieldError::accepting("amount", Accepted::AtMost(most));
    Error::unprocessable(Code::AmountNotAccepted, message, vec![detail])
}

/// Errors: 422 `AMOUNT_NOT_ACCEPTED` for an amount that reaches the settlement amount of the day
/// while a settlement would waive rent. As an ordinary receipt it would pay rent that a settlement
/// does not require, or leave rent owed by a customer who has paid enough to settle. If a
/// settlement waives nothing, it equals payment of the total owed.
fn require_no_settlement(position: &Position, amount: Money, date: NaiveDate) -> Result<()> {
    if position.is_non_accrual() {
        return Ok(());
    }
    let quote = quote(position, date)?;
    if quote.profit_waived.is_zero() || quote.total.is_zero() || amount < quote.total {
        return Ok(());
    }
    let total = quote.total;
    let message = format!(
        "The settlement amount is {total} on {date}. Send it with earlySettlement, or send a \
         smaller payment."
    );
    let detail = FieldError::accepting("amount", Accepted::Settles(total));
    Err(Error::unprocessable(Code::AmountNotAccepted, message, vec![detail]))
}

/// Applies the whole receipt to principal, without income. Once all principal is received, future
/// rent is waived as in a settlement; profit that is due stays.
pub(super) fn recover(mut receipt: Receipt, position: &Position, date: NaiveDate) -> Receipt {
    let amount = receipt.left;
    for index in 0..receipt.lines.len() {
        receipt.pay_principal(index);
    }
    receipt.waived = if outstanding_principal(&receipt.lines).is_zero() {
        let earned = |line: &Line| position.is_earned(line, date);
        let later = receipt.lines.iter_mut().filter(|line| !earned(line));
        sum(later.map(|line| lower_rent(line, line.profit_paid)))
    } else {
        let due = due_count(&position.lines, date);
        follow(receipt.lines.get_mut(due..).unwrap_or_default(), position)
    };
    receipt.legs.add(CreditEvent::NonAccrualReceipt, amount);
    receipt
}

/// Pays the lines that are due, then extra.
fn pay(mut receipt: Receipt, position: &Position, due: usize) -> Receipt {
    for index in 0..due {
        receipt.pay_line(index);
    }
    let due_principal = receipt.applied_principal();
    receipt.is_extra = receipt.left.is_positive();
    let extra_principal = match position.terms.product_type {
        ProductType::Murabaha => {
            for index in due..receipt.lines.len() {
                receipt.pay_line(index);
            }
            receipt.applied_principal().minus(due_principal).unwrap_or_default()
        }
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {
            receipt.extra = std::mem::take(&mut receipt.left);
            let later = receipt.lines.get_mut(due..).unwrap_or_default();
            receipt.waived = retire(later, position, receipt.extra);
            receipt.extra
        }
    };
    let profit = receipt.applied_profit();
    receipt.legs.add(CreditEvent::InstallmentPrincipal, due_principal);
    receipt.legs.add_installment_profit(position, profit);
    receipt.legs.add(CreditEvent::ExtraPayment, extra_principal);
    receipt
}

/// Retires principal from the last line backwards and adjusts the rent. Returns the waived rent.
fn retire(later: &mut [Line], position: &Position, extra: Money) -> Money {
    if extra.is_zero() {
        return Money::ZERO;
    }
    let mut left = extra;
    for line in later.iter_mut().rev() {
        let part = left.min(line.principal_owed());
        line.principal_portion = line.principal_portion.minus(part).unwrap_or_default();
        left = left.minus(part).unwrap_or_default();
    }
    follow(later, position)
}

/// Adjusts the rent of future lines to the principal that is outstanding before each of them.
/// Returns the waived rent; a murabaha's price is fixed and waives none.
fn follow(later: &mut [Line], position: &Position) -> Money {
    if position.terms.product_type == ProductType::Murabaha {
        return Money::ZERO;
    }
    // Principal of a line may have been received before it fell due, on non-accrual: it is in the
    // balances of the schedule, and bears no rent.
    let mut balance = sum(later.iter().map(|line| line.principal_portion));
    let mut outstanding = outstanding_principal(later);
    let mut waived = Money::ZERO;
    for line in later {
        let ending = balance.minus(line.principal_portion).unwrap_or_default();
        let owed = line.principal_owed();
        waived = sum([waived, restate(line, position, (balance, ending), outstanding)]);
        balance = ending;
        outstanding = outstanding.minus(owed).unwrap_or_default();
    }
    waived
}

/// Gives a line its new balances and, if it is open, the rent on the principal outstanding before
/// it. Returns the waived rent.
fn restate(
    line: &mut Line,
    position: &Position,
    (beginning, ending): (Money, Money),
    outstanding: Money,
) -> Money {
    let terms = &position.terms;
    line.beginning_balance = beginning;
    line.ending_balance = ending;
    line.provider_ownership = provider_ownership(terms.product_type, terms.asset_cost, ending);
    let rent = profit_on(outstanding, terms);
    lower_rent(line, rent)
}

/// Lowers the rent of an open line, but not below the rent received on it. Returns the waived rent.
fn lower_rent(line: &mut Line, rent: Money) -> Money {
    if !line.is_open() {
        return Money::ZERO;
    }
    let rent = rent.max(line.profit_paid).min(line.profit_portion);
    let waived = line.profit_portion.minus(rent).unwrap_or_default();
    line.profit_portion = rent;
    line.profit_waived = sum([line.profit_waived, waived]);
    if line.owed().is_zero() {
        let is_retired = line.principal_portion.is_zero();
        line.status = if is_retired { LineStatus::Waived } else { LineStatus::Paid };
    }
    waived
}
