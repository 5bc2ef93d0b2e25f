//! The carrying amount of a facility in SQL: the balances of the accounts that its origination
//! debited, and of the account that holds its deferred profit.

/// An entry's contribution to the accounts of its facility.
macro_rules! carried {
    () => {
        "e.amount * (
            CASE WHEN e.debit_account IN (o.debit_account, d.debit_account, d.credit_account)
                THEN 1 ELSE 0 END
            - CASE WHEN e.credit_account IN (o.debit_account, d.debit_account, d.credit_account)
                THEN 1 ELSE 0 END)"
    };
}

/// Every entry `e` of every facility `f` of an organization `$1`, with the origination `o` and the
/// deferral `d` of the facility. SQLite joins a CROSS JOIN in the written order.
macro_rules! carried_from {
    () => {
        "FROM facilities f CROSS JOIN journal_entries o CROSS JOIN journals j
            CROSS JOIN journal_entries e
            LEFT JOIN journal_entries d ON d.organization_id = f.organization_id
                AND d.journal_id = f.origination_journal_id AND d.event_type = 'profit_deferral'
        WHERE f.organization_id = $1 AND o.organization_id = f.organization_id
            AND o.journal_id = f.origination_journal_id AND o.event_type = 'origination'
            AND j.organization_id = f.organization_id AND j.facility_id = f.id
            AND e.organization_id = j.organization_id AND e.journal_id = j.id "
    };
}

pub(crate) use {carried, carried_from};
