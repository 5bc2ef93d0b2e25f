-- The timeline of a facility is append-only, except that the text of an event can be erased with
-- the personal data of its customer.
CREATE FUNCTION permit_erasure_in_timelines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    erased facility_events := OLD;
BEGIN
    erased.text := NULL;
    IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM erased THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'timelines are append-only';
END $$;
DROP TRIGGER facility_events_unchanged ON facility_events;
CREATE TRIGGER facility_events_unchanged BEFORE UPDATE OR DELETE ON facility_events
FOR EACH ROW EXECUTE FUNCTION permit_erasure_in_timelines();
