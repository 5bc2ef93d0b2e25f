-- Grows with every change of the facility or of its lines, so that an act can say what it rests on.
ALTER TABLE facilities ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;

ALTER TABLE facilities ADD COLUMN withdrawn_by_id BLOB;
ALTER TABLE facilities ADD COLUMN withdrawn_at TEXT;
ALTER TABLE facilities ADD COLUMN withdrawal_reason TEXT;

-- Finds the earlier payments of a facility that have the same reference.
CREATE INDEX payments_reference ON payments (organization_id, facility_id, reference)
WHERE reference <> '';
