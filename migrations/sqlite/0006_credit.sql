-- Amounts are whole numbers of ten-thousandths, rates of millionths of a percent.
CREATE TABLE facilities (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    -- CF-YYYYMMDD-XXXX; identifies the facility to users and in paths.
    facility_ref TEXT NOT NULL,
    customer_id BLOB NOT NULL,
    product_type TEXT NOT NULL,
    schedule_method TEXT NOT NULL,
    asset_cost INTEGER NOT NULL CHECK (asset_cost > 0),
    down_payment INTEGER NOT NULL CHECK (down_payment >= 0),
    facility_amount INTEGER NOT NULL CHECK (facility_amount > 0),
    rate INTEGER,
    term_periods INTEGER NOT NULL,
    periods_per_year INTEGER NOT NULL,
    fixed_total_profit INTEGER,
    -- The organization's setting at creation, and the unit of which instalments are multiples.
    instalment_rounding TEXT NOT NULL DEFAULT 'none',
    instalment_unit INTEGER NOT NULL DEFAULT 1 CHECK (instalment_unit > 0),
    asset_description TEXT NOT NULL,
    details_folded TEXT,
    status TEXT NOT NULL,
    asset_status TEXT NOT NULL,
    asset_document_ref TEXT,
    asset_owned_at TEXT,
    asset_owned_by_id BLOB,
    -- Incremented with every change of the facility or its lines, to detect stale changes.
    revision INTEGER NOT NULL DEFAULT 1,
    -- The start date of the schedule: the creation date, then the activation date.
    schedule_start TEXT NOT NULL,
    -- Incremented by every payment that changes future lines.
    schedule_version INTEGER NOT NULL,
    -- Updated in the transaction of the lines, so that lists and reports need not sum the lines.
    outstanding_principal INTEGER NOT NULL CHECK (outstanding_principal >= 0),
    -- The due date of the oldest unpaid line, for days past due. The next instalment is that line,
    -- except on non-accrual, where it is the next unpaid principal.
    oldest_due_date TEXT,
    next_due_date TEXT,
    next_due_amount INTEGER,
    created_by_id BLOB NOT NULL,
    reviewed_by_id BLOB,
    reviewed_at TEXT,
    approved_by_id BLOB,
    approved_at TEXT,
    rejected_by_id BLOB,
    rejected_at TEXT,
    rejection_reason TEXT,
    withdrawn_by_id BLOB,
    withdrawn_at TEXT,
    withdrawal_reason TEXT,
    -- The presentation of the receivable; fixed at activation.
    presentation TEXT,
    activated_by_id BLOB,
    activated_at TEXT,
    activated_on TEXT,
    origination_journal_id BLOB,
    non_accrual_since TEXT,
    non_accrual_reason TEXT,
    settled_at TEXT,
    settled_on TEXT,
    settlement_type TEXT,
    -- The transfer of the title of a leased asset, with its document. `asset_status` keeps the
    -- ownership recorded before activation.
    ownership_transferred_at TEXT,
    ownership_transferred_by_id BLOB,
    transfer_document_ref TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, facility_ref),
    FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id),
    FOREIGN KEY (organization_id, created_by_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, reviewed_by_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, approved_by_id) REFERENCES staff (organization_id, id),
    CHECK (facility_amount = asset_cost - down_payment),
    CHECK (reviewed_by_id IS NULL OR reviewed_by_id <> created_by_id),
    CHECK (approved_by_id IS NULL OR approved_by_id <> created_by_id),
    -- A live facility requires its origination journal.
    CHECK (
        (status IN ('active', 'overdue', 'non_accrual', 'settled'))
        = (origination_journal_id IS NOT NULL)
    ),
    CHECK ((origination_journal_id IS NULL) = (activated_at IS NULL)),
    CHECK ((status = 'settled') = (settled_at IS NOT NULL)),
    -- A live facility requires an owned asset.
    CHECK (
        origination_journal_id IS NULL
        OR (product_type = 'diminishing_musharakah' AND asset_status = 'co_owned')
        OR (product_type <> 'diminishing_musharakah' AND asset_status = 'owned_by_provider')
    )
) STRICT;

CREATE INDEX facilities_status ON facilities (organization_id, status, product_type);
CREATE INDEX facilities_customer ON facilities (organization_id, customer_id);
CREATE INDEX facilities_next_due ON facilities (organization_id, next_due_date)
WHERE status IN ('active', 'overdue', 'non_accrual');
CREATE INDEX facilities_outstanding ON facilities (organization_id, outstanding_principal, id);

-- The filters are columns of the index, so that rows that do not match are not read.
CREATE INDEX facilities_created
ON facilities (organization_id, created_at, id, status, product_type, customer_id, next_due_date,
    oldest_due_date);

CREATE TRIGGER facilities_lengthened AFTER INSERT ON facilities
BEGIN
    INSERT INTO list_lengths (organization_id, list, slot, length)
    VALUES (NEW.organization_id, 'facilities', 0, 1)
    ON CONFLICT (organization_id, list, slot) DO UPDATE SET length = length + 1;
END;

CREATE TRIGGER facilities_shortened AFTER DELETE ON facilities
BEGIN
    UPDATE list_lengths SET length = length - 1
    WHERE organization_id = OLD.organization_id AND list = 'facilities';
END;

CREATE TABLE schedule_lines (
    organization_id BLOB NOT NULL,
    facility_id BLOB NOT NULL,
    period INTEGER NOT NULL,
    payment_date TEXT NOT NULL,
    beginning_balance INTEGER NOT NULL,
    principal_portion INTEGER NOT NULL CHECK (principal_portion >= 0),
    profit_portion INTEGER NOT NULL CHECK (profit_portion >= 0),
    ending_balance INTEGER NOT NULL,
    -- Hundredths of a percent.
    provider_ownership INTEGER NOT NULL CHECK (provider_ownership BETWEEN 0 AND 10000),
    status TEXT NOT NULL,
    principal_paid INTEGER NOT NULL,
    profit_paid INTEGER NOT NULL,
    profit_waived INTEGER NOT NULL,
    PRIMARY KEY (organization_id, facility_id, period),
    FOREIGN KEY (organization_id, facility_id) REFERENCES facilities (organization_id, id),
    CHECK (ending_balance = beginning_balance - principal_portion),
    CHECK (principal_paid BETWEEN 0 AND principal_portion),
    CHECK (profit_paid >= 0 AND profit_waived >= 0)
) STRICT;

-- Unpaid lines by due date.
CREATE INDEX schedule_lines_unpaid ON schedule_lines (organization_id, payment_date)
WHERE status IN ('pending', 'partial', 'overdue');

CREATE TABLE account_mappings (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    product_type TEXT NOT NULL,
    -- An event of the ledger, or one of a later release, which is stored but unused.
    event_type TEXT NOT NULL,
    side TEXT NOT NULL,
    gl_account TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    updated_by_id BLOB NOT NULL,
    PRIMARY KEY (organization_id, product_type, event_type, side)
) STRICT;

-- The names of accounts of the general ledger, whether they are mapped or not.
CREATE TABLE gl_accounts (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    updated_by_id BLOB NOT NULL,
    PRIMARY KEY (organization_id, code)
) STRICT;

-- Append-only: a journal is reversed by another one, never changed.
CREATE TABLE journals (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    facility_id BLOB NOT NULL,
    -- The accounting date.
    value_date TEXT NOT NULL,
    posted_at TEXT NOT NULL,
    posted_by_id BLOB NOT NULL,
    -- The journal that this one reverses.
    reversal_of_id BLOB,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, facility_id) REFERENCES facilities (organization_id, id),
    FOREIGN KEY (organization_id, reversal_of_id) REFERENCES journals (organization_id, id)
) STRICT;

CREATE INDEX journals_value_date ON journals (organization_id, value_date);
CREATE UNIQUE INDEX journals_reversal ON journals (organization_id, reversal_of_id)
WHERE reversal_of_id IS NOT NULL;
CREATE INDEX journals_facility
ON journals (organization_id, facility_id, value_date, posted_at, id);

CREATE TRIGGER journals_unchanged BEFORE UPDATE ON journals
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;

CREATE TRIGGER journals_kept BEFORE DELETE ON journals
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;

CREATE TRIGGER journals_once BEFORE INSERT ON journals
WHEN EXISTS (
    SELECT 1 FROM journals
    WHERE organization_id = NEW.organization_id
        AND (id = NEW.id OR reversal_of_id = NEW.reversal_of_id))
    OR EXISTS (SELECT 1 FROM journals WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;

-- One row is one event with its debit and its credit, so a journal cannot fail to balance.
CREATE TABLE journal_entries (
    organization_id BLOB NOT NULL,
    journal_id BLOB NOT NULL,
    position INTEGER NOT NULL,
    product_type TEXT NOT NULL,
    event_type TEXT NOT NULL,
    debit_account TEXT NOT NULL CHECK (debit_account <> ''),
    credit_account TEXT NOT NULL CHECK (credit_account <> ''),
    amount INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (organization_id, journal_id, position),
    FOREIGN KEY (organization_id, journal_id) REFERENCES journals (organization_id, id)
) STRICT;

-- Sums of the ledger are read from this index alone.
CREATE INDEX journal_entries_event ON journal_entries (organization_id, event_type, amount);

CREATE TRIGGER journal_entries_unchanged BEFORE UPDATE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;

CREATE TRIGGER journal_entries_kept BEFORE DELETE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;

CREATE TRIGGER journal_entries_once BEFORE INSERT ON journal_entries
WHEN EXISTS (
    SELECT 1 FROM journal_entries
    WHERE organization_id = NEW.organization_id AND journal_id = NEW.journal_id
        AND position = NEW.position)
    OR EXISTS (SELECT 1 FROM journal_entries WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;

CREATE TABLE payments (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    facility_id BLOB NOT NULL,
    -- Counts the payments of the facility, including reversed ones.
    number INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    payment_date TEXT NOT NULL,
    reference TEXT NOT NULL,
    early_settlement INTEGER NOT NULL,
    extra_payment INTEGER NOT NULL,
    extra_amount INTEGER NOT NULL CHECK (extra_amount >= 0),
    principal INTEGER NOT NULL CHECK (principal >= 0),
    profit INTEGER NOT NULL CHECK (profit >= 0),
    profit_waived INTEGER NOT NULL CHECK (profit_waived >= 0),
    -- The due date of the oldest line that the payment was applied to, for arrears in reports of
    -- past days.
    oldest_due_date TEXT,
    journal_id BLOB NOT NULL,
    -- The previous status of the facility, for a reversal.
    status_before TEXT NOT NULL,
    schedule_version_before INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    created_by_id BLOB NOT NULL,
    reversed_at TEXT,
    -- The value date of the contra journal: the payment date, or a later one if that period was
    -- closed.
    reversed_on TEXT,
    reversed_by_id BLOB,
    reversal_journal_id BLOB,
    reversal_reason TEXT,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, facility_id, number),
    FOREIGN KEY (organization_id, facility_id) REFERENCES facilities (organization_id, id),
    FOREIGN KEY (organization_id, journal_id) REFERENCES journals (organization_id, id),
    FOREIGN KEY (organization_id, reversal_journal_id) REFERENCES journals (organization_id, id),
    CHECK (amount = principal + profit),
    CHECK ((reversed_at IS NULL) = (reversal_journal_id IS NULL))
) STRICT;

-- Payments by their reversal, and payments on non-accrual, for reports.
CREATE INDEX payments_reversal ON payments (organization_id, reversal_journal_id)
WHERE reversed_at IS NOT NULL;
CREATE INDEX payments_non_accrual ON payments (organization_id, journal_id, facility_id)
WHERE status_before = 'non_accrual' AND reversed_at IS NULL;
CREATE INDEX payments_payment_date ON payments (organization_id, payment_date, amount);

-- Reversed payments, for reports of past days.
CREATE INDEX payments_reversed_on ON payments (organization_id, reversed_on)
WHERE reversed_on IS NOT NULL;

-- Payments of a facility with the same reference.
CREATE INDEX payments_reference ON payments (organization_id, facility_id, reference)
WHERE reference <> '';

-- The lines that a payment was applied to: the amounts, and the previous state of each line.
CREATE TABLE payment_lines (
    organization_id BLOB NOT NULL,
    payment_id BLOB NOT NULL,
    period INTEGER NOT NULL,
    -- Zero for a line that changed only because of an earlier balance.
    principal_applied INTEGER NOT NULL CHECK (principal_applied >= 0),
    profit_applied INTEGER NOT NULL CHECK (profit_applied >= 0),
    status_after TEXT NOT NULL,
    beginning_balance_before INTEGER NOT NULL,
    principal_portion_before INTEGER NOT NULL,
    profit_portion_before INTEGER NOT NULL,
    ending_balance_before INTEGER NOT NULL,
    provider_ownership_before INTEGER NOT NULL,
    status_before TEXT NOT NULL,
    principal_paid_before INTEGER NOT NULL,
    profit_paid_before INTEGER NOT NULL,
    profit_waived_before INTEGER NOT NULL,
    PRIMARY KEY (organization_id, payment_id, period),
    FOREIGN KEY (organization_id, payment_id) REFERENCES payments (organization_id, id)
) STRICT;

-- Suspended profit that an approver waived, which settled the facility.
CREATE TABLE profit_waivers (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    facility_id BLOB NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    waived_on TEXT NOT NULL,
    waived_at TEXT NOT NULL,
    waived_by_id BLOB NOT NULL,
    -- NULL in net presentation: profit that was never booked is not posted.
    journal_id BLOB,
    reversed_at TEXT,
    reversal_journal_id BLOB,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, facility_id) REFERENCES facilities (organization_id, id),
    FOREIGN KEY (organization_id, waived_by_id) REFERENCES staff (organization_id, id),
    FOREIGN KEY (organization_id, journal_id) REFERENCES journals (organization_id, id),
    FOREIGN KEY (organization_id, reversal_journal_id) REFERENCES journals (organization_id, id)
) STRICT;

CREATE UNIQUE INDEX profit_waivers_standing ON profit_waivers (organization_id, facility_id)
WHERE reversed_at IS NULL;
CREATE INDEX profit_waivers_facility ON profit_waivers (organization_id, facility_id);

-- The amount waived on each line, and its previous status.
CREATE TABLE profit_waiver_lines (
    organization_id BLOB NOT NULL,
    waiver_id BLOB NOT NULL,
    period INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    status_before TEXT NOT NULL,
    PRIMARY KEY (organization_id, waiver_id, period),
    FOREIGN KEY (organization_id, waiver_id) REFERENCES profit_waivers (organization_id, id)
) STRICT;

-- The timeline of a facility.
CREATE TABLE facility_events (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    facility_id BLOB NOT NULL,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    actor_id BLOB,
    -- A reason or the reference of a document, as entered.
    text TEXT,
    journal_id BLOB,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, facility_id) REFERENCES facilities (organization_id, id)
) STRICT;

CREATE INDEX facility_events_facility ON facility_events (organization_id, facility_id);

-- The periods of non-accrual, for reports of past days.
CREATE INDEX facility_events_accrual ON facility_events (organization_id, at, facility_id, type)
WHERE type IN ('non_accrual', 'accrual_resumed');

-- The timeline of a facility is append-only.
CREATE TRIGGER facility_events_unchanged BEFORE UPDATE ON facility_events
BEGIN SELECT RAISE(ABORT, 'timelines are append-only'); END;

CREATE TRIGGER facility_events_kept BEFORE DELETE ON facility_events
BEGIN SELECT RAISE(ABORT, 'timelines are append-only'); END;

CREATE TRIGGER facility_events_once BEFORE INSERT ON facility_events
WHEN EXISTS (
    SELECT 1 FROM facility_events
    WHERE organization_id = NEW.organization_id AND id = NEW.id)
    OR EXISTS (SELECT 1 FROM facility_events WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'timelines are append-only'); END;

-- The first response to a request with an idempotency key, for repetitions.
CREATE TABLE idempotency_keys (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    -- The action and the caller, so that callers cannot share keys.
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    -- JSON.
    answer TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, scope, key)
) STRICT;

CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
