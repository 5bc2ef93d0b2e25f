CREATE TABLE customers (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    -- Lower case; for messages. Customers of an organization may share it.
    email TEXT NOT NULL,
    phone TEXT,
    type TEXT NOT NULL,
    registration_number TEXT,
    address TEXT,
    name_folded TEXT NOT NULL,
    name_sort_key BLOB NOT NULL,
    details_folded TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;

CREATE INDEX customers_created ON customers (organization_id, created_at);
CREATE INDEX customers_name ON customers (organization_id, name_sort_key, id);

-- Portal accounts: at most one per customer.
CREATE TABLE portal_accounts (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    customer_id BLOB NOT NULL,
    -- Lower case; unique on the platform, since customers sign in with it.
    email TEXT NOT NULL UNIQUE,
    email_folded TEXT NOT NULL,
    is_blocked INTEGER NOT NULL,
    password_hash TEXT NOT NULL,
    -- The algorithm of the hash, so that it can be upgraded.
    password_scheme TEXT NOT NULL,
    -- Incremented with every change of the password; sessions with an older version are invalid.
    password_version INTEGER NOT NULL,
    password_change_required INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, customer_id),
    FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id)
) STRICT;

CREATE TABLE portal_sessions (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    portal_account_id BLOB NOT NULL,
    password_version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    password_confirmed_at TEXT,
    expires_at TEXT NOT NULL,
    revoked_at TEXT,
    ip TEXT,
    user_agent TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY (organization_id, portal_account_id)
        REFERENCES portal_accounts (organization_id, id)
) STRICT;

CREATE INDEX portal_sessions_account ON portal_sessions (organization_id, portal_account_id);

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
