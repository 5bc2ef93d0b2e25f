CREATE TABLE appraisal_template_items (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    template_id BLOB NOT NULL,
    category_label TEXT NOT NULL,
    category_weight INTEGER NOT NULL,
    objective TEXT NOT NULL,
    kpi_description TEXT NOT NULL,
    target_guidance TEXT NOT NULL,
    weight INTEGER NOT NULL CHECK (weight > 0),
    sort_order INTEGER NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, template_id) REFERENCES appraisal_templates (organization_id, id)
) STRICT;

CREATE INDEX appraisal_template_items_template
ON appraisal_template_items (organization_id, template_id);

CREATE TABLE catalog_items (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    description TEXT NOT NULL,
    target_guidance TEXT,
    weight INTEGER NOT NULL CHECK (weight > 0),
    sort_order INTEGER NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;

CREATE INDEX catalog_items_kind ON catalog_items (organization_id, kind);

-- The number of appraisals that wait for a person as line manager or department head.
CREATE TABLE queue_lengths (
    organization_id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending_lm', 'pending_dept_head')),
    length INTEGER NOT NULL,
    PRIMARY KEY (organization_id, staff_id, status),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
) STRICT, WITHOUT ROWID;

-- Scores and weights are whole numbers of ten-thousandths.
CREATE TABLE appraisals (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    -- The job title and department of the subject at initiation, unaffected by later changes.
    job_title TEXT,
    department_id BLOB,
    review_type TEXT NOT NULL,
    period_from TEXT NOT NULL,
    period_to TEXT NOT NULL,
    role_category TEXT NOT NULL,
    is_manager_role INTEGER NOT NULL,
    line_manager_staff_id BLOB NOT NULL,
    department_head_staff_id BLOB,
    template_id BLOB NOT NULL,
    template_name TEXT NOT NULL,
    status TEXT NOT NULL,
    waiting_since TEXT NOT NULL,
    self_submitted_at TEXT,
    self_submitted_by_id BLOB,
    lm_submitted_at TEXT,
    lm_submitted_by_id BLOB,
    dept_head_approved_at TEXT,
    dept_head_approved_by_id BLOB,
    md_approved_at TEXT,
    md_approved_by_id BLOB,
    md_comment TEXT,
    hr_attendance_record TEXT,
    hr_disciplinary_record TEXT,
    hr_training_recommendation TEXT,
    hr_salary_recommendation TEXT,
    hr_promotion_recommendation TEXT,
    hr_remarks TEXT,
    kpi_score INTEGER,
    competency_score INTEGER,
    behaviour_score INTEGER,
    overall_score INTEGER,
    overall_band TEXT,
    finalized_at TEXT,
    finalized_by_id BLOB,
    revision INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, line_manager_staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, department_head_staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, template_id) REFERENCES appraisal_templates (organization_id, id),
    CHECK (period_from <= period_to),
    CHECK (line_manager_staff_id <> staff_id),
    CHECK (department_head_staff_id IS NULL OR department_head_staff_id <> staff_id),
    CHECK (
        (status = 'finalized') = (finalized_at IS NOT NULL)
        AND (status = 'finalized') = (overall_score IS NOT NULL)
    )
) STRICT;

-- At most one open appraisal per member of staff, even with concurrent requests.
CREATE UNIQUE INDEX appraisals_open ON appraisals (organization_id, staff_id)
WHERE status <> 'finalized';

-- Queues are read in order, and counted, from an index alone.
CREATE INDEX appraisals_status ON appraisals (organization_id, status, created_at, id, staff_id);
CREATE INDEX appraisals_staff ON appraisals (organization_id, staff_id, status, created_at, id);
CREATE INDEX appraisals_line_manager
ON appraisals (organization_id, line_manager_staff_id, status, created_at, id);
CREATE INDEX appraisals_department_head
ON appraisals (organization_id, department_head_staff_id, status, created_at, id);

-- The filters are columns of the index, so that rows that do not match are not read.
CREATE INDEX appraisals_created
ON appraisals (organization_id, created_at, id, status, review_type, staff_id);

CREATE TRIGGER appraisals_lengthened AFTER INSERT ON appraisals
BEGIN
    INSERT INTO list_lengths (organization_id, list, slot, length)
    VALUES (NEW.organization_id, 'appraisals', 0, 1)
    ON CONFLICT (organization_id, list, slot) DO UPDATE SET length = length + 1;
END;

CREATE TRIGGER appraisals_shortened AFTER DELETE ON appraisals
BEGIN
    UPDATE list_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND list = 'appraisals';
END;

CREATE TRIGGER appraisals_queued AFTER INSERT ON appraisals
WHEN NEW.status IN ('pending_md', 'pending_hr')
BEGIN
    INSERT INTO list_lengths (organization_id, list, slot, length)
    VALUES (NEW.organization_id, NEW.status, 0, 1)
    ON CONFLICT (organization_id, list, slot) DO UPDATE SET length = length + 1;
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
    INSERT INTO list_lengths (organization_id, list, slot, length)
    SELECT NEW.organization_id, NEW.status, 0, 1 WHERE NEW.status IN ('pending_md', 'pending_hr')
    ON CONFLICT (organization_id, list, slot) DO UPDATE SET length = length + 1;
    UPDATE list_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND list = OLD.status;
END;

CREATE TRIGGER reviewer_queues_lengthened AFTER INSERT ON appraisals
WHEN NEW.status IN ('pending_lm', 'pending_dept_head')
BEGIN
    INSERT INTO queue_lengths (organization_id, staff_id, status, length)
    VALUES (NEW.organization_id, CASE NEW.status WHEN 'pending_lm' THEN NEW.line_manager_staff_id
        ELSE NEW.department_head_staff_id END, NEW.status, 1)
    ON CONFLICT (organization_id, staff_id, status) DO UPDATE SET length = length + 1;
END;

CREATE TRIGGER reviewer_queues_shortened AFTER DELETE ON appraisals
WHEN OLD.status IN ('pending_lm', 'pending_dept_head')
BEGIN
    UPDATE queue_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND status = OLD.status
        AND staff_id = CASE OLD.status WHEN 'pending_lm' THEN OLD.line_manager_staff_id
            ELSE OLD.department_head_staff_id END;
END;

CREATE TRIGGER reviewer_queues_moved
AFTER UPDATE OF status, line_manager_staff_id, department_head_staff_id ON appraisals
WHEN NEW.status IN ('pending_lm', 'pending_dept_head')
    OR OLD.status IN ('pending_lm', 'pending_dept_head')
BEGIN
    INSERT INTO queue_lengths (organization_id, staff_id, status, length)
    SELECT NEW.organization_id, CASE NEW.status WHEN 'pending_lm' THEN NEW.line_manager_staff_id
        ELSE NEW.department_head_staff_id END, NEW.status, 1
    WHERE NEW.status IN ('pending_lm', 'pending_dept_head')
    ON CONFLICT (organization_id, staff_id, status) DO UPDATE SET length = length + 1;
    UPDATE queue_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND status = OLD.status
        AND staff_id = CASE OLD.status WHEN 'pending_lm' THEN OLD.line_manager_staff_id
            ELSE OLD.department_head_staff_id END;
END;

CREATE TABLE appraisal_items (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    appraisal_id BLOB NOT NULL,
    section TEXT NOT NULL,
    -- The position of the section, for the order of rows on the form.
    section_order INTEGER NOT NULL,
    category_label TEXT,
    label TEXT NOT NULL,
    description TEXT NOT NULL,
    target_guidance TEXT,
    weight INTEGER NOT NULL,
    sort_order INTEGER NOT NULL,
    actual_achievement TEXT,
    self_score INTEGER CHECK (self_score BETWEEN 10000 AND 50000),
    supervisor_score INTEGER CHECK (supervisor_score BETWEEN 10000 AND 50000),
    supervisor_comment TEXT,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
) STRICT;

CREATE INDEX appraisal_items_appraisal ON appraisal_items (organization_id, appraisal_id);

CREATE TABLE appraisal_narratives (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    appraisal_id BLOB NOT NULL,
    section TEXT NOT NULL,
    question_key TEXT NOT NULL,
    question_text TEXT NOT NULL,
    answer TEXT,
    sort_order INTEGER NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, appraisal_id, question_key),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
) STRICT;

-- Two kinds of rows; the columns of the other kind are NULL.
CREATE TABLE appraisal_plan_rows (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    appraisal_id BLOB NOT NULL,
    kind TEXT NOT NULL,
    sort_order INTEGER NOT NULL,
    area TEXT,
    action TEXT,
    support TEXT,
    target_date TEXT,
    issue TEXT,
    expected_improvement TEXT,
    review_date TEXT,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
) STRICT;

CREATE INDEX appraisal_plan_rows_appraisal ON appraisal_plan_rows (organization_id, appraisal_id);

CREATE TABLE appraisal_reviews (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    appraisal_id BLOB NOT NULL,
    stage TEXT NOT NULL,
    actor_staff_id BLOB NOT NULL,
    action TEXT NOT NULL,
    comment TEXT,
    created_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, appraisal_id, stage),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id),
    FOREIGN KEY (organization_id, actor_staff_id) REFERENCES staff (organization_id, id)
) STRICT;

-- Sign-offs are append-only: `INSERT OR REPLACE` would replace one.
CREATE TRIGGER appraisal_reviews_once BEFORE INSERT ON appraisal_reviews
WHEN EXISTS (
    SELECT 1 FROM appraisal_reviews
    WHERE organization_id = NEW.organization_id
        AND (id = NEW.id OR (appraisal_id = NEW.appraisal_id AND stage = NEW.stage)))
    OR EXISTS (SELECT 1 FROM appraisal_reviews WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'a sign-off is written once'); END;
