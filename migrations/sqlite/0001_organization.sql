CREATE TABLE organizations (
    id BLOB NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The postal address on everything that is printed; empty for none.
    address TEXT NOT NULL DEFAULT '',
    time_zone TEXT NOT NULL,
    currency TEXT NOT NULL,
    customer_mfa_required INTEGER NOT NULL,
    separate_shariah_approver INTEGER NOT NULL,
    grace_days INTEGER NOT NULL CHECK (grace_days >= 0),
    non_accrual_days INTEGER NOT NULL CHECK (non_accrual_days >= 0),
    -- The presentation of murabahas that are activated from now on.
    murabaha_presentation TEXT NOT NULL DEFAULT 'net',
    -- The rounding of the instalments of facilities that are created from now on.
    instalment_rounding TEXT NOT NULL DEFAULT 'none',
    -- The last day of the closed period; nothing is posted on or before it.
    closed_through TEXT,
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE organization_logos (
    organization_id BLOB NOT NULL PRIMARY KEY REFERENCES organizations (id),
    -- The media type.
    format TEXT NOT NULL,
    content BLOB NOT NULL
) STRICT;

CREATE TABLE roles (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Permission keys, in order, separated by spaces.
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

CREATE INDEX departments_supervisor ON departments (organization_id, supervisor_staff_id);

CREATE TABLE staff (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    staff_number TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Lower case; unique on the platform, since staff sign in with it.
    email TEXT NOT NULL UNIQUE,
    -- Forms of the texts for search (`_folded`) and sorting (`name_sort_key`, a collation key),
    -- written by the program with every change.
    name_folded TEXT NOT NULL,
    name_sort_key BLOB NOT NULL,
    details_folded TEXT NOT NULL,
    role_key TEXT NOT NULL,
    job_title TEXT,
    department_id BLOB,
    line_manager_id BLOB,
    employment_start_date TEXT NOT NULL,
    employment_confirmed_at TEXT,
    confirmation_due_notified_at TEXT,
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
    UNIQUE (organization_id, staff_number),
    FOREIGN KEY (organization_id, role_key) REFERENCES roles (organization_id, key),
    FOREIGN KEY (organization_id, department_id) REFERENCES departments (organization_id, id),
    FOREIGN KEY (organization_id, line_manager_id) REFERENCES staff (organization_id, id),
    CHECK (employment_confirmed_at IS NULL OR employment_confirmed_at >= employment_start_date)
) STRICT;

CREATE INDEX staff_department ON staff (organization_id, department_id);
CREATE INDEX staff_line_manager ON staff (organization_id, line_manager_id);
CREATE INDEX staff_role ON staff (organization_id, role_key);

-- Indexes in the order of the list of people.
CREATE INDEX staff_created ON staff (organization_id, created_at, id);
CREATE INDEX staff_started ON staff (organization_id, employment_start_date, id);
CREATE INDEX staff_name ON staff (organization_id, name_sort_key, id);

-- The latest uploaded import file of each member of staff.
CREATE TABLE staff_uploads (
    organization_id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    id BLOB NOT NULL,
    content BLOB NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, staff_id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
) STRICT;

CREATE INDEX staff_uploads_created ON staff_uploads (created_at);

-- The lengths of long lists, so that their rows need not be counted for every page.
CREATE TABLE list_lengths (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    -- A table, or a status of appraisals.
    list TEXT NOT NULL,
    -- The length is the sum of the slots, of which SQLite, with one writer at a time, uses one.
    slot INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (organization_id, list, slot)
) STRICT;
