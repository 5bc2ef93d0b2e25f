CREATE TABLE organizations (
    id UUID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The postal address on everything that is printed; empty for none.
    address TEXT NOT NULL DEFAULT '',
    time_zone TEXT NOT NULL,
    currency TEXT NOT NULL,
    customer_mfa_required BOOLEAN NOT NULL,
    separate_shariah_approver BOOLEAN NOT NULL,
    grace_days BIGINT NOT NULL CHECK (grace_days >= 0),
    non_accrual_days BIGINT NOT NULL CHECK (non_accrual_days >= 0),
    -- The presentation of murabahas that are activated from now on.
    murabaha_presentation TEXT NOT NULL DEFAULT 'net',
    -- The rounding of the instalments of facilities that are created from now on.
    instalment_rounding TEXT NOT NULL DEFAULT 'none',
    -- The last day of the closed period; nothing is posted on or before it.
    closed_through DATE,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE organization_logos (
    organization_id UUID NOT NULL PRIMARY KEY REFERENCES organizations (id),
    -- The media type.
    format TEXT NOT NULL,
    content BYTEA NOT NULL
);

CREATE TABLE roles (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Permission keys, in order, separated by spaces.
    permissions TEXT NOT NULL,
    is_seeded BOOLEAN NOT NULL,
    PRIMARY KEY (organization_id, key)
);

CREATE TABLE appraisal_templates (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    is_archived BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, id)
);

CREATE UNIQUE INDEX appraisal_templates_name ON appraisal_templates (organization_id, name)
WHERE is_archived = FALSE;

CREATE TABLE departments (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    name TEXT NOT NULL,
    supervisor_staff_id UUID,
    appraisal_template_id UUID,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name),
    FOREIGN KEY (organization_id, appraisal_template_id)
        REFERENCES appraisal_templates (organization_id, id)
);

CREATE INDEX departments_supervisor ON departments (organization_id, supervisor_staff_id);

CREATE TABLE staff (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    staff_number TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Lower case; unique on the platform, since staff sign in with it.
    email TEXT NOT NULL UNIQUE,
    -- Forms of the texts for search (`_folded`) and sorting (`name_sort_key`, a collation key),
    -- written by the program with every change.
    name_folded TEXT NOT NULL,
    name_sort_key BYTEA NOT NULL,
    details_folded TEXT NOT NULL,
    role_key TEXT NOT NULL,
    job_title TEXT,
    department_id UUID,
    line_manager_id UUID,
    employment_start_date DATE NOT NULL,
    employment_confirmed_at DATE,
    confirmation_due_notified_at TIMESTAMPTZ,
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
    UNIQUE (organization_id, staff_number),
    FOREIGN KEY (organization_id, role_key) REFERENCES roles (organization_id, key),
    FOREIGN KEY (organization_id, department_id) REFERENCES departments (organization_id, id),
    FOREIGN KEY (organization_id, line_manager_id) REFERENCES staff (organization_id, id),
    CHECK (employment_confirmed_at IS NULL OR employment_confirmed_at >= employment_start_date)
);

-- Departments and staff refer to each other.
ALTER TABLE departments ADD FOREIGN KEY (organization_id, supervisor_staff_id)
REFERENCES staff (organization_id, id);

CREATE INDEX staff_department ON staff (organization_id, department_id);
CREATE INDEX staff_line_manager ON staff (organization_id, line_manager_id);
CREATE INDEX staff_role ON staff (organization_id, role_key);

-- Indexes in the order of the list of people.
CREATE INDEX staff_created ON staff (organization_id, created_at, id);
CREATE INDEX staff_started ON staff (organization_id, employment_start_date, id);
CREATE INDEX staff_name ON staff (organization_id, name_sort_key, id);

-- The latest uploaded import file of each member of staff.
CREATE TABLE staff_uploads (
    organization_id UUID NOT NULL,
    staff_id UUID NOT NULL,
    id UUID NOT NULL,
    content BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, staff_id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
);

CREATE INDEX staff_uploads_created ON staff_uploads (created_at);

-- The lengths of long lists, so that their rows need not be counted for every page.
CREATE TABLE list_lengths (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    -- A table, or a status of appraisals.
    list TEXT NOT NULL,
    -- The length is the sum of the slots. Connections write to different ones: a single row would
    -- be locked by each writer of the organization until its transaction ends.
    slot BIGINT NOT NULL,
    length BIGINT NOT NULL,
    PRIMARY KEY (organization_id, list, slot)
);

-- In the slot of this connection; a slot may be negative, the sum is not.
CREATE FUNCTION change_list_length(organization UUID, counted TEXT, change BIGINT)
RETURNS void LANGUAGE sql AS $$
    INSERT INTO list_lengths (organization_id, list, slot, length)
    VALUES (organization, counted, pg_backend_pid() % 64, change)
    ON CONFLICT (organization_id, list, slot)
    DO UPDATE SET length = list_lengths.length + excluded.length
$$;

CREATE FUNCTION lengthen_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM change_list_length(NEW.organization_id, TG_TABLE_NAME, 1);
    RETURN NULL;
END $$;

CREATE FUNCTION shorten_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM change_list_length(OLD.organization_id, TG_TABLE_NAME, -1);
    RETURN NULL;
END $$;
