//! Terms of a schedule and their validation.

use crate::check::Checks;
use crate::credit::facility::FacilityInput;
use crate::credit::rate::Rate;
use crate::credit::rounding::InstalmentUnit;
use crate::credit::vocabulary::{ProductType, ScheduleMethod};
use crate::error::{Error, FieldCode, Result};
use crate::money::{LIMIT, Money};

/// The maximum number of lines.
pub const TERM_PERIODS_MAX: u32 = 600;
/// The maximum number of lines per year.
pub const PERIODS_PER_YEAR_MAX: u32 = 366;

/// The terms of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The product.
    pub product_type: ProductType,
    /// The method of the schedule.
    pub schedule_method: ScheduleMethod,
    /// The cost of the asset.
    pub asset_cost: Money,
    /// The cost less the down payment: the principal.
    pub facility_amount: Money,
    /// Percent per year; required for ijarah and diminishing musharakah, without effect on
    /// murabaha.
    pub rate: Option<Rate>,
    /// The total profit of a murabaha; none for the other products, whose profit follows from the
    /// rate.
    pub fixed_total_profit: Option<Money>,
    /// The number of lines.
    pub term_periods: u32,
    /// The number of lines per year.
    pub periods_per_year: u32,
    /// The unit of which principal and profit of all lines but the last are multiples.
    pub unit: InstalmentUnit,
}

impl Terms {
    /// The requested terms with instalments of this unit, without validation.
    pub(in crate::credit) fn requested(input: &FacilityInput, unit: InstalmentUnit) -> Self {
        Self {
            product_type: input.product_type,
            schedule_method: input.method(),
            asset_cost: input.asset_cost,
            facility_amount: input.asset_cost.minus(input.down_payment).unwrap_or_default(),
            rate: input.rate,
            fixed_total_profit: input.fixed_total_profit,
            term_periods: input.term_periods,
            periods_per_year: input.periods_per_year,
            unit,
        }
    }

    /// Checks that a schedule can be computed from the terms.
    ///
    /// Errors: 400 `VALIDATION_FAILED`, naming each invalid field.
    pub fn check(&self) -> Result<()> {
        self.check_members()?;
        super::lines::portions(self).map(drop)
    }

    /// Checks each field by itself and against the others, without computing the schedule.
    pub(super) fn check_members(&self) -> Result<()> {
        let mut checks = Checks::new();
        self.check_amounts(&mut checks);
        self.check_profit(&mut checks);
        checks.finish()
    }

    fn check_amounts(&self, checks: &mut Checks) {
        let cost = self.asset_cost;
        let is_amount = cost.is_positive() && cost < LIMIT;
        let message = "Enter a cost greater than 0 and below 100000000000000.";
        checks.ensure(is_amount, "assetCost", FieldCode::OutOfRange, message);
        let amount = self.facility_amount;
        let message = "The down payment must be 0 or more and less than the asset cost.";
        let is_part = amount.is_positive() && amount <= cost;
        checks.ensure(is_part || !is_amount, "downPayment", FieldCode::OutOfRange, message);
        let fits = (1..=TERM_PERIODS_MAX).contains(&self.term_periods);
        checks.ensure(fits, "termPeriods", FieldCode::OutOfRange, "Enter a number from 1 to 600.");
        let fits = (1..=PERIODS_PER_YEAR_MAX).contains(&self.periods_per_year);
        checks.ensure(
            fits,
            "periodsPerYear",
            FieldCode::OutOfRange,
            "Enter a number from 1 to 366.",
        );
    }

    fn check_profit(&self, checks: &mut Checks) {
        let (fits, message) = match (self.product_type, self.schedule_method) {
            (ProductType::Murabaha, method) => {
                (method == ScheduleMethod::StraightLine, "Use straight_line for a murabaha.")
            }
            (ProductType::Ijarah | ProductType::DiminishingMusharakah, method) => (
                method != ScheduleMethod::StraightLine,
                "Use equal_principal or level; straight_line is for a murabaha.",
            ),
        };
        checks.ensure(fits, "scheduleMethod", FieldCode::Invalid, message);
        match (self.product_type, self.fixed_total_profit) {
            (ProductType::Murabaha, Some(profit)) => {
                let fits = profit >= Money::ZERO && profit < LIMIT;
                let message = "Enter a profit of 0 or more and below 100000000000000.";
                checks.ensure(fits, "fixedTotalProfit", FieldCode::OutOfRange, message);
            }
            (ProductType::Murabaha, None) => {
                let message = "Enter the total profit of the murabaha.";
                checks.add("fixedTotalProfit", FieldCode::Required, message);
            }
            (ProductType::Ijarah | ProductType::DiminishingMusharakah, given) => {
                let message = "Leave this out: profit is calculated from the rate.";
                checks.ensure(given.is_none(), "fixedTotalProfit", FieldCode::NotAllowed, message);
                let message = "Enter the annual rate in percent. 0 is allowed.";
                checks.ensure(self.rate.is_some(), "rate", FieldCode::Required, message);
            }
        }
    }

    /// The rate for the profit; none counts as zero.
    pub(crate) fn rate(&self) -> Rate {
        self.rate.unwrap_or_default()
    }
}

/// The error for terms whose payments exceed the range of an amount.
pub(super) fn too_large() -> Error {
    let message = "The instalments must total less than 100000000000000.";
    Error::field("assetCost", FieldCode::OutOfRange, message)
}
