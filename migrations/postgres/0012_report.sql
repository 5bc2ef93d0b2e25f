-- Reports find what was reversed, and what came while income had stopped, without reading every
-- payment for every journal.
CREATE INDEX payments_reversal ON payments (organization_id, reversal_journal_id)
WHERE reversed_at IS NOT NULL;
CREATE INDEX payments_non_accrual ON payments (organization_id, journal_id, facility_id)
WHERE status_before = 'non_accrual' AND reversed_at IS NULL;
DROP INDEX payments_payment_date;
CREATE INDEX payments_payment_date ON payments (organization_id, payment_date, amount);
