//! The account map of the desk.

use shared::credit::account_map::{AccountMapInput, AccountMappingInput, AccountPlace, required};
use shared::credit::vocabulary::{CreditEvent, ProductType, Side};

use super::Desk;

impl Desk {
    /// Sets accounts, or takes them out.
    pub(crate) async fn map(&self, mappings: &[AccountMappingInput]) {
        let input = AccountMapInput { mappings: mappings.to_vec() };
        self.world.service.account_map().change(&self.finance, input).await.unwrap();
    }

    /// Maps what makes murabahas be shown gross from their activation on.
    pub(crate) async fn show_gross(&self) {
        let accounts = [
            ("profit_deferral", "murabaha_receivable", "deferred_profit"),
            ("profit_recognition", "deferred_profit", "murabaha_income"),
            ("installment_profit", "cash", "murabaha_receivable"),
            ("early_settlement_profit", "cash", "murabaha_receivable"),
        ];
        for (event, debit, credit) in accounts {
            for (side, account) in [(Side::Debit, debit), (Side::Credit, credit)] {
                let mapping = mapping(ProductType::Murabaha, event, side, Some(account));
                self.map(&[mapping]).await;
            }
        }
    }

    /// Takes an account out of the map and answers it.
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

    /// Maps places to one account, or takes them out.
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

/// What every posting needs, under the names by which the worked cases call the accounts.
pub(crate) fn required_mappings() -> Vec<AccountMappingInput> {
    let mapped = required().into_iter().map(|place| {
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
        (_, Side::Debit) => "cash",
        (E::InstallmentProfit | E::EarlySettlementProfit, Side::Credit) => income,
        (_, Side::Credit) => asset,
    };
    account.to_owned()
}

/// Both sides of an event.
pub(crate) fn pair(product_type: ProductType, event_type: CreditEvent) -> Vec<AccountPlace> {
    Side::ALL.iter().map(|&side| AccountPlace { product_type, event_type, side }).collect()
}
