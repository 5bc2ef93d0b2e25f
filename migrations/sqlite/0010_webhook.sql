-- Endpoints of integrations, to which events of the feed are sent.
CREATE TABLE webhooks (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    url TEXT NOT NULL,
    -- Event types between commas; empty for all that webhooks send.
    types TEXT NOT NULL,
    status TEXT NOT NULL,
    -- Encrypted. The previous secret signs as well until it expires.
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_secret_expires_at TEXT,
    -- The position in the feed up to which events have deliveries.
    feed_position INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    last_delivered_at TEXT,
    last_failed_at TEXT,
    last_failure TEXT,
    -- The HTTP status of the last failure, if there was a response.
    last_failure_status INTEGER,
    PRIMARY KEY (organization_id, id)
) STRICT;

-- Events that were not delivered yet: pending, or given up. A delivery that succeeds is removed.
CREATE TABLE webhook_deliveries (
    organization_id BLOB NOT NULL,
    webhook_id BLOB NOT NULL,
    event_id BLOB NOT NULL,
    -- Of the event: deliveries of one record are sent in the order of the feed.
    feed_position INTEGER NOT NULL,
    entity_id TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    -- During an attempt, the time at which another server may repeat it.
    next_attempt_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, webhook_id, event_id),
    FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id),
    FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id)
) STRICT;

CREATE INDEX webhook_deliveries_due
ON webhook_deliveries (organization_id, webhook_id, next_attempt_at)
WHERE state = 'pending';
CREATE INDEX webhook_deliveries_record
ON webhook_deliveries (organization_id, webhook_id, entity_id, feed_position)
WHERE state = 'pending';
