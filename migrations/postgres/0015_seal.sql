-- Entries of the audit log that wait for their seal: otherwise whoever seals would look through all
-- entries of the last hour each time, and the busier the house, the longer that takes.
CREATE TABLE audit_waiting (
    organization_id UUID NOT NULL,
    entry_id UUID NOT NULL,
    PRIMARY KEY (organization_id, entry_id)
);

INSERT INTO audit_waiting (organization_id, entry_id)
SELECT e.organization_id, e.id FROM audit_entries e
WHERE NOT EXISTS (
    SELECT 1 FROM audit_seals s
    WHERE s.organization_id = e.organization_id AND s.entry_id = e.id
);

CREATE FUNCTION wait_for_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_waiting (organization_id, entry_id) VALUES (NEW.organization_id, NEW.id);
    RETURN NULL;
END $$;
CREATE FUNCTION wait_no_longer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM audit_waiting
    WHERE organization_id = NEW.organization_id AND entry_id = NEW.entry_id;
    RETURN NULL;
END $$;
CREATE TRIGGER audit_entries_wait AFTER INSERT ON audit_entries
FOR EACH ROW EXECUTE FUNCTION wait_for_seal();
CREATE TRIGGER audit_seals_made AFTER INSERT ON audit_seals
FOR EACH ROW EXECUTE FUNCTION wait_no_longer();
