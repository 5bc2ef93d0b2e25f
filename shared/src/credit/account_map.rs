//! The posting account map: which account of the general ledger each event goes to.

use serde::{Deserialize, Serialize};

use super::vocabulary::{CreditEvent, ProductType, Side};
use crate::check::{Checks, NAME_LENGTH_MAX, is_blank};
use crate::error::{Code, Error, FieldError, Result};

/// The most mappings that one change takes.
pub const MAPPINGS_MAX: usize = 500;

/// One place of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountPlace {
    /// The contract.
    pub product_type: ProductType,
    /// What happened.
    pub event_type: CreditEvent,
    /// The side.
    pub side: Side,
}

/// One place and its account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountMapping {
    /// The contract.
    pub product_type: ProductType,
    /// What happened; a word that the ledger does not know yet is kept and not used.
    pub event_type: String,
    /// The side.
    pub side: Side,
    /// The code of the account.
    pub gl_account: String,
}

/// The map as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountMap {
    /// What is mapped.
    pub mappings: Vec<AccountMapping>,
    /// What postings need, gross presentation left out.
    pub required: Vec<AccountPlace>,
    /// What of it is not mapped. Of gross presentation too, once the map mentions the deferral of
    /// profit or a facility that is shown gross is live.
    pub missing: Vec<AccountPlace>,
}

impl AccountMap {
    /// The map of these mappings; whether a facility that is shown gross is live.
    pub fn of(mappings: Vec<AccountMapping>, is_gross_live: bool) -> Self {
        let required = required();
        let is_gross = is_gross_live || mappings.iter().any(mentions_deferral);
        let is_mapped = |place: &AccountPlace| {
            mappings.iter().any(|mapping| {
                mapping.product_type == place.product_type
                    && mapping.event_type == place.event_type.as_str()
                    && mapping.side == place.side
            })
        };
        let gross = gross().filter(|_| is_gross);
        let needed = required.iter().copied().chain(gross);
        let missing = needed.filter(|place| !is_mapped(place)).collect();
        Self { mappings, required, missing }
    }

    /// How many places postings need: those of gross presentation too once it has begun.
    pub fn needed(&self) -> usize {
        let is_gross = self.mappings.iter().any(mentions_deferral)
            || self.missing.iter().any(|place| !self.required.contains(place));
        self.required.len() + if is_gross { gross().count() } else { 0 }
    }

    /// True for a place that postings need and nobody mapped.
    pub fn misses(&self, product_type: ProductType, event_type: &str, side: Side) -> bool {
        self.missing.iter().any(|place| {
            (place.product_type, place.event_type.as_str(), place.side)
                == (product_type, event_type, side)
        })
    }
}

/// One change of the map: an account, or null to take the place out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountMappingInput {
    /// The contract.
    pub product_type: ProductType,
    /// What happened.
    pub event_type: String,
    /// The side.
    pub side: Side,
    /// The code of the account; null for none.
    // Without this, serde would read a member that is missing as null, and take the account out.
    #[serde(deserialize_with = "Option::deserialize")]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub gl_account: Option<String>,
}

/// Changes of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountMapInput {
    /// The places to set or to take out; the others stay.
    pub mappings: Vec<AccountMappingInput>,
}

impl AccountMapInput {
    /// Answers the changes with their texts tidied.
    ///
    /// Errors: 400 naming everything that cannot be accepted, a place given twice among it.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        if self.mappings.len() > MAPPINGS_MAX {
            checks.add("mappings", "TOO_MANY", format!("At most {MAPPINGS_MAX} places at a time."));
        }
        let mut seen = std::collections::BTreeSet::new();
        for (position, mapping) in self.mappings.iter_mut().enumerate() {
            let path = format!("mappings[{position}]");
            mapping.event_type = checks.name(&format!("{path}.eventType"), &mapping.event_type);
            if let Some(account) = &mut mapping.gl_account {
                *account = account.trim().to_owned();
                let is_code = !is_blank(account)
                    && account.chars().count() <= NAME_LENGTH_MAX
                    && !account.chars().any(char::is_control);
                let field = format!("{path}.glAccount");
                checks.ensure(is_code, &field, "INVALID", "Give the code of an account, or null.");
            }
            let place = (mapping.product_type, mapping.event_type.clone(), mapping.side);
            let message = "Each place may be given once.";
            checks.ensure(seen.insert(place), &path, "DUPLICATE", message);
        }
        checks.finish()?;
        Ok(self)
    }
}

impl ProductType {
    /// The events that postings of this product can need, gross presentation left out.
    pub const fn events(self) -> &'static [CreditEvent] {
        use CreditEvent as E;
        match self {
            Self::Murabaha => &[
                E::Origination,
                E::InstallmentPrincipal,
                E::InstallmentProfit,
                E::ExtraPayment,
                E::EarlySettlementPrincipal,
                E::EarlySettlementProfit,
                E::NonAccrualReceipt,
            ],
            Self::Ijarah | Self::DiminishingMusharakah => &[
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

/// Every place that postings can need, gross presentation left out.
pub fn required() -> Vec<AccountPlace> {
    let mut places = Vec::new();
    for &product_type in ProductType::ALL {
        for &event_type in product_type.events() {
            for &side in Side::ALL {
                places.push(AccountPlace { product_type, event_type, side });
            }
        }
    }
    places
}

/// What gross presentation needs besides: a murabaha is shown gross when the map mentions the
/// deferral.
fn gross() -> impl Iterator<Item = AccountPlace> {
    let events = [CreditEvent::ProfitDeferral, CreditEvent::ProfitRecognition];
    let product_type = ProductType::Murabaha;
    events.into_iter().flat_map(move |event_type| {
        Side::ALL.iter().map(move |&side| AccountPlace { product_type, event_type, side })
    })
}

fn mentions_deferral(mapping: &AccountMapping) -> bool {
    mapping.product_type == ProductType::Murabaha
        && mapping.event_type == CreditEvent::ProfitDeferral.as_str()
}

/// 422 `ACCOUNT_UNMAPPED`, naming every place that has no account.
pub fn unmapped(places: &[AccountPlace]) -> Error {
    let errors = places.iter().map(|place| {
        let AccountPlace { product_type, event_type, side } = place;
        let field = format!("{product_type}/{event_type}/{side}");
        FieldError::new(field, "UNMAPPED", "No account is mapped here.")
    });
    Error::unprocessable(
        Code::AccountUnmapped,
        "Nothing was posted: the account map has gaps. Map the accounts named in errors.",
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
    fn an_empty_map_misses_all_that_is_required() {
        let map = AccountMap::of(Vec::new(), false);
        assert_eq!(map.required, map.missing);
        assert_eq!(map.required.len(), 38);
    }

    #[test]
    fn gross_presentation_misses_what_it_needs_once_it_is_begun() {
        let deferral = |side: Side| AccountMapping {
            product_type: ProductType::Murabaha,
            event_type: "profit_deferral".to_owned(),
            side,
            gl_account: "1".to_owned(),
        };
        let missing = |mappings: Vec<AccountMapping>, is_gross_live: bool| {
            let map = AccountMap::of(mappings, is_gross_live);
            assert_eq!(map.needed(), map.missing.len() + map.mappings.len());
            map.missing.len() - map.required.len()
        };
        assert_eq!(missing(Vec::new(), false), 0);
        assert_eq!(missing(vec![deferral(Side::Debit)], false), 3);
        assert_eq!(missing(vec![deferral(Side::Debit), deferral(Side::Credit)], false), 2);
        assert_eq!(missing(Vec::new(), true), 4);
        let other = AccountMapping { product_type: ProductType::Ijarah, ..deferral(Side::Debit) };
        assert_eq!(AccountMap::of(vec![other], false).needed(), 38);
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
        let kept = vec![mapping("write_off", Some(" 9100 "))];
        let kept = AccountMapInput { mappings: kept }.check().unwrap();
        assert_eq!(kept.mappings[0].gl_account.as_deref(), Some("9100"));
    }
}
