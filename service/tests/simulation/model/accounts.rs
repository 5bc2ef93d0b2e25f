//! The account map of the model.

use std::collections::{BTreeMap, BTreeSet};

use shared::credit::account_map::{AccountPlace, AccountWarningCode};
use shared::credit::vocabulary::{CreditEvent, ProductType, Side};
use shared::error::Code;
use shared::permission::Permission;

use super::Organization;
use super::actor::Actor;

/// The mapped places with their accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccountMap(pub(crate) BTreeMap<AccountPlace, &'static str>);

impl Default for AccountMap {
    /// The map of every organization at first.
    fn default() -> Self {
        Self(places().into_iter().map(|place| (place, first_account(place))).collect())
    }
}

impl AccountMap {
    pub(crate) fn account(&self, place: AccountPlace) -> Option<&'static str> {
        self.0.get(&place).copied()
    }

    /// The accounts that an event of a product debits and credits.
    pub(super) fn of(
        &self,
        product_type: ProductType,
        event_type: CreditEvent,
    ) -> Result<(&'static str, &'static str), Code> {
        let account = |side| self.account(AccountPlace { product_type, event_type, side });
        account(Side::Debit).zip(account(Side::Credit)).ok_or(Code::AccountUnmapped)
    }

    /// The places whose account differs from the one of the activation that they reverse.
    pub(crate) fn mismatches(&self) -> BTreeSet<(AccountPlace, AccountWarningCode)> {
        use {AccountWarningCode as W, CreditEvent as E};
        let mut found = BTreeSet::new();
        for (place, account) in &self.0 {
            let (code, event_type, side) = match (place.event_type, place.side) {
                (
                    E::InstallmentPrincipal
                    | E::ExtraPayment
                    | E::EarlySettlementPrincipal
                    | E::NonAccrualReceipt,
                    Side::Credit,
                ) => (W::PrincipalAccountMismatch, E::Origination, Side::Debit),
                (
                    E::InstallmentProfitCollection | E::EarlySettlementProfitCollection,
                    Side::Credit,
                ) => (W::ReceivableAccountMismatch, E::ProfitDeferral, Side::Debit),
                (E::ProfitRecognition, Side::Debit) => {
                    (W::DeferredAccountMismatch, E::ProfitDeferral, Side::Credit)
                }
                _ => continue,
            };
            let opening = self.account(AccountPlace { event_type, side, ..*place });
            if opening.is_some_and(|opening| opening != *account) {
                found.insert((*place, code));
            }
        }
        found
    }
}

/// The account of a place at first.
pub(crate) const fn first_account(place: AccountPlace) -> &'static str {
    use {CreditEvent as E, ProductType as P};
    let (asset, income) = match place.product_type {
        P::Murabaha => ("murabaha_receivable", "murabaha_income"),
        P::Ijarah => ("ijarah_asset", "rental_income"),
        P::DiminishingMusharakah => ("musharakah_investment", "rental_income"),
    };
    let (debit, credit) = match place.event_type {
        E::Origination => (asset, "asset_in_possession"),
        E::ProfitDeferral => (asset, "deferred_profit"),
        E::ProfitRecognition => ("deferred_profit", income),
        E::InstallmentProfit | E::EarlySettlementProfit => ("cash", income),
        E::InstallmentPrincipal
        | E::InstallmentProfitCollection
        | E::ExtraPayment
        | E::EarlySettlementPrincipal
        | E::EarlySettlementProfitCollection
        | E::NonAccrualReceipt => ("cash", asset),
    };
    match place.side {
        Side::Debit => debit,
        Side::Credit => credit,
    }
}

/// The events of a product; a murabaha has those of its presentation.
const fn events(product: ProductType, is_gross: bool) -> &'static [CreditEvent] {
    use CreditEvent as E;
    match (product, is_gross) {
        (ProductType::Murabaha, true) => &[
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
        (ProductType::Murabaha, false) => &[
            E::Origination,
            E::InstallmentPrincipal,
            E::InstallmentProfit,
            E::ExtraPayment,
            E::EarlySettlementPrincipal,
            E::EarlySettlementProfit,
            E::NonAccrualReceipt,
        ],
        (ProductType::Ijarah | ProductType::DiminishingMusharakah, _) => &[
            E::Origination,
            E::InstallmentPrincipal,
            E::InstallmentProfit,
            E::ExtraPayment,
            E::EarlySettlementPrincipal,
            E::NonAccrualReceipt,
        ],
    }
}

/// The places that postings in a presentation can need.
fn places_in(is_gross: bool) -> impl Iterator<Item = AccountPlace> {
    let products = ProductType::ALL.iter().copied();
    products.flat_map(move |product_type| {
        events(product_type, is_gross).iter().flat_map(move |&event_type| {
            let sides = Side::ALL.iter();
            sides.map(move |&side| AccountPlace { product_type, event_type, side })
        })
    })
}

/// The places that any posting can need.
pub(crate) fn places() -> BTreeSet<AccountPlace> {
    places_in(true).chain(places_in(false)).collect()
}

impl Organization {
    /// The places without an account that murabahas need, of those that are live or to come, and
    /// the other products.
    pub(crate) fn missing_accounts(&self) -> BTreeSet<AccountPlace> {
        let live = self.facilities.values().filter(|it| it.is_live());
        let murabahas = live.filter(|it| it.terms.product == ProductType::Murabaha);
        let presentations = murabahas.map(|it| it.is_gross).chain([self.is_presented_gross]);
        let places = presentations.flat_map(places_in);
        places.filter(|place| self.books.accounts.account(*place).is_none()).collect()
    }

    /// Maps a place to an account, or to none.
    pub(super) fn map_account(
        &mut self,
        by: Actor,
        place: AccountPlace,
        account: Option<&'static str>,
    ) -> Result<(), Code> {
        by.require(Permission::CreditConfigManage)?;
        let AccountMap(accounts) = &mut self.books.accounts;
        let Some(account) = account else {
            accounts.remove(&place);
            return Ok(());
        };
        if accounts.get(&other_side(place)) == Some(&account) {
            return Err(Code::SameAccount);
        }
        accounts.insert(place, account);
        Ok(())
    }
}

/// The other side of the event.
pub(crate) const fn other_side(place: AccountPlace) -> AccountPlace {
    let side = match place.side {
        Side::Debit => Side::Credit,
        Side::Credit => Side::Debit,
    };
    AccountPlace { side, ..place }
}
