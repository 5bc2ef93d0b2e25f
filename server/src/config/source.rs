//! Sources of settings: the environment first, then `mizan.toml`.

use std::collections::HashMap;
use std::path::Path;

use super::ConfigError;

/// All settings.
pub(super) const SETTINGS: [&str; 36] = [
    "BACKGROUND",
    "CONNECTIONS_MAX",
    "CONNECTIONS_PER_ADDRESS",
    "CUSTOMER_JWT_SECRET",
    "CUSTOMER_MFA_ENCRYPTION_KEY",
    "CUSTOMER_MFA_ENCRYPTION_KEYS_OLD",
    "CUSTOMER_MFA_ISSUER",
    "DATABASE_CONNECTIONS_MAX",
    "DATABASE_IDLE_SECONDS",
    "DATABASE_LIFETIME_SECONDS",
    "DATABASE_MIGRATE_URL",
    "DATABASE_READ_URL",
    "DATABASE_STATEMENT_CACHE",
    "DATABASE_URL",
    "DATABASE_WAIT_SECONDS",
    "DATA_DIR",
    "LISTEN",
    "LOGIN_PER_MINUTE_PER_IP",
    "MAIL_API_KEY",
    "MAIL_API_URL",
    "MAIL_FROM",
    "METRICS",
    "MFA_ENCRYPTION_KEY",
    "MFA_ENCRYPTION_KEYS_OLD",
    "MFA_ISSUER",
    "MIZAN_CLOCK_OFFSET_SECONDS",
    "MIZAN_ENV",
    "PASSWORD_PEPPER",
    "PERSONAL_DATA_RETENTION_YEARS",
    "PUBLIC_ORIGIN",
    "REQUESTS_PER_ADDRESS",
    "SHUTDOWN_DELAY_SECONDS",
    "STAFF_JWT_SECRET",
    "TIME_ZONE",
    "TRUSTED_PROXIES",
    "WEBHOOKS_ALLOW_PRIVATE_ADDRESSES",
];

/// The file that is read from the current directory.
const FILE: &str = "mizan.toml";

/// The texts of the settings, before validation.
#[derive(Clone, Default)]
pub struct Source(HashMap<&'static str, String>);

impl std::fmt::Debug for Source {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.0.keys()).finish()
    }
}

impl Source {
    /// The settings of this process: its environment, then `mizan.toml` in the current directory.
    ///
    /// Errors: the file cannot be read, or names an unknown setting.
    pub fn of_process() -> Result<Self, ConfigError> {
        let mut source = match std::fs::read_to_string(Path::new(FILE)) {
            Ok(text) => Self::of_toml(&text)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::default(),
            Err(error) => return Err(ConfigError::new(FILE, format!("cannot be read: {error}"))),
        };
        for setting in SETTINGS {
            match std::env::var(setting) {
                Ok(text) => drop(source.0.insert(setting, text)),
                Err(std::env::VarError::NotPresent) => {}
                Err(std::env::VarError::NotUnicode(_)) => {
                    return Err(ConfigError::new(setting, "is not valid UTF-8"));
                }
            }
        }
        Ok(source)
    }

    /// The settings of a TOML text: `listen = "127.0.0.1:3000"`, in upper or lower case.
    ///
    /// Errors: it is not TOML, or names an unknown setting.
    pub fn of_toml(text: &str) -> Result<Self, ConfigError> {
        let refused = |message: String| ConfigError::new(FILE, message);
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| refused(error.message().to_owned()))?;
        let mut settings = HashMap::new();
        for (name, value) in table {
            let known = SETTINGS.iter().find(|setting| setting.eq_ignore_ascii_case(&name));
            let known = known.ok_or_else(|| refused(format!("there is no setting `{name}`")))?;
            settings.insert(
                *known,
                plain(&value).ok_or_else(|| {
                    ConfigError::new(known, "give a text, a number, true, false or a list of texts")
                })?,
            );
        }
        Ok(Self(settings))
    }

    /// The text of a setting; an empty one counts as absent.
    pub fn get(&self, setting: &'static str) -> Option<&str> {
        self.0.get(setting).map(|text| text.trim()).filter(|text| !text.is_empty())
    }

    /// The same source with an additional setting.
    #[must_use]
    pub fn with(mut self, setting: &'static str, text: &str) -> Self {
        self.0.insert(setting, text.to_owned());
        self
    }
}

fn plain(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(switch) => Some(switch.to_string()),
        toml::Value::Array(parts) => {
            let parts: Option<Vec<_>> = parts.iter().map(toml::Value::as_str).collect();
            Some(parts?.join(","))
        }
        toml::Value::Float(_) | toml::Value::Datetime(_) | toml::Value::Table(_) => None,
    }
}
