//! SQL of the erasure of names and addresses in mail and in the audit log. The seals of audit
//! entries cover a commitment to both, so the chain stays valid.

use uuid::Uuid;

use crate::transaction::WriteTx;
use database::{Result, Row, Sql, statements};

/// All of them.
pub(super) const STATEMENTS: &[Sql] = &[MAILS_OF_STAFF, MAILS_OF_CUSTOMER, ACTED, ABOUT];

statements! {
    /// Mail to the person, and mail to others that names the person and was delivered or given up.
    MAILS_OF_STAFF = "DELETE FROM mails WHERE organization_id = $1 AND EXISTS (
        SELECT 1 FROM staff s WHERE s.organization_id = $1 AND s.id = $2
            AND (LOWER(mails.recipient) = s.email
                OR (mails.delivered_at IS NOT NULL OR mails.abandoned_at IS NOT NULL)
                    AND (mails.subject LIKE '%' || s.name || '%'
                        OR mails.text LIKE '%' || s.name || '%')))";

    /// The same for a customer, whose portal account may have an address of its own.
    MAILS_OF_CUSTOMER = "DELETE FROM mails WHERE organization_id = $1 AND EXISTS (
        SELECT 1 FROM customers c LEFT JOIN portal_accounts a
            ON a.organization_id = c.organization_id AND a.customer_id = c.id
        WHERE c.organization_id = $1 AND c.id = $2
            AND (LOWER(mails.recipient) IN (c.email, a.email)
                OR (mails.delivered_at IS NOT NULL OR mails.abandoned_at IS NOT NULL)
                    AND (mails.subject LIKE '%' || c.name || '%'
                        OR mails.text LIKE '%' || c.name || '%')))";

    ACTED = "UPDATE audit_entries SET actor_name = 'Erased', actor_salt = NULL, ip = NULL
        WHERE organization_id = $1 AND actor_id = $2 AND actor_salt IS NOT NULL";

    /// Entries without an actor among staff: acts of a customer, and failed sign-ins.
    ABOUT = "WITH given (id) AS (VALUES {rows: TEXT})
        UPDATE audit_entries SET actor_name = 'Erased', actor_salt = NULL, ip = NULL
        WHERE organization_id = $1 AND actor_id IS NULL AND actor_salt IS NOT NULL
            AND entity_id IN (SELECT id FROM given)";
}

pub(super) async fn erase_of_staff(tx: &mut WriteTx, id: Uuid) -> Result<()> {
    tx.sql(MAILS_OF_STAFF).bind(id).execute().await?;
    tx.sql(ACTED).bind(id).execute().await?;
    erase_about(tx, &[id]).await
}

pub(super) async fn erase_of_customer(tx: &mut WriteTx, id: Uuid, accounts: &[Uuid]) -> Result<()> {
    tx.sql(MAILS_OF_CUSTOMER).bind(id).execute().await?;
    erase_about(tx, &[&[id], accounts].concat()).await
}

/// Erases the actors of audit entries about these records.
async fn erase_about(tx: &mut WriteTx, subjects: &[Uuid]) -> Result<()> {
    let subjects = subjects.iter().map(Uuid::to_string);
    tx.sql(ABOUT).rows(subjects, Row::bind).execute().await?;
    Ok(())
}
