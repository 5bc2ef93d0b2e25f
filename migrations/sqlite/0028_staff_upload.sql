-- The file of an import between its upload and the import: the latest of each member of staff.
CREATE TABLE staff_uploads (
    organization_id BLOB NOT NULL,
    staff_id BLOB NOT NULL,
    id BLOB NOT NULL,
    content BLOB NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, staff_id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
) STRICT;
CREATE INDEX staff_uploads_created ON staff_uploads (created_at);
