-- Secret addresses of the calendar of leave: one for each member of staff.
CREATE TABLE calendar_feeds (
    organization_id UUID NOT NULL,
    staff_id UUID NOT NULL,
    -- SHA-256 of the token, in hexadecimal; the token itself is shown once and not kept.
    token_hash TEXT NOT NULL UNIQUE,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, staff_id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
);
