//! Secrets: configured in production; elsewhere generated once and stored where only the owner can
//! read them.

use std::collections::HashSet;
use std::path::Path;

use service::secret::{BCRYPT_COST, Secrets};
use zeroize::Zeroizing;

use super::stored_secret::load_or_create;
use super::{ConfigError, Environment, Source, mfa};

/// The minimum size of a secret in bytes: the output size of the hash function that it keys.
const BYTES_MIN: usize = 32;
/// A text with fewer different bytes was not generated at random.
const DIFFERENT_BYTES_MIN: usize = 10;

/// Reads the secrets, or generates missing ones if that is allowed.
pub(super) fn load(
    source: &Source,
    environment: Environment,
    data_dir: &Path,
) -> Result<Secrets, ConfigError> {
    let secret = |setting| secret(source, environment, data_dir, setting);
    let staff_jwt_secret = secret("STAFF_JWT_SECRET")?;
    let customer_jwt_secret = secret("CUSTOMER_JWT_SECRET")?;
    let password_pepper = secret("PASSWORD_PEPPER")?;
    differ([
        ("STAFF_JWT_SECRET", &staff_jwt_secret),
        ("CUSTOMER_JWT_SECRET", &customer_jwt_secret),
        ("PASSWORD_PEPPER", &password_pepper),
    ])?;
    let [staff_mfa, customer_mfa] = mfa::load(source, environment, data_dir)?;
    Ok(Secrets {
        staff_jwt_secret,
        customer_jwt_secret,
        password_pepper,
        staff_mfa,
        customer_mfa,
        bcrypt_cost: BCRYPT_COST,
    })
}

/// Errors: the first secret that equals an earlier one.
fn differ<const N: usize>(secrets: [(&str, &Zeroizing<Vec<u8>>); N]) -> Result<(), ConfigError> {
    for (index, (setting, secret)) in secrets.iter().enumerate() {
        let same = secrets[..index].iter().find(|(_, other)| other == secret);
        if let Some((other, _)) = same {
            return Err(ConfigError::new(setting, format!("must differ from {other}")));
        }
    }
    Ok(())
}

fn secret(
    source: &Source,
    environment: Environment,
    data_dir: &Path,
    setting: &'static str,
) -> Result<Zeroizing<Vec<u8>>, ConfigError> {
    let text = match (source.get(setting), environment) {
        (Some(text), _) => text.to_owned(),
        (None, Environment::Production) => {
            let message = "is missing; in production it has to be set, for example to what \
                           `openssl rand -base64 32` prints";
            return Err(ConfigError::new(setting, message));
        }
        (None, Environment::Development) => load_or_create(&data_dir.join("secrets"), setting)
            .map_err(|error| ConfigError::new(setting, format!("cannot be kept: {error}")))?,
    };
    if is_weak(&text) {
        let message = "is too weak: give at least 32 random bytes, for example what \
                       `openssl rand -base64 32` prints";
        return Err(ConfigError::new(setting, message));
    }
    Ok(Zeroizing::new(text.into_bytes()))
}

fn is_weak(text: &str) -> bool {
    let different: HashSet<u8> = text.bytes().collect();
    text.len() < BYTES_MIN || different.len() < DIFFERENT_BYTES_MIN
}
