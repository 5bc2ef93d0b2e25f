//! Two kinds of people sign in, each at a door of their own.

use crate::secret::Secrets;

/// Whose sign-in it is. The realms share their code and nothing else: keys, tokens, limits and
/// records of one mean nothing in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Realm {
    /// Members of staff.
    Staff,
    /// Customers, at the portal.
    Customer,
}

impl Realm {
    /// What the header of a token says that it is.
    pub(crate) const fn token_type(self) -> &'static str {
        match self {
            Self::Staff => "staff-session+jwt",
            Self::Customer => "customer-session+jwt",
        }
    }

    /// For whom a token is.
    pub(crate) const fn audience(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Customer => "customer-portal",
        }
    }

    /// What the keys of its limits begin with.
    pub(crate) const fn limit_prefix(self) -> &'static str {
        match self {
            Self::Staff => "",
            Self::Customer => "customer-",
        }
    }

    /// What its tokens are signed with.
    pub(crate) fn key(self, secrets: &Secrets) -> &[u8] {
        match self {
            Self::Staff => &secrets.staff_jwt_secret,
            Self::Customer => &secrets.customer_jwt_secret,
        }
    }
}
