//! SQL of the secrets of webhooks.

use shared::error::Result;
use shared::id::WebhookId;

use crate::transaction::{ReadTx, WriteTx};
use database::statements;

statements! {
    SECRETS = "SELECT id, secret, previous_secret FROM webhooks WHERE organization_id = $1
        ORDER BY id";
    /// A secret that was rotated in the meantime is under the current key already.
    REENCRYPT = "UPDATE webhooks SET secret = COALESCE($4, secret),
            previous_secret = CASE WHEN previous_secret = $5 THEN $6 ELSE previous_secret END
        WHERE organization_id = $1 AND id = $2 AND secret = $3";
}

/// The sealed secrets of a webhook.
#[derive(Debug, database::FromRow)]
pub(super) struct SecretRow {
    pub(super) id: WebhookId,
    pub(super) secret: String,
    pub(super) previous_secret: Option<String>,
}

pub(super) async fn secrets(tx: &mut ReadTx) -> Result<Vec<SecretRow>> {
    Ok(tx.sql(SECRETS).all().await?)
}

/// Replaces the texts of a row; none keeps the text.
pub(super) async fn reencrypt(
    tx: &mut WriteTx,
    row: &SecretRow,
    (secret, previous): (Option<String>, Option<String>),
) -> Result<()> {
    if secret.is_none() && previous.is_none() {
        return Ok(());
    }
    let previous = previous.or_else(|| row.previous_secret.clone());
    let write = tx.sql(REENCRYPT).bind(row.id).bind(&row.secret).bind(secret);
    write.bind(&row.previous_secret).bind(previous).execute().await?;
    Ok(())
}
