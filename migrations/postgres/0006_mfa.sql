-- The second factor. Staff and customers have the same columns and nothing in common: other
-- tables, another key, another issuer.

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
    -- The newest time step whose code was accepted; it and all before it are spent.
    totp_last_step BIGINT,
    -- Wrong codes since the last right one.
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
    -- When it was spent, or made worthless.
    used_at TIMESTAMPTZ,
    failed_attempts BIGINT NOT NULL,
    ip TEXT,
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
);

CREATE INDEX staff_pre_auth_tokens_account ON staff_pre_auth_tokens (organization_id, staff_id);
CREATE INDEX staff_pre_auth_tokens_expiry ON staff_pre_auth_tokens (expires_at);

CREATE TABLE customer_mfa_credentials (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    customer_portal_account_id UUID NOT NULL,
    encrypted_secret TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    backup_codes_hashes TEXT NOT NULL,
    totp_last_step BIGINT,
    totp_failures BIGINT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    enabled_at TIMESTAMPTZ,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, customer_portal_account_id),
    FOREIGN KEY (organization_id, customer_portal_account_id)
        REFERENCES portal_accounts (organization_id, id)
);

CREATE TABLE customer_pre_auth_tokens (
    token_hash TEXT NOT NULL PRIMARY KEY,
    organization_id UUID NOT NULL,
    customer_portal_account_id UUID NOT NULL,
    password_version BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    used_at TIMESTAMPTZ,
    failed_attempts BIGINT NOT NULL,
    ip TEXT,
    FOREIGN KEY (organization_id, customer_portal_account_id)
        REFERENCES portal_accounts (organization_id, id)
);

CREATE INDEX customer_pre_auth_tokens_account
ON customer_pre_auth_tokens (organization_id, customer_portal_account_id);
CREATE INDEX customer_pre_auth_tokens_expiry ON customer_pre_auth_tokens (expires_at);
