//! Encryption of secrets at rest: AES-256-GCM, each bound by its associated data to its row.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use shared::error::{Error, Result};
use zeroize::Zeroizing;

use crate::hexadecimal::hexadecimal;
use crate::random::random_bytes;
use crate::secret::{MfaKey, MfaSettings};

/// The prefix of every sealed text, before a dot.
pub(crate) const VERSION: &str = "v1";
const NONCE_BYTES: usize = 12;
const KEY_ID_LENGTH: usize = 8;

/// A decrypted secret.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) secret: Zeroizing<Vec<u8>>,
    /// True if it is encrypted with an old key.
    pub(crate) is_outdated: bool,
}

/// Encrypts a secret with the current key: `v1.<key id>.<nonce>.<ciphertext and tag>`.
///
/// Errors: 500 without randomness.
pub(crate) fn seal(settings: &MfaSettings, associated_data: &str, secret: &[u8]) -> Result<String> {
    let nonce = random_bytes::<NONCE_BYTES>().map_err(|error| {
        tracing::error!(%error, "the operating system has no randomness");
        Error::internal()
    })?;
    let payload = Payload { msg: secret, aad: associated_data.as_bytes() };
    let sealed = cipher(&settings.key).encrypt(&Nonce::from(nonce), payload).map_err(|error| {
        tracing::error!(%error, "a secret could not be encrypted");
        Error::internal()
    })?;
    let (nonce, sealed) = (URL_SAFE_NO_PAD.encode(nonce), URL_SAFE_NO_PAD.encode(sealed));
    Ok(format!("{VERSION}.{}.{nonce}.{sealed}", key_id(&settings.key)))
}

/// Decrypts a secret; none if no key succeeds with this associated data.
pub(crate) fn open(settings: &MfaSettings, associated_data: &str, sealed: &str) -> Option<Opened> {
    let [version, id, nonce, sealed] = sealed.split('.').collect::<Vec<_>>()[..] else {
        return None;
    };
    let nonce = URL_SAFE_NO_PAD.decode(nonce).ok()?;
    let nonce: [u8; NONCE_BYTES] = nonce.try_into().ok()?;
    let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
    if version != VERSION {
        return None;
    }
    let mut keys = std::iter::once(&settings.key).chain(&settings.old_keys);
    let key = keys.find(|key| key_id(key) == id)?;
    let payload = Payload { msg: &sealed, aad: associated_data.as_bytes() };
    let secret = cipher(key).decrypt(&Nonce::from(nonce), payload).ok()?;
    Some(Opened { secret: Zeroizing::new(secret), is_outdated: key != &settings.key })
}

fn cipher(key: &MfaKey) -> Aes256Gcm {
    let key: &[u8; 32] = key;
    Aes256Gcm::new(key.into())
}

fn key_id(key: &MfaKey) -> String {
    let digest = hexadecimal(&Sha256::digest(key.as_slice()));
    digest.chars().take(KEY_ID_LENGTH).collect()
}
