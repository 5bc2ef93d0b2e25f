//! Amounts of schedule lines.

use chrono::NaiveDate;

use super::dates::{due_date, too_late};
use super::level::level_payment;
use super::line::sum;
use super::ratio::Ratio;
use super::terms::too_large;
use super::{Line, Terms, provider_ownership};
use crate::credit::rate::MILLIONTHS;
use crate::credit::rounding::InstalmentUnit;
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
/// the profit computed in the same way. Principal and profit are whole multiples of the unit of the
/// terms; the last instalment takes the remainder. An instalment of zero is paid.
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
/// up to whole units.
pub(crate) fn profit_on(balance: Money, terms: &Terms) -> Money {
    Part::new(periodic(terms), terms.unit).of(balance)
}

/// A fraction of amounts, rounded half up to whole units.
#[derive(Clone, Copy, Debug)]
struct Part {
    ratio: Ratio,
    unit: i64,
}

impl Part {
    fn new(ratio: Ratio, unit: InstalmentUnit) -> Self {
        let unit = unit.ten_thousandths();
        Self { ratio: ratio.per(unit.unsigned_abs()), unit }
    }

    fn of(self, amount: Money) -> Money {
        let units = self.ratio.of(amount.ten_thousandths());
        Money::from_ten_thousandths(units.saturating_mul(self.unit))
    }
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
        let is_last = period == terms.term_periods;
        let portion = if is_last { spread.last(left) } else { spread.portion(left, terms.unit) };
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
    EqualPrincipal { unit: Money, periodic: Part },
    Level { payment: Money, periodic: Part },
}

impl Spread {
    fn new(terms: &Terms) -> Result<Self> {
        let rate = periodic(terms);
        let periodic = Part::new(rate, terms.unit);
        let equal = Part::new(Ratio::new(1, terms.term_periods.into()), terms.unit);
        let unit = equal.of(terms.facility_amount);
        match terms.schedule_method {
            ScheduleMethod::StraightLine => {
                let profit = equal.of(terms.fixed_total_profit.unwrap_or_default());
                Ok(Self::StraightLine { unit, profit })
            }
            ScheduleMethod::EqualPrincipal => Ok(Self::EqualPrincipal { unit, periodic }),
            ScheduleMethod::Level => {
                let amount = terms.facility_amount.ten_thousandths();
                let payment =
                    level_payment(amount, rate.discount(), terms.term_periods, terms.unit)
                        .map(Money::from_ten_thousandths)
                        .filter(|payment| *payment > periodic.of(terms.facility_amount))
                        .ok_or_else(no_level_payment)?;
                Ok(Self::Level { payment, periodic })
            }
        }
    }

    /// A portion before the last: whole units, and no more than is left.
    fn portion(self, left: Portion, whole: InstalmentUnit) -> Portion {
        let (unit, profit) = match self {
            Self::StraightLine { unit, profit } => {
                (unit, profit.min(whole.whole_part(left.profit)))
            }
            Self::EqualPrincipal { unit, periodic } => (unit, periodic.of(left.principal)),
            Self::Level { payment, periodic } => {
                let profit = periodic.of(left.principal);
                (payment.minus(profit).unwrap_or_default().max(Money::ZERO), profit)
            }
        };
        Portion { principal: unit.min(whole.whole_part(left.principal)), profit }
    }

    /// The last portion: the remainder.
    fn last(self, left: Portion) -> Portion {
        let profit = match self {
            Self::StraightLine { .. } => left.profit,
            Self::EqualPrincipal { periodic, .. } | Self::Level { periodic, .. } => {
                periodic.of(left.principal)
            }
        };
        Portion { principal: left.principal, profit }
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
fn periodic(terms: &Terms) -> Ratio {
    let year = MILLIONTHS.unsigned_abs() * 100;
    let periods = u64::from(terms.periods_per_year.max(1));
    Ratio::new(terms.rate().millionths().unsigned_abs(), year * periods)
}

fn no_level_payment() -> Error {
    let message = "No level instalment is possible for these terms. Use a shorter term, a lower \
                   rate or equal_principal.";
    Error::field("scheduleMethod", FieldCode::NotPossible, message)
}
