//! Deterministic pseudo-random numbers: one seed, one sequence on every machine.

/// A sequence of pseudo-random numbers (`SplitMix64`).
#[derive(Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from the first to the last, both included.
    pub(super) fn between<N: TryFrom<u64> + TryInto<u64>>(&mut self, first: N, last: N) -> N {
        let (first, last) = (first.try_into().ok().unwrap(), last.try_into().ok().unwrap());
        N::try_from(first + self.next() % (last - first + 1)).ok().unwrap()
    }

    /// True in one of so many cases on average.
    pub(super) fn one_in(&mut self, cases: u64) -> bool {
        self.next().is_multiple_of(cases)
    }

    /// One of the items; none of an empty list.
    pub(super) fn one_of<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let count = u64::try_from(items.len()).unwrap();
        let index = self.next().checked_rem(count)?;
        Some(items[usize::try_from(index).unwrap()])
    }

    /// One of the items, by their weights.
    pub(super) fn weighted<T: Copy>(&mut self, items: &[(u64, T)]) -> T {
        let mut left = self.next() % items.iter().map(|(weight, _)| weight).sum::<u64>();
        for (weight, item) in items {
            match left.checked_sub(*weight) {
                Some(rest) => left = rest,
                None => return *item,
            }
        }
        unreachable!("the number is below the sum of the weights")
    }
}
