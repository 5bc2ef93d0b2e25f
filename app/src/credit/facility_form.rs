//! The form that creates a facility: texts as submitted, which the server parses.

use serde::{Deserialize, Serialize};

use super::figures::Figures;

/// The input of a facility.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FacilityForm {
    /// The customer's id.
    pub customer_id: String,
    pub product_type: String,
    /// A description of the asset.
    pub asset_description: String,
    #[serde(flatten)]
    pub figures: Figures,
}

#[cfg(any(test, feature = "ssr"))]
mod read {
    use shared::check::Checks;
    use shared::credit::facility::{Asset, FacilityInput};
    use shared::credit::rounding::InstalmentUnit;
    use shared::credit::vocabulary::ProductType;
    use shared::error::{FieldCode, Result};
    use shared::id::CustomerId;

    use super::FacilityForm;

    impl FacilityForm {
        /// Parses the form.
        ///
        /// Errors: 400 naming every field that is invalid.
        pub(in crate::credit) fn input(self) -> Result<FacilityInput> {
            let mut checks = Checks::new();
            let customer_id = self.customer_id.parse::<CustomerId>();
            checks.ensure(
                customer_id.is_ok(),
                "customerId",
                FieldCode::Invalid,
                "Choose a customer.",
            );
            let product_type = self.product_type.parse::<ProductType>();
            checks.ensure(
                product_type.is_ok(),
                "productType",
                FieldCode::Invalid,
                "Choose a product.",
            );
            let (Ok(customer_id), Ok(product_type)) = (customer_id, product_type) else {
                return checks.finish().and_then(|()| Err(shared::Error::internal()));
            };
            // The service checks the schedule once more, with the unit of the organization.
            let terms = self.figures.terms(product_type, InstalmentUnit::default())?;
            terms.check()?;
            let down_payment = terms.asset_cost.minus(terms.facility_amount);
            Ok(FacilityInput {
                customer_id,
                product_type,
                asset_cost: terms.asset_cost,
                down_payment: down_payment.unwrap_or_default(),
                rate: terms.rate,
                term_periods: terms.term_periods,
                periods_per_year: terms.periods_per_year,
                fixed_total_profit: terms.fixed_total_profit,
                schedule_method: Some(terms.schedule_method),
                asset: Asset { description: self.asset_description, cost: None },
            })
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::credit::figures::Figures;

        #[test]
        fn a_form_without_customer_or_product_says_so() {
            let error = FacilityForm::default().input().unwrap_err();
            let fields: Vec<_> =
                error.problem().errors.iter().map(|it| it.field.as_str()).collect();
            assert_eq!(fields, ["customerId", "productType"]);
        }

        #[test]
        fn the_figures_reach_the_facility() {
            let form = FacilityForm {
                customer_id: "00000000-0000-0000-0000-000000000001".to_owned(),
                product_type: "ijarah".to_owned(),
                asset_description: "Forklift".to_owned(),
                figures: Figures {
                    asset_cost: "120,000".to_owned(),
                    down_payment: "20,000".to_owned(),
                    rate: "7.5".to_owned(),
                    fixed_total_profit: "left over from a murabaha".to_owned(),
                    term_periods: "24".to_owned(),
                    periods_per_year: "12".to_owned(),
                    schedule_method: String::new(),
                },
            };
            let input = form.input().unwrap();
            assert_eq!(input.down_payment.to_string(), "20000.0000");
            assert_eq!(input.fixed_total_profit, None);
            assert_eq!(input.rate.map(|rate| rate.to_string()).as_deref(), Some("7.5"));
        }
    }
}
