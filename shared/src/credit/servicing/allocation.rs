//! How a receipt lands on the lines.

use chrono::NaiveDate;

use super::receipt::Receipt;
use super::settlement::quote;
use super::{AmountAsked, Leg, Position, outstanding_principal};
use crate::credit::schedule::{Line, profit_on, provider_ownership, sum};
use crate::credit::vocabulary::{
    CreditEvent, FacilityStatus, LineStatus, ProductType, SettlementType,
};
use crate::error::{Code, Error, Result};
use crate::money::Money;

/// What a receipt put on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The line.
    pub period: u32,
    /// What it came to: `paid`, or `partial` also where the line stays late.
    pub status: LineStatus,
    /// Principal received for it.
    pub principal: Money,
    /// Profit or rent received for it.
    pub profit: Money,
}

impl Applied {
    /// Principal and profit together.
    pub fn paid_amount(&self) -> Money {
        sum([self.principal, self.profit])
    }
}

/// What becomes of a position by a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// All lines, as they are after it.
    pub lines: Vec<Line>,
    /// What it put on which line; with `extra` it adds up to the receipt.
    pub applied: Vec<Applied>,
    /// True when money ran beyond what was due.
    pub is_extra: bool,
    /// What bought principal ahead instead of paying a line (never for a murabaha).
    pub extra: Money,
    /// Profit or rent that will never be asked for because of it, for the record.
    pub waived: Money,
    /// What it posts.
    pub legs: Vec<Leg>,
    /// Where the facility stands after it.
    pub status: FacilityStatus,
    /// How it was settled, if it was.
    pub settlement: Option<SettlementType>,
}

/// Puts a receipt on the lines.
///
/// Due are the lines that fall due by the payment date and the next unpaid one after them. They
/// are paid oldest first, in each the profit before the principal. What is left then is extra:
/// - A murabaha's price is fixed: it runs on through the later lines in the same way, and nothing
///   is recalculated.
/// - Of an ijarah or a diminishing musharakah it buys principal now, from the last line backwards.
///   The other lines keep their principal, also where payments were level: the payments are
///   uneven from then on, since the rent of each later line follows the lower balance. The term
///   becomes shorter; a line without principal left is waived.
///
/// While no income is recognised the whole receipt goes to principal, oldest line first. What it
/// pays of lines beyond those due bears no rent from then on, as with extra. Profit that is due,
/// and all profit of a murabaha, stays suspended after the last of the principal: only resumed
/// accrual or a waiver settles the facility then.
///
/// An ijarah or a diminishing musharakah takes no ordinary receipt that reaches its settlement
/// amount while rent to come would be waived by a settlement: the payer has to say that it is one.
///
/// The status goes from overdue back to active when no line is late any more; a receipt never
/// makes a facility overdue, evaluation does.
///
/// Errors: 400 for an amount that is not above zero, 409 `WRONG_STATE` unless the facility is
/// live and has something that can be received, 422 `AMOUNT_NOT_ACCEPTED` for more than can be
/// received and for what reaches the settlement amount, naming what is accepted.
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
    Err(Error::field("amount", "OUT_OF_RANGE", "Give an amount above zero."))
}

/// How many lines, from the first, fall due by the date or are the next unpaid one after them.
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
    let message = format!("At most {most} can be received on {date}.");
    let asked = AmountAsked::AtMost(most);
    Error::unprocessable(Code::AmountNotAccepted, message, vec![asked.detail()])
}

/// Errors: 422 `AMOUNT_NOT_ACCEPTED` for an amount that reaches what settles the facility on the
/// day while a settlement would waive rent. As an ordinary receipt it would pay rent that a
/// settlement does not ask for, or leave rent owed by a customer who has paid enough to settle.
/// Where a settlement waives nothing, paying all that is owed is the same thing.
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
        "{total} settles the facility on {date}: send that amount with earlySettlement, or less \
         than it as a payment."
    );
    let asked = AmountAsked::Settlement(total);
    Err(Error::unprocessable(Code::AmountNotAccepted, message, vec![asked.detail()]))
}

/// The whole receipt to principal, and no income. Once all principal is received, rent to come is
/// waived as in a settlement; what is due stays.
pub(super) fn recover(mut receipt: Receipt, position: &Position, date: NaiveDate) -> Receipt {
    let amount = receipt.left;
    for place in 0..receipt.lines.len() {
        receipt.pay_principal(place);
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

/// What is due first, then extra.
fn pay(mut receipt: Receipt, position: &Position, due: usize) -> Receipt {
    for place in 0..due {
        receipt.pay_line(place);
    }
    let due_principal = receipt.applied_principal();
    receipt.is_extra = receipt.left.is_positive();
    let extra_principal = match position.terms.product_type {
        ProductType::Murabaha => {
            for place in due..receipt.lines.len() {
                receipt.pay_line(place);
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

/// Retires principal from the last line backwards and lets the rent follow. Answers the rent that
/// is given up.
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

/// Lets the rent of lines to come follow the principal that is outstanding before each of them.
/// Answers the rent that is given up; a murabaha's price is fixed and gives up none.
fn follow(later: &mut [Line], position: &Position) -> Money {
    if position.terms.product_type == ProductType::Murabaha {
        return Money::ZERO;
    }
    // Principal of a line may have been received before it fell due, while no income was
    // recognised: it is in the balances of the schedule, and bears no rent.
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

/// Gives a line its new balances and, if it is open, the rent of what is outstanding before it.
/// Answers the rent that it gives up.
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
    let rent = profit_on(outstanding, terms.rate(), terms.periods_per_year);
    lower_rent(line, rent)
}

/// Lowers the rent of a line that is open, but not below what is received of it. Answers the rent
/// that it gives up.
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
