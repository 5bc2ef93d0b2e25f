//! Keys and issuers of second factors: those of staff and those of customers are separate.

use std::path::Path;

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use service::secret::{MfaKey, MfaSettings};
use zeroize::Zeroizing;

use super::{ConfigError, Environment, Source, stored_secret};

/// An authenticator app displays it next to a code, so it is short.
const ISSUER_LENGTH_MAX: usize = 60;

/// The settings of one realm.
struct Names {
    key: &'static str,
    old_keys: &'static str,
    issuer: &'static str,
    default_issuer: &'static str,
}

const STAFF: Names = Names {
    key: "MFA_ENCRYPTION_KEY",
    old_keys: "MFA_ENCRYPTION_KEYS_OLD",
    issuer: "MFA_ISSUER",
    default_issuer: "Mizan",
};

const CUSTOMER: Names = Names {
    key: "CUSTOMER_MFA_ENCRYPTION_KEY",
    old_keys: "CUSTOMER_MFA_ENCRYPTION_KEYS_OLD",
    issuer: "CUSTOMER_MFA_ISSUER",
    default_issuer: "Mizan Portal",
};

/// Reads the settings of staff and of customers, or generates keys if that is allowed.
pub(super) fn load(
    source: &Source,
    environment: Environment,
    data_dir: &Path,
) -> Result<[MfaSettings; 2], ConfigError> {
    let staff = realm(source, environment, data_dir, &STAFF)?;
    let customer = realm(source, environment, data_dir, &CUSTOMER)?;
    let message = format!("must share no key with {}", STAFF.key);
    if shares(&customer.key, &staff) {
        return Err(ConfigError::new(CUSTOMER.key, message));
    }
    if customer.old_keys.iter().any(|key| shares(key, &staff)) {
        return Err(ConfigError::new(CUSTOMER.old_keys, message));
    }
    if customer.issuer == staff.issuer {
        let message = format!("must differ from {}", STAFF.issuer);
        return Err(ConfigError::new(CUSTOMER.issuer, message));
    }
    Ok([staff, customer])
}

fn shares(key: &MfaKey, other: &MfaSettings) -> bool {
    *key == other.key || other.old_keys.contains(key)
}

fn realm(
    source: &Source,
    environment: Environment,
    data_dir: &Path,
    names: &Names,
) -> Result<MfaSettings, ConfigError> {
    let key = match (source.get(names.key), environment) {
        (Some(text), _) => given(names.key, text)?,
        (None, Environment::Production) => {
            let message = "is missing; in production it has to be set, for example to what \
                           `openssl rand -base64 32` prints";
            return Err(ConfigError::new(names.key, message));
        }
        (None, Environment::Development) => load_or_create(names.key, data_dir)?,
    };
    let texts = source.get(names.old_keys).unwrap_or_default();
    let texts = texts.split(',').map(str::trim).filter(|text| !text.is_empty());
    let old_keys = texts.map(|text| given(names.old_keys, text)).collect::<Result<Vec<_>, _>>()?;
    Ok(MfaSettings { issuer: issuer(source, names)?, key, old_keys })
}

fn given(setting: &str, text: &str) -> Result<MfaKey, ConfigError> {
    let bytes = BASE64_STANDARD.decode(text).map(Zeroizing::new).ok();
    bytes.and_then(|bytes| key(&bytes)).ok_or_else(|| {
        let message = "must be 32 random bytes in base64, for example what \
                       `openssl rand -base64 32` prints";
        ConfigError::new(setting, message)
    })
}

/// The key stored outside of production.
fn load_or_create(setting: &'static str, data_dir: &Path) -> Result<MfaKey, ConfigError> {
    let text = stored_secret::load_or_create(&data_dir.join("secrets"), setting)
        .map_err(|error| ConfigError::new(setting, format!("cannot be kept: {error}")))?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).map(Zeroizing::new).ok();
    bytes.and_then(|bytes| key(&bytes)).ok_or_else(|| {
        ConfigError::new(setting, "the kept key cannot be read; remove its file to make another")
    })
}

/// Accepts 32 bytes that are not all equal.
fn key(bytes: &[u8]) -> Option<MfaKey> {
    let bytes: [u8; 32] = bytes.try_into().ok()?;
    bytes.iter().any(|byte| *byte != bytes[0]).then(|| Zeroizing::new(bytes))
}

/// A colon would end the issuer in the address that an app reads, so it is replaced.
fn issuer(source: &Source, names: &Names) -> Result<String, ConfigError> {
    let text = source.get(names.issuer).unwrap_or(names.default_issuer);
    if text.chars().count() > ISSUER_LENGTH_MAX || text.chars().any(char::is_control) {
        let message = format!("give a name of at most {ISSUER_LENGTH_MAX} characters");
        return Err(ConfigError::new(names.issuer, message));
    }
    Ok(text.replace(':', "-"))
}
