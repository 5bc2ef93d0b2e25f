-- When somebody last gave their password in a session; none for the sign-in that began it.
ALTER TABLE sessions ADD COLUMN password_confirmed_at TEXT;
ALTER TABLE portal_sessions ADD COLUMN password_confirmed_at TEXT;

-- A sign-off is written once: `INSERT OR REPLACE` would put another one in its place.
CREATE TRIGGER appraisal_reviews_once BEFORE INSERT ON appraisal_reviews
WHEN EXISTS (
    SELECT 1 FROM appraisal_reviews
    WHERE organization_id = NEW.organization_id
        AND (id = NEW.id OR (appraisal_id = NEW.appraisal_id AND stage = NEW.stage)))
BEGIN SELECT RAISE(ABORT, 'a sign-off is written once'); END;
