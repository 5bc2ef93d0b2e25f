//! Transports of mail: a provider over HTTP, or files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use mail_builder::MessageBuilder;
use serde_json::json;
use service::mail::{Mail, Transport};
use zeroize::Zeroizing;

use crate::config::MailConfig;

/// The timeout of the provider, after which the mail is retried later.
const ANSWER_MAX: Duration = Duration::from_secs(30);

/// The configured transport; none when mail has to wait.
pub fn transport(config: &MailConfig) -> Option<Arc<dyn Transport>> {
    match config {
        MailConfig::Provider { url, key, from } => {
            Some(Arc::new(Provider::new(url.clone(), key.clone(), from.clone())))
        }
        MailConfig::Folder { path, from } => {
            Some(Arc::new(Folder { path: path.clone(), from: from.clone() }))
        }
        MailConfig::Waits => None,
    }
}

/// A provider with a JSON API over HTTP.
struct Provider {
    agent: ureq::Agent,
    url: String,
    key: Zeroizing<String>,
    from: String,
}

impl Provider {
    fn new(url: String, key: Zeroizing<String>, from: String) -> Self {
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(ANSWER_MAX))
            .max_redirects(0)
            .build()
            .new_agent();
        Self { agent, url, key, from }
    }
}

impl Transport for Provider {
    fn send<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, Result<(), String>> {
        let body = json!({
            "from": self.from,
            "to": mail.recipient,
            "subject": mail.subject,
            "text": mail.text,
            "html": mail.html,
        });
        let authorization = Zeroizing::new(format!("Bearer {}", *self.key));
        let request = self
            .agent
            .post(&self.url)
            .header("Authorization", authorization.as_str())
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", mail.id.to_string());
        blocking(move || match request.send(body.to_string()) {
            Ok(answer) if answer.status().is_success() => Ok(()),
            Ok(answer) => Err(format!("the provider answered {}", answer.status().as_u16())),
            Err(ureq::Error::StatusCode(status)) => Err(format!("the provider answered {status}")),
            Err(error) => Err(format!("the provider could not be reached: {error}")),
        })
    }
}

/// A directory of `.eml` files, which mail programs open.
struct Folder {
    path: PathBuf,
    from: String,
}

impl Transport for Folder {
    fn send<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, Result<(), String>> {
        let (path, from, mail) = (self.path.clone(), self.from.clone(), mail.clone());
        blocking(move || {
            write(&path, &from, &mail).map_err(|error| format!("the file was not written: {error}"))
        })
    }
}

/// Writes a mail atomically, so that watchers of the folder see only complete files.
fn write(folder: &Path, from: &str, mail: &Mail) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let message = MessageBuilder::new()
        .from(from)
        .to(mail.recipient.as_str())
        .subject(mail.subject.as_str())
        .date(mail.created_at.timestamp())
        .message_id(format!("{}@mizan", mail.id))
        .text_body(mail.text.as_str())
        .html_body(mail.html.as_str())
        .write_to_vec()?;
    let unfinished = folder.join(format!("{}.part", mail.id));
    let mut file = std::fs::File::create(&unfinished)?;
    file.write_all(&message)?;
    file.sync_all()?;
    std::fs::rename(unfinished, folder.join(format!("{}.eml", mail.id)))
}

fn blocking(
    work: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> BoxFuture<'static, Result<(), String>> {
    async move {
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or_else(|error| Err(format!("sending broke off: {error}")))
    }
    .boxed()
}
