//! SQL of payments with the same reference as an earlier one.

use chrono::NaiveDate;
use shared::credit::payment::EarlierPayment;
use shared::credit::report::RepeatedReference;
use shared::error::Result;
use shared::id::PaymentId;
use shared::money::Money;

use crate::transaction::ReadTx;
use database::statements;

statements! {
    REPEATED = "SELECT f.facility_ref, p.id AS payment_id, p.reference, p.amount, p.payment_date,
            q.amount AS earlier_amount, q.payment_date AS earlier_date
        FROM payments p
        JOIN payments q ON q.organization_id = p.organization_id AND q.facility_id = p.facility_id
            AND q.number = (SELECT MAX(n.number) FROM payments n
                WHERE n.organization_id = p.organization_id AND n.facility_id = p.facility_id
                    AND n.reference = p.reference AND n.reference <> '' AND n.number < p.number
                    AND n.reversed_at IS NULL)
        JOIN facilities f ON f.organization_id = p.organization_id AND f.id = p.facility_id
        WHERE p.organization_id = $1 AND p.reversed_at IS NULL AND p.payment_date <= $2
        ORDER BY p.payment_date DESC, p.created_at DESC, p.id LIMIT 100";
}

#[derive(Debug, database::FromRow)]
struct RepeatedRow {
    facility_ref: String,
    payment_id: PaymentId,
    reference: String,
    amount: Money,
    payment_date: NaiveDate,
    earlier_amount: Money,
    earlier_date: NaiveDate,
}

impl From<RepeatedRow> for RepeatedReference {
    fn from(row: RepeatedRow) -> Self {
        Self {
            facility_ref: row.facility_ref,
            payment_id: row.payment_id,
            reference: row.reference,
            amount: row.amount,
            payment_date: row.payment_date,
            earlier: EarlierPayment { amount: row.earlier_amount, payment_date: row.earlier_date },
        }
    }
}

/// The payments received up to a day with the same reference as an earlier one, latest first; at
/// most a hundred.
pub(in crate::credit::report) async fn list(
    tx: &mut ReadTx,
    as_of: NaiveDate,
) -> Result<Vec<RepeatedReference>> {
    let rows: Vec<RepeatedRow> = tx.sql(REPEATED).bind(as_of).all().await?;
    Ok(rows.into_iter().map(RepeatedReference::from).collect())
}
