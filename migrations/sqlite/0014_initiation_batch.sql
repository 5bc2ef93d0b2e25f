-- Appraisals to be started together; a worker of the server processes the entries.
CREATE TABLE initiation_batches (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    created_by_id BLOB NOT NULL,
    created_at TEXT NOT NULL,
    finished_at TEXT,
    -- The time until which no other server processes the batch.
    claimed_until TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, created_by_id) REFERENCES staff (organization_id, id)
) STRICT;

CREATE INDEX initiation_batches_unfinished ON initiation_batches (claimed_until)
WHERE finished_at IS NULL;
CREATE INDEX initiation_batches_newest ON initiation_batches (organization_id, created_at, id);

-- The terms for each person, and the outcome: an appraisal, or the code of the error.
CREATE TABLE initiation_entries (
    organization_id BLOB NOT NULL,
    batch_id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    review_type TEXT NOT NULL,
    period_from TEXT NOT NULL,
    period_to TEXT NOT NULL,
    role_category TEXT NOT NULL,
    is_manager_role INTEGER NOT NULL,
    appraisal_id BLOB,
    refusal TEXT,
    PRIMARY KEY (organization_id, batch_id, staff_id),
    FOREIGN KEY (organization_id, batch_id) REFERENCES initiation_batches (organization_id, id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
) STRICT;
