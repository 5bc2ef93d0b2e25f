//! The input figures of a facility and the resulting schedule, computed by the same code on the
//! server and in the browser.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::check::Checks;
use shared::credit::facility::Facility;
use shared::credit::rate::Rate;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::{Line, Terms, Totals, schedule};
use shared::credit::vocabulary::{ProductType, ScheduleMethod};
use shared::digits::latin;
use shared::error::{FieldCode, Result};
use shared::money::Money;

use crate::ui::money::read_money;

/// The input figures, as entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Figures {
    pub asset_cost: String,
    /// The down payment; empty for none.
    pub down_payment: String,
    /// The rate in percent per year.
    pub rate: String,
    /// The total profit of a murabaha.
    pub fixed_total_profit: String,
    /// The number of instalments.
    pub term_periods: String,
    /// The number of instalments per year.
    pub periods_per_year: String,
    /// The schedule method; empty for the default of the product.
    pub schedule_method: String,
}

impl Default for Figures {
    /// Empty figures with twelve instalments per year.
    fn default() -> Self {
        Self {
            asset_cost: String::new(),
            down_payment: String::new(),
            rate: String::new(),
            fixed_total_profit: String::new(),
            term_periods: String::new(),
            periods_per_year: "12".to_owned(),
            schedule_method: String::new(),
        }
    }
}

/// A schedule with its totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub terms: Terms,
    pub lines: Vec<Line>,
    pub totals: Totals,
}

impl From<&Facility> for Figures {
    /// The figures from which the facility was created.
    fn from(facility: &Facility) -> Self {
        let text = |amount: Option<Money>| amount.map(|it| it.to_string()).unwrap_or_default();
        Self {
            asset_cost: facility.asset_cost.to_string(),
            down_payment: facility.down_payment.to_string(),
            rate: facility.rate.map(|rate| rate.to_string()).unwrap_or_default(),
            fixed_total_profit: text(facility.fixed_total_profit),
            term_periods: facility.term_periods.to_string(),
            periods_per_year: facility.periods_per_year.to_string(),
            schedule_method: facility.schedule_method.to_string(),
        }
    }
}

impl Figures {
    /// Reads the figures of an address or a form by member name.
    pub fn read(text: impl Fn(&str) -> Option<String>) -> Self {
        let usual = Self::default();
        let shown = |member| text(member).unwrap_or_default();
        Self {
            asset_cost: shown("asset_cost"),
            down_payment: shown("down_payment"),
            rate: shown("rate"),
            fixed_total_profit: shown("fixed_total_profit"),
            term_periods: shown("term_periods"),
            periods_per_year: text("periods_per_year").unwrap_or(usual.periods_per_year),
            schedule_method: shown("schedule_method"),
        }
    }

    /// True if neither the cost nor the term is entered.
    pub fn is_blank(&self) -> bool {
        let texts = [&self.asset_cost, &self.term_periods];
        texts.into_iter().all(|text| text.trim().is_empty())
    }

    /// The terms of one product with instalments of this unit. Figures that do not apply to it are
    /// omitted.
    ///
    /// Errors: 400 naming each invalid figure.
    pub fn terms(&self, product_type: ProductType, unit: InstalmentUnit) -> Result<Terms> {
        let mut checks = Checks::new();
        let asset_cost = amount(&mut checks, "assetCost", &self.asset_cost).unwrap_or_default();
        let down_payment = amount(&mut checks, "downPayment", &self.down_payment);
        let (rate, fixed_total_profit) = match product_type {
            ProductType::Murabaha => {
                (None, amount(&mut checks, "fixedTotalProfit", &self.fixed_total_profit))
            }
            ProductType::Ijarah | ProductType::DiminishingMusharakah => {
                (rate(&mut checks, &self.rate), None)
            }
        };
        let term_periods = whole(&mut checks, "termPeriods", &self.term_periods);
        let periods_per_year = whole(&mut checks, "periodsPerYear", &self.periods_per_year);
        let schedule_method = self.method(&mut checks, product_type);
        checks.finish()?;
        let facility_amount = asset_cost.minus(down_payment.unwrap_or_default());
        Ok(Terms {
            product_type,
            schedule_method,
            asset_cost,
            facility_amount: facility_amount.unwrap_or_default(),
            rate,
            fixed_total_profit,
            term_periods,
            periods_per_year,
            unit,
        })
    }

    /// The schedule of one product.
    ///
    /// Errors: 400 naming each figure that is invalid or allows no schedule.
    pub fn outcome(
        &self,
        product_type: ProductType,
        start: NaiveDate,
        unit: InstalmentUnit,
    ) -> Result<Outcome> {
        let terms = self.terms(product_type, unit)?;
        let lines = schedule(&terms, start)?;
        let totals = Totals::of(&lines);
        Ok(Outcome { terms, lines, totals })
    }

    fn method(&self, checks: &mut Checks, product_type: ProductType) -> ScheduleMethod {
        let usual = product_type.default_method();
        let text = self.schedule_method.trim();
        // A murabaha has only one method; a method selected for another product is ignored.
        if text.is_empty() || product_type == ProductType::Murabaha {
            return usual;
        }
        text.parse().unwrap_or_else(|_| {
            checks.add("scheduleMethod", FieldCode::Invalid, "Choose one of the methods.");
            usual
        })
    }
}

/// Parses an amount; `None` if it is empty.
fn amount(checks: &mut Checks, field: &str, text: &str) -> Option<Money> {
    if text.trim().is_empty() {
        return None;
    }
    match read_money(text) {
        Ok(amount) => Some(amount),
        Err(error) => {
            checks.add(field, FieldCode::Invalid, error.to_string());
            None
        }
    }
}

fn rate(checks: &mut Checks, text: &str) -> Option<Rate> {
    let text = latin(text);
    let text = text.trim().trim_end_matches('%').trim_end();
    if text.is_empty() {
        return None;
    }
    match text.parse() {
        Ok(rate) => Some(rate),
        Err(error) => {
            let error: shared::credit::rate::RateError = error;
            checks.add("rate", FieldCode::Invalid, error.to_string());
            None
        }
    }
}

/// Parses a whole number; an empty text counts as 0, which the terms reject.
fn whole(checks: &mut Checks, field: &str, text: &str) -> u32 {
    let text = latin(text);
    let text = text.trim();
    if text.is_empty() {
        return 0;
    }
    text.parse().unwrap_or_else(|_| {
        checks.add(field, FieldCode::Invalid, "Give a whole number.");
        0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> Figures {
        Figures {
            asset_cost: "500,000".to_owned(),
            down_payment: "0".to_owned(),
            rate: "6 %".to_owned(),
            fixed_total_profit: "135,000".to_owned(),
            term_periods: "18".to_owned(),
            ..Figures::default()
        }
    }

    #[test]
    fn each_product_takes_the_figures_that_apply_to_it() {
        for product in ProductType::ALL {
            let outcome = figures()
                .outcome(*product, NaiveDate::default(), InstalmentUnit::default())
                .unwrap();
            assert_eq!(outcome.lines.len(), 18);
            assert_eq!(outcome.totals.principal.to_string(), "500000.0000");
        }
        let murabaha = figures()
            .outcome(ProductType::Murabaha, NaiveDate::default(), InstalmentUnit::default())
            .unwrap();
        assert_eq!(murabaha.totals.profit.to_string(), "135000.0000");
    }

    #[test]
    fn figures_typed_in_arabic_digits_are_the_same_figures() {
        let arabic = Figures {
            asset_cost: "٥٠٠٬٠٠٠".to_owned(),
            rate: "٦٪".to_owned(),
            term_periods: "١٨".to_owned(),
            ..figures()
        };
        for product in ProductType::ALL {
            assert_eq!(
                arabic.terms(*product, InstalmentUnit::default()).unwrap(),
                figures().terms(*product, InstalmentUnit::default()).unwrap()
            );
        }
    }

    #[test]
    fn every_figure_that_cannot_be_read_is_named() {
        let wrong = Figures {
            asset_cost: "a lot".to_owned(),
            rate: "1,5".to_owned(),
            term_periods: "1.5".to_owned(),
            ..figures()
        };
        let error = wrong.terms(ProductType::Ijarah, InstalmentUnit::default()).unwrap_err();
        let fields: Vec<_> = error.problem().errors.iter().map(|it| it.field.as_str()).collect();
        assert_eq!(fields, ["assetCost", "rate", "termPeriods"]);
    }

    #[test]
    fn a_method_of_another_product_does_not_stop_a_murabaha() {
        let figures = Figures { schedule_method: "level".to_owned(), ..figures() };
        let terms = figures.terms(ProductType::Murabaha, InstalmentUnit::default()).unwrap();
        assert_eq!(terms.schedule_method, ScheduleMethod::StraightLine);
    }
}
