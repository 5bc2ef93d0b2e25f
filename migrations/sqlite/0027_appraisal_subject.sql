-- What the subject was and where they worked when the appraisal was initiated: a later transfer or
-- promotion does not rewrite it.
ALTER TABLE appraisals ADD COLUMN job_title TEXT;
ALTER TABLE appraisals ADD COLUMN department_id BLOB;

UPDATE appraisals SET
    job_title = (SELECT s.job_title FROM staff s
        WHERE s.organization_id = appraisals.organization_id AND s.id = appraisals.staff_id),
    department_id = (SELECT s.department_id FROM staff s
        WHERE s.organization_id = appraisals.organization_id AND s.id = appraisals.staff_id);
