//! What is left of a price as its lines pass.

use super::ScheduleLine;
use crate::money::Money;

/// What is left of a price after a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remainder {
    /// All that the lines after it ask for.
    pub price: Money,
    /// The profit in that price, which is not earned yet.
    pub unearned_profit: Money,
}

/// The remainder after each line: the sums of the lines that follow, so that the price left is the
/// principal outstanding and the profit not earned yet. None when a sum is too large to be kept.
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
