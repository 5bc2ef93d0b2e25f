-- Mail that is to be sent: written with the change that it tells of.
CREATE TABLE mails (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    -- Also the key by which the provider knows a mail that it has already.
    id BLOB NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    created_at TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at TEXT NOT NULL,
    last_error TEXT,
    delivered_at TEXT,
    abandoned_at TEXT,
    PRIMARY KEY (organization_id, id)
) STRICT;

CREATE INDEX mails_waiting ON mails (next_attempt_at)
    WHERE delivered_at IS NULL AND abandoned_at IS NULL;
