CREATE TABLE appraisal_template_items (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    template_id UUID NOT NULL,
    category_label TEXT NOT NULL,
    category_weight BIGINT NOT NULL,
    objective TEXT NOT NULL,
    kpi_description TEXT NOT NULL,
    target_guidance TEXT NOT NULL,
    weight BIGINT NOT NULL CHECK (weight > 0),
    sort_order BIGINT NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, template_id) REFERENCES appraisal_templates (organization_id, id)
);

CREATE INDEX appraisal_template_items_template
ON appraisal_template_items (organization_id, template_id);

CREATE TABLE catalog_items (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    description TEXT NOT NULL,
    target_guidance TEXT,
    weight BIGINT NOT NULL CHECK (weight > 0),
    sort_order BIGINT NOT NULL,
    PRIMARY KEY (organization_id, id)
);

CREATE INDEX catalog_items_kind ON catalog_items (organization_id, kind);

-- Scores and weights are whole numbers of ten-thousandths.
CREATE TABLE appraisals (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    staff_id UUID NOT NULL,
    review_type TEXT NOT NULL,
    period_from DATE NOT NULL,
    period_to DATE NOT NULL,
    role_category TEXT NOT NULL,
    is_manager_role BOOLEAN NOT NULL,
    line_manager_staff_id UUID NOT NULL,
    department_head_staff_id UUID,
    template_id UUID NOT NULL,
    template_name TEXT NOT NULL,
    status TEXT NOT NULL,
    waiting_since TIMESTAMPTZ NOT NULL,
    self_submitted_at TIMESTAMPTZ,
    self_submitted_by_id UUID,
    lm_submitted_at TIMESTAMPTZ,
    lm_submitted_by_id UUID,
    dept_head_approved_at TIMESTAMPTZ,
    dept_head_approved_by_id UUID,
    md_approved_at TIMESTAMPTZ,
    md_approved_by_id UUID,
    md_comment TEXT,
    hr_attendance_record TEXT,
    hr_disciplinary_record TEXT,
    hr_training_recommendation TEXT,
    hr_salary_recommendation TEXT,
    hr_promotion_recommendation TEXT,
    hr_remarks TEXT,
    kpi_score BIGINT,
    competency_score BIGINT,
    behaviour_score BIGINT,
    overall_score BIGINT,
    overall_band TEXT,
    finalized_at TIMESTAMPTZ,
    finalized_by_id UUID,
    revision BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
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
);

-- One open appraisal for each member of staff, whatever races.
CREATE UNIQUE INDEX appraisals_open ON appraisals (organization_id, staff_id)
WHERE status <> 'finalized';

CREATE INDEX appraisals_staff ON appraisals (organization_id, staff_id);
CREATE INDEX appraisals_status ON appraisals (organization_id, status);
CREATE INDEX appraisals_line_manager ON appraisals (organization_id, line_manager_staff_id);
CREATE INDEX appraisals_created ON appraisals (organization_id, created_at, id);

CREATE TABLE appraisal_items (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    appraisal_id UUID NOT NULL,
    section TEXT NOT NULL,
    -- Place of the section on the form, so that rows can be read in the order of the form.
    section_order BIGINT NOT NULL,
    category_label TEXT,
    label TEXT NOT NULL,
    description TEXT NOT NULL,
    target_guidance TEXT,
    weight BIGINT NOT NULL,
    sort_order BIGINT NOT NULL,
    actual_achievement TEXT,
    self_score BIGINT CHECK (self_score BETWEEN 10000 AND 50000),
    supervisor_score BIGINT CHECK (supervisor_score BETWEEN 10000 AND 50000),
    supervisor_comment TEXT,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
);

CREATE INDEX appraisal_items_appraisal ON appraisal_items (organization_id, appraisal_id);

CREATE TABLE appraisal_narratives (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    appraisal_id UUID NOT NULL,
    section TEXT NOT NULL,
    question_key TEXT NOT NULL,
    question_text TEXT NOT NULL,
    answer TEXT,
    sort_order BIGINT NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, appraisal_id, question_key),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
);

-- One collection, two grids; the columns of the other kind are null.
CREATE TABLE appraisal_plan_rows (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    appraisal_id UUID NOT NULL,
    kind TEXT NOT NULL,
    sort_order BIGINT NOT NULL,
    area TEXT,
    action TEXT,
    support TEXT,
    target_date DATE,
    issue TEXT,
    expected_improvement TEXT,
    review_date DATE,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
);

CREATE INDEX appraisal_plan_rows_appraisal ON appraisal_plan_rows (organization_id, appraisal_id);

CREATE TABLE appraisal_reviews (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    appraisal_id UUID NOT NULL,
    stage TEXT NOT NULL,
    actor_staff_id UUID NOT NULL,
    action TEXT NOT NULL,
    comment TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, appraisal_id, stage),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id),
    FOREIGN KEY (organization_id, actor_staff_id) REFERENCES staff (organization_id, id)
);

-- The outbox: written in the transaction of the change, told of after it.
CREATE TABLE events (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    type TEXT NOT NULL,
    occurred_at TIMESTAMPTZ NOT NULL,
    appraisal_id UUID NOT NULL,
    staff_id UUID NOT NULL,
    actor_id UUID NOT NULL,
    status TEXT NOT NULL,
    outcome TEXT,
    dispatched_at TIMESTAMPTZ,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
);

CREATE INDEX events_waiting ON events (occurred_at) WHERE dispatched_at IS NULL;

CREATE TABLE notifications (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    -- What caused it; with the recipient, what makes it unique.
    event_id UUID NOT NULL,
    recipient_staff_id UUID NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    appraisal_id UUID,
    subject_staff_id UUID NOT NULL,
    status TEXT,
    link TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    read_at TIMESTAMPTZ,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, event_id, recipient_staff_id),
    FOREIGN KEY (organization_id, recipient_staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, subject_staff_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, appraisal_id) REFERENCES appraisals (organization_id, id)
);

CREATE INDEX notifications_recipient
ON notifications (organization_id, recipient_staff_id, created_at);

-- Who may run a job right now, however many servers there are.
CREATE TABLE job_leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
