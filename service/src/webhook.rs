//! Webhooks of integrations: their management here, the delivery of events in `delivery`.

mod delivery;
mod repo;
mod secret;

use shared::audit::AuditAction;
use shared::error::{Error, FieldCode, Result};
use shared::event::EventType;
use shared::extensible::Extensible;
use shared::id::WebhookId;
use shared::permission::Permission;
use shared::webhook::{
    PREVIOUS_SECRET_LIFE, WEBHOOKS_MAX, Webhook, WebhookChanged, WebhookCreated, WebhookInput,
    WebhookPatch, WebhookReplayInput, WebhookStatus,
};

use crate::act::Act;
use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::use_cases;
use crate::transaction::ReadTx;
pub use delivery::{WebhookClient, WebhookRequest, WebhookResponse};
pub(crate) use secret::{reencrypt, unreadable};

use_cases! {
    /// Webhooks of integrations.
    Webhooks, webhooks
}

impl Webhooks<'_> {
    /// Every webhook, newest first. Needs `org:manage`.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Webhook>> {
        let caller = caller.require(Permission::OrgManage)?;
        let mut tx = self.0.read(caller).await?;
        let rows = repo::list(&mut tx).await?;
        Ok(rows.into_iter().map(Webhook::from).collect())
    }

    /// Creates a webhook for the events from now on, and returns its secret, once. Needs
    /// `org:manage` and a session: a token could otherwise read events beyond its permissions.
    ///
    /// Errors: 400 naming every invalid field, and for more webhooks than an organization may have.
    pub async fn create(&self, caller: &Caller, input: WebhookInput) -> Result<WebhookCreated> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let input = input.check(self.0.settings.webhooks_allow_private_addresses)?;
        let id = WebhookId(self.0.id());
        let secret = secret::generate()?;
        let sealed = secret::seal(self.0, (caller.organization(), id), &secret)?;
        // Events that were committed earlier are not sent.
        crate::event::Events(self.0).number(caller.organization()).await?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("webhook.create", &input).await? {
            return Ok(first);
        }
        if repo::count(&mut act).await? >= WEBHOOKS_MAX {
            let message = "The maximum number of webhooks is reached. Delete one first.";
            return Err(Error::field("url", FieldCode::TooMany, message));
        }
        repo::add(&mut act, id, (&input, &sealed), self.0.now()).await?;
        let entry = entry(AuditAction::WebhookCreated, id, &["url", "types"]);
        act.audit(entry).await?;
        let created = WebhookCreated { webhook: find(&mut act, id).await?, secret };
        act.respond_with_secret(created).await
    }

    /// Changes, pauses or resumes a webhook, or rotates its secret. Needs `org:manage` and a
    /// session, as [`Self::create`] does.
    ///
    /// Errors: 400 naming every invalid field.
    pub async fn change(
        &self,
        caller: &Caller,
        id: WebhookId,
        patch: WebhookPatch,
    ) -> Result<WebhookChanged> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let patch = patch.check(self.0.settings.webhooks_allow_private_addresses)?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("webhook.change", &(id, &patch)).await? {
            return Ok(first);
        }
        repo::lock(&mut act, id).await?;
        let before = find(&mut act, id).await?;
        let mut fields = changed_fields(&before, &patch);
        let secret = if patch.rotate_secret == Some(true) {
            fields.push("secret");
            Some(self.rotate(&mut act, id).await?)
        } else {
            None
        };
        let after = Webhook {
            url: patch.url.unwrap_or(before.url),
            types: patch.types.map_or(before.types, known),
            status: patch.status.unwrap_or(before.status),
            ..before
        };
        if !fields.is_empty() {
            repo::save(&mut act, &after).await?;
            act.audit(entry(AuditAction::WebhookChanged, id, &fields)).await?;
        }
        let changed = WebhookChanged { webhook: find(&mut act, id).await?, secret };
        let changed = act.respond_with_secret(changed).await?;
        if changed.webhook.status == WebhookStatus::Active {
            self.0.signals.committed(caller.organization());
            self.0.signals.deliveries_due();
        }
        Ok(changed)
    }

    /// Deletes a webhook; its undelivered events are never sent. Needs `org:manage`.
    pub async fn delete(&self, caller: &Caller, id: WebhookId) -> Result<()> {
        let caller = caller.require(Permission::OrgManage)?;
        let mut act = self.0.act(caller).await?;
        repo::lock(&mut act, id).await?;
        if !repo::delete(&mut act, id).await? {
            return Err(not_found());
        }
        act.audit(entry(AuditAction::WebhookDeleted, id, &[])).await?;
        act.commit().await
    }

    /// Sends events again: those that were given up, or every event after a cursor of the feed,
    /// once more in its order. Needs `org:manage`.
    ///
    /// Errors: 400 for a cursor beyond the last event.
    pub async fn replay(
        &self,
        caller: &Caller,
        id: WebhookId,
        input: WebhookReplayInput,
    ) -> Result<Webhook> {
        let caller = caller.require(Permission::OrgManage)?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("webhook.replay", &(id, &input)).await? {
            return Ok(first);
        }
        repo::lock(&mut act, id).await?;
        find(&mut act, id).await?;
        match input.after {
            Some(after) if after.position() > repo::end(&mut act).await? => {
                let message = "The feed has no such cursor.";
                return Err(Error::field("after", FieldCode::Invalid, message));
            }
            Some(after) => repo::rewind(&mut act, id, after.position()).await?,
            None => repo::revive(&mut act, id, self.0.now()).await?,
        }
        act.audit(entry(AuditAction::WebhookReplayed, id, &[])).await?;
        let webhook = find(&mut act, id).await?;
        let webhook = act.respond(webhook).await?;
        self.0.signals.committed(caller.organization());
        self.0.signals.deliveries_due();
        Ok(webhook)
    }

    /// Removes previous secrets that have expired; returns their number.
    pub async fn prune(&self) -> Result<u64> {
        let mut tx = self.0.db.begin().await?;
        let removed = repo::forget_previous_secrets(&mut tx, self.0.now()).await?;
        tx.commit().await?;
        Ok(removed)
    }

    /// Replaces the secret; the current one becomes the previous one.
    async fn rotate(&self, act: &mut Act<'_>, id: WebhookId) -> Result<String> {
        let secret = secret::generate()?;
        let sealed = secret::seal(self.0, (act.organization(), id), &secret)?;
        repo::rotate(act, id, &sealed, self.0.now() + PREVIOUS_SECRET_LIFE).await?;
        Ok(secret)
    }
}

async fn find(tx: &mut ReadTx, id: WebhookId) -> Result<Webhook> {
    Ok(repo::find(tx, id).await?.ok_or_else(not_found)?.into())
}

fn known(types: Vec<EventType>) -> Vec<Extensible<EventType>> {
    types.into_iter().map(Extensible::from).collect()
}

fn not_found() -> Error {
    Error::not_found("Webhook")
}

fn changed_fields(before: &Webhook, patch: &WebhookPatch) -> Vec<&'static str> {
    let differences = [
        ("url", patch.url.as_ref().is_some_and(|url| *url != before.url)),
        ("types", patch.types.as_ref().is_some_and(|types| before.types != *types)),
        ("status", patch.status.is_some_and(|status| status != before.status)),
    ];
    differences.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

fn entry<'f>(action: AuditAction, id: WebhookId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "webhook", entity_id: Some(id.to_string()), fields }
}
