-- Append-only: entries and seals stay as they were written.
CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_log();
CREATE TRIGGER audit_entries_kept BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
CREATE TRIGGER audit_seals_unchanged BEFORE UPDATE OR DELETE ON audit_seals
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_log();
CREATE TRIGGER audit_seals_kept BEFORE TRUNCATE ON audit_seals
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();

-- The last seal of each organization once more: a log whose end was cut off, together with its
-- seals, would look whole otherwise.
CREATE TABLE audit_heads (
    organization_id UUID NOT NULL PRIMARY KEY,
    sequence BIGINT NOT NULL,
    hash TEXT NOT NULL
);

INSERT INTO audit_heads (organization_id, sequence, hash)
SELECT s.organization_id, s.sequence, s.hash FROM audit_seals s
JOIN (
    SELECT organization_id, MAX(sequence) AS sequence FROM audit_seals GROUP BY organization_id
) ends ON ends.organization_id = s.organization_id AND ends.sequence = s.sequence;

CREATE FUNCTION note_last_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_heads (organization_id, sequence, hash)
    SELECT DISTINCT ON (organization_id) organization_id, sequence, hash FROM made
    ORDER BY organization_id, sequence DESC
    ON CONFLICT (organization_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash
    WHERE audit_heads.sequence < excluded.sequence;
    RETURN NULL;
END $$;
CREATE TRIGGER audit_seals_noted AFTER INSERT ON audit_seals
REFERENCING NEW TABLE AS made
FOR EACH STATEMENT EXECUTE FUNCTION note_last_seal();
