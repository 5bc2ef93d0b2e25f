-- How many wait at the desks of the managing director and of human resources: those that the
-- appraisals of the whole house pass. `list` is then the status.
INSERT INTO list_lengths (organization_id, list, length)
SELECT organization_id, status, COUNT(*) FROM appraisals
WHERE status IN ('pending_md', 'pending_hr') GROUP BY organization_id, status;

CREATE TRIGGER appraisals_queued AFTER INSERT ON appraisals
WHEN NEW.status IN ('pending_md', 'pending_hr')
BEGIN
    INSERT INTO list_lengths (organization_id, list, length)
    VALUES (NEW.organization_id, NEW.status, 1)
    ON CONFLICT (organization_id, list) DO UPDATE SET length = length + 1;
END;
CREATE TRIGGER appraisals_unqueued AFTER DELETE ON appraisals
WHEN OLD.status IN ('pending_md', 'pending_hr')
BEGIN
    UPDATE list_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND list = OLD.status;
END;
CREATE TRIGGER appraisals_moved AFTER UPDATE OF status ON appraisals
WHEN NEW.status <> OLD.status
    AND (NEW.status IN ('pending_md', 'pending_hr') OR OLD.status IN ('pending_md', 'pending_hr'))
BEGIN
    INSERT INTO list_lengths (organization_id, list, length)
    SELECT NEW.organization_id, NEW.status, 1 WHERE NEW.status IN ('pending_md', 'pending_hr')
    ON CONFLICT (organization_id, list) DO UPDATE SET length = length + 1;
    UPDATE list_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND list = OLD.status;
END;
