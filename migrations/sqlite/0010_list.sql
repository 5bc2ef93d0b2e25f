-- How long the long lists are, so that nobody counts their rows for every page.
CREATE TABLE list_lengths (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    -- The table whose rows are counted.
    list TEXT NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (organization_id, list)
) STRICT;

INSERT INTO list_lengths (organization_id, list, length)
SELECT organization_id, 'appraisals', COUNT(*) FROM appraisals GROUP BY organization_id;
INSERT INTO list_lengths (organization_id, list, length)
SELECT organization_id, 'facilities', COUNT(*) FROM facilities GROUP BY organization_id;

CREATE TRIGGER appraisals_lengthened AFTER INSERT ON appraisals
BEGIN
    INSERT INTO list_lengths (organization_id, list, length)
    VALUES (NEW.organization_id, 'appraisals', 1)
    ON CONFLICT (organization_id, list) DO UPDATE SET length = length + 1;
END;
CREATE TRIGGER appraisals_shortened AFTER DELETE ON appraisals
BEGIN
    UPDATE list_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND list = 'appraisals';
END;
CREATE TRIGGER facilities_lengthened AFTER INSERT ON facilities
BEGIN
    INSERT INTO list_lengths (organization_id, list, length)
    VALUES (NEW.organization_id, 'facilities', 1)
    ON CONFLICT (organization_id, list) DO UPDATE SET length = length + 1;
END;
CREATE TRIGGER facilities_shortened AFTER DELETE ON facilities
BEGIN
    UPDATE list_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND list = 'facilities';
END;

-- A queue is read in its order, and counted, from an index alone.
DROP INDEX appraisals_status;
CREATE INDEX appraisals_status ON appraisals (organization_id, status, created_at, id, staff_id);
DROP INDEX appraisals_line_manager;
CREATE INDEX appraisals_line_manager
ON appraisals (organization_id, line_manager_staff_id, status, created_at, id);
CREATE INDEX appraisals_department_head
ON appraisals (organization_id, department_head_staff_id, status, created_at, id);
-- Filters are looked at in the index, so that rows that do not count are not read.
DROP INDEX appraisals_created;
CREATE INDEX appraisals_created
ON appraisals (organization_id, created_at, id, status, review_type, staff_id);
