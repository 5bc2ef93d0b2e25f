-- What a notification asks for is done once, and the notification is read then.
ALTER TABLE notifications ADD COLUMN leave_request_id BLOB;

CREATE INDEX notifications_unread ON notifications (organization_id, subject_staff_id)
WHERE read_at IS NULL;

CREATE INDEX departments_supervisor ON departments (organization_id, supervisor_staff_id);

UPDATE notifications SET read_at = strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now')
WHERE read_at IS NULL AND (
    (type IN ('appraisal.started', 'appraisal.stage_advanced') AND EXISTS (
        SELECT 1 FROM appraisals a
        WHERE a.organization_id = notifications.organization_id
            AND a.id = notifications.appraisal_id AND a.status <> notifications.status))
    OR (type = 'leave.requested' AND NOT EXISTS (
        SELECT 1 FROM leave_requests r
        WHERE r.organization_id = notifications.organization_id
            AND r.staff_id = notifications.subject_staff_id AND r.status = 'pending'))
    OR (type = 'staff.confirmation_due' AND EXISTS (
        SELECT 1 FROM staff s
        WHERE s.organization_id = notifications.organization_id
            AND s.id = notifications.subject_staff_id AND s.employment_confirmed_at IS NOT NULL)));
