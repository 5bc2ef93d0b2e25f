//! Weights of template, catalog and appraisal rows, and the rules for their sums.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

mod adjust;

pub use adjust::{scale, spread};

use crate::decimal::{DecimalError, TenThousandths, parse_ten_thousandths};
use crate::error::{Code, Error, FieldCode, FieldError, Result};

/// The weight of a row or category in ten-thousandths, so that 667 is 0.0667.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
pub struct Weight(i64);

/// The total of the weights of a form.
pub const WHOLE: Weight = Weight(10_000);
/// The tolerance for the sums of a template: 0.001.
pub const TEMPLATE_TOLERANCE: Weight = Weight(10);
/// The tolerance for the sum of a catalog: 0.01, because fifteen stored fifteenths exceed 1.
pub const CATALOG_TOLERANCE: Weight = Weight(100);

impl Weight {
    /// Creates a weight from ten-thousandths.
    pub const fn from_ten_thousandths(value: i64) -> Self {
        Self(value)
    }

    /// The weight in ten-thousandths.
    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    /// The weight as an exact decimal.
    pub fn decimal(self) -> Decimal {
        Decimal::new(self.0, 4)
    }

    /// The sum of weights, saturating (no realistic form comes near the limit).
    pub fn sum(weights: impl IntoIterator<Item = Self>) -> Self {
        weights.into_iter().fold(Self(0), |sum, weight| Self(sum.0.saturating_add(weight.0)))
    }

    /// True when the two differ by at most the tolerance.
    pub const fn is_within(self, other: Self, tolerance: Self) -> bool {
        self.0.abs_diff(other.0) <= tolerance.0.unsigned_abs()
    }
}

impl std::fmt::Display for Weight {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(TenThousandths::of(self.0).as_str())
    }
}

impl std::str::FromStr for Weight {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        parse_ten_thousandths(text).map(Self)
    }
}

impl Serialize for Weight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(TenThousandths::of(self.0).as_str())
    }
}

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Weight {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Weight {}

/// The result of one sum of the weight rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumCheck {
    /// The category, or `None` for the sum over categories or over a catalog.
    pub category: Option<String>,
    /// The sum of the weights.
    pub sum: Weight,
    /// The expected sum.
    pub expected: Weight,
    /// The tolerance of the sum.
    pub tolerance: Weight,
    /// True if the sum is within the tolerance of the expected sum, and that is above zero.
    pub holds: bool,
}

impl SumCheck {
    /// Compares a sum with the expected one.
    pub fn new(category: Option<String>, sum: Weight, expected: Weight, tolerance: Weight) -> Self {
        let holds = expected.0 > 0 && sum.is_within(expected, tolerance);
        Self { category, sum, expected, tolerance, holds }
    }

    /// The weight left to distribute; negative when the sum exceeds the expected one.
    pub const fn residual(&self) -> Weight {
        Weight(self.expected.0.saturating_sub(self.sum.0))
    }

    fn fault(&self) -> FieldError {
        let Self { sum, expected, tolerance, .. } = self;
        let what = match &self.category {
            Some(category) => format!("The weights of `{category}`"),
            None => "All weights".to_owned(),
        };
        let message =
            format!("{what} total {sum}; they must total {expected} (tolerance {tolerance}).");
        FieldError::new("items", FieldCode::Sum, message)
    }
}

/// The result of the weight rules for a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightReport {
    /// Every sum, the whole form first.
    pub sums: Vec<SumCheck>,
    /// Positions of rows whose weight is not above zero.
    pub not_positive: Vec<usize>,
    /// Categories whose rows disagree on the weight of the category.
    pub disagreeing: Vec<String>,
}

impl WeightReport {
    /// Returns true if the form may be saved.
    pub fn is_valid(&self) -> bool {
        self.not_positive.is_empty()
            && self.disagreeing.is_empty()
            && self.sums.iter().all(|check| check.holds)
    }

    /// Errors: 400 `INVALID_WEIGHTS` naming each wrong sum with the expected one, each row whose
    /// weight is not above zero, and each category whose rows disagree.
    pub fn require_valid(&self) -> Result<()> {
        if self.is_valid() {
            return Ok(());
        }
        let mut errors: Vec<FieldError> =
            self.sums.iter().filter(|check| !check.holds).map(SumCheck::fault).collect();
        errors.extend(self.disagreeing.iter().map(|category| {
            let message = format!("The rows of `{category}` have different category weights.");
            FieldError::new("items", FieldCode::Disagrees, message)
        }));
        errors.extend(self.not_positive.iter().map(|position| {
            let field = format!("items[{position}].weight");
            FieldError::new(field, FieldCode::NotPositive, "Enter a weight greater than 0.")
        }));
        let message = "The weights don't add up to the required totals. See errors.";
        Err(Error::invalid_with(Code::InvalidWeights, message, errors))
    }
}

/// The weights of one row of a template.
#[derive(Clone, Copy, Debug)]
pub struct TemplateWeights<'a> {
    /// The category of the row.
    pub category: &'a str,
    /// The weight of that category, repeated on each of its rows.
    pub category_weight: Weight,
    /// The weight of the row.
    pub weight: Weight,
}

/// Checks a template: every weight above zero, category weights sum to 1 and the rows of each
/// category to its weight, each within 0.001 (specification, "Template and catalog weight
/// validation", rule 1).
pub fn check_template(rows: &[TemplateWeights<'_>]) -> WeightReport {
    let mut categories: Vec<(&str, Weight, Weight)> = Vec::new();
    let mut disagreeing: Vec<String> = Vec::new();
    for row in rows {
        match categories.iter_mut().find(|(label, ..)| *label == row.category) {
            Some((_, category_weight, sum)) => {
                *sum = Weight::sum([*sum, row.weight]);
                let known = disagreeing.iter().any(|label| label == row.category);
                if *category_weight != row.category_weight && !known {
                    disagreeing.push(row.category.to_owned());
                }
            }
            None => categories.push((row.category, row.category_weight, row.weight)),
        }
    }
    let whole = Weight::sum(categories.iter().map(|(_, category_weight, _)| *category_weight));
    let mut sums = vec![SumCheck::new(None, whole, WHOLE, TEMPLATE_TOLERANCE)];
    sums.extend(categories.into_iter().map(|(label, expected, sum)| {
        SumCheck::new(Some(label.to_owned()), sum, expected, TEMPLATE_TOLERANCE)
    }));
    let not_positive = not_positive(rows.iter().map(|row| row.weight));
    WeightReport { sums, not_positive, disagreeing }
}

/// Checks a catalog: every weight above zero and their sum 1 within 0.01 (specification, "Template
/// and catalog weight validation", rule 2).
pub fn check_catalog(weights: &[Weight]) -> WeightReport {
    let sum = Weight::sum(weights.iter().copied());
    WeightReport {
        sums: vec![SumCheck::new(None, sum, WHOLE, CATALOG_TOLERANCE)],
        not_positive: not_positive(weights.iter().copied()),
        disagreeing: Vec::new(),
    }
}

fn not_positive(weights: impl Iterator<Item = Weight>) -> Vec<usize> {
    weights.enumerate().filter(|(_, weight)| weight.0 <= 0).map(|(position, _)| position).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(category: &str, category_weight: i64, weight: i64) -> TemplateWeights<'_> {
        TemplateWeights {
            category,
            category_weight: Weight(category_weight),
            weight: Weight(weight),
        }
    }

    #[test]
    fn weights_travel_as_strings_with_four_digits() {
        assert_eq!(serde_json::to_string(&Weight(667)).unwrap(), "\"0.0667\"");
        assert_eq!(serde_json::from_str::<Weight>("\"0.25\"").unwrap(), Weight(2_500));
        assert!(serde_json::from_str::<Weight>("0.25").is_err());
        assert!(serde_json::from_str::<Weight>("\"0.00001\"").is_err());
    }

    #[test]
    fn a_template_may_miss_its_whole_by_a_thousandth_and_no_more() {
        for (weight, valid) in
            [(9_989, false), (9_990, true), (10_000, true), (10_010, true), (10_011, false)]
        {
            let report = check_template(&[row("Core", weight, weight)]);
            assert_eq!(report.is_valid(), valid, "{weight}");
        }
    }

    #[test]
    fn each_category_sums_to_its_own_weight() {
        let good = [row("A", 6_000, 3_000), row("B", 4_000, 4_000), row("A", 6_000, 3_000)];
        assert!(check_template(&good).is_valid());
        let short = [row("A", 6_000, 3_000), row("B", 4_000, 4_000), row("A", 6_000, 2_989)];
        let report = check_template(&short);
        assert!(report.sums[0].holds);
        assert!(!report.sums[1].holds);
        assert!(report.sums[2].holds);
    }

    #[test]
    fn rows_of_one_category_must_agree_on_its_weight() {
        let report = check_template(&[row("A", 10_000, 5_000), row("A", 5_000, 5_000)]);
        assert_eq!(report.disagreeing, ["A"]);
        assert!(!report.is_valid());
    }

    #[test]
    fn zero_and_negative_weights_are_named_by_position() {
        let rows = [row("A", 10_000, 12_000), row("A", 10_000, 0), row("A", 10_000, -2_000)];
        assert_eq!(check_template(&rows).not_positive, [1, 2]);
    }

    #[test]
    fn fifteen_stored_fifteenths_and_six_stored_sixths_make_a_catalog() {
        assert!(check_catalog(&[Weight(667); 15]).is_valid());
        assert!(check_catalog(&[Weight(1_667); 6]).is_valid());
        assert!(!check_catalog(&[Weight(667); 14]).is_valid());
    }

    #[test]
    fn a_catalog_may_miss_its_whole_by_a_hundredth_and_no_more() {
        for (weight, valid) in
            [(9_899, false), (9_900, true), (10_000, true), (10_100, true), (10_101, false)]
        {
            assert_eq!(check_catalog(&[Weight(weight)]).is_valid(), valid, "{weight}");
        }
    }

    #[test]
    fn a_category_of_no_weight_is_refused_though_its_rows_would_fit() {
        let rows = [row("A", 10_000, 10_000), row("B", 0, 5), row("C", -5, 1)];
        let report = check_template(&rows);
        assert!(!report.sums[2].holds && !report.sums[3].holds);
    }

    #[test]
    fn a_refusal_names_each_sum_and_what_it_should_be() {
        let rows = [row("A", 6_000, 5_000), row("B", 3_000, 3_000), row("B", 2_000, 0)];
        let error = check_template(&rows).require_valid().unwrap_err();
        assert_eq!(error.code(), Code::InvalidWeights);
        let named: Vec<_> =
            error.problem().errors.iter().map(|it| (&*it.field, it.code, &*it.message)).collect();
        let whole = "All weights total 0.9000; they must total 1.0000 (tolerance 0.0010).";
        let a = "The weights of `A` total 0.5000; they must total 0.6000 (tolerance 0.0010).";
        assert_eq!(named[..2], [("items", FieldCode::Sum, whole), ("items", FieldCode::Sum, a)]);
        assert_eq!((named[2].1, named[3].0), (FieldCode::Disagrees, "items[2].weight"));
    }

    #[test]
    fn an_empty_form_is_not_valid() {
        assert!(!check_template(&[]).is_valid());
        assert!(!check_catalog(&[]).is_valid());
    }
}
