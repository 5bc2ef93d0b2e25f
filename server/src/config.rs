//! The configuration: typed, from environment variables and an optional `mizan.toml`, validated
//! before the start.

mod database;
mod mail;
mod mfa;
mod secrets;
mod source;
mod stored_secret;

use std::fmt;
use std::net::{SocketAddr, ToSocketAddrs};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use ::database::PoolSettings;
use chrono::TimeDelta;
use chrono_tz::Tz;
use service::secret::Secrets;

use crate::middleware::client_address::Network;
pub use mail::MailConfig;
pub use source::Source;

/// The default limit of sign-in attempts per address and minute.
const LOGIN_PER_MINUTE_PER_IP: u32 = 10;
/// The default limit of connections: each open page holds one, for its stream of notifications.
const CONNECTIONS_MAX: usize = 8_192;
/// The default limit of connections per address.
const CONNECTIONS_PER_ADDRESS: usize = 256;
/// The default limit of concurrent requests per client.
const REQUESTS_PER_ADDRESS: usize = 128;
/// The default retention period of personal data, in years.
const PERSONAL_DATA_RETENTION_YEARS: u32 = 7;
const LISTEN: &str = "127.0.0.1:3000";

/// A fault in the configuration, as one line that names the setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting}: {message}")]
pub struct ConfigError {
    /// The setting.
    pub setting: String,
    /// The fault and how to correct it.
    pub message: String,
}

impl ConfigError {
    fn new(setting: &str, message: impl Into<String>) -> Self {
        Self { setting: setting.to_owned(), message: message.into() }
    }
}

/// The environment in which the service runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// With personal data: secrets must be configured.
    Production,
    /// Any other environment: missing secrets are generated.
    Development,
}

/// The validated configuration.
#[derive(Clone)]
pub struct Config {
    /// `MIZAN_ENV`: `production` or `development`.
    pub environment: Environment,
    /// `DATABASE_URL`: `sqlite:…` or `postgres://…`; `DATA_DIR/mizan.db` by default.
    pub database_url: String,
    /// `DATABASE_MIGRATE_URL`: the same database for migrations, past a pooler.
    pub database_migrate_url: Option<String>,
    /// `DATABASE_READ_URL`: a replica of the database, for long queries.
    pub database_read_url: Option<String>,
    /// `DATABASE_CONNECTIONS_MAX`, `DATABASE_WAIT_SECONDS`, `DATABASE_IDLE_SECONDS`,
    /// `DATABASE_LIFETIME_SECONDS` and `DATABASE_STATEMENT_CACHE`: the pools of connections.
    pub database_pool: PoolSettings,
    /// `LISTEN`: the address of the listener.
    pub listen: SocketAddr,
    /// `PUBLIC_ORIGIN`: the origin as seen by browsers.
    pub public_origin: String,
    /// `TIME_ZONE`: the time zone of job schedules.
    pub time_zone: Tz,
    /// `MIZAN_CLOCK_OFFSET_SECONDS`: the offset of the service's clock; zero in production.
    pub clock_offset: TimeDelta,
    /// `TRUSTED_PROXIES`: the proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<Network>,
    /// `LOGIN_PER_MINUTE_PER_IP`: the limit of sign-in attempts per address and minute.
    pub login_per_minute_per_ip: u32,
    /// `CONNECTIONS_MAX`: the limit of connections.
    pub connections_max: usize,
    /// `CONNECTIONS_PER_ADDRESS`: the limit per address, except for trusted proxies.
    pub connections_per_address: usize,
    /// `REQUESTS_PER_ADDRESS`: the limit of concurrent requests per client.
    pub requests_per_address: usize,
    /// `SHUTDOWN_DELAY_SECONDS`: the time for which a stopping server still accepts requests.
    pub shutdown_delay: Duration,
    /// `PERSONAL_DATA_RETENTION_YEARS`: the years before the data of a person can be erased.
    pub personal_data_retention_years: u32,
    /// `DATA_DIR`: the directory of the database, the secrets and the demo accounts.
    pub data_dir: PathBuf,
    /// `BACKGROUND`: true if this server also dispatches events and runs jobs.
    pub background: bool,
    /// `METRICS`: true if `/metrics` is enabled.
    pub metrics: bool,
    /// `MAIL_API_KEY`, `MAIL_API_URL` and `MAIL_FROM`: the delivery of mail.
    pub mail: MailConfig,
    /// `WEBHOOKS_ALLOW_PRIVATE_ADDRESSES`: true if webhooks may be in private networks.
    pub webhooks_allow_private_addresses: bool,
    /// `STAFF_JWT_SECRET`, `CUSTOMER_JWT_SECRET`, `PASSWORD_PEPPER`, and the keys and issuers of
    /// second factors.
    pub secrets: Secrets,
}

impl fmt::Debug for Config {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address of a database may contain a password.
        let shown = (self.environment, self.listen, &self.public_origin, &self.data_dir);
        formatter.debug_tuple("Config").field(&shown).finish()
    }
}

impl Config {
    /// Reads and validates the configuration; outside of production, generates missing secrets.
    ///
    /// Errors: the first invalid setting.
    pub fn load(source: &Source) -> Result<Self, ConfigError> {
        let environment = environment(source)?;
        let data_dir = PathBuf::from(source.get("DATA_DIR").unwrap_or("data"));
        let listen = listen(source)?;
        Ok(Self {
            environment,
            database_url: database::url(source, &data_dir)?,
            database_migrate_url: database::migrate_url(source)?,
            database_read_url: database::read_url(source)?,
            database_pool: database::pool(source)?,
            listen,
            public_origin: public_origin(source, listen)?,
            time_zone: parse(source, "TIME_ZONE", "an IANA name, as in Asia/Dubai", "UTC")?,
            clock_offset: clock_offset(source, environment)?,
            trusted_proxies: trusted_proxies(source)?,
            login_per_minute_per_ip: count(
                source,
                "LOGIN_PER_MINUTE_PER_IP",
                LOGIN_PER_MINUTE_PER_IP,
            )?,
            connections_max: count(source, "CONNECTIONS_MAX", CONNECTIONS_MAX)?,
            connections_per_address: count(
                source,
                "CONNECTIONS_PER_ADDRESS",
                CONNECTIONS_PER_ADDRESS,
            )?,
            requests_per_address: count(source, "REQUESTS_PER_ADDRESS", REQUESTS_PER_ADDRESS)?,
            shutdown_delay: whole(source, "SHUTDOWN_DELAY_SECONDS", 0..=60, 0)
                .map(Duration::from_secs)?,
            personal_data_retention_years: count(
                source,
                "PERSONAL_DATA_RETENTION_YEARS",
                PERSONAL_DATA_RETENTION_YEARS,
            )?,
            background: switch(source, "BACKGROUND", true)?,
            metrics: switch(source, "METRICS", false)?,
            mail: mail::load(source, environment, &data_dir)?,
            webhooks_allow_private_addresses: switch(
                source,
                "WEBHOOKS_ALLOW_PRIVATE_ADDRESSES",
                false,
            )?,
            secrets: secrets::load(source, environment, &data_dir)?,
            data_dir,
        })
    }

    /// The configuration for tests: no file is read or written.
    pub fn for_testing(secrets: Secrets) -> Self {
        Self {
            environment: Environment::Development,
            database_url: "sqlite::memory:".to_owned(),
            database_migrate_url: None,
            database_read_url: None,
            database_pool: PoolSettings::default(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            public_origin: "http://127.0.0.1:3000".to_owned(),
            time_zone: Tz::UTC,
            clock_offset: TimeDelta::zero(),
            trusted_proxies: Vec::new(),
            login_per_minute_per_ip: 1_000,
            connections_max: CONNECTIONS_MAX,
            connections_per_address: CONNECTIONS_PER_ADDRESS,
            requests_per_address: REQUESTS_PER_ADDRESS,
            shutdown_delay: Duration::ZERO,
            personal_data_retention_years: PERSONAL_DATA_RETENTION_YEARS,
            data_dir: PathBuf::from("does-not-exist"),
            background: false,
            metrics: true,
            mail: MailConfig::Waits,
            webhooks_allow_private_addresses: false,
            secrets,
        }
    }
}

fn environment(source: &Source) -> Result<Environment, ConfigError> {
    match source.get("MIZAN_ENV") {
        Some("production") => Ok(Environment::Production),
        None | Some("development" | "test") => Ok(Environment::Development),
        Some(other) => Err(ConfigError::new(
            "MIZAN_ENV",
            format!("`{other}` is not known; give production or development"),
        )),
    }
}

fn public_origin(source: &Source, listen: SocketAddr) -> Result<String, ConfigError> {
    let Some(origin) = source.get("PUBLIC_ORIGIN") else { return Ok(format!("http://{listen}")) };
    let origin = origin.trim_end_matches('/');
    let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => {
            Ok(origin.to_ascii_lowercase())
        }
        Some(_) | None => Err(ConfigError::new(
            "PUBLIC_ORIGIN",
            "give the address without a path, as in https://mizan.example",
        )),
    }
}

/// At most a hundred years: dates stay within the calendar that the service accepts.
fn clock_offset(source: &Source, environment: Environment) -> Result<TimeDelta, ConfigError> {
    const SETTING: &str = "MIZAN_CLOCK_OFFSET_SECONDS";
    const SECONDS_MAX: i64 = 100 * 366 * 24 * 60 * 60;
    let Some(text) = source.get(SETTING) else { return Ok(TimeDelta::zero()) };
    if environment == Environment::Production {
        let message = "is not accepted in production, where records need the true time: remove it";
        return Err(ConfigError::new(SETTING, message));
    }
    let seconds =
        text.parse().ok().filter(|seconds: &i64| (-SECONDS_MAX..=SECONDS_MAX).contains(seconds));
    seconds.and_then(TimeDelta::try_seconds).ok_or_else(|| {
        let message = format!("`{text}`: give whole seconds within a hundred years, as in -3600");
        ConfigError::new(SETTING, message)
    })
}

fn trusted_proxies(source: &Source) -> Result<Vec<Network>, ConfigError> {
    let text = source.get("TRUSTED_PROXIES").unwrap_or_default();
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let refused = |message: String| ConfigError::new("TRUSTED_PROXIES", message);
    parts.map(|part| part.parse().map_err(refused)).collect()
}

/// A positive whole number.
fn count<T: Default + PartialOrd + std::str::FromStr>(
    source: &Source,
    setting: &'static str,
    default: T,
) -> Result<T, ConfigError> {
    let Some(text) = source.get(setting) else { return Ok(default) };
    text.parse::<T>()
        .ok()
        .filter(|count| *count > T::default())
        .ok_or_else(|| ConfigError::new(setting, "give a whole number from 1 up"))
}

/// A whole number within limits.
fn whole<T: Copy + fmt::Display + PartialOrd + std::str::FromStr>(
    source: &Source,
    setting: &'static str,
    range: RangeInclusive<T>,
    default: T,
) -> Result<T, ConfigError> {
    let Some(text) = source.get(setting) else { return Ok(default) };
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, greatest) = (range.start(), range.end());
        let message = format!("`{text}`: give a whole number from {least} to {greatest}");
        ConfigError::new(setting, message)
    })
}

fn switch(source: &Source, setting: &'static str, default: bool) -> Result<bool, ConfigError> {
    match source.get(setting) {
        None => Ok(default),
        Some("on" | "true" | "1") => Ok(true),
        Some("off" | "false" | "0") => Ok(false),
        Some(other) => Err(ConfigError::new(setting, format!("`{other}`: give on or off"))),
    }
}

/// Resolves a name to its first address, preferring IPv4.
fn listen(source: &Source) -> Result<SocketAddr, ConfigError> {
    let text = source.get("LISTEN").unwrap_or(LISTEN);
    let addresses = text.to_socket_addrs().into_iter().flatten();
    addresses.min_by_key(SocketAddr::is_ipv6).ok_or_else(|| {
        let message = format!("`{text}`: give a host and a port, as in 127.0.0.1:3000");
        ConfigError::new("LISTEN", message)
    })
}

fn parse<T: std::str::FromStr>(
    source: &Source,
    setting: &'static str,
    expected: &str,
    default: &str,
) -> Result<T, ConfigError> {
    let text = source.get(setting).unwrap_or(default);
    text.parse().map_err(|_| ConfigError::new(setting, format!("`{text}`: give {expected}")))
}

#[cfg(test)]
mod tests;
