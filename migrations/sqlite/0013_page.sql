-- The pages of one person's leave and of one facility's journals, in the order in which they show
-- them.
CREATE INDEX leave_requests_own ON leave_requests (organization_id, staff_id, created_at, id);
DROP INDEX journals_facility;
CREATE INDEX journals_facility
ON journals (organization_id, facility_id, value_date, posted_at, id);
