//! The two realms of sign-in: staff and customers.

use crate::secret::Secrets;

/// The realm of a sign-in. The realms share their code and nothing else: keys, tokens, limits and
/// records of one are invalid in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Realm {
    /// Members of staff.
    Staff,
    /// Customers, at the portal.
    Customer,
}

impl Realm {
    /// The type in the header of a token.
    pub(crate) const fn token_type(self) -> &'static str {
        match self {
            Self::Staff => "staff-session+jwt",
            Self::Customer => "customer-session+jwt",
        }
    }

    /// The audience of a token.
    pub(crate) const fn audience(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Customer => "customer-portal",
        }
    }

    /// The prefix of the keys of its limits.
    pub(crate) const fn limit_prefix(self) -> &'static str {
        match self {
            Self::Staff => "",
            Self::Customer => "customer-",
        }
    }

    /// The signing key of its tokens.
    pub(crate) fn key(self, secrets: &Secrets) -> &[u8] {
        match self {
            Self::Staff => &secrets.staff_jwt_secret,
            Self::Customer => &secrets.customer_jwt_secret,
        }
    }
}
