//! What an act posts, by event.

use super::Position;
use crate::credit::schedule::Terms;
use crate::credit::vocabulary::{CreditEvent, Presentation, ProductType};
use crate::money::Money;

/// One event of a journal: an amount above zero, debited and credited once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// What happened; with the product it decides the two accounts.
    pub event: CreditEvent,
    /// How much; above zero.
    pub amount: Money,
    /// True where it takes back what the event posted before: the accounts change sides.
    pub is_contra: bool,
}

impl Leg {
    /// What happened, of so much.
    pub const fn of(event: CreditEvent, amount: Money) -> Self {
        Self { event, amount, is_contra: false }
    }
}

/// The legs of an act, in the order in which they were added, without those of nothing.
#[derive(Debug, Default)]
pub(super) struct Legs(Vec<Leg>);

impl Legs {
    pub(super) fn add(&mut self, event: CreditEvent, amount: Money) {
        if amount.is_positive() {
            self.0.push(Leg::of(event, amount));
        }
    }

    /// A murabaha's profit that turns from deferred to earned, where the books show it gross.
    pub(super) fn recognise(&mut self, position: &Position, profit: Money) {
        match (position.terms.product_type, position.presentation) {
            (ProductType::Murabaha, Presentation::Gross) => {
                self.add(CreditEvent::ProfitRecognition, profit);
            }
            (ProductType::Murabaha, Presentation::Net)
            | (ProductType::Ijarah | ProductType::DiminishingMusharakah, _) => {}
        }
    }

    /// A murabaha's profit that is given up, where the books show it gross: neither deferred nor
    /// receivable any more (AAOIFI FAS 2, a reduction of the debt).
    pub(super) fn release(&mut self, position: &Position, profit: Money) {
        match (position.terms.product_type, position.presentation) {
            (ProductType::Murabaha, Presentation::Gross) if profit.is_positive() => {
                let event = CreditEvent::ProfitDeferral;
                self.0.push(Leg { event, amount: profit, is_contra: true });
            }
            (ProductType::Murabaha, Presentation::Gross | Presentation::Net)
            | (ProductType::Ijarah | ProductType::DiminishingMusharakah, _) => {}
        }
    }

    pub(super) fn finish(self) -> Vec<Leg> {
        self.0
    }
}

/// What activation posts: the facility amount and, for a murabaha shown gross, its whole profit as
/// deferred.
pub fn origination_legs(terms: &Terms, presentation: Presentation) -> Vec<Leg> {
    let mut legs = Legs::default();
    legs.add(CreditEvent::Origination, terms.facility_amount);
    match (terms.product_type, presentation) {
        (ProductType::Murabaha, Presentation::Gross) => {
            legs.add(CreditEvent::ProfitDeferral, terms.fixed_total_profit.unwrap_or_default());
        }
        (ProductType::Murabaha, Presentation::Net)
        | (ProductType::Ijarah | ProductType::DiminishingMusharakah, _) => {}
    }
    legs.finish()
}
