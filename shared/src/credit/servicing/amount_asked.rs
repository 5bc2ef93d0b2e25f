//! The amount that a refused receipt should have had.

use crate::error::FieldError;
use crate::money::Money;

/// The amount that would be accepted: the detail of `AMOUNT_NOT_ACCEPTED`, which can be parsed
/// back, so that a page can display it in its own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountAsked {
    /// At most this amount.
    AtMost(Money),
    /// Exactly this amount.
    Exactly(Money),
    /// This amount, as an early settlement; an ordinary payment has to be below it.
    Settlement(Money),
}

const AT_MOST: &str = "atMost";
const EXACTLY: &str = "exactly";
const SETTLES: &str = "settles";

impl AmountAsked {
    /// The detail of the refusal.
    pub fn detail(self) -> FieldError {
        let (name, code, amount, message) = match self {
            Self::AtMost(most) => (AT_MOST, "TOO_LARGE", most, format!("Maximum {most}.")),
            Self::Exactly(amount) => (EXACTLY, "INVALID", amount, format!("Enter {amount}.")),
            Self::Settlement(amount) => {
                (SETTLES, "SETTLES", amount, format!("Enter {amount} with earlySettlement."))
            }
        };
        FieldError::new("amount", code, message).with(name, amount)
    }

    /// Parses the detail of an error; none for any other detail.
    pub fn of(error: &FieldError) -> Option<Self> {
        let amount = |name| error.params.get(name).and_then(|text| text.parse().ok());
        let exactly = || amount(EXACTLY).map(Self::Exactly);
        let settlement = || amount(SETTLES).map(Self::Settlement);
        amount(AT_MOST).map(Self::AtMost).or_else(exactly).or_else(settlement)
    }
}

#[cfg(test)]
mod tests {
    use super::AmountAsked::{AtMost, Exactly, Settlement};
    use super::*;

    #[test]
    fn what_is_asked_for_reads_back() {
        let amount: Money = "9166.6666".parse().unwrap();
        for asked in [AtMost(amount), Exactly(amount), Settlement(amount)] {
            assert_eq!(AmountAsked::of(&asked.detail()), Some(asked));
        }
        assert_eq!(AmountAsked::of(&FieldError::new("amount", "REQUIRED", "Give one.")), None);
    }
}
