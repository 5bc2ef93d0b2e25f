//! The secrets of the service.

use shared::realm::Realm;
use zeroize::Zeroizing;

/// Keys for tokens and passwords. Never printed.
#[derive(Clone)]
pub struct Secrets {
    /// Signs the sessions of staff: at least 32 bytes.
    pub staff_jwt_secret: Zeroizing<Vec<u8>>,
    /// Signs the sessions of customers: at least 32 bytes, different from the key of staff.
    pub customer_jwt_secret: Zeroizing<Vec<u8>>,
    /// Mixed into every password before hashing; may be empty only outside of production.
    pub password_pepper: Zeroizing<Vec<u8>>,
    /// The second factor of staff.
    pub staff_mfa: MfaSettings,
    /// The second factor of customers, with a separate key.
    pub customer_mfa: MfaSettings,
    /// Work factor of new password hashes; 12, lower only in tests.
    pub bcrypt_cost: u32,
}

/// An AES-256 key.
pub type MfaKey = Zeroizing<[u8; 32]>;

/// The issuer of authenticator codes, and the keys that encrypt their secrets. Never printed.
#[derive(Clone)]
pub struct MfaSettings {
    /// The issuer displayed by apps.
    pub issuer: String,
    /// The key for encryption and decryption.
    pub key: MfaKey,
    /// Retired keys, which only decrypt.
    pub old_keys: Vec<MfaKey>,
}

impl std::fmt::Debug for MfaSettings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("MfaSettings(…)")
    }
}

/// The work factor of password hashes.
pub const BCRYPT_COST: u32 = 12;

impl std::fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Secrets(…)")
    }
}

impl Secrets {
    /// The key that signs the sessions of a realm.
    pub(crate) fn jwt_secret(&self, realm: Realm) -> &[u8] {
        match realm {
            Realm::Staff => &self.staff_jwt_secret,
            Realm::Customer => &self.customer_jwt_secret,
        }
    }

    /// The issuer and the keys of the second factors of a realm.
    pub(crate) fn mfa(&self, realm: Realm) -> &MfaSettings {
        match realm {
            Realm::Staff => &self.staff_mfa,
            Realm::Customer => &self.customer_mfa,
        }
    }

    /// Secrets for tests: fixed, with the lowest bcrypt cost.
    #[cfg(any(test, feature = "test-support"))]
    pub fn for_testing() -> Self {
        Self {
            staff_jwt_secret: Zeroizing::new(b"a secret for tests, of 32 bytes or more".to_vec()),
            customer_jwt_secret: Zeroizing::new(b"another secret for tests, 32 bytes too".to_vec()),
            password_pepper: Zeroizing::new(b"a pepper for tests".to_vec()),
            staff_mfa: MfaSettings {
                issuer: "Mizan".to_owned(),
                key: Zeroizing::new(*b"a key of staff for tests, 32 by."),
                old_keys: Vec::new(),
            },
            customer_mfa: MfaSettings {
                issuer: "Mizan Portal".to_owned(),
                key: Zeroizing::new(*b"a key of customers for tests, 32"),
                old_keys: Vec::new(),
            },
            bcrypt_cost: 4,
        }
    }
}
