//! The level payment of a schedule.

use rust_decimal::Decimal;

use super::ratio::Ratio;
use crate::credit::rounding::InstalmentUnit;
use crate::decimal::round_to_ten_thousandths;

/// The maximum denominator up to which the annuity is computed as a fraction of integers.
const EXACT_MAX: i128 = 1 << 62;

/// The level payment: the amount divided by the sum of `d^k` over all periods, where `d` is
/// `1 / (1 + i)`, rounded half up to whole units; all in ten-thousandths.
///
/// None if it exceeds the range of an amount. The quotient is exact wherever it could lie halfway
/// between two amounts: the sum is a fraction in lowest terms whose denominator is that of `d` to
/// the power of the periods, and a half needs it to divide twice the payment.
pub(super) fn level_payment(
    amount: i64,
    discount: Ratio,
    periods: u32,
    unit: InstalmentUnit,
) -> Option<i64> {
    let step = unit.ten_thousandths();
    let units = match exact_annuity(discount, periods) {
        Some((sum, unit)) => {
            let sum = sum * i128::from(step);
            let units = (i128::from(amount) * unit * 2 + sum).checked_div(sum * 2)?;
            i64::try_from(units).ok()
        }
        None => {
            let sum = annuity(discount, periods)?.checked_mul(Decimal::from(step))?;
            // Both the amount and the unit are in ten-thousandths, so the quotient counts units.
            round_to_ten_thousandths(Decimal::new(amount, 4).checked_div(sum)?)
        }
    }?;
    units.checked_mul(step)
}

/// The sum of `d^k` as a fraction, if its denominator is small.
fn exact_annuity(discount: Ratio, periods: u32) -> Option<(i128, i128)> {
    let (above, below) = (i128::from(discount.numerator()), i128::from(discount.denominator()));
    let (mut sum, mut unit) = (0, 1);
    for _ in 0..periods {
        sum = (sum + unit) * above;
        unit *= below;
        if unit > EXACT_MAX {
            return None;
        }
    }
    Some((sum, unit))
}

/// The sum of `d^k` to 28 digits, doubling the number of periods in each step:
/// `S(2m) = S(m) (1 + d^m)`.
///
/// No power exceeds one and no two close numbers are subtracted, so that precision is kept for long
/// terms and for very low or high rates. None for no periods.
fn annuity(discount: Ratio, periods: u32) -> Option<Decimal> {
    let factor =
        Decimal::from(discount.numerator()).checked_div(Decimal::from(discount.denominator()))?;
    let (mut sum, mut power) = (factor, factor);
    let below_first = periods.checked_ilog2()?;
    for bit in (0..below_first).rev() {
        sum = sum.checked_mul(power.checked_add(Decimal::ONE)?)?;
        power = power.checked_mul(power)?;
        if periods >> bit & 1 == 1 {
            power = power.checked_mul(factor)?;
            sum = sum.checked_add(power)?;
        }
    }
    Some(sum)
}
