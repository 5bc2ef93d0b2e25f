//! The account map: the general ledger account of each event and side.

mod warning;

use serde::{Deserialize, Serialize};

use super::vocabulary::{CreditEvent, Presentation, ProductType, Side};
use crate::check::{Checks, is_code};
use crate::error::{Code, Error, FieldCode, FieldError, Result};

use warning::mismatches;
pub use warning::{AccountWarning, AccountWarningCode};

const NO_CODE: &str = "Enter an account code without spaces or invisible characters, or null.";

/// The maximum number of mappings in one change.
pub const MAPPINGS_MAX: usize = 500;

/// One place of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountPlace {
    /// The product.
    pub product_type: ProductType,
    /// The event.
    pub event_type: CreditEvent,
    /// The side.
    pub side: Side,
}

/// One place and its account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct AccountMapping {
    /// The product.
    pub product_type: ProductType,
    /// The event; an event that the ledger does not know yet is stored and not used.
    pub event_type: String,
    /// The side.
    pub side: Side,
    /// The code of the account.
    pub gl_account: String,
}

/// The current account map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountMap {
    /// The mapped accounts.
    pub mappings: Vec<AccountMapping>,
    /// The places that postings need: for the current presentation of murabahas, and for the
    /// presentations of live murabahas.
    pub required: Vec<AccountPlace>,
    /// The required places that are not mapped.
    pub missing: Vec<AccountPlace>,
    /// The inconsistent mappings, and the former accounts that still carry a balance.
    pub warnings: Vec<AccountWarning>,
}

impl AccountMap {
    /// Creates the map from its mappings, for the presentations of murabahas in use.
    pub fn of(mappings: Vec<AccountMapping>, presentations: &[Presentation]) -> Self {
        let required = required(presentations);
        let is_mapped = |place: &AccountPlace| account_at(&mappings, *place).is_some();
        let missing = required.iter().copied().filter(|place| !is_mapped(place)).collect();
        let warnings = mismatches(&mappings);
        Self { mappings, required, missing, warnings }
    }

    /// Returns true for a required place that is not mapped.
    pub fn misses(&self, product_type: ProductType, event_type: &str, side: Side) -> bool {
        self.missing.iter().any(|place| place.is(product_type, event_type, side))
    }

    /// Returns true for a place that postings need.
    pub fn requires(&self, product_type: ProductType, event_type: &str, side: Side) -> bool {
        self.required.iter().any(|place| place.is(product_type, event_type, side))
    }
}

impl AccountPlace {
    fn is(self, product_type: ProductType, event_type: &str, side: Side) -> bool {
        (self.product_type, self.event_type.as_str(), self.side) == (product_type, event_type, side)
    }
}

/// The account that is mapped at a place.
fn account_at(mappings: &[AccountMapping], place: AccountPlace) -> Option<&str> {
    let mapping = mappings
        .iter()
        .find(|mapping| place.is(mapping.product_type, &mapping.event_type, mapping.side));
    mapping.map(|mapping| mapping.gl_account.as_str())
}

/// One change of the map: an account, or null to remove the mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountMappingInput {
    /// The product.
    pub product_type: ProductType,
    /// The event.
    pub event_type: String,
    /// The side.
    pub side: Side,
    /// The code of the account; null for none.
    // Without this, serde would read a missing field as null, and remove the mapping.
    #[serde(deserialize_with = "Option::deserialize")]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub gl_account: Option<String>,
}

/// Changes of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountMapInput {
    /// The places to set or to remove; the others stay unchanged.
    pub mappings: Vec<AccountMappingInput>,
}

impl AccountMapInput {
    /// Returns the changes with their texts normalized.
    ///
    /// Errors: 400 naming every invalid field, including a duplicate place.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        if self.mappings.len() > MAPPINGS_MAX {
            checks.add("mappings", FieldCode::TooMany, format!("Maximum {MAPPINGS_MAX} mappings."));
        }
        let mut seen = std::collections::BTreeSet::new();
        for (position, mapping) in self.mappings.iter_mut().enumerate() {
            let path = format!("mappings[{position}]");
            let field = format!("{path}.eventType");
            mapping.event_type = checks.name(&field, &mapping.event_type);
            // A name that an earlier release accepted can still be removed.
            let is_name = mapping.gl_account.is_none() || is_code(&mapping.event_type);
            checks.ensure(is_name, &field, FieldCode::Invalid, "Enter a name without spaces.");
            if let Some(account) = &mut mapping.gl_account {
                *account = account.trim().to_owned();
                let field = format!("{path}.glAccount");
                checks.ensure(is_code(account), &field, FieldCode::Invalid, NO_CODE);
            }
            let place = (mapping.product_type, mapping.event_type.clone(), mapping.side);
            let message = "Duplicate mapping.";
            checks.ensure(seen.insert(place), &path, FieldCode::Duplicate, message);
        }
        checks.finish()?;
        Ok(self)
    }

    /// The map after the changes.
    ///
    /// Errors: 400 `SAME_ACCOUNT` where a changed event would debit and credit the same account:
    /// its posting would have no effect.
    pub fn apply(&self, stored: &[AccountMapping]) -> Result<Vec<AccountMapping>> {
        let is_touched =
            |mapping: &&AccountMapping| self.mappings.iter().any(|it| it.is_at(mapping));
        let unchanged = stored.iter().filter(|mapping| !is_touched(mapping)).cloned();
        let set = self.mappings.iter().filter_map(AccountMappingInput::mapping);
        let mut after: Vec<_> = unchanged.chain(set).collect();
        after.sort_by(|one, other| one.place().cmp(&other.place()));
        let errors: Vec<_> = (0..)
            .zip(&self.mappings)
            .filter_map(|(position, change)| same_account(position, change, &after))
            .collect();
        if errors.is_empty() {
            return Ok(after);
        }
        let message = "Debit and credit must be different accounts. See errors.";
        Err(Error::invalid_with(Code::SameAccount, message, errors))
    }

    /// The mappings whose account is replaced or removed by the changes.
    pub fn replaced<'m>(
        &self,
        stored: &'m [AccountMapping],
    ) -> impl Iterator<Item = &'m AccountMapping> {
        stored.iter().filter(|mapping| {
            let change = self.mappings.iter().find(|it| it.is_at(mapping));
            change.is_some_and(|it| it.gl_account.as_ref() != Some(&mapping.gl_account))
        })
    }
}

impl AccountMapping {
    /// The sort key of the map.
    fn place(&self) -> (ProductType, &str, Side) {
        (self.product_type, &self.event_type, self.side)
    }
}

impl AccountMappingInput {
    /// Returns true if the change applies to the place of this mapping.
    pub fn is_at(&self, mapping: &AccountMapping) -> bool {
        (self.product_type, &*self.event_type, self.side) == mapping.place()
    }

    /// The mapping of the place after the change, if any.
    fn mapping(&self) -> Option<AccountMapping> {
        let Self { product_type, event_type, side, gl_account } = self;
        Some(AccountMapping {
            product_type: *product_type,
            event_type: event_type.clone(),
            side: *side,
            gl_account: gl_account.clone()?,
        })
    }
}

/// The error for a change that leaves an event with the same account on both sides.
fn same_account(
    position: usize,
    change: &AccountMappingInput,
    after: &[AccountMapping],
) -> Option<FieldError> {
    let account = change.gl_account.as_ref()?;
    let is_other_side = |mapping: &&AccountMapping| {
        mapping.product_type == change.product_type
            && mapping.event_type == change.event_type
            && mapping.side != change.side
    };
    after.iter().find(is_other_side).filter(|other| other.gl_account == *account)?;
    let AccountMappingInput { product_type, event_type, .. } = change;
    let message = format!(
        "{product_type}/{event_type} uses {account} on the other side. Enter a different account."
    );
    Some(FieldError::new(
        format!("mappings[{position}].glAccount"),
        FieldCode::SameAccount,
        message,
    ))
}

impl ProductType {
    /// The events that postings of this product can need.
    pub const fn events(self, presentation: Presentation) -> &'static [CreditEvent] {
        use CreditEvent as E;
        match (self, presentation) {
            (Self::Murabaha, Presentation::Net) => &[
                E::Origination,
                E::InstallmentPrincipal,
                E::InstallmentProfit,
                E::ExtraPayment,
                E::EarlySettlementPrincipal,
                E::EarlySettlementProfit,
                E::NonAccrualReceipt,
            ],
            (Self::Murabaha, Presentation::Gross) => &[
                E::Origination,
                E::ProfitDeferral,
                E::InstallmentPrincipal,
                E::InstallmentProfitCollection,
                E::ProfitRecognition,
                E::ExtraPayment,
                E::EarlySettlementPrincipal,
                E::EarlySettlementProfitCollection,
                E::NonAccrualReceipt,
            ],
            (Self::Ijarah | Self::DiminishingMusharakah, _) => &[
                E::Origination,
                E::InstallmentPrincipal,
                E::InstallmentProfit,
                E::ExtraPayment,
                E::EarlySettlementPrincipal,
                E::NonAccrualReceipt,
            ],
        }
    }
}

/// Every place that postings can need with these presentations of murabahas.
pub fn required(presentations: &[Presentation]) -> Vec<AccountPlace> {
    let mut places = Vec::new();
    for &product_type in ProductType::ALL {
        for presentation in presentations {
            for &event_type in product_type.events(*presentation) {
                for &side in Side::ALL {
                    let place = AccountPlace { product_type, event_type, side };
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
            }
        }
    }
    places
}

/// 422 `ACCOUNT_UNMAPPED`, naming every place without an account.
pub fn unmapped(places: &[AccountPlace]) -> Error {
    let errors = places.iter().map(|place| {
        let AccountPlace { product_type, event_type, side } = place;
        let field = format!("{product_type}/{event_type}/{side}");
        FieldError::new(field, FieldCode::Unmapped, "GL account not mapped.")
    });
    Error::unprocessable(
        Code::AccountUnmapped,
        "GL account not mapped. Nothing was posted. See errors.",
        errors.collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapping(event: &str, account: Option<&str>) -> AccountMappingInput {
        AccountMappingInput {
            product_type: ProductType::Ijarah,
            event_type: event.to_owned(),
            side: Side::Debit,
            gl_account: account.map(str::to_owned),
        }
    }

    #[test]
    fn an_empty_map_misses_all_that_the_presentations_in_use_require() {
        for (presentations, count) in [
            (&[Presentation::Net][..], 38),
            (&[Presentation::Gross], 42),
            (&[Presentation::Net, Presentation::Gross], 46),
        ] {
            let map = AccountMap::of(Vec::new(), presentations);
            assert_eq!(map.required, map.missing);
            assert_eq!(map.required.len(), count, "{presentations:?}");
        }
    }

    #[test]
    fn one_account_on_both_sides_of_an_event_is_refused_with_what_is_stored() {
        let change = |event: &str, side: Side, account: &str| AccountMappingInput {
            side,
            ..mapping(event, Some(account))
        };
        let input =
            |mappings: &[AccountMappingInput]| AccountMapInput { mappings: mappings.to_vec() };
        let debit = change("origination", Side::Debit, "1310");
        let stored = input(std::slice::from_ref(&debit)).apply(&[]).unwrap();
        let credit = change("origination", Side::Credit, "1310");
        let refused = input(std::slice::from_ref(&credit)).apply(&stored).unwrap_err();
        assert_eq!(refused.code(), Code::SameAccount);
        assert_eq!(refused.problem().errors[0].field, "mappings[0].glAccount");
        let both = [change("write_off", Side::Debit, "9"), change("write_off", Side::Credit, "9")];
        assert_eq!(input(&both).apply(&[]).unwrap_err().problem().errors.len(), 2);
        let moved = [change("origination", Side::Debit, "1320"), credit];
        assert_eq!(input(&moved).apply(&stored).unwrap().len(), 2);
        let replaced: Vec<_> = input(&moved).replaced(&stored).collect();
        assert_eq!(replaced.len(), 1);
        assert!(input(&[change("extra_payment", Side::Credit, "1310")]).apply(&stored).is_ok());
    }

    #[test]
    fn null_takes_an_account_out_and_a_missing_account_is_a_mistake() {
        let place = r#""productType":"ijarah","eventType":"origination","side":"debit""#;
        let read = |json: String| serde_json::from_str::<AccountMappingInput>(&json);
        let nulled = read(format!(r#"{{{place},"glAccount":null}}"#)).unwrap();
        assert_eq!(nulled, mapping("origination", None));
        let error = read(format!("{{{place}}}")).unwrap_err();
        assert!(error.to_string().contains("missing field `glAccount`"), "{error}");
    }

    #[test]
    fn a_place_given_twice_or_a_blank_account_is_refused() {
        let twice = vec![mapping("origination", Some("1")), mapping(" origination ", None)];
        assert!(AccountMapInput { mappings: twice }.check().is_err());
        let blank = vec![mapping("origination", Some(" "))];
        assert!(AccountMapInput { mappings: blank }.check().is_err());
        for account in ["13 10", "13\u{a0}10", "1310\u{200b}", "\u{202e}1310", "13\t10", "13\u{7f}"]
        {
            let odd = vec![mapping("origination", Some(account))];
            assert!(AccountMapInput { mappings: odd }.check().is_err(), "{account:?}");
        }
        let odd = vec![mapping("write off", Some("9100"))];
        assert!(AccountMapInput { mappings: odd }.check().is_err());
        let mappings = vec![mapping("write_off", Some(" 9100 "))];
        let input = AccountMapInput { mappings }.check().unwrap();
        assert_eq!(input.mappings[0].gl_account.as_deref(), Some("9100"));
    }
}
