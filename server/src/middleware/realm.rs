//! The sign-in realm of a request: staff or customers.

/// The realm of a request. It depends on the address alone, so that no token and no cookie of one
/// realm is ever read in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Realm {
    /// Members of staff.
    Staff,
    /// Customers, at the portal.
    Customer,
}

/// The prefixes of the portal; all other addresses belong to staff.
const PORTAL: [&str; 4] = ["/portal", "/api/customer-auth", "/api/portal", "/api/ui/portal"];

impl Realm {
    /// The realm of an address.
    pub fn of(path: &str) -> Self {
        let is_below = |prefix: &&str| {
            path.strip_prefix(*prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if PORTAL.iter().any(is_below) { Self::Customer } else { Self::Staff }
    }

    /// The name of the session cookie.
    pub const fn cookie(self) -> &'static str {
        match self {
            Self::Staff => "__Host-staff_session",
            Self::Customer => "__Host-customer_session",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_portal_is_what_lies_below_its_addresses() {
        for path in [
            "/portal",
            "/portal/",
            "/portal/settings",
            "/api/customer-auth/login",
            "/api/portal/facilities",
            "/api/ui/portal/home",
        ] {
            assert_eq!(Realm::of(path), Realm::Customer, "{path}");
        }
        for path in ["/", "/portals", "/api/auth/me", "/api/customers", "/api/customer-auths/me"] {
            assert_eq!(Realm::of(path), Realm::Staff, "{path}");
        }
    }
}
