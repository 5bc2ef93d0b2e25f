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

-- Scores and weights are whole numbers of ten-thousandths.
CREATE TABLE appraisals (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
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

-- One open appraisal for each member of staff, whatever races.
CREATE UNIQUE INDEX appraisals_open ON appraisals (organization_id, staff_id)
WHERE status <> 'finalized';

CREATE INDEX appraisals_staff ON appraisals (organization_id, staff_id);
CREATE INDEX appraisals_status ON appraisals (organization_id, status);
CREATE INDEX appraisals_line_manager ON appraisals (organization_id, line_manager_staff_id);
CREATE INDEX appraisals_created ON appraisals (organization_id, created_at, id);

CREATE TABLE appraisal_items (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    appraisal_id BLOB NOT NULL,
    section TEXT NOT NULL,
    -- Place of the section on the form, so that rows can be read in the order of the form.
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

-- One collection, two grids; the columns of the other kind are null.
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

-- The outbox: written in the transaction of the change, told of after it.
CREATE TABLE events (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    type TEXT NOT NULL,
    occurred_at TEXT NOT NULL,
    appraisal_id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    actor_id BLOB NOT NULL,
    status TEXT NOT NULL,
    outcome TEXT,
    dispatched_at TEXT,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
) STRICT;

CREATE INDEX events_waiting ON events (occurred_at) WHERE dispatched_at IS NULL;

CREATE TABLE notifications (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    -- What caused it; with the recipient, what makes it unique.
    event_id BLOB NOT NULL,
    recipient_staff_id BLOB NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    appraisal_id BLOB,
    subject_staff_id BLOB NOT NULL,
    status TEXT,
    link TEXT NOT NULL,
    created_at TEXT NOT NULL,
    read_at TEXT,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, event_id, recipient_staff_id),
    FOREIGN KEY (organization_id, recipient_staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, subject_staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
) STRICT;

CREATE INDEX notifications_recipient
ON notifications (organization_id, recipient_staff_id, created_at);

-- Who may run a job right now, however many servers there are.
CREATE TABLE job_leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at TEXT NOT NULL
) STRICT;
