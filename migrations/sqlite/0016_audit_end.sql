-- Append-only: entries and seals stay as they were written.
CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_seals_unchanged BEFORE UPDATE ON audit_seals
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_seals_kept BEFORE DELETE ON audit_seals
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- The last seal of each organization once more: a log whose end was cut off, together with its
-- seals, would look whole otherwise.
CREATE TABLE audit_heads (
    organization_id BLOB NOT NULL PRIMARY KEY,
    sequence INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;

INSERT INTO audit_heads (organization_id, sequence, hash)
SELECT s.organization_id, s.sequence, s.hash FROM audit_seals s
JOIN (
    SELECT organization_id, MAX(sequence) AS sequence FROM audit_seals GROUP BY organization_id
) ends ON ends.organization_id = s.organization_id AND ends.sequence = s.sequence;

CREATE TRIGGER audit_seals_noted AFTER INSERT ON audit_seals
BEGIN
    INSERT INTO audit_heads (organization_id, sequence, hash)
    VALUES (NEW.organization_id, NEW.sequence, NEW.hash)
    ON CONFLICT (organization_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash
    WHERE audit_heads.sequence < excluded.sequence;
END;
