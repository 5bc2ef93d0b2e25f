-- The forms in which lists are searched and sorted, beside the texts that they come from. SQL
-- cannot make them: the program writes them with every change, and fills in those that are missing
-- after its migrations. `_folded` is what searches compare; `name_sort_key` is a collation key.
ALTER TABLE staff ADD COLUMN name_folded TEXT;
ALTER TABLE staff ADD COLUMN name_sort_key BYTEA;
ALTER TABLE staff ADD COLUMN details_folded TEXT;
ALTER TABLE customers ADD COLUMN name_folded TEXT;
ALTER TABLE customers ADD COLUMN name_sort_key BYTEA;
ALTER TABLE customers ADD COLUMN details_folded TEXT;
ALTER TABLE portal_accounts ADD COLUMN email_folded TEXT;
ALTER TABLE facilities ADD COLUMN details_folded TEXT;

DROP INDEX staff_name;
CREATE INDEX staff_name ON staff (organization_id, name_sort_key, id);
DROP INDEX customers_name;
CREATE INDEX customers_name ON customers (organization_id, name_sort_key, id);

-- Finds what is to be filled in.
CREATE INDEX staff_unfolded ON staff (organization_id, id) WHERE name_folded IS NULL;
CREATE INDEX customers_unfolded ON customers (organization_id, id) WHERE name_folded IS NULL;
CREATE INDEX portal_accounts_unfolded ON portal_accounts (organization_id, id)
WHERE email_folded IS NULL;
CREATE INDEX facilities_unfolded ON facilities (organization_id, id) WHERE details_folded IS NULL;
