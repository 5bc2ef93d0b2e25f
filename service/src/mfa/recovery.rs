//! Recovery codes: 64 random bits each, stored only as bcrypt hashes.
//!
//! The first byte of a code is also the first byte of its salt, and no two codes of a set share it:
//! so a code determines the only hash that it could match, and an attempt costs one bcrypt,
//! regardless of the number of codes and of the result. Standard bcrypt verifies these hashes.

use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::OnceLock;

use bcrypt::HashParts;
use shared::error::{Error, Result};
use shared::mfa::grouped;
use zeroize::Zeroizing;

use crate::context::Context;
use crate::hexadecimal::hexadecimal;
use crate::random::random_bytes;

/// The work factor; lower only in tests. The codes are random, so it only has to protect a leaked
/// database.
const COST: u32 = 10;
/// A stored work factor above this limit can only come from an attacker with write access.
const COST_MAX: u32 = 14;
const CODE_BYTES: usize = 8;

/// A new set of codes, as displayed and as stored.
pub(super) struct CodeSet {
    pub shown: Vec<String>,
    pub hashes: Vec<String>,
}

/// Generates a set of codes, hashed one after the other on one core.
///
/// Errors: 503 when no core was free in time.
pub(super) async fn make(context: &Context, count: usize) -> Result<CodeSet> {
    let codes = draw(count)?;
    let cost = cost(context);
    let work = move || {
        let hashes = codes.iter().map(|code| hash(code, cost)).collect::<Result<Vec<_>>>()?;
        Ok(CodeSet { shown: codes.iter().map(|code| grouped(code)).collect(), hashes })
    };
    context.passwords.run(work).await?
}

/// The hash that a code matches. Takes one bcrypt, even when none can match.
///
/// Errors: 503 when no core was free in time.
pub(super) async fn matching(
    context: &Context,
    hashes: Vec<String>,
    code: String,
) -> Result<Option<String>> {
    let (code, cost) = (Zeroizing::new(code), cost(context));
    context.passwords.run(move || verify(&hashes, &code, cost)).await?
}

fn cost(context: &Context) -> u32 {
    COST.min(context.secrets.bcrypt_cost)
}

/// Random codes with different first bytes.
fn draw(count: usize) -> Result<Vec<Zeroizing<String>>> {
    let mut tags = BTreeSet::new();
    let mut codes = Vec::with_capacity(count);
    while codes.len() < count {
        let bytes = random::<CODE_BYTES>()?;
        if tags.insert(bytes[0]) {
            codes.push(Zeroizing::new(hexadecimal(&*bytes)));
        }
    }
    Ok(codes)
}

fn random<const LENGTH: usize>() -> Result<Zeroizing<[u8; LENGTH]>> {
    let bytes = random_bytes::<LENGTH>();
    bytes.map(Zeroizing::new).map_err(|error| super::fault("no randomness", &error))
}

fn hash(code: &str, cost: u32) -> Result<String> {
    let mut salt = *random::<16>()?;
    salt[0] = tag(code).ok_or_else(Error::internal)?;
    let parts = bcrypt::non_truncating_hash_with_salt(code, cost, salt)
        .map_err(|error| super::fault("a recovery code could not be hashed", &error))?;
    Ok(parts.to_string())
}

/// The first byte of a code.
fn tag(code: &str) -> Option<u8> {
    u8::from_str_radix(code.get(..2)?, 16).ok()
}

fn verify(hashes: &[String], code: &str, cost: u32) -> Result<Option<String>> {
    static DUMMY: OnceLock<String> = OnceLock::new();
    if DUMMY.get().is_none() {
        let made = hash("0000000000000000", cost)?;
        DUMMY.get_or_init(|| made);
    }
    let candidate = candidate(hashes, code);
    let stored = candidate.or_else(|| DUMMY.get()).map(String::as_str).unwrap_or_default();
    let matches = bcrypt::non_truncating_verify(code, stored).unwrap_or(false);
    Ok(candidate.filter(|_| matches).cloned())
}

/// The hash whose salt begins with the same byte as the code.
fn candidate<'h>(hashes: &'h [String], code: &str) -> Option<&'h String> {
    let tag = tag(code)?;
    hashes.iter().find(|hash| {
        HashParts::from_str(hash)
            .is_ok_and(|parts| parts.get_salt_raw()[0] == tag && parts.get_cost() <= COST_MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(count: usize) -> (Vec<Zeroizing<String>>, Vec<String>) {
        let codes = draw(count).unwrap();
        let hashes = codes.iter().map(|code| hash(code, 4).unwrap()).collect();
        (codes, hashes)
    }

    #[test]
    fn every_code_matches_its_own_hash_and_no_other() {
        let (codes, hashes) = made(10);
        for (code, hash) in codes.iter().zip(&hashes) {
            assert_eq!(verify(&hashes, code, 4).unwrap().as_ref(), Some(hash));
            let others: Vec<String> = hashes.iter().filter(|it| *it != hash).cloned().collect();
            assert_eq!(verify(&others, code, 4).unwrap(), None);
        }
    }

    #[test]
    fn no_two_codes_begin_alike_however_many_there_are() {
        let codes = draw(200).unwrap();
        let tags: BTreeSet<_> = codes.iter().map(|code| tag(code)).collect();
        assert_eq!(tags.len(), 200);
        assert!(codes.iter().all(|code| code.len() == 16));
    }

    #[test]
    fn the_hashes_are_ordinary_ones_of_the_whole_code() {
        let (codes, hashes) = made(8);
        for (code, hash) in codes.iter().zip(&hashes) {
            assert!(hash.starts_with("$2b$04$") && hash.len() == 60, "{hash}");
            assert!(bcrypt::verify(code.as_str(), hash).unwrap());
            let mut other = code.to_string();
            other.replace_range(15.., if code.ends_with('0') { "1" } else { "0" });
            assert!(!bcrypt::verify(&other, hash).unwrap());
            assert_eq!(verify(&hashes, &other, 4).unwrap(), None);
        }
    }

    #[test]
    fn another_implementation_makes_the_same_hash() {
        // Generated by bcrypt 5 of Python, from the same code and salt.
        let theirs = "$2b$04$.aqCCnaYFJJQW6ahqa.JY.Es1v5p8G5EgNy4FI2eY0pXoaZ0rSKpG";
        let code = "01ab23cd45ef6789";
        let salt = HashParts::from_str(theirs).unwrap().get_salt_raw();
        let ours = bcrypt::non_truncating_hash_with_salt(code, 4, salt).unwrap();
        assert_eq!(ours.to_string(), theirs);
        let found = verify(&[theirs.to_owned()], code, 4).unwrap();
        assert_eq!(found.as_deref(), Some(theirs));
    }

    #[test]
    fn nothing_matches_what_is_no_hash_of_ours() {
        let (codes, _) = made(1);
        let dear = hashes_of_cost_31();
        for stored in [vec![], vec![String::new()], vec!["$2b$04$short".to_owned()], dear] {
            assert_eq!(verify(&stored, &codes[0], 4).unwrap(), None);
        }
        // The placeholder for a missing hash never matches.
        assert_eq!(verify(&[], "0000000000000000", 4).unwrap(), None);
    }

    /// A hash that is too expensive to check.
    fn hashes_of_cost_31() -> Vec<String> {
        vec![hash("0000000000000000", 4).unwrap().replace("$04$", "$31$")]
    }
}
