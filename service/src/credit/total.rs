//! Sums of amounts in SQL.

/// The sum of an expression over rows, as a [`shared::total::Total`] reads it: both databases sum
/// in 64 bits, which ten of the largest amounts exceed.
macro_rules! total {
    ($amount:expr) => {
        concat!(
            "CAST(COALESCE(SUM(CAST(",
            $amount,
            " AS BIGINT) / 1000000000), 0) AS TEXT) || ':' || CAST(COALESCE(SUM(CAST(",
            $amount,
            " AS BIGINT) % 1000000000), 0) AS TEXT)"
        )
    };
}

pub(crate) use total;
