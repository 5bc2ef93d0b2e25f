//! The database: its addresses, and the pools of connections to it.

use std::path::Path;
use std::time::Duration;

use database::PoolSettings;

use super::{ConfigError, Source, whole};

/// The limits of the settings, which keep typing errors from taking effect.
const CONNECTIONS_LIMIT: u32 = 1_000;
const WAIT_SECONDS_LIMIT: u64 = 60;
const TIME_SECONDS_LIMIT: u64 = 86_400;
const STATEMENTS_LIMIT: u16 = 10_000;

const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

/// `DATABASE_URL`: the database of the service.
pub(super) fn url(source: &Source, data_dir: &Path) -> Result<String, ConfigError> {
    const SETTING: &str = "DATABASE_URL";
    let Some(url) = source.get(SETTING) else {
        return Ok(format!("sqlite:{}", data_dir.join("mizan.db").display()));
    };
    if !url.starts_with("sqlite:") && !is_postgres(url) {
        let message = "give sqlite:PATH or postgres://user@host/database";
        return Err(ConfigError::new(SETTING, message));
    }
    without_cache(SETTING, url)
}

/// `DATABASE_MIGRATE_URL`: the same database for migrations, if the service reaches it through a
/// pooler.
pub(super) fn migrate_url(source: &Source) -> Result<Option<String>, ConfigError> {
    second_url(source, "DATABASE_MIGRATE_URL")
}

/// `DATABASE_READ_URL`: a replica of the database, for long queries.
pub(super) fn read_url(source: &Source) -> Result<Option<String>, ConfigError> {
    second_url(source, "DATABASE_READ_URL")
}

/// Another address beside `DATABASE_URL`, for PostgreSQL.
fn second_url(source: &Source, setting: &'static str) -> Result<Option<String>, ConfigError> {
    let Some(url) = source.get(setting) else { return Ok(None) };
    if !is_postgres(url) {
        return Err(ConfigError::new(setting, "give postgres://user@host/database"));
    }
    if !source.get("DATABASE_URL").is_some_and(is_postgres) {
        let message = "is for PostgreSQL, which DATABASE_URL does not name: remove it";
        return Err(ConfigError::new(setting, message));
    }
    without_cache(setting, url).map(Some)
}

/// The sizes and times of the pools.
pub(super) fn pool(source: &Source) -> Result<PoolSettings, ConfigError> {
    let default = PoolSettings::default();
    let connections = 1..=CONNECTIONS_LIMIT;
    let seconds = |setting, range, default: Duration| {
        whole(source, setting, range, default.as_secs()).map(Duration::from_secs)
    };
    let unless_zero = |setting, default: Option<Duration>| {
        let default = default.unwrap_or_default();
        let time = seconds(setting, 0..=TIME_SECONDS_LIMIT, default)?;
        Ok((!time.is_zero()).then_some(time))
    };
    Ok(PoolSettings {
        connections_max: whole(
            source,
            "DATABASE_CONNECTIONS_MAX",
            connections,
            default.connections_max,
        )?,
        wait_max: seconds("DATABASE_WAIT_SECONDS", 1..=WAIT_SECONDS_LIMIT, default.wait_max)?,
        idle_max: unless_zero("DATABASE_IDLE_SECONDS", default.idle_max)?,
        lifetime_max: unless_zero("DATABASE_LIFETIME_SECONDS", default.lifetime_max)?,
        statement_cache: whole(
            source,
            "DATABASE_STATEMENT_CACHE",
            0..=STATEMENTS_LIMIT,
            default.statement_cache,
        )?,
    })
}

fn is_postgres(url: &str) -> bool {
    POSTGRES.iter().any(|scheme| url.starts_with(scheme))
}

/// The driver's own parameter would be overridden without notice.
fn without_cache(setting: &str, url: &str) -> Result<String, ConfigError> {
    if url.contains("statement-cache-capacity=") {
        let message = "remove statement-cache-capacity and set DATABASE_STATEMENT_CACHE";
        return Err(ConfigError::new(setting, message));
    }
    Ok(url.to_owned())
}
