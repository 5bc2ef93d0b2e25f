-- The file of an import between its upload and the import: the latest of each member of staff.
CREATE TABLE staff_uploads (
    organization_id UUID NOT NULL,
    staff_id UUID NOT NULL,
    id UUID NOT NULL,
    content BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (organization_id, staff_id),
    FOREIGN KEY (organization_id, staff_id) REFERENCES staff (organization_id, id)
);
CREATE INDEX staff_uploads_created ON staff_uploads (created_at);
