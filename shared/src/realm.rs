//! The two realms of sign-in: staff and customers. They share their code and nothing else: keys,
//! tokens, limits and records of one are invalid in the other.

/// The realm of a sign-in, a session or a request.
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
    /// The realm of a request. It depends on the address alone, so that no token and no cookie of
    /// one realm is ever read in the other.
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

    /// The name of the cookie that carries a browser from the password to the code.
    pub const fn pre_auth_cookie(self) -> &'static str {
        match self {
            Self::Staff => "__Host-staff_preauth",
            Self::Customer => "__Host-customer_preauth",
        }
    }

    /// The type in the header of a token.
    pub const fn token_type(self) -> &'static str {
        match self {
            Self::Staff => "staff-session+jwt",
            Self::Customer => "customer-session+jwt",
        }
    }

    /// The audience of a token.
    pub const fn audience(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Customer => "customer-portal",
        }
    }

    /// The prefix of the keys of its rate limits.
    pub const fn limit_prefix(self) -> &'static str {
        match self {
            Self::Staff => "",
            Self::Customer => "customer-",
        }
    }

    /// The name of the realm in keys and in encrypted data.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Customer => "customer",
        }
    }

    /// The entity type of an account in the audit log.
    pub const fn entity_type(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Customer => "portal_account",
        }
    }

    /// The initial number of recovery codes.
    pub const fn recovery_codes(self) -> usize {
        match self {
            Self::Staff => 8,
            Self::Customer => 10,
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
