-- How many wait at the desks of one person, who may be the line manager or the department head of
-- many. `desk` is the status. At their own form waits no more than one, which nobody counts.
CREATE TABLE desk_lengths (
    organization_id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    desk TEXT NOT NULL CHECK (desk IN ('pending_lm', 'pending_dept_head')),
    length INTEGER NOT NULL,
    PRIMARY KEY (organization_id, staff_id, desk),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO desk_lengths (organization_id, staff_id, desk, length)
SELECT organization_id, line_manager_staff_id, status, COUNT(*) FROM appraisals
WHERE status = 'pending_lm' GROUP BY organization_id, line_manager_staff_id, status;
INSERT INTO desk_lengths (organization_id, staff_id, desk, length)
SELECT organization_id, department_head_staff_id, status, COUNT(*) FROM appraisals
WHERE status = 'pending_dept_head' GROUP BY organization_id, department_head_staff_id, status;

CREATE TRIGGER appraisals_at_desk AFTER INSERT ON appraisals
WHEN NEW.status IN ('pending_lm', 'pending_dept_head')
BEGIN
    INSERT INTO desk_lengths (organization_id, staff_id, desk, length)
    VALUES (NEW.organization_id, CASE NEW.status WHEN 'pending_lm' THEN NEW.line_manager_staff_id
        ELSE NEW.department_head_staff_id END, NEW.status, 1)
    ON CONFLICT (organization_id, staff_id, desk) DO UPDATE SET length = length + 1;
END;
CREATE TRIGGER appraisals_off_desk AFTER DELETE ON appraisals
WHEN OLD.status IN ('pending_lm', 'pending_dept_head')
BEGIN
    UPDATE desk_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND desk = OLD.status
        AND staff_id = CASE OLD.status WHEN 'pending_lm' THEN OLD.line_manager_staff_id
            ELSE OLD.department_head_staff_id END;
END;
CREATE TRIGGER appraisals_between_desks
AFTER UPDATE OF status, line_manager_staff_id, department_head_staff_id ON appraisals
WHEN NEW.status IN ('pending_lm', 'pending_dept_head')
    OR OLD.status IN ('pending_lm', 'pending_dept_head')
BEGIN
    INSERT INTO desk_lengths (organization_id, staff_id, desk, length)
    SELECT NEW.organization_id, CASE NEW.status WHEN 'pending_lm' THEN NEW.line_manager_staff_id
        ELSE NEW.department_head_staff_id END, NEW.status, 1
    WHERE NEW.status IN ('pending_lm', 'pending_dept_head')
    ON CONFLICT (organization_id, staff_id, desk) DO UPDATE SET length = length + 1;
    UPDATE desk_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND desk = OLD.status
        AND staff_id = CASE OLD.status WHEN 'pending_lm' THEN OLD.line_manager_staff_id
            ELSE OLD.department_head_staff_id END;
END;
