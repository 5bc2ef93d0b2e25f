//! Parts of amounts, rounded once.

/// A fraction of whole numbers, neither of them below zero and the lower one above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ratio {
    numerator: u64,
    denominator: u64,
}

impl Ratio {
    /// The fraction in its lowest terms; a lower number of zero counts as one.
    pub(super) fn new(numerator: u64, denominator: u64) -> Self {
        let denominator = denominator.max(1);
        let divisor = greatest_common_divisor(numerator, denominator);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The upper number, in lowest terms.
    pub(super) fn numerator(self) -> u64 {
        self.numerator
    }

    /// The lower number, in lowest terms.
    pub(super) fn denominator(self) -> u64 {
        self.denominator
    }

    /// The discount of a periodic rate: one over one and the rate.
    pub(super) fn discount(self) -> Self {
        Self::new(self.denominator, self.denominator.saturating_add(self.numerator))
    }

    /// That part of an amount, half away from zero; an amount below zero counts as none, and what
    /// an amount cannot hold as the most that it can.
    pub(super) fn of(self, amount: i64) -> i64 {
        let amount = u64::try_from(amount).unwrap_or(0);
        let part = self.narrow(amount).unwrap_or_else(|| self.wide(amount));
        i64::try_from(part).unwrap_or(i64::MAX)
    }

    /// In one machine word, where it fits: much the faster.
    fn narrow(self, amount: u64) -> Option<u64> {
        let product = amount.checked_mul(self.numerator)?;
        Some(product.checked_add(self.denominator / 2)? / self.denominator)
    }

    fn wide(self, amount: u64) -> u64 {
        let product = u128::from(amount) * u128::from(self.numerator);
        let half = u128::from(self.denominator / 2);
        // The product of two words leaves room for half a word.
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
