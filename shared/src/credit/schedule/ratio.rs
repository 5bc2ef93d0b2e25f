//! Fractions of amounts, rounded once.

/// A fraction of non-negative integers with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ratio {
    numerator: u64,
    denominator: u64,
}

impl Ratio {
    /// The fraction in lowest terms; a denominator of zero counts as one.
    pub(super) fn new(numerator: u64, denominator: u64) -> Self {
        let denominator = denominator.max(1);
        let divisor = greatest_common_divisor(numerator, denominator);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The numerator, in lowest terms.
    pub(super) fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator, in lowest terms.
    pub(super) fn denominator(self) -> u64 {
        self.denominator
    }

    /// The discount of a periodic rate: one divided by one plus the rate.
    pub(super) fn discount(self) -> Self {
        Self::new(self.denominator, self.denominator.saturating_add(self.numerator))
    }

    /// The same fraction in units of that many ten-thousandths.
    pub(super) fn per(self, unit: u64) -> Self {
        Self::new(self.numerator, self.denominator.saturating_mul(unit))
    }

    /// That fraction of an amount, rounded half away from zero; a negative amount counts as zero,
    /// and a result beyond the range of an amount saturates.
    pub(super) fn of(self, amount: i64) -> i64 {
        let amount = u64::try_from(amount).unwrap_or(0);
        let part = self.narrow(amount).unwrap_or_else(|| self.wide(amount));
        i64::try_from(part).unwrap_or(i64::MAX)
    }

    /// Computes in one machine word, if it fits: much faster.
    fn narrow(self, amount: u64) -> Option<u64> {
        let product = amount.checked_mul(self.numerator)?;
        Some(product.checked_add(self.denominator / 2)? / self.denominator)
    }

    fn wide(self, amount: u64) -> u64 {
        let product = u128::from(amount) * u128::from(self.numerator);
        let half = u128::from(self.denominator / 2);
        // The product of two words leaves room for the addition of half a word.
        u64::try_from((product + half) / u128::from(self.denominator)).unwrap_or(u64::MAX)
    }
}

fn greatest_common_divisor(first: u64, second: u64) -> u64 {
    let (mut larger, mut smaller) = (first, second);
    while smaller > 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    larger
}
