-- How many wait at the desks of one person, who may be the line manager or the department head of
-- many. `desk` is the status. At their own form waits no more than one, which nobody counts.
CREATE TABLE desk_lengths (
    organization_id UUID NOT NULL,
    staff_id UUID NOT NULL,
    desk TEXT NOT NULL CHECK (desk IN ('pending_lm', 'pending_dept_head')),
    length BIGINT NOT NULL,
    PRIMARY KEY (organization_id, staff_id, desk),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
);

INSERT INTO desk_lengths (organization_id, staff_id, desk, length)
SELECT organization_id, line_manager_staff_id, status, COUNT(*) FROM appraisals
WHERE status = 'pending_lm' GROUP BY organization_id, line_manager_staff_id, status;
INSERT INTO desk_lengths (organization_id, staff_id, desk, length)
SELECT organization_id, department_head_staff_id, status, COUNT(*) FROM appraisals
WHERE status = 'pending_dept_head' GROUP BY organization_id, department_head_staff_id, status;

-- The reviewer at whose desk an appraisal waits; nobody while it waits at another desk.
CREATE FUNCTION reviewer_at_desk(appraisal appraisals) RETURNS UUID IMMUTABLE LANGUAGE sql AS $$
    SELECT CASE appraisal.status WHEN 'pending_lm' THEN appraisal.line_manager_staff_id
        WHEN 'pending_dept_head' THEN appraisal.department_head_staff_id END
$$;

CREATE FUNCTION move_between_desks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        -- Always in this order, so that nobody waits for somebody who waits for them.
        PERFORM FROM desk_lengths
        WHERE organization_id = NEW.organization_id
            AND ((staff_id = reviewer_at_desk(OLD) AND desk = OLD.status)
                OR (staff_id = reviewer_at_desk(NEW) AND desk = NEW.status))
        ORDER BY staff_id, desk FOR UPDATE;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.status IN ('pending_lm', 'pending_dept_head') THEN
        INSERT INTO desk_lengths (organization_id, staff_id, desk, length)
        VALUES (NEW.organization_id, reviewer_at_desk(NEW), NEW.status, 1)
        ON CONFLICT (organization_id, staff_id, desk)
        DO UPDATE SET length = desk_lengths.length + 1;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        UPDATE desk_lengths SET length = length - 1
        WHERE organization_id = OLD.organization_id
            AND staff_id = reviewer_at_desk(OLD) AND desk = OLD.status;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER appraisals_at_desk AFTER INSERT ON appraisals
FOR EACH ROW WHEN (NEW.status IN ('pending_lm', 'pending_dept_head'))
EXECUTE FUNCTION move_between_desks();
CREATE TRIGGER appraisals_off_desk AFTER DELETE ON appraisals
FOR EACH ROW WHEN (OLD.status IN ('pending_lm', 'pending_dept_head'))
EXECUTE FUNCTION move_between_desks();
CREATE TRIGGER appraisals_between_desks
AFTER UPDATE OF status, line_manager_staff_id, department_head_staff_id ON appraisals
FOR EACH ROW WHEN (NEW.status IN ('pending_lm', 'pending_dept_head')
    OR OLD.status IN ('pending_lm', 'pending_dept_head'))
EXECUTE FUNCTION move_between_desks();
