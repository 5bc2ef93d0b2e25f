//! The account map for tests.

use shared::credit::account_map::{AccountMapInput, AccountMappingInput, AccountPlace, required};
use shared::credit::vocabulary::{
    CreditEvent, InstalmentRounding, Presentation, ProductType, Side,
};
use shared::organization::OrganizationPatch;

use super::CreditDesk;

impl CreditDesk {
    /// Sets or removes accounts.
    pub(crate) async fn map(&self, mappings: &[AccountMappingInput]) {
        let input = AccountMapInput { mappings: mappings.to_vec() };
        self.world.service.account_map().change(&self.finance, input).await.unwrap();
    }

    /// Sets gross presentation of murabahas, and maps the accounts that it needs.
    pub(crate) async fn show_gross(&self) {
        self.present(Presentation::Gross).await;
        self.map(&mappings(&[Presentation::Gross])).await;
    }

    /// Sets the presentation of murabahas that are activated from now on.
    pub(crate) async fn present(&self, presentation: Presentation) {
        let patch = OrganizationPatch {
            murabaha_presentation: Some(presentation),
            ..OrganizationPatch::default()
        };
        let organizations = self.world.service.organizations();
        organizations.change(&self.world.admin, patch).await.unwrap();
    }

    /// Sets the currency and the rounding of the instalments of new facilities.
    pub(crate) async fn round_instalments(&self, rounding: InstalmentRounding, currency: &str) {
        let patch = OrganizationPatch {
            currency: Some(currency.to_owned()),
            instalment_rounding: Some(rounding),
            ..OrganizationPatch::default()
        };
        let organizations = self.world.service.organizations();
        organizations.change(&self.world.admin, patch).await.unwrap();
    }

    /// Removes an account from the map and returns it.
    pub(crate) async fn take_out(&self, place: AccountPlace) -> String {
        let map = self.world.service.account_map().find(&self.finance).await.unwrap();
        let mapping = map.mappings.into_iter().find(|it| {
            it.product_type == place.product_type
                && it.event_type == place.event_type.as_str()
                && it.side == place.side
        });
        self.map_places(&[place], None).await;
        mapping.unwrap().gl_account
    }

    /// Maps places to one account, or removes them.
    pub(crate) async fn map_places(&self, places: &[AccountPlace], account: Option<&str>) {
        let mappings = places.iter().map(|place| {
            mapping(place.product_type, place.event_type.as_str(), place.side, account)
        });
        self.map(&mappings.collect::<Vec<_>>()).await;
    }
}

fn mapping(
    product_type: ProductType,
    event: &str,
    side: Side,
    account: Option<&str>,
) -> AccountMappingInput {
    AccountMappingInput {
        product_type,
        event_type: event.to_owned(),
        side,
        gl_account: account.map(str::to_owned),
    }
}

/// The accounts that every posting needs, under the names in the worked cases.
pub(crate) fn required_mappings() -> Vec<AccountMappingInput> {
    mappings(&[Presentation::Net])
}

/// The accounts that postings need in these presentations of murabahas.
pub(crate) fn mappings(presentations: &[Presentation]) -> Vec<AccountMappingInput> {
    let mapped = required(presentations).into_iter().map(|place| {
        let account = account(place.product_type, place.event_type, place.side);
        let event = place.event_type.as_str();
        mapping(place.product_type, event, place.side, Some(&account))
    });
    mapped.collect()
}

fn account(product_type: ProductType, event: CreditEvent, side: Side) -> String {
    use CreditEvent as E;
    let (asset, income) = match product_type {
        ProductType::Murabaha => ("murabaha_receivable", "murabaha_income"),
        ProductType::Ijarah => ("ijarah_asset", "rental_income"),
        ProductType::DiminishingMusharakah => ("musharakah_investment", "rental_income"),
    };
    let account = match (event, side) {
        (E::Origination, Side::Debit) => asset,
        (E::Origination, Side::Credit) => "asset_in_possession",
        (E::ProfitDeferral, Side::Debit) => asset,
        (E::ProfitDeferral, Side::Credit) | (E::ProfitRecognition, Side::Debit) => {
            "deferred_profit"
        }
        (E::ProfitRecognition, Side::Credit) => income,
        (_, Side::Debit) => "cash",
        (E::InstallmentProfit | E::EarlySettlementProfit, Side::Credit) => income,
        (_, Side::Credit) => asset,
    };
    account.to_owned()
}

/// The sides of an event on two accounts.
pub(crate) fn sides(
    product: ProductType,
    event: CreditEvent,
    [debit, credit]: [&str; 2],
) -> [AccountMappingInput; 2] {
    let event = event.as_str();
    [
        mapping(product, event, Side::Debit, Some(debit)),
        mapping(product, event, Side::Credit, Some(credit)),
    ]
}

/// Both sides of an event.
pub(crate) fn pair(product_type: ProductType, event_type: CreditEvent) -> Vec<AccountPlace> {
    Side::ALL.iter().map(|&side| AccountPlace { product_type, event_type, side }).collect()
}
