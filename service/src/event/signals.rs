//! Signals between the tasks of a server after a commit.

use shared::id::OrganizationId;
use tokio::sync::{Notify, broadcast};

/// Listeners that fall behind by more than this reload everything, which they do on any signal.
const LISTENER_BACKLOG: usize = 256;

/// Wakes the workers of the server, and signals a change of an organization to
/// listeners.
#[derive(Debug)]
pub struct Signals {
    dispatcher: Notify,
    webhooks: Notify,
    initiations: Notify,
    changed: broadcast::Sender<OrganizationId>,
}

impl Default for Signals {
    fn default() -> Self {
        let (changed, _) = broadcast::channel(LISTENER_BACKLOG);
        Self {
            dispatcher: Notify::new(),
            webhooks: Notify::new(),
            initiations: Notify::new(),
            changed,
        }
    }
}

impl Signals {
    /// Call after a commit that wrote an event or an audit entry.
    pub(crate) fn committed(&self, organization: OrganizationId) {
        self.dispatcher.notify_one();
        self.changed(organization);
    }

    /// Signals a change of the counts in badges.
    pub(crate) fn changed(&self, organization: OrganizationId) {
        // A send without listeners is not an error.
        drop(self.changed.send(organization));
    }

    /// Call after a commit that made deliveries of webhooks due.
    pub(crate) fn deliveries_due(&self) {
        self.webhooks.notify_one();
    }

    /// Waits for [`Self::deliveries_due`].
    pub(crate) async fn until_deliveries_due(&self) {
        self.webhooks.notified().await;
    }

    /// Call after a commit that added a batch of initiations.
    pub(crate) fn batch_added(&self) {
        self.initiations.notify_one();
    }

    /// Waits for [`Self::batch_added`].
    pub(crate) async fn until_batch_added(&self) {
        self.initiations.notified().await;
    }

    /// Waits for a commit that wrote an event or an audit entry.
    pub(super) async fn wait(&self) {
        self.dispatcher.notified().await;
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<OrganizationId> {
        self.changed.subscribe()
    }
}
