CREATE TABLE sessions (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    staff_id UUID NOT NULL,
    password_version BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    last_seen_at TIMESTAMPTZ NOT NULL,
    -- The last confirmation of the password within the session; NULL before the first one.
    password_confirmed_at TIMESTAMPTZ,
    expires_at TIMESTAMPTZ NOT NULL,
    revoked_at TIMESTAMPTZ,
    ip TEXT,
    user_agent TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
);

CREATE INDEX sessions_staff ON sessions (organization_id, staff_id);

CREATE TABLE login_throttles (
    -- The limited subject: an IP address or the hash of an email, with a prefix for its kind.
    key TEXT NOT NULL PRIMARY KEY,
    window_started_at TIMESTAMPTZ NOT NULL,
    attempts BIGINT NOT NULL,
    -- The number of consecutive exhausted windows; each doubles the wait.
    strikes BIGINT NOT NULL,
    blocked_until TIMESTAMPTZ
);

CREATE TABLE api_tokens (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    name TEXT NOT NULL,
    permissions TEXT NOT NULL,
    -- SHA-256 of the token, in hexadecimal; the token itself is shown once and not kept.
    token_hash TEXT NOT NULL UNIQUE,
    created_by_id UUID NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ,
    last_used_at TIMESTAMPTZ,
    revoked_at TIMESTAMPTZ,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, created_by_id) REFERENCES staff (organization_id, id)
);

-- The second factor. Staff and customers have separate tables, keys and issuers.
CREATE TABLE staff_mfa_credentials (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    staff_id UUID NOT NULL,
    -- The secret of the authenticator app, encrypted for this row alone.
    encrypted_secret TEXT NOT NULL,
    -- False while the enrolment is pending.
    enabled BOOLEAN NOT NULL,
    -- A JSON array with the bcrypt hash of every unused recovery code.
    backup_codes_hashes TEXT NOT NULL,
    -- The latest time step whose code was accepted; earlier ones are refused.
    totp_last_step BIGINT,
    -- Consecutive wrong codes.
    totp_failures BIGINT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    enabled_at TIMESTAMPTZ,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, staff_id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
);

CREATE TABLE staff_pre_auth_tokens (
    -- SHA-256 of the token, in hexadecimal.
    token_hash TEXT NOT NULL PRIMARY KEY,
    organization_id UUID NOT NULL,
    staff_id UUID NOT NULL,
    password_version BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    -- The time at which it was used or invalidated.
    used_at TIMESTAMPTZ,
    failed_attempts BIGINT NOT NULL,
    ip TEXT,
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
);

CREATE INDEX staff_pre_auth_tokens_account ON staff_pre_auth_tokens (organization_id, staff_id);
CREATE INDEX staff_pre_auth_tokens_expiry ON staff_pre_auth_tokens (expires_at);
