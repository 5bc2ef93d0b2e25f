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

-- The number of appraisals that wait for a person as line manager or department head.
CREATE TABLE queue_lengths (
    organization_id UUID NOT NULL,
    staff_id UUID NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending_lm', 'pending_dept_head')),
    length BIGINT NOT NULL,
    PRIMARY KEY (organization_id, staff_id, status),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
);

-- Scores and weights are whole numbers of ten-thousandths.
CREATE TABLE appraisals (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    staff_id UUID NOT NULL,
    -- The job title and department of the subject at initiation, unaffected by later changes.
    job_title TEXT,
    department_id UUID,
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
FOR EACH ROW EXECUTE FUNCTION lengthen_list();
CREATE TRIGGER appraisals_shortened AFTER DELETE ON appraisals
FOR EACH ROW EXECUTE FUNCTION shorten_list();

CREATE FUNCTION move_in_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Always in this order, to avoid deadlocks between connections that share a slot.
    PERFORM change_list_length(
        COALESCE(NEW.organization_id, OLD.organization_id), moved.list, moved.change)
    FROM (
        SELECT list, change
        FROM (VALUES (OLD.status, -1), (NEW.status, 1)) AS statuses (list, change)
        WHERE list IN ('pending_md', 'pending_hr') ORDER BY list
    ) AS moved;
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

-- The reviewer for whom an appraisal waits; NULL at other stages.
CREATE FUNCTION reviewer_at_stage(appraisal appraisals) RETURNS UUID IMMUTABLE LANGUAGE sql AS $$
    SELECT CASE appraisal.status WHEN 'pending_lm' THEN appraisal.line_manager_staff_id
        WHEN 'pending_dept_head' THEN appraisal.department_head_staff_id END
$$;

CREATE FUNCTION update_queue_lengths() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        -- Always locked in this order, to avoid deadlocks.
        PERFORM FROM queue_lengths
        WHERE organization_id = NEW.organization_id
            AND ((staff_id = reviewer_at_stage(OLD) AND status = OLD.status)
                OR (staff_id = reviewer_at_stage(NEW) AND status = NEW.status))
        ORDER BY staff_id, status FOR UPDATE;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.status IN ('pending_lm', 'pending_dept_head') THEN
        INSERT INTO queue_lengths (organization_id, staff_id, status, length)
        VALUES (NEW.organization_id, reviewer_at_stage(NEW), NEW.status, 1)
        ON CONFLICT (organization_id, staff_id, status)
        DO UPDATE SET length = queue_lengths.length + 1;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        UPDATE queue_lengths SET length = length - 1
        WHERE organization_id = OLD.organization_id
            AND staff_id = reviewer_at_stage(OLD) AND status = OLD.status;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER reviewer_queues_lengthened AFTER INSERT ON appraisals
FOR EACH ROW WHEN (NEW.status IN ('pending_lm', 'pending_dept_head'))
EXECUTE FUNCTION update_queue_lengths();
CREATE TRIGGER reviewer_queues_shortened AFTER DELETE ON appraisals
FOR EACH ROW WHEN (OLD.status IN ('pending_lm', 'pending_dept_head'))
EXECUTE FUNCTION update_queue_lengths();
CREATE TRIGGER reviewer_queues_moved
AFTER UPDATE OF status, line_manager_staff_id, department_head_staff_id ON appraisals
FOR EACH ROW WHEN (NEW.status IN ('pending_lm', 'pending_dept_head')
    OR OLD.status IN ('pending_lm', 'pending_dept_head'))
EXECUTE FUNCTION update_queue_lengths();

CREATE TABLE appraisal_items (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    appraisal_id UUID NOT NULL,
    section TEXT NOT NULL,
    -- The position of the section, for the order of rows on the form.
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

-- Two kinds of rows; the columns of the other kind are NULL.
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
