-- How murabahas that are activated from now on are shown. Until now a mapped deferral decided it.
ALTER TABLE organizations ADD COLUMN murabaha_presentation TEXT NOT NULL DEFAULT 'net';

UPDATE organizations SET murabaha_presentation = 'gross' WHERE EXISTS (
    SELECT 1 FROM account_mappings m
    WHERE m.organization_id = organizations.id AND m.product_type = 'murabaha'
        AND m.event_type = 'profit_deferral'
);

-- The last day of the books that nothing is posted to any more.
ALTER TABLE organizations ADD COLUMN closed_through DATE;

-- The value date of the contra journal: the payment date, or a later one where that was closed.
ALTER TABLE payments ADD COLUMN reversed_on DATE;

UPDATE payments SET reversed_on = payment_date WHERE reversed_at IS NOT NULL;

-- For reports of past days: the few that were undone.
CREATE INDEX payments_reversed_on ON payments (organization_id, reversed_on)
WHERE reversed_on IS NOT NULL;
