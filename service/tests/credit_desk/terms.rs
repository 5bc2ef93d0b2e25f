//! Terms of facilities, in short form.

use shared::credit::facility::{Asset, FacilityInput};
use shared::credit::vocabulary::ProductType;
use shared::id::CustomerId;

use super::money;

/// Terms of a facility, in short form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) product: ProductType,
    pub(crate) cost: &'static str,
    pub(crate) down: &'static str,
    /// The rate, or the total profit of a murabaha.
    pub(crate) price: &'static str,
    pub(crate) periods: u32,
}

impl Terms {
    /// 2,000,000 less 400,000 at 12 % over 120 months.
    pub(crate) const HOUSE: Self = Self {
        product: ProductType::DiminishingMusharakah,
        cost: "2000000",
        down: "400000",
        price: "12",
        periods: 120,
    };
    /// 5,000 and a profit of 900 over 18 months.
    pub(crate) const MURABAHA: Self =
        Self { product: ProductType::Murabaha, cost: "5000", down: "0", price: "900", periods: 18 };
    /// 100 and a profit of 10 over 3 months.
    pub(crate) const SMALL: Self =
        Self { product: ProductType::Murabaha, cost: "100", down: "0", price: "10", periods: 3 };
    /// 10,000 at 6 % over 4 months.
    pub(crate) const LEASE: Self =
        Self { product: ProductType::Ijarah, cost: "10000", down: "0", price: "6", periods: 4 };

    pub(crate) fn input(self, customer_id: CustomerId) -> FacilityInput {
        let is_murabaha = self.product == ProductType::Murabaha;
        FacilityInput {
            customer_id,
            product_type: self.product,
            asset_cost: money(self.cost),
            down_payment: money(self.down),
            rate: (!is_murabaha).then(|| self.price.parse().unwrap()),
            term_periods: self.periods,
            periods_per_year: 12,
            fixed_total_profit: is_murabaha.then(|| money(self.price)),
            schedule_method: None,
            asset: Asset { description: "A house".to_owned(), cost: None },
        }
    }
}
