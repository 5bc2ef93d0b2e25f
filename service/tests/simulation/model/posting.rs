//! The postings of acts, by event.

use shared::credit::vocabulary::{CreditEvent, ProductType};

use crate::simulation::act::Terms;
use crate::simulation::amount::Amount;

/// An event with its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leg {
    pub(super) event: CreditEvent,
    pub(super) amount: Amount,
    /// True if debit and credit are exchanged.
    pub(super) is_contra: bool,
}

/// The events of an act, without those that have no amount.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Legs(pub(super) Vec<Leg>);

impl Legs {
    fn with(mut self, event: CreditEvent, amount: Amount) -> Self {
        if amount > Amount::ZERO {
            self.0.push(Leg { event, amount, is_contra: false });
        }
        self
    }

    /// The asset is exchanged for the receivable, which in gross presentation is the whole price.
    pub(super) fn origination(terms: &Terms, is_gross: bool) -> Self {
        let legs = Self::default().with(CreditEvent::Origination, terms.amount());
        if is_gross { legs.with(CreditEvent::ProfitDeferral, terms.profit) } else { legs }
    }

    /// Principal and profit of instalments. In gross presentation, profit reduces the receivable
    /// and is recognised from the deferred profit.
    pub(super) fn instalments(is_gross: bool, principal: Amount, profit: Amount) -> Self {
        use CreditEvent as E;
        let legs = Self::default().with(E::InstallmentPrincipal, principal);
        if is_gross {
            legs.with(E::InstallmentProfitCollection, profit).with(E::ProfitRecognition, profit)
        } else {
            legs.with(E::InstallmentProfit, profit)
        }
    }

    /// Adds principal beyond the instalments that are due.
    pub(super) fn and_extra(self, principal: Amount) -> Self {
        self.with(CreditEvent::ExtraPayment, principal)
    }

    /// A receipt on non-accrual.
    pub(super) fn recovery(amount: Amount) -> Self {
        Self::default().with(CreditEvent::NonAccrualReceipt, amount)
    }

    /// Principal and profit of a settlement. Rent is that of instalments that are due.
    pub(super) fn settlement(
        product: ProductType,
        is_gross: bool,
        (principal, profit): (Amount, Amount),
    ) -> Self {
        use CreditEvent as E;
        let legs = Self::default().with(E::EarlySettlementPrincipal, principal);
        if is_gross {
            legs.with(E::EarlySettlementProfitCollection, profit).with(E::ProfitRecognition, profit)
        } else if product == ProductType::Murabaha {
            legs.with(E::EarlySettlementProfit, profit)
        } else {
            legs.with(E::InstallmentProfit, profit)
        }
    }

    /// In gross presentation, waived profit is neither receivable nor deferred any more.
    pub(super) fn waiver(is_gross: bool, profit: Amount) -> Self {
        let event = CreditEvent::ProfitDeferral;
        let release = Leg { event, amount: profit, is_contra: true };
        let is_posted = is_gross && profit > Amount::ZERO;
        Self(is_posted.then_some(release).into_iter().collect())
    }
}
