//! The salted commitment to the name and the network address of an actor. The seal of an entry
//! covers it in place of both, so that an erasure leaves the chain of seals valid.

use serde_json::json;
use sha2::{Digest, Sha256};
use shared::audit::ERASED;
use shared::error::{Error, Result};

use crate::hexadecimal::hexadecimal;
use crate::random::random_bytes;

/// Random bytes, unique to an entry.
pub(super) type Salt = [u8; 16];

/// A new salt.
///
/// Errors: 500 without randomness, since a known salt lets an erased name be guessed.
pub(super) fn salt() -> Result<Salt> {
    random_bytes().map_err(|error| {
        tracing::error!(%error, "the operating system has no randomness");
        Error::internal()
    })
}

/// SHA-256, in hexadecimal, of a JSON array: no two actors have the same representation.
pub(super) fn commitment(salt: &[u8], name: &str, ip: Option<&str>) -> String {
    let text = json!(["mizan audit actor 1", hexadecimal(salt), name, ip]);
    hexadecimal(&Sha256::digest(text.to_string()))
}

/// Returns true for the name and the address of the commitment, and after a complete erasure.
pub(super) fn is_intact(
    commitment: &str,
    salt: Option<&[u8]>,
    name: &str,
    ip: Option<&str>,
) -> bool {
    match salt {
        Some(salt) => self::commitment(salt, name, ip) == commitment,
        None => name == ERASED && ip.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_depends_on_salt_name_and_address() {
        let made = commitment(&[1; 16], "Bilal", Some("::1"));
        for (salt, name, ip) in [
            ([2; 16], "Bilal", Some("::1")),
            ([1; 16], "Bilal\",\"::1", None),
            ([1; 16], "Bilal", Some("")),
            ([1; 16], "Bilal", None),
            ([1; 16], "", Some("Bilal::1")),
        ] {
            assert_ne!(commitment(&salt, name, ip), made, "{name} {ip:?}");
        }
        assert_eq!(commitment(&[1; 16], "Bilal", Some("::1")), made);
        assert_ne!(salt().unwrap(), salt().unwrap());
    }

    #[test]
    fn an_actor_without_salt_is_intact_only_if_erased_completely() {
        let made = commitment(&[1; 16], "Bilal", Some("::1"));
        assert!(is_intact(&made, Some(&[1; 16]), "Bilal", Some("::1")));
        assert!(is_intact(&made, None, ERASED, None));
        for (salt, name, ip) in [
            (None, "Bilal", None),
            (None, ERASED, Some("::1")),
            (Some([1; 16]), ERASED, None),
            (Some([1; 16]), "Bilal", None),
        ] {
            assert!(!is_intact(&made, salt.as_ref().map(|it| &it[..]), name, ip), "{name} {ip:?}");
        }
    }
}
