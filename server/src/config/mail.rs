//! Delivery of mail.

use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

use super::{ConfigError, Environment, Source};

/// The default sender of mail that is only written to a directory.
const FROM: &str = "mizan@localhost";

/// The delivery of mail.
#[derive(Clone)]
pub enum MailConfig {
    /// To a provider, over its HTTP API.
    Provider {
        /// The address of the provider's API.
        url: String,
        /// Its key.
        key: Zeroizing<String>,
        /// The sender.
        from: String,
    },
    /// Into files, for evaluation.
    Folder {
        /// The directory; created with the first mail.
        path: PathBuf,
        /// The sender.
        from: String,
    },
    /// No delivery yet: mail waits in the database.
    Waits,
}

impl std::fmt::Debug for MailConfig {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Provider { .. } => "Provider",
            Self::Folder { .. } => "Folder",
            Self::Waits => "Waits",
        })
    }
}

/// Reads the settings of mail delivery.
///
/// Errors: a key without the address of the provider or of the sender, or an invalid address.
pub(super) fn load(
    source: &Source,
    environment: Environment,
    data_dir: &Path,
) -> Result<MailConfig, ConfigError> {
    let from = from(source)?;
    let Some(key) = source.get("MAIL_API_KEY") else {
        return Ok(match environment {
            Environment::Production => MailConfig::Waits,
            Environment::Development => MailConfig::Folder {
                path: data_dir.join("outbox"),
                from: from.unwrap_or_else(|| FROM.to_owned()),
            },
        });
    };
    if key.trim().is_empty() || key.contains(|it: char| it.is_control()) {
        return Err(ConfigError::new("MAIL_API_KEY", "is empty or holds line breaks"));
    }
    let missing = || ConfigError::new("MAIL_FROM", "is missing; it goes with MAIL_API_KEY");
    Ok(MailConfig::Provider {
        url: url(source)?,
        key: Zeroizing::new(key.to_owned()),
        from: from.ok_or_else(missing)?,
    })
}

fn from(source: &Source) -> Result<Option<String>, ConfigError> {
    let Some(from) = source.get("MAIL_FROM") else { return Ok(None) };
    let address = from
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'));
    if address && from.chars().all(|it| it.is_ascii_graphic()) {
        return Ok(Some(from.to_owned()));
    }
    Err(ConfigError::new("MAIL_FROM", "must be an e-mail address, as in desk@bank.example"))
}

/// A key is never sent unencrypted, except to this machine.
fn url(source: &Source) -> Result<String, ConfigError> {
    let wanted = "must be an https:// address; it goes with MAIL_API_KEY";
    let url = source.get("MAIL_API_URL").unwrap_or_default();
    let parsed: Option<http::Uri> = url.parse().ok();
    let fits = parsed.is_some_and(|parsed| match (parsed.scheme_str(), parsed.host()) {
        (Some("https"), Some(_)) => true,
        (Some("http"), Some(host)) => ["127.0.0.1", "localhost", "[::1]"].contains(&host),
        _ => false,
    });
    if fits { Ok(url.to_owned()) } else { Err(ConfigError::new("MAIL_API_URL", wanted)) }
}
