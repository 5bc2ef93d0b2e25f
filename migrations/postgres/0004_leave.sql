-- Without a row: Monday to Friday.
CREATE TABLE leave_calendars (
    organization_id UUID NOT NULL PRIMARY KEY REFERENCES organizations (id),
    -- Days of the week, in order, separated by spaces.
    working_days TEXT NOT NULL
);

CREATE TABLE leave_holidays (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    date DATE NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (organization_id, date)
);

-- The policy of a leave type from a year on, so that changes do not affect closed years. Before the
-- first row of a type its default applies. Days are stored in halves.
CREATE TABLE leave_policies (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    type TEXT NOT NULL,
    from_year BIGINT NOT NULL,
    entitlement_days BIGINT CHECK (entitlement_days >= 0),
    carry_forward_max_days BIGINT NOT NULL CHECK (carry_forward_max_days >= 0),
    PRIMARY KEY (organization_id, type, from_year)
);

CREATE TABLE leave_requests (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    staff_id UUID NOT NULL,
    type TEXT NOT NULL,
    start_date DATE NOT NULL,
    end_date DATE NOT NULL,
    start_half BOOLEAN NOT NULL,
    end_half BOOLEAN NOT NULL,
    days BIGINT NOT NULL CHECK (days > 0),
    reason TEXT NOT NULL,
    status TEXT NOT NULL,
    decided_by_id UUID,
    decided_at TIMESTAMPTZ,
    decision_comment TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, decided_by_id) REFERENCES staff (organization_id, id),
    CHECK (start_date <= end_date)
);

CREATE INDEX leave_requests_staff ON leave_requests (organization_id, staff_id, start_date);
CREATE INDEX leave_requests_created ON leave_requests (organization_id, created_at);

-- The order of the list of own requests.
CREATE INDEX leave_requests_own ON leave_requests (organization_id, staff_id, created_at, id);

-- Pending requests, counted on every page of a decider.
CREATE INDEX leave_requests_waiting ON leave_requests (organization_id, staff_id)
WHERE status = 'pending';

-- The days of a request by leave year.
CREATE TABLE leave_request_days (
    organization_id UUID NOT NULL,
    request_id UUID NOT NULL,
    year BIGINT NOT NULL,
    days BIGINT NOT NULL CHECK (days > 0),
    PRIMARY KEY (organization_id, request_id, year),
    FOREIGN KEY (organization_id, request_id) REFERENCES leave_requests (organization_id, id)
);

-- Append-only: manual adjustments, and the two sides of days carried forward.
CREATE TABLE leave_adjustments (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    staff_id UUID NOT NULL,
    type TEXT NOT NULL,
    year BIGINT NOT NULL,
    days BIGINT NOT NULL CHECK (days <> 0),
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_by_id UUID NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, created_by_id) REFERENCES staff (organization_id, id)
);

CREATE INDEX leave_adjustments_staff ON leave_adjustments (organization_id, staff_id, year);

-- Days are carried forward once per person, type and year.
CREATE UNIQUE INDEX leave_adjustments_carried
ON leave_adjustments (organization_id, staff_id, type, year, kind)
WHERE kind <> 'manual';
