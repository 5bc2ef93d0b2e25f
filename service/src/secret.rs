//! The secrets that the service works with.

use zeroize::Zeroizing;

/// Keys for tokens and passwords. Never printed.
#[derive(Clone)]
pub struct Secrets {
    /// Signs the sessions of staff: at least 32 bytes.
    pub staff_jwt_secret: Zeroizing<Vec<u8>>,
    /// Signs the sessions of customers: at least 32 bytes, and others.
    pub customer_jwt_secret: Zeroizing<Vec<u8>>,
    /// Mixed into every password before hashing; empty outside production only.
    pub password_pepper: Zeroizing<Vec<u8>>,
    /// The second factor of staff.
    pub staff_mfa: MfaSettings,
    /// The second factor of customers: another key.
    pub customer_mfa: MfaSettings,
    /// Work factor of new password hashes; 12, less in tests alone.
    pub bcrypt_cost: u32,
}

/// A key of AES-256.
pub type MfaKey = Zeroizing<[u8; 32]>;

/// The issuer of authenticator codes, and the keys that encrypt their secrets. Never printed.
#[derive(Clone)]
pub struct MfaSettings {
    /// The name that apps show.
    pub issuer: String,
    /// Encrypts and decrypts.
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
    /// Secrets for tests: fixed, and as cheap as bcrypt goes.
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
