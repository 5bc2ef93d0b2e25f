-- The oldest unpaid line says how late a facility is. The next amount to pay is that line as well,
-- except on non-accrual, where it is the next unpaid principal.
ALTER TABLE facilities ADD COLUMN oldest_due_date TEXT;

UPDATE facilities SET oldest_due_date = next_due_date;

UPDATE facilities SET
    next_due_date = (SELECT l.payment_date FROM schedule_lines l
        WHERE l.organization_id = facilities.organization_id AND l.facility_id = facilities.id
            AND l.status IN ('pending', 'partial', 'overdue')
            AND l.principal_paid < l.principal_portion
        ORDER BY l.period LIMIT 1),
    next_due_amount = (SELECT l.principal_portion - l.principal_paid FROM schedule_lines l
        WHERE l.organization_id = facilities.organization_id AND l.facility_id = facilities.id
            AND l.status IN ('pending', 'partial', 'overdue')
            AND l.principal_paid < l.principal_portion
        ORDER BY l.period LIMIT 1)
WHERE status = 'non_accrual';

-- Filters are looked at in the index, so that rows that do not count are not read.
DROP INDEX facilities_created;
CREATE INDEX facilities_created ON facilities
    (organization_id, created_at, id, status, product_type, customer_id, next_due_date,
    oldest_due_date);
