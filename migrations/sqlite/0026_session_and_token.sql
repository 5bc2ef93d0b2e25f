-- API tokens end, and an entry of the audit log names the token by which somebody acted.
ALTER TABLE api_tokens ADD COLUMN expires_at TEXT;
UPDATE api_tokens SET expires_at = strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now', '+1 year');
ALTER TABLE audit_entries ADD COLUMN api_token_id BLOB;

-- `INSERT OR REPLACE` removes a row without asking the triggers of DELETE.
CREATE TRIGGER audit_entries_once BEFORE INSERT ON audit_entries
WHEN EXISTS (
    SELECT 1 FROM audit_entries
    WHERE organization_id = NEW.organization_id AND id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
-- Two servers may seal the same entry at once; the same seal again is not added.
CREATE TRIGGER audit_seals_once BEFORE INSERT ON audit_seals
WHEN EXISTS (
    SELECT 1 FROM audit_seals
    WHERE organization_id = NEW.organization_id AND sequence = NEW.sequence
        AND (entry_id <> NEW.entry_id OR hash <> NEW.hash))
    OR EXISTS (
    SELECT 1 FROM audit_seals
    WHERE organization_id = NEW.organization_id AND entry_id = NEW.entry_id
        AND sequence <> NEW.sequence)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER journals_once BEFORE INSERT ON journals
WHEN EXISTS (
    SELECT 1 FROM journals
    WHERE organization_id = NEW.organization_id
        AND (id = NEW.id OR reversal_of_id = NEW.reversal_of_id))
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;
CREATE TRIGGER journal_entries_once BEFORE INSERT ON journal_entries
WHEN EXISTS (
    SELECT 1 FROM journal_entries
    WHERE organization_id = NEW.organization_id AND journal_id = NEW.journal_id
        AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;

-- The timeline of a facility is append-only, too.
CREATE TRIGGER facility_events_unchanged BEFORE UPDATE ON facility_events
BEGIN SELECT RAISE(ABORT, 'timelines are append-only'); END;
CREATE TRIGGER facility_events_kept BEFORE DELETE ON facility_events
BEGIN SELECT RAISE(ABORT, 'timelines are append-only'); END;
CREATE TRIGGER facility_events_once BEFORE INSERT ON facility_events
WHEN EXISTS (
    SELECT 1 FROM facility_events
    WHERE organization_id = NEW.organization_id AND id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'timelines are append-only'); END;
