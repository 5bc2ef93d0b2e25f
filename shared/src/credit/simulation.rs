//! Schedules without a facility: one product, or several in comparison.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::rate::Rate;
use super::rounding::InstalmentUnit;
use super::schedule::{Line, ScheduleLine, Terms, Totals};
use super::vocabulary::{ProductType, ScheduleMethod};
use crate::check::Checks;
use crate::date::strict_date;
use crate::error::{Error, FieldCode, Result};
use crate::money::Money;
use crate::patch::null_is_absent;

/// The input of a simulation: the amounts of a facility, for one product or for several, each of
/// which takes the rate, profit and method that apply to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SimulationInput {
    /// The product; required unless several are compared.
    #[serde(default)]
    pub product_type: Option<ProductType>,
    /// The products to compare.
    #[serde(default)]
    pub product_types: Option<Vec<ProductType>>,
    /// The cost of the asset.
    pub asset_cost: Money,
    /// The down payment of the customer.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Money>))]
    pub down_payment: Money,
    /// Percent per year.
    #[serde(default)]
    pub rate: Option<Rate>,
    /// The number of instalments: 1 to 600.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 600))]
    pub term_periods: u32,
    /// Instalments per year: 1 to 366.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 366))]
    pub periods_per_year: u32,
    /// The total profit of a murabaha.
    #[serde(default)]
    pub fixed_total_profit: Option<Money>,
    /// The method of the schedule; the default depends on the product.
    #[serde(default)]
    pub schedule_method: Option<ScheduleMethod>,
    /// The date from which due dates count; today by default.
    #[serde(default, deserialize_with = "strict_date")]
    pub start_date: Option<NaiveDate>,
}

impl SimulationInput {
    /// The terms of each schedule, in the order in which the products are given, with instalments
    /// of this unit.
    ///
    /// Errors: 400 for no product, or a duplicate one.
    pub fn terms(&self, unit: InstalmentUnit) -> Result<Vec<Terms>> {
        let mut checks = Checks::new();
        if let Some(start) = self.start_date {
            checks.date("startDate", start);
        }
        checks.finish()?;
        let Some(products) = &self.product_types else {
            let message = "Send productType, or productTypes to compare several.";
            let product = self.product_type;
            let product =
                product.ok_or_else(|| Error::field("productType", FieldCode::Required, message))?;
            return Ok(vec![self.terms_of(product, unit)]);
        };
        if products.is_empty() {
            return Err(Error::field(
                "productTypes",
                FieldCode::Required,
                "Select at least one product.",
            ));
        }
        let is_repeated = |(index, product)| products[..index].contains(product);
        if products.iter().enumerate().any(is_repeated) {
            return Err(Error::field("productTypes", FieldCode::Duplicate, "Duplicate product."));
        }
        Ok(products.iter().map(|product| self.compared(*product, unit)).collect())
    }

    fn terms_of(&self, product_type: ProductType, unit: InstalmentUnit) -> Terms {
        Terms {
            product_type,
            schedule_method: self.schedule_method.unwrap_or(product_type.default_method()),
            asset_cost: self.asset_cost,
            facility_amount: self.asset_cost.minus(self.down_payment).unwrap_or_default(),
            rate: self.rate,
            fixed_total_profit: self.fixed_total_profit,
            term_periods: self.term_periods,
            periods_per_year: self.periods_per_year,
            unit,
        }
    }

    /// The terms of one product in a comparison, without fields that only apply to the others.
    fn compared(&self, product_type: ProductType, unit: InstalmentUnit) -> Terms {
        let terms = self.terms_of(product_type, unit);
        match product_type {
            ProductType::Murabaha => {
                Terms { rate: None, schedule_method: product_type.default_method(), ..terms }
            }
            ProductType::Ijarah | ProductType::DiminishingMusharakah => {
                let method = match terms.schedule_method {
                    ScheduleMethod::StraightLine => product_type.default_method(),
                    ScheduleMethod::EqualPrincipal | ScheduleMethod::Level => terms.schedule_method,
                };
                Terms { fixed_total_profit: None, schedule_method: method, ..terms }
            }
        }
    }
}

/// One schedule of a simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SimulatedSchedule {
    /// The product.
    pub product_type: ProductType,
    /// The method of the schedule.
    pub schedule_method: ScheduleMethod,
    /// The financed amount.
    pub facility_amount: Money,
    /// The total profit or rent.
    pub total_profit: Money,
    /// The total of all payments.
    pub total_payment: Money,
    /// Its instalments, by period.
    pub lines: Vec<ScheduleLine>,
}

impl SimulatedSchedule {
    /// Creates the schedule from these lines.
    pub fn of(terms: &Terms, lines: &[Line]) -> Self {
        let totals = Totals::of(lines);
        Self {
            product_type: terms.product_type,
            schedule_method: terms.schedule_method,
            facility_amount: terms.facility_amount,
            total_profit: totals.profit,
            total_payment: totals.payment,
            lines: lines.iter().map(ScheduleLine::from).collect(),
        }
    }
}

/// Schedules in comparison; nothing is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Simulation {
    /// One for each product.
    pub schedules: Vec<SimulatedSchedule>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> SimulationInput {
        SimulationInput {
            asset_cost: "1000".parse().unwrap(),
            rate: Some("12".parse().unwrap()),
            term_periods: 12,
            periods_per_year: 12,
            fixed_total_profit: Some("60".parse().unwrap()),
            ..SimulationInput::default()
        }
    }

    #[test]
    fn a_comparison_takes_rate_and_profit_where_each_applies() {
        let input = SimulationInput { product_types: Some(ProductType::ALL.to_vec()), ..input() };
        for terms in input.terms(InstalmentUnit::default()).unwrap() {
            terms.check().unwrap();
        }
    }

    #[test]
    fn one_product_is_as_strict_as_the_facility() {
        let input = SimulationInput { product_type: Some(ProductType::Ijarah), ..input() };
        assert!(input.terms(InstalmentUnit::default()).unwrap()[0].check().is_err());
    }

    #[test]
    fn no_product_and_one_named_twice_are_refused() {
        assert!(input().terms(InstalmentUnit::default()).is_err());
        for products in [vec![], vec![ProductType::Ijarah, ProductType::Ijarah]] {
            let input = SimulationInput { product_types: Some(products), ..input() };
            assert!(input.terms(InstalmentUnit::default()).is_err());
        }
    }
}
