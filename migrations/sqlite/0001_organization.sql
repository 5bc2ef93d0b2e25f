CREATE TABLE organizations (
    id BLOB NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    currency TEXT NOT NULL,
    customer_mfa_required INTEGER NOT NULL,
    separate_shariah_approver INTEGER NOT NULL,
    grace_days INTEGER NOT NULL CHECK (grace_days >= 0),
    non_accrual_days INTEGER NOT NULL CHECK (non_accrual_days >= 0),
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE roles (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Permission keys, in order, with a space between.
    permissions TEXT NOT NULL,
    is_seeded INTEGER NOT NULL,
    PRIMARY KEY (organization_id, key)
) STRICT;

CREATE TABLE appraisal_templates (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    is_archived INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;

CREATE UNIQUE INDEX appraisal_templates_name ON appraisal_templates (organization_id, name)
WHERE is_archived = FALSE;

CREATE TABLE departments (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    supervisor_staff_id BLOB,
    appraisal_template_id BLOB,
    created_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name),
    FOREIGN KEY (organization_id, supervisor_staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_template_id)
        REFERENCES appraisal_templates (organization_id, id)
) STRICT;

CREATE TABLE staff (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    staff_number TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Lower case; unique on the whole platform, because it is what people sign in with.
    email TEXT NOT NULL UNIQUE,
    role_key TEXT NOT NULL,
    job_title TEXT,
    department_id BLOB,
    line_manager_id BLOB,
    employment_start_date TEXT NOT NULL,
    employment_confirmed_at TEXT,
    confirmation_due_notified_at TEXT,
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
    UNIQUE (organization_id, staff_number),
    FOREIGN KEY (organization_id, role_key) REFERENCES roles (organization_id, key),
    FOREIGN KEY (organization_id, department_id) REFERENCES departments (organization_id, id),
    FOREIGN KEY (organization_id, line_manager_id) REFERENCES staff (organization_id, id),
    CHECK (employment_confirmed_at IS NULL OR employment_confirmed_at >= employment_start_date)
) STRICT;

CREATE INDEX staff_department ON staff (organization_id, department_id);
CREATE INDEX staff_line_manager ON staff (organization_id, line_manager_id);
CREATE INDEX staff_role ON staff (organization_id, role_key);

CREATE TABLE sessions (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    password_version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    revoked_at TEXT,
    ip TEXT,
    user_agent TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
) STRICT;

CREATE INDEX sessions_staff ON sessions (organization_id, staff_id);

CREATE TABLE login_throttles (
    -- What is limited: an address or the hash of an e-mail, with its kind before it.
    key TEXT NOT NULL PRIMARY KEY,
    window_started_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    -- How many windows in a row were exhausted; the wait doubles with it.
    strikes INTEGER NOT NULL,
    blocked_until TEXT
) STRICT;

CREATE TABLE api_tokens (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    permissions TEXT NOT NULL,
    -- SHA-256 of the token, in hexadecimal; the token itself is shown once and not kept.
    token_hash TEXT NOT NULL UNIQUE,
    created_by_id BLOB NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, created_by_id) REFERENCES staff (organization_id, id)
) STRICT;

-- Append-only. `fields` are the names of what changed, never values.
CREATE TABLE audit_entries (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    at TEXT NOT NULL,
    category TEXT NOT NULL,
    action TEXT NOT NULL,
    actor_id BLOB,
    actor_name TEXT NOT NULL,
    entity_type TEXT NOT NULL,
    entity_id TEXT,
    fields TEXT NOT NULL,
    request_id TEXT,
    ip TEXT,
    PRIMARY KEY (organization_id, id)
) STRICT;

CREATE INDEX audit_entries_at ON audit_entries (organization_id, at);

-- Append-only. One seal for each entry, made right after its transaction; each seal's hash covers
-- the entry and the hash of the seal before it.
CREATE TABLE audit_seals (
    organization_id BLOB NOT NULL,
    sequence INTEGER NOT NULL,
    entry_id BLOB NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (organization_id, sequence),
    UNIQUE (organization_id, entry_id)
) STRICT;
