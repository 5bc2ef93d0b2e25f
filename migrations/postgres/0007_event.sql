-- The outbox, written in the transaction of the change: for the notifications of appraisals and for
-- the feed of integrators. It contains no text of people: an erasure leaves it as it is.
CREATE TABLE events (
    -- The order of insertion. A change locks its record before it writes an event, so that for one
    -- record this is the order of its changes.
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    type TEXT NOT NULL,
    occurred_at TIMESTAMPTZ NOT NULL,
    entity_type TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    -- JSON.
    data TEXT NOT NULL,
    -- The place in the feed of the organization, assigned after the commit.
    feed_position BIGINT,
    -- Of appraisals only: the time at which their notifications were written.
    dispatched_at TIMESTAMPTZ,
    UNIQUE (organization_id, id)
);

CREATE INDEX events_waiting ON events (number)
WHERE dispatched_at IS NULL AND entity_type = 'appraisal';
CREATE INDEX events_unnumbered ON events (organization_id, number) WHERE feed_position IS NULL;
CREATE UNIQUE INDEX events_position ON events (organization_id, feed_position)
WHERE feed_position IS NOT NULL;

-- The last position in the feed of each organization. Assigning positions locks the row first.
CREATE TABLE event_feeds (
    organization_id UUID NOT NULL PRIMARY KEY,
    last_position BIGINT NOT NULL
);

CREATE TABLE notifications (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    -- Its cause; unique together with the recipient.
    event_id UUID NOT NULL,
    recipient_staff_id UUID NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    appraisal_id UUID,
    -- A notification is marked as read when its task is done.
    leave_request_id UUID,
    subject_staff_id UUID NOT NULL,
    status TEXT,
    link TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    read_at TIMESTAMPTZ,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, event_id, recipient_staff_id),
    FOREIGN KEY (organization_id, recipient_staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, subject_staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
);

CREATE INDEX notifications_recipient
ON notifications (organization_id, recipient_staff_id, created_at);
CREATE INDEX notifications_unread ON notifications (organization_id, subject_staff_id)
WHERE read_at IS NULL;

-- Outgoing mail, written in the transaction of its cause.
CREATE TABLE mails (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    -- Also the idempotency key of the mail provider.
    id UUID NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    next_attempt_at TIMESTAMPTZ NOT NULL,
    last_error TEXT,
    delivered_at TIMESTAMPTZ,
    abandoned_at TIMESTAMPTZ,
    PRIMARY KEY (organization_id, id)
);

CREATE INDEX mails_waiting ON mails (next_attempt_at)
WHERE delivered_at IS NULL AND abandoned_at IS NULL;

-- The server that may run a job, among all servers.
CREATE TABLE job_leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);

-- The last and the next run of each job, shared by all servers. Jobs belong to the platform.
CREATE TABLE job_runs (
    name TEXT NOT NULL PRIMARY KEY,
    -- Scheduled times up to this instant are done.
    covered_until TIMESTAMPTZ NOT NULL,
    next_run_at TIMESTAMPTZ NOT NULL,
    started_at TIMESTAMPTZ,
    finished_at TIMESTAMPTZ,
    succeeded_at TIMESTAMPTZ,
    result TEXT,
    done BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    error TEXT
);
