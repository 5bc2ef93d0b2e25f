//! Amounts of schedule lines.

use chrono::NaiveDate;

use super::dates::{due_date, too_late};
use super::level::level_payment;
use super::line::sum;
use super::ratio::Ratio;
use super::terms::too_large;
use super::{Line, Terms, provider_ownership};
use crate::credit::rate::{MILLIONTHS, Rate};
use crate::credit::vocabulary::{LineStatus, ScheduleMethod};
use crate::error::{Error, FieldCode, Result};
use crate::money::{LIMIT, Money};

/// The totals of a schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The total principal.
    pub principal: Money,
    /// The total profit or rent.
    pub profit: Money,
    /// The total of both.
    pub payment: Money,
}

impl Totals {
    /// The totals of these lines.
    pub fn of(lines: &[Line]) -> Self {
        let principal = sum(lines.iter().map(|line| line.principal_portion));
        let profit = sum(lines.iter().map(|line| line.profit_portion));
        Self { principal, profit, payment: sum([principal, profit]) }
    }
}

/// Computes the schedule of the terms, with its dates counted from a start date.
///
/// Straight line: equal parts of amount and profit. Equal principal: equal parts of the amount,
/// with the profit of each instalment based on the balance before it. Level: equal payments, with
/// the profit computed in the same way. The last instalment takes the remainder. An instalment of
/// zero is paid.
///
/// Errors: those of [`Terms::check`], and 400 when an instalment would fall due after the year
/// 9999.
pub fn schedule(terms: &Terms, start: NaiveDate) -> Result<Vec<Line>> {
    terms.check_members()?;
    let mut balance = terms.facility_amount;
    let mut lines = Vec::with_capacity(terms.term_periods.try_into().unwrap_or_default());
    for (period, portion) in (1..).zip(portions(terms)?) {
        let ending = balance.minus(portion.principal).unwrap_or_default();
        lines.push(Line {
            period,
            payment_date: due_date(start, terms.periods_per_year, period).ok_or_else(too_late)?,
            beginning_balance: balance,
            principal_portion: portion.principal,
            profit_portion: portion.profit,
            ending_balance: ending,
            provider_ownership: provider_ownership(terms.product_type, terms.asset_cost, ending),
            status: portion.status(),
            principal_paid: Money::ZERO,
            profit_paid: Money::ZERO,
            profit_waived: Money::ZERO,
        });
        balance = ending;
    }
    Ok(lines)
}

/// The profit of one period on a balance: rate x balance / (100 x periods per year), rounded half
/// up.
pub(crate) fn profit_on(balance: Money, rate: Rate, periods_per_year: u32) -> Money {
    let profit = periodic(rate, periods_per_year).of(balance.ten_thousandths());
    Money::from_ten_thousandths(profit)
}

/// The amount due of one instalment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portion {
    principal: Money,
    profit: Money,
}

impl Portion {
    fn total(self) -> Money {
        sum([self.principal, self.profit])
    }

    fn status(self) -> LineStatus {
        if self.total().is_zero() { LineStatus::Paid } else { LineStatus::Pending }
    }
}

/// The portions of all lines for validated terms.
///
/// Errors: 400 for level payments without a solution, or sums beyond the range of an amount.
pub(super) fn portions(terms: &Terms) -> Result<Vec<Portion>> {
    let spread = Spread::new(terms)?;
    let mut left = Portion {
        principal: terms.facility_amount,
        profit: terms.fixed_total_profit.unwrap_or_default(),
    };
    let mut total = Money::ZERO;
    let mut portions = Vec::with_capacity(terms.term_periods.try_into().unwrap_or_default());
    for period in 1..=terms.term_periods {
        let portion = spread.portion(left, period == terms.term_periods);
        left.principal = left.principal.minus(portion.principal).unwrap_or_default();
        left.profit = left.profit.minus(portion.profit).unwrap_or_default();
        total = sum([total, portion.total()]);
        if total >= LIMIT {
            return Err(too_large());
        }
        portions.push(portion);
    }
    spread.check_last(portions.last().copied())?;
    Ok(portions)
}

/// The distribution of principal and profit over the lines.
#[derive(Clone, Copy, Debug)]
enum Spread {
    StraightLine { unit: Money, profit: Money },
    EqualPrincipal { unit: Money, periodic: Ratio },
    Level { payment: Money, periodic: Ratio },
}

impl Spread {
    fn new(terms: &Terms) -> Result<Self> {
        let periodic = periodic(terms.rate(), terms.periods_per_year);
        let part = |amount: Money| {
            let part = Ratio::new(1, terms.term_periods.into()).of(amount.ten_thousandths());
            Money::from_ten_thousandths(part)
        };
        let unit = part(terms.facility_amount);
        match terms.schedule_method {
            ScheduleMethod::StraightLine => {
                let profit = part(terms.fixed_total_profit.unwrap_or_default());
                Ok(Self::StraightLine { unit, profit })
            }
            ScheduleMethod::EqualPrincipal => Ok(Self::EqualPrincipal { unit, periodic }),
            ScheduleMethod::Level => {
                let amount = terms.facility_amount.ten_thousandths();
                let discount = periodic.discount();
                let payment = level_payment(amount, discount, terms.term_periods)
                    .filter(|payment| *payment > periodic.of(amount))
                    .ok_or_else(no_level_payment)?;
                Ok(Self::Level { payment: Money::from_ten_thousandths(payment), periodic })
            }
        }
    }

    fn portion(self, left: Portion, is_last: bool) -> Portion {
        let after = |periodic: Ratio| {
            Money::from_ten_thousandths(periodic.of(left.principal.ten_thousandths()))
        };
        let (unit, profit) = match self {
            Self::StraightLine { unit, profit } if !is_last => (unit, profit.min(left.profit)),
            Self::StraightLine { unit, .. } => (unit, left.profit),
            Self::EqualPrincipal { unit, periodic } => (unit, after(periodic)),
            Self::Level { payment, periodic } => {
                let profit = after(periodic);
                (payment.minus(profit).unwrap_or_default().max(Money::ZERO), profit)
            }
        };
        let principal = if is_last { left.principal } else { unit.min(left.principal) };
        Portion { principal, profit }
    }

    /// Rounding accumulates over a long term at a high rate: refuses a last payment of more than
    /// two level ones.
    fn check_last(self, last: Option<Portion>) -> Result<()> {
        match (self, last) {
            (Self::Level { payment, .. }, Some(last)) if last.total() > sum([payment, payment]) => {
                Err(no_level_payment())
            }
            _ => Ok(()),
        }
    }
}

/// The rate per period.
fn periodic(rate: Rate, periods_per_year: u32) -> Ratio {
    let year = MILLIONTHS.unsigned_abs() * 100;
    Ratio::new(rate.millionths().unsigned_abs(), year * u64::from(periods_per_year.max(1)))
}

fn no_level_payment() -> Error {
    let message = "No level instalment is possible for these terms. Use a shorter term, a lower \
                   rate or equal_principal.";
    Error::field("scheduleMethod", FieldCode::NotPossible, message)
}
