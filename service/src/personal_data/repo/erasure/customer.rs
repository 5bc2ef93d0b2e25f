//! SQL of the erasure of a customer: `$2`.

use shared::audit::ERASED;
use shared::id::FacilityId;
use shared::personal_data::erased_email;
use uuid::Uuid;

use super::{FactsRow, run, trail};
use crate::search::{NameForms, customer_details, facility_details};
use crate::transaction::WriteTx;
use database::{Result, Sql, statements};

/// Statements that need no further values, in their order.
pub(super) const STATEMENTS: &[Sql] =
    &[SESSIONS, SECOND_FACTORS, SIGN_INS, ACCOUNTS, FACILITY_EVENTS, PAYMENTS, WAIVERS];

/// Statements with further values.
pub(super) const WITH_VALUES: &[Sql] = &[ERASE, ERASE_FACILITY];

statements! {
    LOCK = "UPDATE customers SET updated_at = updated_at WHERE organization_id = $1 AND id = $2";

    /// The last activity is the last change, sign-in or payment.
    FACTS = "SELECT name, email, FALSE AS has_access,
            (SELECT COUNT(*) FROM facilities WHERE organization_id = $1 AND customer_id = $2
                AND status NOT IN ('settled', 'rejected', 'withdrawn')) AS open_records,
            (SELECT MAX(at) FROM (
                SELECT updated_at AS at FROM customers WHERE organization_id = $1 AND id = $2
                UNION ALL SELECT MAX(updated_at) FROM facilities
                WHERE organization_id = $1 AND customer_id = $2
                UNION ALL SELECT MAX(s.last_seen_at)
                FROM portal_accounts a CROSS JOIN portal_sessions s
                WHERE a.organization_id = $1 AND a.customer_id = $2
                    AND s.organization_id = a.organization_id AND s.portal_account_id = a.id
                ) activities) AS last_activity
        FROM customers WHERE organization_id = $1 AND id = $2";

    FACILITIES = "SELECT id, facility_ref FROM facilities
        WHERE organization_id = $1 AND customer_id = $2 ORDER BY id";

    ACCOUNT_IDS = "SELECT id FROM portal_accounts WHERE organization_id = $1 AND customer_id = $2";

    ERASE = "UPDATE customers SET name = $3, email = $4, name_folded = $5, name_sort_key = $6,
            details_folded = $7, phone = NULL, registration_number = NULL, address = NULL
        WHERE organization_id = $1 AND id = $2";

    ERASE_FACILITY = "UPDATE facilities SET asset_description = $3, details_folded = $4,
            asset_document_ref = NULL, rejection_reason = NULL, withdrawal_reason = NULL,
            non_accrual_reason = NULL, transfer_document_ref = NULL
        WHERE organization_id = $1 AND id = $2";

    SESSIONS = "DELETE FROM portal_sessions
        WHERE organization_id = $1 AND portal_account_id IN (
            SELECT id FROM portal_accounts WHERE organization_id = $1 AND customer_id = $2)";

    SECOND_FACTORS = "DELETE FROM customer_mfa_credentials
        WHERE organization_id = $1 AND customer_portal_account_id IN (
            SELECT id FROM portal_accounts WHERE organization_id = $1 AND customer_id = $2)";

    SIGN_INS = "DELETE FROM customer_pre_auth_tokens
        WHERE organization_id = $1 AND customer_portal_account_id IN (
            SELECT id FROM portal_accounts WHERE organization_id = $1 AND customer_id = $2)";

    ACCOUNTS = "DELETE FROM portal_accounts WHERE organization_id = $1 AND customer_id = $2";

    FACILITY_EVENTS = "UPDATE facility_events SET text = NULL
        WHERE organization_id = $1 AND facility_id IN (
            SELECT id FROM facilities WHERE organization_id = $1 AND customer_id = $2)";

    PAYMENTS = "UPDATE payments SET reference = '', reversal_reason = NULL
        WHERE organization_id = $1 AND facility_id IN (
            SELECT id FROM facilities WHERE organization_id = $1 AND customer_id = $2)";

    WAIVERS = "UPDATE profit_waivers SET reason = ''
        WHERE organization_id = $1 AND facility_id IN (
            SELECT id FROM facilities WHERE organization_id = $1 AND customer_id = $2)";
}

#[derive(Debug, database::FromRow)]
struct FacilityRow {
    id: FacilityId,
    facility_ref: String,
}

/// Locks the record first, so that no change at the same time writes erased values again.
pub(super) async fn facts(tx: &mut WriteTx, id: Uuid) -> Result<Option<FactsRow>> {
    tx.sql(LOCK).bind(id).execute().await?;
    tx.sql(FACTS).bind(id).optional().await
}

/// Erases a customer.
pub(in crate::personal_data) async fn erase(tx: &mut WriteTx, id: Uuid) -> Result<()> {
    let accounts: Vec<Uuid> = tx.sql(ACCOUNT_IDS).bind(id).scalars().await?;
    trail::erase_of_customer(tx, id, &accounts).await?;
    let facilities: Vec<FacilityRow> = tx.sql(FACILITIES).bind(id).all().await?;
    for FacilityRow { id, facility_ref } in facilities {
        let details = facility_details(&facility_ref, ERASED);
        tx.sql(ERASE_FACILITY).bind(id).bind(ERASED).bind(details).execute().await?;
    }
    run(tx, STATEMENTS, id).await?;
    let (name, email) = (NameForms::of(ERASED), erased_email(id));
    let details = customer_details(None, &email, None);
    let erase = tx.sql(ERASE).bind(id).bind(ERASED).bind(email);
    erase.bind(name.folded).bind(name.sort_key).bind(details).execute().await?;
    Ok(())
}
