-- API tokens end, and an entry of the audit log names the token by which somebody acted.
ALTER TABLE api_tokens ADD COLUMN expires_at TIMESTAMPTZ;
UPDATE api_tokens SET expires_at = now() + INTERVAL '1 year';
ALTER TABLE audit_entries ADD COLUMN api_token_id UUID;

CREATE TRIGGER journals_not_emptied BEFORE TRUNCATE ON journals
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_journals();
CREATE TRIGGER journal_entries_not_emptied BEFORE TRUNCATE ON journal_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_journals();

-- The timeline of a facility is append-only, too.
CREATE FUNCTION refuse_change_of_timelines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'timelines are append-only'; END $$;
CREATE TRIGGER facility_events_unchanged BEFORE UPDATE OR DELETE ON facility_events
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_timelines();
CREATE TRIGGER facility_events_not_emptied BEFORE TRUNCATE ON facility_events
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_timelines();
