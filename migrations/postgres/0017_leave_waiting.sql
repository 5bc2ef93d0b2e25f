-- The requests that wait for a decision, which every page of somebody who decides counts.
CREATE INDEX leave_requests_waiting ON leave_requests (organization_id, staff_id)
WHERE status = 'pending';
