CREATE TABLE __nouns__ (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name)
) STRICT;

CREATE INDEX __nouns___created ON __nouns__ (organization_id, created_at);

-- Administrators of existing organizations have every permission, too.
UPDATE roles SET permissions = permissions || ' __nouns__:view __nouns__:manage'
WHERE key = 'admin';
