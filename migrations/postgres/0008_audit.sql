-- Entries of the audit log that are not sealed yet, so that sealing does not scan all recent
-- entries.
CREATE TABLE audit_waiting (
    organization_id UUID NOT NULL,
    entry_id UUID NOT NULL,
    PRIMARY KEY (organization_id, entry_id)
);

-- The last seal of each organization, to detect a log that was truncated together with its seals.
CREATE TABLE audit_heads (
    organization_id UUID NOT NULL PRIMARY KEY,
    sequence BIGINT NOT NULL,
    hash TEXT NOT NULL
);

-- Append-only, except that the name and the network address of the actor can be erased. `fields`
-- lists the names of changed fields; values are those of accounts and days only.
CREATE TABLE audit_entries (
    organization_id UUID NOT NULL REFERENCES organizations (id),
    id UUID NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    category TEXT NOT NULL,
    action TEXT NOT NULL,
    actor_id UUID,
    -- 'Erased' after an erasure; `ip` and the salt are then NULL.
    actor_name TEXT NOT NULL,
    -- Random bytes: without them nobody can guess name and address from the commitment.
    actor_salt BYTEA,
    -- SHA-256 of salt, name and address; the seal covers it in their place.
    actor_commitment TEXT NOT NULL,
    api_token_id UUID,
    entity_type TEXT NOT NULL,
    entity_id TEXT,
    fields TEXT NOT NULL,
    request_id TEXT,
    ip TEXT,
    PRIMARY KEY (organization_id, id)
);

CREATE INDEX audit_entries_at ON audit_entries (organization_id, at);

CREATE FUNCTION wait_for_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_waiting (organization_id, entry_id) VALUES (NEW.organization_id, NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER audit_entries_wait AFTER INSERT ON audit_entries
FOR EACH ROW EXECUTE FUNCTION wait_for_seal();

-- Entries and seals are append-only. The only permitted update of an entry is the erasure.
CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
CREATE FUNCTION permit_erasure_in_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    erased audit_entries := OLD;
BEGIN
    erased.actor_name := 'Erased';
    erased.actor_salt := NULL;
    erased.ip := NULL;
    IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM erased THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION permit_erasure_in_audit_log();
CREATE TRIGGER audit_entries_kept BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();

-- Append-only. One seal per entry, created after its transaction; the hash of a seal covers the
-- entry and the hash of the previous seal.
CREATE TABLE audit_seals (
    organization_id UUID NOT NULL,
    sequence BIGINT NOT NULL,
    entry_id UUID NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (organization_id, sequence),
    UNIQUE (organization_id, entry_id)
);

CREATE FUNCTION wait_no_longer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM audit_waiting
    WHERE organization_id = NEW.organization_id AND entry_id = NEW.entry_id;
    RETURN NULL;
END $$;
CREATE TRIGGER audit_seals_made AFTER INSERT ON audit_seals
FOR EACH ROW EXECUTE FUNCTION wait_no_longer();
CREATE TRIGGER audit_seals_unchanged BEFORE UPDATE OR DELETE ON audit_seals
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_log();
CREATE TRIGGER audit_seals_kept BEFORE TRUNCATE ON audit_seals
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();

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
