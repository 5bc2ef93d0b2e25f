-- Entries of the audit log that are not sealed yet, so that sealing does not scan all recent
-- entries.
CREATE TABLE audit_waiting (
    organization_id BLOB NOT NULL,
    entry_id BLOB NOT NULL,
    PRIMARY KEY (organization_id, entry_id)
) STRICT, WITHOUT ROWID;

-- The last seal of each organization, to detect a log that was truncated together with its seals.
CREATE TABLE audit_heads (
    organization_id BLOB NOT NULL PRIMARY KEY,
    sequence INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;

-- Append-only, except that the name and the network address of the actor can be erased. `fields`
-- lists the names of changed fields; values are those of accounts and days only.
CREATE TABLE audit_entries (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    at TEXT NOT NULL,
    category TEXT NOT NULL,
    action TEXT NOT NULL,
    actor_id BLOB,
    -- 'Erased' after an erasure; `ip` and the salt are then NULL.
    actor_name TEXT NOT NULL,
    -- Random bytes: without them nobody can guess name and address from the commitment.
    actor_salt BLOB,
    -- SHA-256 of salt, name and address; the seal covers it in their place.
    actor_commitment TEXT NOT NULL,
    api_token_id BLOB,
    entity_type TEXT NOT NULL,
    entity_id TEXT,
    fields TEXT NOT NULL,
    request_id TEXT,
    ip TEXT,
    PRIMARY KEY (organization_id, id)
) STRICT;

CREATE INDEX audit_entries_at ON audit_entries (organization_id, at);

CREATE TRIGGER audit_entries_wait AFTER INSERT ON audit_entries
BEGIN
    INSERT INTO audit_waiting (organization_id, entry_id) VALUES (NEW.organization_id, NEW.id);
END;

-- Entries and seals are append-only. The only permitted update of an entry is the erasure. A new
-- rowid could replace another row, which fires no DELETE trigger.
CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE ON audit_entries
WHEN NEW.actor_name IS NOT 'Erased' OR NEW.actor_salt IS NOT NULL OR NEW.ip IS NOT NULL
    OR (NEW.rowid, NEW.organization_id, NEW.id, NEW.at, NEW.category, NEW.action, NEW.actor_id,
        NEW.actor_commitment, NEW.api_token_id, NEW.entity_type, NEW.entity_id, NEW.fields,
        NEW.request_id)
    IS NOT (OLD.rowid, OLD.organization_id, OLD.id, OLD.at, OLD.category, OLD.action, OLD.actor_id,
        OLD.actor_commitment, OLD.api_token_id, OLD.entity_type, OLD.entity_id, OLD.fields,
        OLD.request_id)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- `INSERT OR REPLACE` removes a row without firing DELETE triggers.
CREATE TRIGGER audit_entries_once BEFORE INSERT ON audit_entries
WHEN EXISTS (
    SELECT 1 FROM audit_entries
    WHERE organization_id = NEW.organization_id AND id = NEW.id)
    OR EXISTS (SELECT 1 FROM audit_entries WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- Append-only. One seal per entry, created after its transaction; the hash of a seal covers the
-- entry and the hash of the previous seal.
CREATE TABLE audit_seals (
    organization_id BLOB NOT NULL,
    sequence INTEGER NOT NULL,
    entry_id BLOB NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (organization_id, sequence),
    UNIQUE (organization_id, entry_id)
) STRICT;

CREATE TRIGGER audit_seals_made AFTER INSERT ON audit_seals
BEGIN
    DELETE FROM audit_waiting
    WHERE organization_id = NEW.organization_id AND entry_id = NEW.entry_id;
END;

CREATE TRIGGER audit_seals_unchanged BEFORE UPDATE ON audit_seals
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_seals_kept BEFORE DELETE ON audit_seals
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_seals_noted AFTER INSERT ON audit_seals
BEGIN
    INSERT INTO audit_heads (organization_id, sequence, hash)
    VALUES (NEW.organization_id, NEW.sequence, NEW.hash)
    ON CONFLICT (organization_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash
    WHERE audit_heads.sequence < excluded.sequence;
END;

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
    OR EXISTS (SELECT 1 FROM audit_seals WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
