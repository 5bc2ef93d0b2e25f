-- The title of a leased asset passes to the customer by an act of its own, with its document.
-- `asset_status` stays what the house has shown before activation.
ALTER TABLE facilities ADD COLUMN ownership_transferred_at TIMESTAMPTZ;
ALTER TABLE facilities ADD COLUMN ownership_transferred_by_id UUID;
ALTER TABLE facilities ADD COLUMN transfer_document_ref TEXT;

-- Until now the payment that settled a lease transferred the title.
UPDATE facilities SET ownership_transferred_at = settled_at
WHERE product_type = 'ijarah' AND status = 'settled';

-- Suspended profit that an approver gave up, which settled the facility.
CREATE TABLE profit_waivers (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    facility_id UUID NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    waived_on DATE NOT NULL,
    waived_at TIMESTAMPTZ NOT NULL,
    waived_by_id UUID NOT NULL,
    -- None where the books show the facility net: profit that was never booked posts nothing.
    journal_id UUID,
    reversed_at TIMESTAMPTZ,
    reversal_journal_id UUID,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, facility_id) REFERENCES facilities (organization_id, id),
    FOREIGN KEY (organization_id, waived_by_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, journal_id) REFERENCES journals (organization_id, id),
    FOREIGN KEY (organization_id, reversal_journal_id) REFERENCES journals (organization_id, id)
);

CREATE UNIQUE INDEX profit_waivers_standing ON profit_waivers (organization_id, facility_id)
WHERE reversed_at IS NULL;
CREATE INDEX profit_waivers_facility ON profit_waivers (organization_id, facility_id);

-- What a waiver gave up on which line, and how the line was before it.
CREATE TABLE profit_waiver_lines (
    organization_id UUID NOT NULL,
    waiver_id UUID NOT NULL,
    period BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    status_before TEXT NOT NULL,
    PRIMARY KEY (organization_id, waiver_id, period),
    FOREIGN KEY (organization_id, waiver_id) REFERENCES profit_waivers (organization_id, id)
);

-- Reports of past days find when income was not recognised.
CREATE INDEX facility_events_accrual ON facility_events (organization_id, at, facility_id, type)
WHERE type IN ('non_accrual', 'accrual_resumed');
