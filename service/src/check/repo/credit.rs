//! SQL of the rules of credit.

use database::{Sql, statements};

statements! {
    /// An entry debits and credits the same amount, so a journal balances if it has entries, all
    /// above zero.
    UNBALANCED = "SELECT 'journal' AS entity, j.id FROM journals j
        WHERE j.organization_id = $1 AND (
            NOT EXISTS (SELECT 1 FROM journal_entries e
                WHERE e.organization_id = j.organization_id AND e.journal_id = j.id)
            OR EXISTS (SELECT 1 FROM journal_entries e
                WHERE e.organization_id = j.organization_id AND e.journal_id = j.id
                    AND (e.amount <= 0 OR e.debit_account = '' OR e.credit_account = '')))";
    /// A contra journal has the entries of the journal that it reverses, with the sides exchanged.
    CONTRA = "SELECT 'journal' AS entity, r.id FROM journals r
        JOIN journals j ON j.organization_id = r.organization_id AND j.id = r.reversal_of_id
        WHERE r.organization_id = $1 AND (j.facility_id <> r.facility_id
            OR EXISTS (SELECT 1 FROM journal_entries e
                WHERE e.organization_id = j.organization_id AND e.journal_id = j.id
                    AND NOT EXISTS (SELECT 1 FROM journal_entries c
                        WHERE c.organization_id = r.organization_id AND c.journal_id = r.id
                            AND c.position = e.position AND c.event_type = e.event_type
                            AND c.amount = e.amount AND c.debit_account = e.credit_account
                            AND c.credit_account = e.debit_account))
            OR (SELECT COUNT(*) FROM journal_entries c
                WHERE c.organization_id = r.organization_id AND c.journal_id = r.id)
                <> (SELECT COUNT(*) FROM journal_entries e
                WHERE e.organization_id = j.organization_id AND e.journal_id = j.id))";
    ORPHAN = "SELECT 'journal' AS entity, j.id FROM journals j
        WHERE j.organization_id = $1
            AND NOT EXISTS (SELECT 1 FROM facilities f
                WHERE f.organization_id = j.organization_id AND f.id = j.facility_id
                    AND f.origination_journal_id = j.id)
            AND NOT EXISTS (SELECT 1 FROM payments p
                WHERE p.organization_id = j.organization_id AND p.facility_id = j.facility_id
                    AND (p.journal_id = j.id OR p.reversal_journal_id = j.id))
            AND NOT EXISTS (SELECT 1 FROM profit_waivers w
                WHERE w.organization_id = j.organization_id AND w.facility_id = j.facility_id
                    AND (w.journal_id = j.id OR w.reversal_journal_id = j.id))";
    LEDGER = "SELECT 'facility' AS entity, f.id FROM facilities f
        LEFT JOIN (SELECT facility_id, SUM(principal_portion - principal_paid) AS owed
            FROM schedule_lines WHERE organization_id = $1 GROUP BY facility_id) AS lines
            ON lines.facility_id = f.id
        LEFT JOIN (SELECT j.facility_id,
                SUM(CASE WHEN j.reversal_of_id IS NULL THEN e.amount ELSE -e.amount END) AS owed
            FROM journals j
            JOIN principal_entries e ON e.organization_id = j.organization_id
                AND e.journal_id = j.id
            WHERE j.organization_id = $1 GROUP BY j.facility_id) AS ledger
            ON ledger.facility_id = f.id
        WHERE f.organization_id = $1 AND f.origination_journal_id IS NOT NULL
            AND COALESCE(lines.owed, 0) <> COALESCE(ledger.owed, 0)";
    /// The balances of the accounts, regardless of the events' names: this finds an amount on a
    /// wrong account.
    ACCOUNTS = "SELECT 'facility' AS entity, f.id FROM facilities f
        LEFT JOIN (SELECT facility_id, SUM(principal_portion - principal_paid) AS owed
            FROM schedule_lines WHERE organization_id = $1 GROUP BY facility_id) AS lines
            ON lines.facility_id = f.id
        LEFT JOIN (SELECT facility_id, SUM(amount) AS held
            FROM carrying_entries WHERE organization_id = $1 GROUP BY facility_id) AS accounts
            ON accounts.facility_id = f.id
        WHERE f.organization_id = $1 AND f.origination_journal_id IS NOT NULL
            AND COALESCE(lines.owed, 0) <> COALESCE(accounts.held, 0)";
    /// The deferral of an origination defers the whole profit; that of a payment waives it.
    DEFERRED = "SELECT 'facility' AS entity, f.id FROM facilities f
        LEFT JOIN (SELECT facility_id,
                SUM(profit_portion - profit_paid - profit_waived) AS unearned
            FROM schedule_lines WHERE organization_id = $1 GROUP BY facility_id) AS lines
            ON lines.facility_id = f.id
        LEFT JOIN (SELECT j.facility_id,
                SUM(CASE WHEN j.id = g.origination_journal_id OR j.reversal_of_id IS NOT NULL
                    THEN e.amount ELSE -e.amount END) AS unearned
            FROM facilities g
            JOIN journals j ON j.organization_id = g.organization_id AND j.facility_id = g.id
            JOIN journal_entries e ON e.organization_id = j.organization_id
                AND e.journal_id = j.id
                AND e.event_type IN ('profit_deferral', 'profit_recognition')
            WHERE g.organization_id = $1 AND g.presentation = 'gross'
            GROUP BY j.facility_id) AS ledger
            ON ledger.facility_id = f.id
        WHERE f.organization_id = $1 AND f.presentation = 'gross'
            AND f.origination_journal_id IS NOT NULL
            AND COALESCE(lines.unearned, 0) <> COALESCE(ledger.unearned, 0)";
    KEPT = "SELECT 'facility' AS entity, f.id FROM facilities f
        LEFT JOIN (SELECT facility_id, SUM(principal_portion - principal_paid) AS owed,
                MIN(CASE WHEN status IN ('pending', 'partial', 'overdue') THEN payment_date END)
                    AS oldest,
                MIN(CASE WHEN status IN ('pending', 'partial', 'overdue')
                    AND principal_paid < principal_portion THEN payment_date END) AS principal_due
            FROM schedule_lines WHERE organization_id = $1 GROUP BY facility_id) AS lines
            ON lines.facility_id = f.id
        WHERE f.organization_id = $1 AND f.origination_journal_id IS NOT NULL
            AND (f.outstanding_principal <> COALESCE(lines.owed, 0)
                OR COALESCE(CAST(f.oldest_due_date AS TEXT), '')
                    <> COALESCE(CAST(lines.oldest AS TEXT), '')
                OR COALESCE(CAST(f.next_due_date AS TEXT), '')
                    <> COALESCE(CAST(CASE WHEN f.status = 'non_accrual' THEN lines.principal_due
                        ELSE lines.oldest END AS TEXT), ''))";
    PAYMENT = "SELECT 'payment' AS entity, p.id FROM payments p
        LEFT JOIN (SELECT payment_id, SUM(principal_applied) AS principal,
                SUM(profit_applied) AS profit
            FROM payment_lines WHERE organization_id = $1 GROUP BY payment_id) AS applied
            ON applied.payment_id = p.id
        WHERE p.organization_id = $1
            AND (p.profit <> COALESCE(applied.profit, 0)
                OR p.principal <> COALESCE(applied.principal, 0) + p.extra_amount)";
    SETTLED = "SELECT 'facility' AS entity, f.id FROM facilities f
        WHERE f.organization_id = $1 AND (
            (f.status = 'settled' AND f.outstanding_principal <> 0)
            OR (f.status IN ('active', 'overdue', 'non_accrual') AND NOT EXISTS (
                SELECT 1 FROM schedule_lines l
                WHERE l.organization_id = f.organization_id AND l.facility_id = f.id
                    AND l.status IN ('pending', 'partial', 'overdue'))))";
    NON_ACCRUAL_INCOME = "SELECT DISTINCT 'payment' AS entity, p.id FROM payments p
        JOIN journal_entries e ON e.organization_id = p.organization_id
            AND e.journal_id = p.journal_id
        WHERE p.organization_id = $1 AND p.status_before = 'non_accrual' AND e.event_type IN
            ('installment_profit', 'installment_profit_collection', 'early_settlement_profit',
                'early_settlement_profit_collection', 'profit_recognition')";
    OWNERSHIP = "SELECT 'facility' AS entity, f.id FROM facilities f
        WHERE f.organization_id = $1 AND f.origination_journal_id IS NOT NULL
            AND (f.asset_owned_at IS NULL OR f.asset_owned_at > f.activated_at
                OR f.asset_status <> CASE f.product_type
                    WHEN 'diminishing_musharakah' THEN 'co_owned' ELSE 'owned_by_provider' END)";
    /// Profit of a closed line that was neither received nor, as future rent, never earned: only a
    /// waiver gives it up, in full.
    FORGIVEN = "SELECT DISTINCT 'facility' AS entity, f.id FROM facilities f
        JOIN schedule_lines l ON l.organization_id = f.organization_id AND l.facility_id = f.id
        WHERE f.organization_id = $1 AND f.status = 'settled'
            AND l.profit_portion > l.profit_paid
            AND (f.product_type = 'murabaha' OR l.payment_date <= f.settled_on)
            AND l.profit_portion - l.profit_paid <> COALESCE((SELECT SUM(g.amount)
                FROM profit_waivers w
                JOIN profit_waiver_lines g ON g.organization_id = w.organization_id
                    AND g.waiver_id = w.id
                WHERE w.organization_id = f.organization_id AND w.facility_id = f.id
                    AND w.reversed_at IS NULL AND g.period = l.period), 0)";
    TRANSFERRED = "SELECT 'facility' AS entity, f.id FROM facilities f
        WHERE f.organization_id = $1 AND f.ownership_transferred_at IS NOT NULL
            AND (f.status <> 'settled' OR f.product_type <> 'ijarah')";
    SAME_PERSON = "SELECT 'facility' AS entity, f.id FROM facilities f
        WHERE f.organization_id = $1
            AND (f.reviewed_by_id = f.created_by_id OR f.approved_by_id = f.created_by_id)";
}

/// A rule of credit.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum CreditRule {
    Balanced,
    Contra,
    Posted,
    Ledger,
    Accounts,
    Deferred,
    Kept,
    Payment,
    Settled,
    NonAccrual,
    Ownership,
    Transferred,
    Forgiven,
    Makers,
}

impl CreditRule {
    pub(in crate::check) const ALL: &'static [Self] = &[
        Self::Balanced,
        Self::Contra,
        Self::Posted,
        Self::Ledger,
        Self::Accounts,
        Self::Deferred,
        Self::Kept,
        Self::Payment,
        Self::Settled,
        Self::NonAccrual,
        Self::Ownership,
        Self::Transferred,
        Self::Forgiven,
        Self::Makers,
    ];

    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Balanced => "JOURNAL_UNBALANCED",
            Self::Contra => "REVERSAL_MISMATCH",
            Self::Posted => "JOURNAL_WITHOUT_ACT",
            Self::Ledger => "SCHEDULE_AGAINST_LEDGER",
            Self::Accounts => "ACCOUNTS_AGAINST_SCHEDULE",
            Self::Deferred => "DEFERRED_PROFIT_AGAINST_SCHEDULE",
            Self::Kept => "OUTSTANDING_AGAINST_SCHEDULE",
            Self::Payment => "PAYMENT_AGAINST_LINES",
            Self::Settled => "STATUS_AGAINST_SCHEDULE",
            Self::NonAccrual => "INCOME_WHILE_NON_ACCRUAL",
            Self::Ownership => "ACTIVATED_WITHOUT_OWNERSHIP",
            Self::Transferred => "TRANSFERRED_BEFORE_SETTLEMENT",
            Self::Forgiven => "PROFIT_FORGIVEN_WITHOUT_WAIVER",
            Self::Makers => "MAKER_IS_CHECKER",
        }
    }

    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Balanced => "The journal has no entries, or one of nothing",
            Self::Contra => "The journal does not undo the one that it names",
            Self::Posted => "No activation, payment or reversal posted the journal",
            Self::Ledger => "The ledger and the schedule disagree on the principal owed",
            Self::Accounts => {
                "The accounts that its origination debited do not hold the principal owed"
            }
            Self::Deferred => "The ledger and the schedule disagree on the profit still deferred",
            Self::Kept => "The kept figures are not those of the schedule",
            Self::Payment => "The payment is not what its lines add up to",
            Self::Settled => "The status and what is owed disagree",
            Self::NonAccrual => "Income was booked on non-accrual",
            Self::Ownership => "It came to life before the house owned the asset",
            Self::Transferred => "The title of the asset passed before the lease was settled",
            Self::Forgiven => "Profit that was owed was given up without a waiver",
            Self::Makers => "Who structured it also passed it",
        }
    }

    pub(super) const fn statement(self) -> Sql {
        match self {
            Self::Balanced => UNBALANCED,
            Self::Contra => CONTRA,
            Self::Posted => ORPHAN,
            Self::Ledger => LEDGER,
            Self::Accounts => ACCOUNTS,
            Self::Deferred => DEFERRED,
            Self::Kept => KEPT,
            Self::Payment => PAYMENT,
            Self::Settled => SETTLED,
            Self::NonAccrual => NON_ACCRUAL_INCOME,
            Self::Ownership => OWNERSHIP,
            Self::Transferred => TRANSFERRED,
            Self::Forgiven => FORGIVEN,
            Self::Makers => SAME_PERSON,
        }
    }
}
