//! Hashing, checking and generating passwords.
//!
//! A stored hash is `bcrypt(base64(HMAC-SHA-384(pepper, NFC(password))))`: 64 bytes without NUL, so
//! that bcrypt truncates nothing, and useless to a thief who has only the database.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use sha2::Sha384;
use shared::error::{Error, Result};
use shared::session::{
    PASSWORD_BYTES_MAX, PasswordFault, PasswordInput, password_length_fault, password_length_min,
};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;
use zeroize::Zeroizing;
use zxcvbn::{Score, zxcvbn};

use crate::random::random_bytes;
use crate::secret::Secrets;

/// The hashing scheme, stored with each hash.
pub(crate) const SCHEME: &str = "bcrypt-hmac-sha384";
/// The scheme of an account without a password: nothing matches it.
pub(crate) const NO_PASSWORD: &str = "none";

/// The maximum waiting time for a free core.
const WAIT_MAX: Duration = Duration::from_secs(2);

/// A stored work factor above this limit can only come from an attacker with write access.
const COST_MAX: u32 = 14;

/// The minimum number of letters and digits of a password after removal of context words.
const REMAINDER_MIN: usize = 8;

/// The name of the product, on which no password may be based.
const PRODUCT: &str = "mizan";

/// Unambiguous letters and digits: 32 of them, so that five bits choose one.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Hashes on as many threads as there are cores, so that sign-ins do not starve other requests.
#[derive(Debug)]
pub(crate) struct Passwords {
    permits: Arc<Semaphore>,
    dummy: Arc<OnceLock<String>>,
    runs: AtomicU64,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            permits: Arc::new(Semaphore::new(cores)),
            dummy: Arc::default(),
            runs: AtomicU64::new(0),
        }
    }
}

/// The result of checking a password.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// True if the password is correct.
    pub matches: bool,
    /// An up-to-date hash of the correct password, if the stored one is outdated.
    pub better_hash: Option<String>,
}

impl Passwords {
    /// The hash of a password, to be stored.
    ///
    /// Errors: 503 when no core was free in time.
    pub(crate) async fn hash(&self, secrets: &Secrets, password: &str) -> Result<String> {
        let (digest, cost) = (digest(secrets, password), secrets.bcrypt_cost);
        self.run(move || hash(&digest, cost)).await?
    }

    /// Checks a password against a stored hash, or against a dummy hash in the same time.
    ///
    /// Errors: 503 when no core was free in time.
    pub(crate) async fn verify(
        &self,
        secrets: &Secrets,
        password: &str,
        stored: Option<&str>,
    ) -> Result<Verdict> {
        let (digest, cost) = (digest(secrets, password), secrets.bcrypt_cost);
        let stored = stored.map(str::to_owned);
        let dummy = Arc::clone(&self.dummy);
        self.run(move || verify(&digest, cost, stored, &dummy)).await?
    }

    /// The hash of the new password, or none when the current one is wrong.
    ///
    /// * `stored`: the hash of the current one, and whether the account has a second factor.
    /// * `words`: address, name and organization, on which no password may be based.
    ///
    /// Errors: 400 naming `newPassword`; 503 when no core was free in time.
    pub(crate) async fn replacement(
        &self,
        secrets: &Secrets,
        input: &PasswordInput,
        (stored, has_second_factor): (&str, bool),
        words: [&str; 3],
    ) -> Result<Option<String>> {
        if !self.verify(secrets, &input.current_password, Some(stored)).await?.matches {
            return Ok(None);
        }
        if is_same(&input.current_password, &input.new_password) {
            return Err(PasswordFault::Unchanged.error());
        }
        let context = context_words(words);
        self.check_new(&input.new_password, has_second_factor, context).await?;
        self.hash(secrets, &input.new_password).await.map(Some)
    }

    /// Refuses a new password that is too short, too long or easily guessed: the minimum length is
    /// lower for an account with a second factor. `context` are words about the person and the
    /// organization.
    ///
    /// Errors: 400 naming `newPassword`; 503 when no core was free in time.
    async fn check_new(
        &self,
        password: &str,
        has_second_factor: bool,
        context: Vec<String>,
    ) -> Result<()> {
        if password.len() > PASSWORD_BYTES_MAX {
            return Err(PasswordFault::TooLong.error());
        }
        let password = normal(password);
        let length_min = password_length_min(has_second_factor);
        if let Some(fault) = password_length_fault(&password, length_min) {
            return Err(fault.error());
        }
        let score_min = if has_second_factor { Score::Two } else { Score::Three };
        let fault = self.run(move || guess_fault(&password, score_min, &context)).await?;
        fault.map_or(Ok(()), |fault| Err(fault.error()))
    }

    /// The number of hash computations so far.
    #[cfg(any(test, feature = "test-support"))]
    pub(crate) fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// Runs CPU-intensive work on a free core.
    ///
    /// Errors: 503 when none was free in time.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        let permit = Arc::clone(&self.permits).acquire_owned();
        let Ok(Ok(permit)) = tokio::time::timeout(WAIT_MAX, permit).await else {
            tracing::warn!("no core was free for a password in time");
            return Err(Error::unavailable());
        };
        let work = move || {
            let result = work();
            drop(permit);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| {
            tracing::error!(%error, "a password could not be worked on");
            Error::internal()
        })
    }
}

/// Returns true for the same password, however it was typed.
fn is_same(one: &str, other: &str) -> bool {
    normal(one) == normal(other)
}

/// A random password of 100 bits, in groups that can be read aloud.
pub(crate) fn temporary() -> Result<String> {
    let bytes = random_bytes::<20>().map_err(|error| {
        tracing::error!(%error, "the operating system has no randomness");
        Error::internal()
    })?;
    let letters = bytes.map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    let groups = letters.chunks(4).map(String::from_iter);
    Ok(groups.collect::<Vec<_>>().join("-"))
}

/// Words on which a password must not be based: those of the address, the name and the
/// organization.
fn context_words(parts: [&str; 3]) -> Vec<String> {
    let words = parts.into_iter().flat_map(|part| part.split(|c: char| !c.is_alphanumeric()));
    let whole = parts.into_iter().map(str::to_owned);
    let local = parts.into_iter().filter_map(|part| part.split_once('@')).map(|(local, _)| local);
    let words = words.chain(local).filter(|word| word.chars().count() > 2).map(str::to_owned);
    let words = whole.chain(words).chain([PRODUCT.to_owned()]);
    words.filter(|word| !word.trim().is_empty()).collect()
}

fn normal(password: &str) -> Zeroizing<String> {
    Zeroizing::new(password.nfc().collect())
}

fn digest(secrets: &Secrets, password: &str) -> Zeroizing<String> {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut mac = Hmac::<Sha384>::new_from_slice(&secrets.password_pepper).expect("any key");
    mac.update(normal(password).as_bytes());
    Zeroizing::new(STANDARD.encode(mac.finalize().into_bytes()))
}

fn hash(digest: &str, cost: u32) -> Result<String> {
    bcrypt::non_truncating_hash(digest, cost).map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        Error::internal()
    })
}

fn verify(
    digest: &str,
    cost: u32,
    stored: Option<String>,
    dummy: &OnceLock<String>,
) -> Result<Verdict> {
    if dummy.get().is_none() {
        let made = hash("nobody's password", cost)?;
        dummy.get_or_init(|| made);
    }
    let usable = stored.filter(|stored| cost_of(stored).is_some_and(|cost| cost <= COST_MAX));
    let known = usable.is_some();
    let stored = usable.or_else(|| dummy.get().cloned()).unwrap_or_default();
    let matches = bcrypt::non_truncating_verify(digest, &stored).unwrap_or(false) && known;
    let outdated = matches && cost_of(&stored) != Some(cost);
    let better_hash = if outdated { Some(hash(digest, cost)?) } else { None };
    Ok(Verdict { matches, better_hash })
}

/// The work factor of a stored hash, `$2b$12$…`.
fn cost_of(stored: &str) -> Option<u32> {
    let mut parts = stored.split('$').skip(1);
    let version = parts.next()?;
    version.starts_with('2').then(|| parts.next()?.parse().ok())?
}

fn guess_fault(password: &str, score_min: Score, context: &[String]) -> Option<PasswordFault> {
    if leans_on(password, context) {
        return Some(PasswordFault::Context);
    }
    let context: Vec<&str> = context.iter().map(String::as_str).collect();
    if zxcvbn(password, &context).score() >= score_min {
        return None;
    }
    let alone = zxcvbn(password, &[]).score();
    Some(if alone >= score_min { PasswordFault::Context } else { PasswordFault::Common })
}

/// Returns true if little is left of the password without the words of the context.
fn leans_on(password: &str, context: &[String]) -> bool {
    let whole = password.to_lowercase();
    let mut words: Vec<String> = context.iter().map(|word| word.to_lowercase()).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let rest = words.iter().fold(whole.clone(), |rest, word| rest.replace(word.as_str(), " "));
    rest != whole && rest.chars().filter(|c| c.is_alphanumeric()).count() < REMAINDER_MIN
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets() -> Secrets {
        Secrets::for_testing()
    }

    async fn matches(password: &str, stored: Option<&str>) -> bool {
        Passwords::default().verify(&secrets(), password, stored).await.unwrap().matches
    }

    #[tokio::test]
    async fn passwords_that_share_72_bytes_stay_different() {
        let passwords: Vec<String> = (71..=73).map(|length| "a".repeat(length)).collect();
        for one in &passwords {
            let stored = Passwords::default().hash(&secrets(), one).await.unwrap();
            for other in &passwords {
                assert_eq!(matches(other, Some(&stored)).await, one == other);
            }
        }
    }

    #[tokio::test]
    async fn the_same_letters_match_however_the_keyboard_composes_them() {
        let stored = Passwords::default().hash(&secrets(), "caf\u{e9}").await.unwrap();
        assert!(matches("cafe\u{301}", Some(&stored)).await);
        assert!(!matches("cafe", Some(&stored)).await);
    }

    #[tokio::test]
    async fn a_nul_inside_does_not_end_a_password() {
        let stored = Passwords::default().hash(&secrets(), "left\0right").await.unwrap();
        assert!(!matches("left\0wrong", Some(&stored)).await);
        assert!(!matches("left", Some(&stored)).await);
    }

    #[tokio::test]
    async fn nobody_and_nonsense_never_match() {
        for stored in [None, Some(""), Some("!"), Some("$2b$31$abc"), Some("$2b$12$short")] {
            assert!(!matches("nobody's password", stored).await);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_waits_two_seconds_for_a_core_is_asked_to_retry() {
        let passwords = Passwords::default();
        let cores = u32::try_from(passwords.permits.available_permits()).unwrap();
        let taken = Arc::clone(&passwords.permits).acquire_many_owned(cores).await.unwrap();
        let refused = passwords.verify(&secrets(), "x", None).await.unwrap_err();
        assert_eq!(refused, Error::unavailable());
        drop(taken);
        assert!(passwords.verify(&secrets(), "x", None).await.is_ok());
    }

    #[tokio::test]
    async fn another_pepper_is_another_password() {
        let other = Secrets { password_pepper: Zeroizing::new(vec![1; 32]), ..secrets() };
        let stored = Passwords::default().hash(&other, "the same words").await.unwrap();
        assert!(!matches("the same words", Some(&stored)).await);
    }

    #[tokio::test]
    async fn a_hash_of_another_cost_is_replaced() {
        let cheap = secrets();
        let stored = Passwords::default().hash(&cheap, "the same words").await.unwrap();
        let dear = Secrets { bcrypt_cost: 5, ..cheap };
        let verdict = Passwords::default().verify(&dear, "the same words", Some(&stored)).await;
        let better = verdict.unwrap().better_hash.unwrap();
        assert_eq!(cost_of(&better), Some(5));
        assert!(matches("the same words", Some(&better)).await);
    }

    #[tokio::test]
    async fn beside_a_second_factor_eight_odd_characters_are_enough_and_guessable_ones_are_not() {
        let context = context_words(["omar@home.example", "Omar Said", "Amanah House"]);
        let check = async |password: &str, has_second_factor: bool| {
            let passwords = Passwords::default();
            let result = passwords.check_new(password, has_second_factor, context.clone()).await;
            result.err().map(|error| error.problem().errors[0].code.to_string())
        };
        assert_eq!(check("kQ7vzx2m", true).await, None);
        for (password, code) in [
            ("kQ7vzx2", "PASSWORD_TOO_SHORT"),
            ("password1", "PASSWORD_COMMON"),
            ("omarsaid1", "PASSWORD_CONTEXT"),
        ] {
            assert_eq!(check(password, true).await.as_deref(), Some(code), "{password}");
        }
        assert_eq!(check("kQ7vzx2m", false).await.as_deref(), Some("PASSWORD_TOO_SHORT"));
    }

    #[tokio::test]
    async fn guessable_passwords_are_refused_and_long_odd_ones_are_not() {
        let context =
            context_words(["aisha.rahman@amanah.example", "Aisha Rahman", "Amanah House"]);
        let check = async |password: &str| {
            let result = Passwords::default().check_new(password, false, context.clone()).await;
            result.err().map(|error| error.problem().errors[0].code.to_string())
        };
        for (password, code) in [
            ("short", Some("PASSWORD_TOO_SHORT")),
            ("aaaaaaaaaaaaaaaaaaaa", Some("PASSWORD_COMMON")),
            ("passwordpassword", Some("PASSWORD_COMMON")),
            ("aisharahmanaishar", Some("PASSWORD_CONTEXT")),
            ("correct lamp walks on Tuesday", None),
            ("ﻊﻣﺮ ﻲﻜﺘﺑ ﻒﻳ ﺎﻠﻤﻛﺘﺑ", None),
        ] {
            assert_eq!(check(password).await.as_deref(), code, "{password}");
        }
        assert_eq!(check(&"x".repeat(129)).await.as_deref(), Some("PASSWORD_TOO_LONG"));
        assert_eq!(check(&"x".repeat(100_000)).await.as_deref(), Some("PASSWORD_TOO_LONG"));
    }

    #[test]
    fn temporary_passwords_differ_and_are_long_enough() {
        let (one, other) = (temporary().unwrap(), temporary().unwrap());
        assert_ne!(one, other);
        assert_eq!(password_length_fault(&one, 15), None);
        assert_eq!(one.len(), 24);
    }
}
