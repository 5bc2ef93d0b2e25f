-- The due date of the oldest line that a payment touched: reports of past days look only at those
-- payments that came for lines that were late by then.
ALTER TABLE payments ADD COLUMN oldest_due_date DATE;

UPDATE payments SET oldest_due_date = (
    SELECT MIN(s.payment_date)
    FROM payment_lines l
    JOIN schedule_lines s ON s.organization_id = l.organization_id
        AND s.facility_id = payments.facility_id AND s.period = l.period
    WHERE l.organization_id = payments.organization_id AND l.payment_id = payments.id
);

CREATE INDEX payments_payment_date ON payments (organization_id, payment_date);
