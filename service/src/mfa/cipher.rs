//! Encryption of secrets of authenticator apps at rest, each bound to its own row.

use shared::error::{Error, Result};
use uuid::Uuid;

use super::{Holder, Realm};
pub(super) use crate::cipher::Opened;
use crate::cipher::{self, VERSION};
use crate::secret::MfaSettings;

/// The row of a secret, outside of which it cannot be decrypted.
#[derive(Clone, Copy, Debug)]
pub(super) struct SecretLocation {
    pub realm: Realm,
    pub holder: Holder,
    pub credential: Uuid,
}

impl SecretLocation {
    fn associated_data(&self) -> String {
        let Holder { organization, account } = self.holder;
        format!("{}-mfa|{VERSION}|{organization}|{account}|{}", self.realm.word(), self.credential)
    }
}

/// Encrypts a secret with the current key.
pub(super) fn seal(
    settings: &MfaSettings,
    location: &SecretLocation,
    secret: &[u8],
) -> Result<String> {
    cipher::seal(settings, &location.associated_data(), secret)
}

/// Decrypts a secret.
///
/// Errors: 503, which is distinct from a wrong code; the log identifies the row.
pub(super) fn open(
    settings: &MfaSettings,
    location: &SecretLocation,
    sealed: &str,
) -> Result<Opened> {
    try_open(settings, location, sealed).ok_or_else(|| {
        tracing::error!(?location, "the secret of a second factor cannot be decrypted");
        Error::unavailable()
    })
}

/// The same; none if no key can decrypt it.
pub(super) fn try_open(
    settings: &MfaSettings,
    location: &SecretLocation,
    sealed: &str,
) -> Option<Opened> {
    cipher::open(settings, &location.associated_data(), sealed)
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use shared::error::Code;
    use shared::id::OrganizationId;
    use zeroize::Zeroizing;

    use super::*;

    const SECRET: &[u8] = b"twenty random bytes!";

    fn location(realm: Realm, parts: [u128; 3]) -> SecretLocation {
        let [organization, account, credential] = parts.map(Uuid::from_u128);
        let holder = Holder { organization: OrganizationId(organization), account };
        SecretLocation { realm, holder, credential }
    }

    fn settings(key: u8, old: &[u8]) -> MfaSettings {
        let key_of = |byte: u8| Zeroizing::new([byte; 32]);
        let old_keys = old.iter().map(|byte| key_of(*byte)).collect();
        MfaSettings { issuer: "Mizan".to_owned(), key: key_of(key), old_keys }
    }

    fn home() -> SecretLocation {
        location(Realm::Staff, [1, 2, 3])
    }

    fn is_refused(settings: &MfaSettings, location: &SecretLocation, sealed: &str) -> bool {
        match open(settings, location, sealed) {
            Ok(_) => false,
            Err(error) => {
                assert_eq!(error.code(), Code::ServiceUnavailable);
                true
            }
        }
    }

    #[test]
    fn a_ciphertext_decrypts_only_in_its_place_and_differs_every_time() {
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
            location(Realm::Customer, [1, 2, 3]),
            location(Realm::Staff, [9, 2, 3]),
            location(Realm::Staff, [1, 9, 3]),
            location(Realm::Staff, [1, 2, 9]),
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
    fn an_old_key_still_decrypts_and_is_reported() {
        let sealed = seal(&settings(1, &[]), &home(), SECRET).unwrap();
        assert!(is_refused(&settings(2, &[]), &home(), &sealed));
        let opened = open(&settings(2, &[3, 1]), &home(), &sealed).unwrap();
        assert_eq!((&**opened.secret, opened.is_outdated), (SECRET, true));
    }
}
