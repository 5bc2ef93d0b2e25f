//! The ledger of the model: balances by account.

use std::collections::BTreeMap;

use shared::credit::vocabulary::ProductType;

use crate::simulation::act::Terms;
use crate::simulation::amount::Amount;

/// The debits and credits of an act, by account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Posting(Vec<(&'static str, &'static str, Amount)>);

impl Posting {
    fn post(mut self, debit: &'static str, credit: &'static str, amount: Amount) -> Self {
        if amount > Amount::ZERO {
            self.0.push((debit, credit, amount));
        }
        self
    }

    /// The asset is exchanged for the receivable, which in gross presentation is the whole price.
    pub(super) fn origination(terms: &Terms, is_gross: bool) -> Self {
        let asset = asset_account(terms.product);
        let posting = Self::default().post(asset, "asset_in_possession", terms.amount());
        if is_gross { posting.post(asset, "deferred_profit", terms.profit) } else { posting }
    }

    /// Cash for principal and profit. In gross presentation, profit reduces the receivable and is
    /// recognised from the deferred profit.
    pub(super) fn receipt(
        product: ProductType,
        is_gross: bool,
        (principal, profit): (Amount, Amount),
    ) -> Self {
        let (asset, income) = (asset_account(product), income_account(product));
        let posting = Self::default().post("cash", asset, principal);
        if is_gross {
            posting.post("cash", asset, profit).post("deferred_profit", income, profit)
        } else {
            posting.post("cash", income, profit)
        }
    }

    /// In gross presentation, waived profit is neither receivable nor deferred any more.
    pub(super) fn waiver(product: ProductType, is_gross: bool, profit: Amount) -> Self {
        if !is_gross {
            return Self::default();
        }
        Self::default().post("deferred_profit", asset_account(product), profit)
    }

    /// The posting with its sides exchanged.
    pub(super) fn reversed(&self) -> Self {
        let exchanged = self.0.iter().map(|&(debit, credit, amount)| (credit, debit, amount));
        Self(exchanged.collect())
    }

    /// This posting and another one.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

/// Total debits and credits by account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ledger(pub(crate) BTreeMap<&'static str, (Amount, Amount)>);

impl Ledger {
    pub(super) fn book(&mut self, posting: &Posting) {
        for &(debit, credit, amount) in &posting.0 {
            self.0.entry(debit).or_default().0 += amount;
            self.0.entry(credit).or_default().1 += amount;
        }
    }

    /// The debits of an account less its credits.
    pub(crate) fn balance(&self, account: &str) -> Amount {
        self.0.get(account).map_or(Amount::ZERO, |(debit, credit)| *debit - *credit)
    }
}

/// The account that carries the financing of a product.
pub(crate) const fn asset_account(product: ProductType) -> &'static str {
    match product {
        ProductType::Murabaha => "murabaha_receivable",
        ProductType::Ijarah => "ijarah_asset",
        ProductType::DiminishingMusharakah => "musharakah_investment",
    }
}

const fn income_account(product: ProductType) -> &'static str {
    match product {
        ProductType::Murabaha => "murabaha_income",
        ProductType::Ijarah | ProductType::DiminishingMusharakah => "rental_income",
    }
}
