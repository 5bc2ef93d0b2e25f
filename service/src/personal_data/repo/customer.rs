//! SQL of the data about a customer: `$2`.

use uuid::Uuid;

use super::Section;
use crate::transaction::ReadTx;
use database::{Result, statements};

/// The data about a customer.
pub(super) const SECTIONS: &[Section] = &[
    Section::new("customers", "customers", CUSTOMERS),
    Section::new("portalAccounts", "portal_accounts", ACCOUNTS),
    Section::new("sessions", "portal_sessions", SESSIONS),
    Section::new("secondFactors", "customer_mfa_credentials", SECOND_FACTORS),
    Section::new("signIns", "customer_pre_auth_tokens", SIGN_INS),
    Section::new("facilities", "facilities", FACILITIES),
    Section::new("scheduleLines", "schedule_lines", SCHEDULE_LINES),
    Section::new("facilityEvents", "facility_events", FACILITY_EVENTS),
    Section::new("journals", "journals", JOURNALS),
    Section::new("journalEntries", "journal_entries", JOURNAL_ENTRIES),
    Section::new("payments", "payments", PAYMENTS),
    Section::new("paymentLines", "payment_lines", PAYMENT_LINES),
    Section::new("reversedSettlements", "reversed_settlements", REVERSED_SETTLEMENTS),
    Section::new("profitWaivers", "profit_waivers", WAIVERS),
    Section::new("profitWaiverLines", "profit_waiver_lines", WAIVER_LINES),
];

statements! {
    OF_FACILITY = "SELECT customer_id
        FROM facilities WHERE organization_id = $1 AND facility_ref = $2";

    CUSTOMERS = "SELECT id, name, email, phone, type, registration_number, address, created_at,
            updated_at
        FROM customers WHERE organization_id = $1 AND id = $2";

    ACCOUNTS = "SELECT id, customer_id, email, is_blocked, 'held' AS password_hash,
            password_scheme, password_version, password_change_required, created_at, updated_at
        FROM portal_accounts WHERE organization_id = $1 AND customer_id = $2";

    SESSIONS = "SELECT s.id, s.portal_account_id, s.password_version, s.created_at, s.last_seen_at,
            s.password_confirmed_at, s.expires_at, s.revoked_at, s.ip, s.user_agent
        FROM portal_accounts a CROSS JOIN portal_sessions s
        WHERE a.organization_id = $1 AND a.customer_id = $2
            AND s.organization_id = a.organization_id AND s.portal_account_id = a.id
        ORDER BY s.created_at, s.id";

    SECOND_FACTORS = "SELECT m.id, m.customer_portal_account_id, 'held' AS encrypted_secret,
            m.enabled, 'held' AS backup_codes_hashes, m.totp_last_step, m.totp_failures,
            m.started_at, m.enabled_at
        FROM portal_accounts a CROSS JOIN customer_mfa_credentials m
        WHERE a.organization_id = $1 AND a.customer_id = $2
            AND m.organization_id = a.organization_id AND m.customer_portal_account_id = a.id";

    SIGN_INS = "SELECT 'held' AS token_hash, t.customer_portal_account_id, t.password_version,
            t.created_at, t.expires_at, t.used_at, t.failed_attempts, t.ip
        FROM portal_accounts a CROSS JOIN customer_pre_auth_tokens t
        WHERE a.organization_id = $1 AND a.customer_id = $2
            AND t.organization_id = a.organization_id AND t.customer_portal_account_id = a.id
        ORDER BY t.created_at";

    FACILITIES = "SELECT id, facility_ref, customer_id, product_type, schedule_method, asset_cost,
            down_payment, facility_amount, rate, term_periods, periods_per_year,
            fixed_total_profit, instalment_rounding, instalment_unit, asset_description, status,
            asset_status, asset_document_ref, asset_owned_at, asset_owned_by_id, revision,
            schedule_start, schedule_version, outstanding_principal, oldest_due_date,
            next_due_date, next_due_amount, created_by_id, reviewed_by_id, reviewed_at,
            approved_by_id, approved_at, rejected_by_id, rejected_at, rejection_reason,
            withdrawn_by_id, withdrawn_at, withdrawal_reason, presentation, activated_by_id,
            activated_at, activated_on, origination_journal_id, non_accrual_since,
            non_accrual_reason, settled_at, settled_on, settlement_type,
            ownership_transferred_at, ownership_transferred_by_id, transfer_document_ref,
            created_at, updated_at
        FROM facilities WHERE organization_id = $1 AND customer_id = $2 ORDER BY created_at, id";

    SCHEDULE_LINES = "SELECT l.facility_id, l.period, l.payment_date, l.beginning_balance,
            l.principal_portion, l.profit_portion, l.ending_balance, l.provider_ownership,
            l.status, l.principal_paid, l.profit_paid, l.profit_waived
        FROM facilities f CROSS JOIN schedule_lines l
        WHERE f.organization_id = $1 AND f.customer_id = $2
            AND l.organization_id = f.organization_id AND l.facility_id = f.id
        ORDER BY l.facility_id, l.period";

    FACILITY_EVENTS = "SELECT e.id, e.facility_id, e.at, e.type, e.actor_id, e.text, e.journal_id
        FROM facilities f CROSS JOIN facility_events e
        WHERE f.organization_id = $1 AND f.customer_id = $2
            AND e.organization_id = f.organization_id AND e.facility_id = f.id
        ORDER BY e.at, e.id";

    JOURNALS = "SELECT j.id, j.facility_id, j.value_date, j.posted_at, j.posted_by_id,
            j.reversal_of_id
        FROM facilities f CROSS JOIN journals j
        WHERE f.organization_id = $1 AND f.customer_id = $2
            AND j.organization_id = f.organization_id AND j.facility_id = f.id
        ORDER BY j.facility_id, j.value_date, j.posted_at, j.id";

    JOURNAL_ENTRIES = "SELECT e.journal_id, e.position, e.product_type, e.event_type,
            e.debit_account, e.credit_account, e.amount
        FROM facilities f CROSS JOIN journals j
        CROSS JOIN journal_entries e
        WHERE f.organization_id = $1 AND f.customer_id = $2
            AND j.organization_id = f.organization_id AND j.facility_id = f.id
            AND e.organization_id = j.organization_id AND e.journal_id = j.id
        ORDER BY j.facility_id, j.posted_at, e.journal_id, e.position";

    PAYMENTS = "SELECT p.id, p.facility_id, p.number, p.amount, p.payment_date, p.reference,
            p.early_settlement, p.extra_payment, p.extra_amount, p.principal, p.profit,
            p.profit_waived, p.oldest_due_date, p.journal_id, p.status_before,
            p.schedule_version_before, p.created_at, p.created_by_id, p.reversed_at,
            p.reversed_on, p.reversed_by_id, p.reversal_journal_id, p.reversal_reason
        FROM facilities f CROSS JOIN payments p
        WHERE f.organization_id = $1 AND f.customer_id = $2
            AND p.organization_id = f.organization_id AND p.facility_id = f.id
        ORDER BY p.facility_id, p.number";

    PAYMENT_LINES = "SELECT l.payment_id, l.period, l.principal_applied, l.profit_applied,
            l.status_after, l.beginning_balance_before, l.principal_portion_before,
            l.profit_portion_before, l.ending_balance_before, l.provider_ownership_before,
            l.status_before, l.principal_paid_before, l.profit_paid_before,
            l.profit_waived_before
        FROM facilities f CROSS JOIN payments p
        CROSS JOIN payment_lines l
        WHERE f.organization_id = $1 AND f.customer_id = $2
            AND p.organization_id = f.organization_id AND p.facility_id = f.id
            AND l.organization_id = p.organization_id AND l.payment_id = p.id
        ORDER BY p.facility_id, p.number, l.period";

    REVERSED_SETTLEMENTS = "SELECT s.payment_id, s.facility_id, s.settled_on, s.reversed_on
        FROM facilities f CROSS JOIN payments p
        CROSS JOIN reversed_settlements s
        WHERE f.organization_id = $1 AND f.customer_id = $2
            AND p.organization_id = f.organization_id AND p.facility_id = f.id
            AND s.organization_id = p.organization_id AND s.payment_id = p.id
        ORDER BY s.reversed_on, s.payment_id";

    WAIVERS = "SELECT w.id, w.facility_id, w.amount, w.reason, w.waived_on, w.waived_at,
            w.waived_by_id, w.journal_id, w.reversed_at, w.reversal_journal_id
        FROM facilities f CROSS JOIN profit_waivers w
        WHERE f.organization_id = $1 AND f.customer_id = $2
            AND w.organization_id = f.organization_id AND w.facility_id = f.id
        ORDER BY w.waived_at, w.id";

    WAIVER_LINES = "SELECT l.waiver_id, l.period, l.amount, l.status_before
        FROM facilities f CROSS JOIN profit_waivers w
        CROSS JOIN profit_waiver_lines l
        WHERE f.organization_id = $1 AND f.customer_id = $2
            AND w.organization_id = f.organization_id AND w.facility_id = f.id
            AND l.organization_id = w.organization_id AND l.waiver_id = w.id
        ORDER BY l.waiver_id, l.period";
}

/// The id of the customer of the facility with this reference.
pub(in crate::personal_data) async fn of_facility(
    tx: &mut ReadTx,
    reference: &str,
) -> Result<Option<Uuid>> {
    let found = tx.sql(OF_FACILITY).bind(reference).optional::<(Uuid,)>().await?;
    Ok(found.map(|(id,)| id))
}
