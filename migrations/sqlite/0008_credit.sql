-- Amounts are whole numbers of ten-thousandths, rates of millionths of a percent.
CREATE TABLE facilities (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    id BLOB NOT NULL,
    -- CF-YYYYMMDD-XXXX; what people and paths know the facility by.
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
    asset_description TEXT NOT NULL,
    status TEXT NOT NULL,
    asset_status TEXT NOT NULL,
    asset_document_ref TEXT,
    asset_owned_at TEXT,
    asset_owned_by_id BLOB,
    -- The day that the due dates count from: of the creation, then of the activation.
    schedule_start TEXT NOT NULL,
    -- Grows with every payment that changes lines still to come.
    schedule_version INTEGER NOT NULL,
    -- Kept with the lines in one transaction, so that lists and reports need not add lines up.
    outstanding_principal INTEGER NOT NULL CHECK (outstanding_principal >= 0),
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
    -- How the books show the receivable; fixed at activation.
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
    -- Nothing is live without its journal.
    CHECK (
        (status IN ('active', 'overdue', 'non_accrual', 'settled'))
        = (origination_journal_id IS NOT NULL)
    ),
    CHECK ((origination_journal_id IS NULL) = (activated_at IS NULL)),
    CHECK ((status = 'settled') = (settled_at IS NOT NULL)),
    -- Nothing is live that the house did not own.
    CHECK (
        origination_journal_id IS NULL
        OR (product_type = 'diminishing_musharakah' AND asset_status = 'co_owned')
        OR (product_type <> 'diminishing_musharakah' AND asset_status = 'owned_by_provider')
    )
) STRICT;

CREATE INDEX facilities_created ON facilities (organization_id, created_at, id);
CREATE INDEX facilities_status ON facilities (organization_id, status, product_type);
CREATE INDEX facilities_customer ON facilities (organization_id, customer_id);
CREATE INDEX facilities_next_due ON facilities (organization_id, next_due_date)
WHERE status IN ('active', 'overdue', 'non_accrual');

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

-- What is late, or will be: the lines that somebody still has to pay.
CREATE INDEX schedule_lines_unpaid ON schedule_lines (organization_id, payment_date)
WHERE status IN ('pending', 'partial', 'overdue');

CREATE TABLE account_mappings (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    product_type TEXT NOT NULL,
    -- A word of the ledger, or one of a later release that is kept and not used.
    event_type TEXT NOT NULL,
    side TEXT NOT NULL,
    gl_account TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    updated_by_id BLOB NOT NULL,
    PRIMARY KEY (organization_id, product_type, event_type, side)
) STRICT;

-- Append-only: a journal is undone by another one, never changed.
CREATE TABLE journals (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    facility_id BLOB NOT NULL,
    -- The day in the books.
    value_date TEXT NOT NULL,
    posted_at TEXT NOT NULL,
    posted_by_id BLOB NOT NULL,
    -- The journal that this one undoes.
    reversal_of_id BLOB,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, facility_id) REFERENCES facilities (organization_id, id),
    FOREIGN KEY (organization_id, reversal_of_id) REFERENCES journals (organization_id, id)
) STRICT;

CREATE INDEX journals_facility ON journals (organization_id, facility_id);
CREATE INDEX journals_value_date ON journals (organization_id, value_date);
CREATE UNIQUE INDEX journals_reversal ON journals (organization_id, reversal_of_id)
WHERE reversal_of_id IS NOT NULL;

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

CREATE TABLE payments (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    facility_id BLOB NOT NULL,
    -- Counts the payments of the facility, reversed ones too.
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
    journal_id BLOB NOT NULL,
    -- What the facility was before, for the reversal.
    status_before TEXT NOT NULL,
    schedule_version_before INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    created_by_id BLOB NOT NULL,
    reversed_at TEXT,
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

-- The lines that a payment touched: what it paid of each, and how the line was before it.
CREATE TABLE payment_lines (
    organization_id BLOB NOT NULL,
    payment_id BLOB NOT NULL,
    period INTEGER NOT NULL,
    -- Zero for a line that only the balance before it changed.
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

-- The timeline of a facility.
CREATE TABLE facility_events (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    facility_id BLOB NOT NULL,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    actor_id BLOB,
    -- A reason or a document's reference, as somebody gave it.
    text TEXT,
    journal_id BLOB,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, facility_id) REFERENCES facilities (organization_id, id)
) STRICT;

CREATE INDEX facility_events_facility ON facility_events (organization_id, facility_id);

-- The first answer to a request, for those who send it again with the same key.
CREATE TABLE idempotency_keys (
    organization_id BLOB NOT NULL REFERENCES organizations (id),
    -- The act and the caller, so that one caller's keys are not another's.
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    -- JSON.
    answer TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (organization_id, scope, key)
) STRICT;

CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

CREATE TRIGGER journals_unchanged BEFORE UPDATE ON journals
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;
CREATE TRIGGER journals_kept BEFORE DELETE ON journals
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;
CREATE TRIGGER journal_entries_unchanged BEFORE UPDATE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;
CREATE TRIGGER journal_entries_kept BEFORE DELETE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'journals are append-only'); END;
