//! The remaining price after each instalment.

use super::ScheduleLine;
use crate::money::Money;

/// The remaining price after an instalment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remainder {
    /// The total of the later instalments.
    pub price: Money,
    /// The unearned profit in that price.
    pub unearned_profit: Money,
}

/// The remainder after each line: the sums of the following lines, so that the remaining price is
/// the outstanding principal plus the unearned profit. None on overflow.
pub fn remainders(lines: &[ScheduleLine]) -> Option<Vec<Remainder>> {
    let mut left = Remainder::default();
    let mut remainders = Vec::with_capacity(lines.len());
    for line in lines.iter().rev() {
        remainders.push(left);
        left.price = left.price.plus(line.total_payment)?;
        left.unearned_profit = left.unearned_profit.plus(line.profit_portion)?;
    }
    remainders.reverse();
    Some(remainders)
}
