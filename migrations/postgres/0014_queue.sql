-- How many wait at the desks of the managing director and of human resources: those that the
-- appraisals of the whole house pass. `list` is then the status.
INSERT INTO list_lengths (organization_id, list, length)
SELECT organization_id, status, COUNT(*) FROM appraisals
WHERE status IN ('pending_md', 'pending_hr') GROUP BY organization_id, status;

CREATE FUNCTION move_in_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        -- Always in this order, so that nobody waits for somebody who waits for them.
        PERFORM FROM list_lengths
        WHERE organization_id = NEW.organization_id AND list IN (OLD.status, NEW.status)
        ORDER BY list FOR UPDATE;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.status IN ('pending_md', 'pending_hr') THEN
        INSERT INTO list_lengths (organization_id, list, length)
        VALUES (NEW.organization_id, NEW.status, 1)
        ON CONFLICT (organization_id, list) DO UPDATE SET length = list_lengths.length + 1;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        UPDATE list_lengths SET length = length - 1
        WHERE organization_id = OLD.organization_id AND list = OLD.status;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER appraisals_queued AFTER INSERT ON appraisals
FOR EACH ROW WHEN (NEW.status IN ('pending_md', 'pending_hr'))
EXECUTE FUNCTION move_in_queue();
CREATE TRIGGER appraisals_unqueued AFTER DELETE ON appraisals
FOR EACH ROW WHEN (OLD.status IN ('pending_md', 'pending_hr'))
EXECUTE FUNCTION move_in_queue();
CREATE TRIGGER appraisals_moved AFTER UPDATE OF status ON appraisals
FOR EACH ROW WHEN (NEW.status <> OLD.status
    AND (NEW.status IN ('pending_md', 'pending_hr') OR OLD.status IN ('pending_md', 'pending_hr')))
EXECUTE FUNCTION move_in_queue();
