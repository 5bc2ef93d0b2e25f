-- The timeline of a facility is append-only, except that the text of an event can be erased with
-- the personal data of its customer.
DROP TRIGGER facility_events_unchanged;

CREATE TRIGGER facility_events_unchanged BEFORE UPDATE ON facility_events
WHEN NEW.text IS NOT NULL
    OR (NEW.rowid, NEW.organization_id, NEW.id, NEW.facility_id, NEW.at, NEW.type, NEW.actor_id,
        NEW.journal_id)
    IS NOT (OLD.rowid, OLD.organization_id, OLD.id, OLD.facility_id, OLD.at, OLD.type, OLD.actor_id,
        OLD.journal_id)
BEGIN SELECT RAISE(ABORT, 'timelines are append-only'); END;
