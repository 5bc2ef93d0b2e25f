//! The level payment of a schedule.

use rust_decimal::Decimal;

use super::ratio::Ratio;
use crate::decimal::round_to_ten_thousandths;

/// The maximum denominator up to which the annuity is computed as a fraction of integers.
const EXACT_MAX: i128 = 1 << 62;

/// The level payment: the amount divided by the sum of `d^k` over all periods, where `d` is
/// `1 / (1 + i)`, rounded half up; all in ten-thousandths.
///
/// None if it exceeds the range of an amount. The quotient is exact wherever it could lie halfway
/// between two amounts: the sum is a fraction in lowest terms whose denominator is that of `d` to
/// the power of the periods, and a half needs it to divide twice the payment.
pub(super) fn level_payment(amount: i64, discount: Ratio, periods: u32) -> Option<i64> {
    match exact_annuity(discount, periods) {
        Some((sum, unit)) => {
            let payment = (i128::from(amount) * unit * 2 + sum).checked_div(sum * 2)?;
            i64::try_from(payment).ok()
        }
        None => {
            let sum = annuity(discount, periods)?;
            round_to_ten_thousandths(Decimal::new(amount, 4).checked_div(sum)?)
        }
    }
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
