//! Secrets of authenticator apps at rest: AES-256-GCM, each bound to its own row.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use shared::error::{Error, Result};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::{Holder, Realm};
use crate::audit::hexadecimal;
use crate::random::random_bytes;
use crate::secret::{MfaKey, MfaSettings};

const VERSION: &str = "v1";
const NONCE_BYTES: usize = 12;
const KEY_ID_LENGTH: usize = 8;

/// The row that a secret belongs to: in any other it cannot be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub realm: Realm,
    pub holder: Holder,
    pub credential: Uuid,
}

impl Place {
    fn associated_data(&self) -> String {
        let Holder { organization, account } = self.holder;
        format!("{}-mfa|{VERSION}|{organization}|{account}|{}", self.realm.word(), self.credential)
    }
}

/// A secret that was read.
#[derive(Debug)]
pub(super) struct Opened {
    pub secret: Zeroizing<Vec<u8>>,
    /// True when it is encrypted with an old key.
    pub is_outdated: bool,
}

/// Encrypts a secret with the key of today: `v1.<key id>.<nonce>.<ciphertext and tag>`.
pub(super) fn seal(settings: &MfaSettings, place: &Place, secret: &[u8]) -> Result<String> {
    let nonce = random_bytes::<NONCE_BYTES>()
        .map_err(|error| super::fault("the operating system has no randomness", &error))?;
    let data = place.associated_data();
    let payload = Payload { msg: secret, aad: data.as_bytes() };
    let sealed = cipher(&settings.key)
        .encrypt(&Nonce::from(nonce), payload)
        .map_err(|error| super::fault("a secret could not be encrypted", &error))?;
    let (nonce, sealed) = (URL_SAFE_NO_PAD.encode(nonce), URL_SAFE_NO_PAD.encode(sealed));
    Ok(format!("{VERSION}.{}.{nonce}.{sealed}", key_id(&settings.key)))
}

/// Decrypts a secret.
///
/// Errors: 503, which never looks like a wrong code; the log says which row it was.
pub(super) fn open(settings: &MfaSettings, place: &Place, sealed: &str) -> Result<Opened> {
    try_open(settings, place, sealed).ok_or_else(|| {
        tracing::error!(?place, "the secret of a second factor cannot be decrypted");
        Error::unavailable()
    })
}

/// The same; none when no key opens it.
pub(super) fn try_open(settings: &MfaSettings, place: &Place, sealed: &str) -> Option<Opened> {
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
    let data = place.associated_data();
    let payload = Payload { msg: &sealed, aad: data.as_bytes() };
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

#[cfg(test)]
mod tests {
    use shared::error::Code;
    use shared::id::OrganizationId;

    use super::*;

    const SECRET: &[u8] = b"twenty random bytes!";

    fn place(realm: Realm, parts: [u128; 3]) -> Place {
        let [organization, account, credential] = parts.map(Uuid::from_u128);
        let holder = Holder { organization: OrganizationId(organization), account };
        Place { realm, holder, credential }
    }

    fn settings(key: u8, old: &[u8]) -> MfaSettings {
        let key_of = |byte: u8| Zeroizing::new([byte; 32]);
        let old_keys = old.iter().map(|byte| key_of(*byte)).collect();
        MfaSettings { issuer: "Mizan".to_owned(), key: key_of(key), old_keys }
    }

    fn home() -> Place {
        place(Realm::Staff, [1, 2, 3])
    }

    fn is_refused(settings: &MfaSettings, place: &Place, sealed: &str) -> bool {
        match open(settings, place, sealed) {
            Ok(_) => false,
            Err(error) => {
                assert_eq!(error.code(), Code::ServiceUnavailable);
                true
            }
        }
    }

    #[test]
    fn what_is_sealed_opens_at_its_place_and_looks_different_every_time() {
        let settings = settings(1, &[]);
        let (one, other) = (seal(&settings, &home(), SECRET), seal(&settings, &home(), SECRET));
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_ne!(one, other);
        assert!(one.starts_with("v1.") && one.split('.').count() == 4, "{one}");
        let opened = open(&settings, &home(), &one).unwrap();
        assert_eq!((&**opened.secret, opened.is_outdated), (SECRET, false));
    }

    #[test]
    fn a_secret_cannot_be_read_in_another_row() {
        let settings = settings(1, &[]);
        let sealed = seal(&settings, &home(), SECRET).unwrap();
        for other in [
            place(Realm::Customer, [1, 2, 3]),
            place(Realm::Staff, [9, 2, 3]),
            place(Realm::Staff, [1, 9, 3]),
            place(Realm::Staff, [1, 2, 9]),
        ] {
            assert!(is_refused(&settings, &other, &sealed), "{other:?}");
        }
    }

    #[test]
    fn a_changed_bit_and_nonsense_are_refused() {
        let settings = settings(1, &[]);
        let sealed = seal(&settings, &home(), SECRET).unwrap();
        let parts: Vec<&str> = sealed.split('.').collect();
        let mut bytes = URL_SAFE_NO_PAD.decode(parts[3]).unwrap();
        bytes[0] ^= 1;
        let flipped = URL_SAFE_NO_PAD.encode(&bytes);
        for text in [
            format!("v1.{}.{}.{flipped}", parts[1], parts[2]),
            format!("v2.{}.{}.{}", parts[1], parts[2], parts[3]),
            format!("v1.00000000.{}.{}", parts[2], parts[3]),
            format!("v1.{}.AAAA.{}", parts[1], parts[3]),
            format!("v1.{}.{}.", parts[1], parts[2]),
            format!("{sealed}."),
            "v1".to_owned(),
            String::new(),
        ] {
            assert!(is_refused(&settings, &home(), &text), "{text}");
        }
    }

    #[test]
    fn an_old_key_still_opens_and_is_told_of() {
        let sealed = seal(&settings(1, &[]), &home(), SECRET).unwrap();
        assert!(is_refused(&settings(2, &[]), &home(), &sealed));
        let opened = open(&settings(2, &[3, 1]), &home(), &sealed).unwrap();
        assert_eq!((&**opened.secret, opened.is_outdated), (SECRET, true));
    }
}
