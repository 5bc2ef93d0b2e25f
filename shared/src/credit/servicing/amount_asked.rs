//! The amount that a refused receipt should have had.

use std::fmt;

use crate::money::Money;

/// What to give instead. Its text is the detail of `AMOUNT_NOT_ACCEPTED`, and reads back, so that
/// a page can say it in another language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountAsked {
    /// Nothing above this.
    AtMost(Money),
    /// This and no other.
    Exactly(Money),
    /// This, as an early settlement; an ordinary payment has to be below it.
    Settlement(Money),
}

const AT_MOST: &str = "Give at most ";
const EXACTLY: &str = "Give ";
const AS_SETTLEMENT: &str = " with earlySettlement";

impl fmt::Display for AmountAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(most) => write!(f, "{AT_MOST}{most}."),
            Self::Exactly(amount) => write!(f, "{EXACTLY}{amount}."),
            Self::Settlement(amount) => write!(f, "{EXACTLY}{amount}{AS_SETTLEMENT}."),
        }
    }
}

impl AmountAsked {
    /// What a text asks for; none for any other text.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.strip_suffix('.')?;
        match (text.strip_prefix(AT_MOST), text.strip_prefix(EXACTLY)) {
            (Some(most), _) => most.parse().ok().map(Self::AtMost),
            (None, Some(amount)) => match amount.strip_suffix(AS_SETTLEMENT) {
                Some(amount) => amount.parse().ok().map(Self::Settlement),
                None => amount.parse().ok().map(Self::Exactly),
            },
            (None, None) => None,
        }
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
            assert_eq!(AmountAsked::read(&asked.to_string()), Some(asked));
        }
        for text in ["", "Give.", "Give an amount above zero.", "9166.6666."] {
            assert_eq!(AmountAsked::read(text), None, "{text}");
        }
    }
}
