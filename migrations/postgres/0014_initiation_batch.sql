-- Appraisals to be started together; a worker of the server processes the entries.
CREATE TABLE initiation_batches (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    created_by_id UUID NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ,
    -- The time until which no other server processes the batch.
    claimed_until TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, created_by_id) REFERENCES staff (organization_id, id)
);

CREATE INDEX initiation_batches_unfinished ON initiation_batches (claimed_until)
WHERE finished_at IS NULL;
CREATE INDEX initiation_batches_newest ON initiation_batches (organization_id, created_at, id);

-- The terms for each person, and the outcome: an appraisal, or the code of the error.
CREATE TABLE initiation_entries (
    organization_id UUID NOT NULL,
    batch_id UUID NOT NULL,
    staff_id UUID NOT NULL,
    review_type TEXT NOT NULL,
    period_from DATE NOT NULL,
    period_to DATE NOT NULL,
    role_category TEXT NOT NULL,
    is_manager_role BOOLEAN NOT NULL,
    appraisal_id UUID,
    refusal TEXT,
    PRIMARY KEY (organization_id, batch_id, staff_id),
    FOREIGN KEY (organization_id, batch_id) REFERENCES initiation_batches (organization_id, id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
);
