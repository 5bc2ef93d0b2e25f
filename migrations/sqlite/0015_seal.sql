-- Entries of the audit log that wait for their seal: otherwise whoever seals would look through all
-- entries of the last hour each time, and the busier the house, the longer that takes.
CREATE TABLE audit_waiting (
    organization_id BLOB NOT NULL,
    entry_id BLOB NOT NULL,
    PRIMARY KEY (organization_id, entry_id)
) STRICT, WITHOUT ROWID;

INSERT INTO audit_waiting (organization_id, entry_id)
SELECT e.organization_id, e.id FROM audit_entries e
WHERE NOT EXISTS (
    SELECT 1 FROM audit_seals s
    WHERE s.organization_id = e.organization_id AND s.entry_id = e.id
);

CREATE TRIGGER audit_entries_wait AFTER INSERT ON audit_entries
BEGIN
    INSERT INTO audit_waiting (organization_id, entry_id) VALUES (NEW.organization_id, NEW.id);
END;
CREATE TRIGGER audit_seals_made AFTER INSERT ON audit_seals
BEGIN
    DELETE FROM audit_waiting
    WHERE organization_id = NEW.organization_id AND entry_id = NEW.entry_id;
END;
