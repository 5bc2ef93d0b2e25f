CREATE TABLE customers (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    name TEXT NOT NULL,
    -- Lower case; for messages. Customers of an organization may share it.
    email TEXT NOT NULL,
    phone TEXT,
    type TEXT NOT NULL,
    registration_number TEXT,
    address TEXT,
    name_folded TEXT NOT NULL,
    name_sort_key BYTEA NOT NULL,
    details_folded TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, id)
);

CREATE INDEX customers_created ON customers (organization_id, created_at);
CREATE INDEX customers_name ON customers (organization_id, name_sort_key, id);

-- Portal accounts: at most one per customer.
CREATE TABLE portal_accounts (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    customer_id UUID NOT NULL,
    -- Lower case; unique on the platform, since customers sign in with it.
    email TEXT NOT NULL UNIQUE,
    email_folded TEXT NOT NULL,
    is_blocked BOOLEAN NOT NULL,
    password_hash TEXT NOT NULL,
    -- The algorithm of the hash, so that it can be upgraded.
    password_scheme TEXT NOT NULL,
    -- Incremented with every change of the password; sessions with an older version are invalid.
    password_version BIGINT NOT NULL,
    password_change_required BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, customer_id),
    FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id)
);

CREATE TABLE portal_sessions (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    portal_account_id UUID NOT NULL,
    password_version BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    last_seen_at TIMESTAMPTZ NOT NULL,
    password_confirmed_at TIMESTAMPTZ,
    expires_at TIMESTAMPTZ NOT NULL,
    revoked_at TIMESTAMPTZ,
    ip TEXT,
    user_agent TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY (organization_id, portal_account_id)
        REFERENCES portal_accounts (organization_id, id)
);

CREATE INDEX portal_sessions_account ON portal_sessions (organization_id, portal_account_id);

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
