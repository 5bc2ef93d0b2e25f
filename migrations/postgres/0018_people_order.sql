-- A page of people is read from an index in the order of the list.
CREATE INDEX staff_created ON staff (organization_id, created_at, id);
CREATE INDEX staff_name ON staff (organization_id, LOWER(name), id);
CREATE INDEX staff_started ON staff (organization_id, employment_start_date, id);
CREATE INDEX customers_name ON customers (organization_id, LOWER(name), id);
