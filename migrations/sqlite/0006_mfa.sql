-- The second factor. Staff and customers have the same columns and nothing in common: other
-- tables, another key, another issuer.

CREATE TABLE staff_mfa_credentials (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    -- The secret of the authenticator app, encrypted for this row alone.
    encrypted_secret TEXT NOT NULL,
    -- False while the enrolment is pending.
    enabled INTEGER NOT NULL,
    -- A JSON array with the bcrypt hash of every unused recovery code.
    backup_codes_hashes TEXT NOT NULL,
    -- The newest time step whose code was accepted; it and all before it are spent.
    totp_last_step INTEGER,
    -- Wrong codes since the last right one.
    totp_failures INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    enabled_at TEXT,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, staff_id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
) STRICT;

CREATE TABLE staff_pre_auth_tokens (
    -- SHA-256 of the token, in hexadecimal.
    token_hash TEXT NOT NULL PRIMARY KEY,
    organization_id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    password_version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    -- When it was spent, or made worthless.
    used_at TEXT,
    failed_attempts INTEGER NOT NULL,
    ip TEXT,
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
) STRICT;

CREATE INDEX staff_pre_auth_tokens_account ON staff_pre_auth_tokens (organization_id, staff_id);
CREATE INDEX staff_pre_auth_tokens_expiry ON staff_pre_auth_tokens (expires_at);

CREATE TABLE customer_mfa_credentials (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    customer_portal_account_id BLOB NOT NULL,
    encrypted_secret TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    backup_codes_hashes TEXT NOT NULL,
    totp_last_step INTEGER,
    totp_failures INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    enabled_at TEXT,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, customer_portal_account_id),
    FOREIGN KEY (organization_id, customer_portal_account_id)
        REFERENCES portal_accounts (organization_id, id)
) STRICT;

CREATE TABLE customer_pre_auth_tokens (
    token_hash TEXT NOT NULL PRIMARY KEY,
    organization_id BLOB NOT NULL,
    customer_portal_account_id BLOB NOT NULL,
    password_version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT,
    failed_attempts INTEGER NOT NULL,
    ip TEXT,
    FOREIGN KEY (organization_id, customer_portal_account_id)
        REFERENCES portal_accounts (organization_id, id)
) STRICT;

CREATE INDEX customer_pre_auth_tokens_account
ON customer_pre_auth_tokens (organization_id, customer_portal_account_id);
CREATE INDEX customer_pre_auth_tokens_expiry ON customer_pre_auth_tokens (expires_at);
