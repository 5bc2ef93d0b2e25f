CREATE TABLE customers (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    -- Lower case; where messages go. Customers of one house may share it.
    email TEXT NOT NULL,
    phone TEXT,
    type TEXT NOT NULL,
    registration_number TEXT,
    address TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;

CREATE INDEX customers_created ON customers (organization_id, created_at);

-- What customers sign in with at the portal: at most one account each.
CREATE TABLE portal_accounts (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    customer_id BLOB NOT NULL,
    -- Lower case; unique on the whole platform, because it is what customers sign in with.
    email TEXT NOT NULL UNIQUE,
    is_blocked INTEGER NOT NULL,
    password_hash TEXT NOT NULL,
    -- How the hash was made, so that it can be made better later.
    password_scheme TEXT NOT NULL,
    -- Grows with every change of the password; sessions of an older one are void.
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
    expires_at TEXT NOT NULL,
    revoked_at TEXT,
    ip TEXT,
    user_agent TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY (organization_id, portal_account_id)
        REFERENCES portal_accounts (organization_id, id)
) STRICT;

CREATE INDEX portal_sessions_account ON portal_sessions (organization_id, portal_account_id);
