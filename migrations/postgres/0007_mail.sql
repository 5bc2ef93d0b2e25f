-- Mail that is to be sent: written with the change that it tells of.
CREATE TABLE mails (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    -- Also the key by which the provider knows a mail that it has already.
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
