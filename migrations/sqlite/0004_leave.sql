-- Without a row: Monday to Friday.
CREATE TABLE leave_calendars (
    organization_id BLOB NOT NULL PRIMARY KEY REFERENCES organizations (id),
    -- Days of the week, in order, separated by spaces.
    working_days TEXT NOT NULL
) STRICT;

CREATE TABLE leave_holidays (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    date TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (organization_id, date)
) STRICT;

-- The policy of a leave type from a year on, so that changes do not affect closed years. Before the
-- first row of a type its default applies. Days are stored in halves.
CREATE TABLE leave_policies (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    type TEXT NOT NULL,
    from_year INTEGER NOT NULL,
    entitlement_days INTEGER CHECK (entitlement_days >= 0),
    carry_forward_max_days INTEGER NOT NULL CHECK (carry_forward_max_days >= 0),
    PRIMARY KEY (organization_id, type, from_year)
) STRICT;

CREATE TABLE leave_requests (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    type TEXT NOT NULL,
    start_date TEXT NOT NULL,
    end_date TEXT NOT NULL,
    start_half INTEGER NOT NULL,
    end_half INTEGER NOT NULL,
    days INTEGER NOT NULL CHECK (days > 0),
    reason TEXT NOT NULL,
    status TEXT NOT NULL,
    decided_by_id BLOB,
    decided_at TEXT,
    decision_comment TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, decided_by_id) REFERENCES staff (organization_id, id),
    CHECK (start_date <= end_date)
) STRICT;

CREATE INDEX leave_requests_staff ON leave_requests (organization_id, staff_id, start_date);
CREATE INDEX leave_requests_created ON leave_requests (organization_id, created_at);

-- The order of the list of own requests.
CREATE INDEX leave_requests_own ON leave_requests (organization_id, staff_id, created_at, id);

-- Pending requests, counted on every page of a decider.
CREATE INDEX leave_requests_waiting ON leave_requests (organization_id, staff_id)
WHERE status = 'pending';

-- The days of a request by leave year.
CREATE TABLE leave_request_days (
    organization_id BLOB NOT NULL,
    request_id BLOB NOT NULL,
    year INTEGER NOT NULL,
    days INTEGER NOT NULL CHECK (days > 0),
    PRIMARY KEY (organization_id, request_id, year),
    FOREIGN KEY (organization_id, request_id) REFERENCES leave_requests (organization_id, id)
) STRICT;

-- Append-only: manual adjustments, and the two sides of days carried forward.
CREATE TABLE leave_adjustments (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    type TEXT NOT NULL,
    year INTEGER NOT NULL,
    days INTEGER NOT NULL CHECK (days <> 0),
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_by_id BLOB NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, created_by_id) REFERENCES staff (organization_id, id)
) STRICT;

CREATE INDEX leave_adjustments_staff ON leave_adjustments (organization_id, staff_id, year);

-- Days are carried forward once per person, type and year.
CREATE UNIQUE INDEX leave_adjustments_carried
ON leave_adjustments (organization_id, staff_id, type, year, kind)
WHERE kind <> 'manual';
