-- Settlements that a reversal has undone. In reports of past days the facility counts as settled
-- from settled_on until the day before reversed_on.
CREATE TABLE reversed_settlements (
    organization_id BLOB NOT NULL,
    -- The payment whose reversal has undone the settlement.
    payment_id BLOB NOT NULL,
    facility_id BLOB NOT NULL,
    settled_on TEXT NOT NULL,
    reversed_on TEXT NOT NULL,
    PRIMARY KEY (organization_id, payment_id),
    FOREIGN KEY (organization_id, payment_id) REFERENCES payments (organization_id, id)
) STRICT;
