//! Postings of an action, by event.

use super::Position;
use crate::credit::schedule::Terms;
use crate::credit::vocabulary::{CreditEvent, Presentation, ProductType};
use crate::money::Money;

/// One event of a journal: an amount above zero, debited and credited once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The event; with the product it determines the two accounts.
    pub event: CreditEvent,
    /// The amount; above zero.
    pub amount: Money,
    /// True for a reversal of an earlier posting of the event: the accounts change sides.
    pub is_contra: bool,
}

impl Leg {
    /// A leg of this event and amount.
    pub const fn of(event: CreditEvent, amount: Money) -> Self {
        Self { event, amount, is_contra: false }
    }
}

/// The legs of an action, in the order in which they were added, without zero amounts.
#[derive(Debug, Default)]
pub(super) struct Legs(Vec<Leg>);

impl Legs {
    pub(super) fn add(&mut self, event: CreditEvent, amount: Money) {
        if amount.is_positive() {
            self.0.push(Leg::of(event, amount));
        }
    }

    /// Adds the profit or rent received with instalments.
    pub(super) fn add_installment_profit(&mut self, position: &Position, profit: Money) {
        if position.is_shown_gross() {
            self.add(CreditEvent::InstallmentProfitCollection, profit);
            self.add(CreditEvent::ProfitRecognition, profit);
        } else {
            self.add(CreditEvent::InstallmentProfit, profit);
        }
    }

    /// Adds the profit or rent received with an early settlement.
    pub(super) fn add_settlement_profit(&mut self, position: &Position, profit: Money) {
        if position.is_shown_gross() {
            self.add(CreditEvent::EarlySettlementProfitCollection, profit);
            self.add(CreditEvent::ProfitRecognition, profit);
            return;
        }
        let event = match position.terms.product_type {
            ProductType::Murabaha => CreditEvent::EarlySettlementProfit,
            ProductType::Ijarah | ProductType::DiminishingMusharakah => {
                CreditEvent::InstallmentProfit
            }
        };
        self.add(event, profit);
    }

    /// Releases a murabaha's waived profit in gross presentation: it is neither deferred nor
    /// receivable any more (AAOIFI FAS 2, a reduction of the debt).
    pub(super) fn release(&mut self, position: &Position, profit: Money) {
        if position.is_shown_gross() && profit.is_positive() {
            let event = CreditEvent::ProfitDeferral;
            self.0.push(Leg { event, amount: profit, is_contra: true });
        }
    }

    pub(super) fn finish(self) -> Vec<Leg> {
        self.0
    }
}

/// Returns true if the receivable includes the profit; the other products have no price to present.
pub(super) fn is_shown_gross(product_type: ProductType, presentation: Presentation) -> bool {
    match product_type {
        ProductType::Murabaha => presentation == Presentation::Gross,
        ProductType::Ijarah | ProductType::DiminishingMusharakah => false,
    }
}

/// The postings of an activation: the facility amount and, for a murabaha with gross presentation,
/// its whole profit as deferred.
pub fn origination_legs(terms: &Terms, presentation: Presentation) -> Vec<Leg> {
    let mut legs = Legs::default();
    legs.add(CreditEvent::Origination, terms.facility_amount);
    if is_shown_gross(terms.product_type, presentation) {
        legs.add(CreditEvent::ProfitDeferral, terms.fixed_total_profit.unwrap_or_default());
    }
    legs.finish()
}
