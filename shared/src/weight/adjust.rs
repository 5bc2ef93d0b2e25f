//! Adjustment of weights to a total: an even distribution, and proportional scaling. Both are
//! exact.

use super::Weight;

/// Distributes a total evenly over the given number of rows, to the fourth digit; the first rows
/// take the remainder (largest remainder method). Fifteen rows of 1 are ten of 0.0667 and five of
/// 0.0666.
///
/// Returns `None` for no rows, or for less than 0.0001 per row.
pub fn spread(total: Weight, count: usize) -> Option<Vec<Weight>> {
    let rows = i64::try_from(count).ok().filter(|rows| *rows > 0)?;
    let (share, left_over) = (total.0 / rows, total.0 % rows);
    let even = (0..rows).map(|index| Weight(share + i64::from(index < left_over)));
    (share > 0).then(|| even.collect())
}

/// Scales weights so that they sum to the total exactly, as close to proportional as four digits
/// allow (largest remainder method; no row falls to zero).
///
/// Returns `None` for no rows, a weight that is not above zero, or less than 0.0001 per row.
pub fn scale(weights: &[Weight], total: Weight) -> Option<Vec<Weight>> {
    let rows = i64::try_from(weights.len()).ok().filter(|rows| *rows > 0)?;
    if total.0 < rows || weights.iter().any(|weight| weight.0 <= 0) {
        return None;
    }
    let sum: i128 = weights.iter().map(|weight| i128::from(weight.0)).sum();
    let mut scaled = Vec::with_capacity(weights.len());
    let mut remainders = Vec::with_capacity(weights.len());
    for (index, weight) in weights.iter().enumerate() {
        let product = i128::from(weight.0) * i128::from(total.0);
        scaled.push(i64::try_from(product / sum).ok()?);
        remainders.push((product % sum, index));
    }
    let left_over = usize::try_from(total.0 - scaled.iter().sum::<i64>()).ok()?;
    remainders.sort_by_key(|(remainder, index)| (std::cmp::Reverse(*remainder), *index));
    for (_, index) in remainders.iter().take(left_over) {
        scaled[*index] += 1;
    }
    lift_zeros(&mut scaled);
    Some(scaled.into_iter().map(Weight).collect())
}

/// Raises each zero to the smallest weight, taken from the largest one.
fn lift_zeros(weights: &mut [i64]) {
    while let Some(empty) = weights.iter().position(|weight| *weight == 0) {
        if let Some(most) = weights.iter_mut().max() {
            *most -= 1;
        }
        weights[empty] = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TemplateWeights, WHOLE, check_catalog, check_template};
    use super::*;
    use proptest::prelude::*;

    fn raw(weights: Option<Vec<Weight>>) -> Vec<i64> {
        weights.unwrap().into_iter().map(Weight::ten_thousandths).collect()
    }

    #[test]
    fn fifteen_rows_are_ten_of_667_and_five_of_666() {
        let expected = [[667; 10].as_slice(), &[666; 5]].concat();
        assert_eq!(raw(spread(WHOLE, 15)), expected);
        assert_eq!(raw(scale(&[Weight(667); 15], WHOLE)), expected);
        assert_eq!(raw(spread(WHOLE, 6)), [1_667, 1_667, 1_667, 1_667, 1_666, 1_666]);
    }

    #[test]
    fn weights_that_cannot_be_distributed_are_left_unchanged() {
        assert_eq!(spread(WHOLE, 0), None);
        assert_eq!(spread(Weight(3), 4), None);
        assert_eq!(spread(Weight(-4), 4), None);
        assert_eq!(scale(&[], WHOLE), None);
        assert_eq!(scale(&[Weight(1), Weight(0)], WHOLE), None);
        assert_eq!(scale(&[Weight(1), Weight(-1)], WHOLE), None);
        assert_eq!(scale(&[Weight(1); 4], Weight(3)), None);
    }

    #[test]
    fn a_small_weight_next_to_a_large_one_keeps_the_minimum() {
        assert_eq!(raw(scale(&[Weight(i64::MAX), Weight(1), Weight(1)], WHOLE)), [9_998, 1, 1]);
    }

    proptest! {
        #[test]
        fn an_even_spread_sums_exactly_and_is_even(total in 1..20_000_i64, count in 1..300_usize) {
            let Some(weights) = spread(Weight(total), count) else {
                prop_assert!(total < i64::try_from(count).unwrap());
                return Ok(());
            };
            prop_assert_eq!(weights.len(), count);
            prop_assert_eq!(Weight::sum(weights.iter().copied()), Weight(total));
            let (first, last) = (weights[0].0, weights[count - 1].0);
            prop_assert!(last > 0 && first - last <= 1);
        }

        #[test]
        fn scaling_sums_exactly_keeps_proportion_and_is_done_at_once(
            weights in prop::collection::vec(1..30_000_i64, 1..200),
            total in 200..20_000_i64,
        ) {
            let weights: Vec<Weight> = weights.into_iter().map(Weight).collect();
            let scaled = scale(&weights, Weight(total)).unwrap();
            prop_assert_eq!(Weight::sum(scaled.iter().copied()), Weight(total));
            prop_assert!(scaled.iter().all(|weight| weight.0 > 0));
            let again = scale(&scaled, Weight(total));
            prop_assert_eq!(again.as_deref(), Some(&*scaled));
            for (before, after) in weights.iter().zip(&scaled) {
                for (other_before, other_after) in weights.iter().zip(&scaled) {
                    prop_assert!(before > other_before || after.0 <= other_after.0 + 1);
                }
            }
        }

        #[test]
        fn distributed_and_scaled_weights_form_a_valid_template(
            categories in prop::collection::vec(
                (1..9_000_i64, prop::collection::vec(1..9_000_i64, 1..20)), 1..12,
            ),
            evenly: bool,
        ) {
            let names: Vec<String> = (0..categories.len()).map(|it| format!("C{it}")).collect();
            let wanted: Vec<Weight> = categories.iter().map(|it| Weight(it.0)).collect();
            let shares = if evenly { spread(WHOLE, wanted.len()) } else { scale(&wanted, WHOLE) };
            let mut rows = Vec::new();
            for ((name, share), (_, weights)) in names.iter().zip(shares.unwrap()).zip(categories) {
                let weights: Vec<Weight> = weights.into_iter().map(Weight).collect();
                let fitted = if evenly { spread(share, weights.len()) } else { None };
                // A category with a very small weight cannot hold many rows.
                let Some(fitted) = fitted.or_else(|| scale(&weights, share)) else {
                    prop_assume!(false);
                    return Ok(());
                };
                let category = name.as_str();
                rows.extend(fitted.into_iter().map(|weight| {
                    TemplateWeights { category, category_weight: share, weight }
                }));
            }
            let report = check_template(&rows);
            prop_assert!(report.is_valid());
            prop_assert!(report.sums.iter().all(|check| check.residual() == Weight(0)));
            let weights: Vec<Weight> = rows.iter().map(|row| row.weight).collect();
            prop_assert!(check_catalog(&weights).is_valid());
        }
    }
}
