//! SQL of statements of account.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::statement::{AdvanceRent, Receipt, Reversal, Waiver};
use shared::credit::vocabulary::ProductType;
use shared::id::{FacilityId, JournalId};
use shared::money::Money;

use crate::transaction::ReadTx;
use database::{Result, statements};

statements! {
    RECEIPTS = "SELECT number, payment_date, created_at, amount, reference, early_settlement,
            journal_id, reversed_at, reversed_on, reversal_journal_id
        FROM payments WHERE organization_id = $1 AND facility_id = $2
        ORDER BY number";
    /// Profit that payments paid before its due date.
    ADVANCES = "SELECT p.number, l.period, s.payment_date AS due_on, l.profit_applied AS amount
        FROM payments p CROSS JOIN payment_lines l CROSS JOIN schedule_lines s
        WHERE p.organization_id = $1 AND p.facility_id = $2
            AND l.organization_id = p.organization_id AND l.payment_id = p.id
            AND s.organization_id = p.organization_id AND s.facility_id = p.facility_id
            AND s.period = l.period
            AND l.profit_applied > 0 AND s.payment_date > p.payment_date
        ORDER BY p.number, l.period";
    WAIVERS = "SELECT waived_on, waived_at, amount, journal_id, reversed_at, reversal_journal_id
        FROM profit_waivers WHERE organization_id = $1 AND facility_id = $2
        ORDER BY waived_at";
}

#[derive(Debug, database::FromRow)]
struct ReceiptRow {
    number: i64,
    payment_date: NaiveDate,
    created_at: DateTime<Utc>,
    amount: Money,
    reference: String,
    early_settlement: bool,
    journal_id: JournalId,
    reversed_at: Option<DateTime<Utc>>,
    reversed_on: Option<NaiveDate>,
    reversal_journal_id: Option<JournalId>,
}

#[derive(Debug, database::FromRow)]
struct AdvanceRow {
    number: i64,
    #[sqlx(try_from = "i64")]
    period: u32,
    due_on: NaiveDate,
    amount: Money,
}

#[derive(Debug, database::FromRow)]
struct WaiverRow {
    waived_on: NaiveDate,
    waived_at: DateTime<Utc>,
    amount: Money,
    journal_id: Option<JournalId>,
    reversed_at: Option<DateTime<Utc>>,
    reversal_journal_id: Option<JournalId>,
}

impl ReceiptRow {
    fn reversal(&self) -> Option<Reversal> {
        Some(Reversal {
            date: self.reversed_on?,
            recorded_at: self.reversed_at?,
            journal_id: self.reversal_journal_id?,
        })
    }

    fn with(self, advance: Vec<AdvanceRent>) -> Receipt {
        Receipt {
            reversal: self.reversal(),
            date: self.payment_date,
            recorded_at: self.created_at,
            amount: self.amount,
            reference: self.reference,
            early_settlement: self.early_settlement,
            journal_id: self.journal_id,
            advance,
        }
    }
}

impl From<WaiverRow> for Waiver {
    fn from(row: WaiverRow) -> Self {
        Self {
            date: row.waived_on,
            recorded_at: row.waived_at,
            amount: row.amount,
            journal_id: row.journal_id,
            reversed_at: row.reversed_at,
            reversal_journal_id: row.reversal_journal_id,
        }
    }
}

/// The payments of a facility with the rent that they paid in advance, in order: two statements.
pub(super) async fn receipts(
    tx: &mut ReadTx,
    facility: FacilityId,
    product_type: ProductType,
) -> Result<Vec<Receipt>> {
    let rows: Vec<ReceiptRow> = tx.sql(RECEIPTS).bind(facility).all().await?;
    let mut advances = HashMap::<_, Vec<_>>::new();
    let found: Vec<AdvanceRow> = match product_type {
        // The profit of a murabaha is part of the price, which is owed from the start.
        ProductType::Murabaha => Vec::new(),
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {
            tx.sql(ADVANCES).bind(facility).all().await?
        }
    };
    for AdvanceRow { number, period, due_on, amount } in found {
        advances.entry(number).or_default().push(AdvanceRent { period, due_on, amount });
    }
    let receipt = |row: ReceiptRow| {
        let advance = advances.remove(&row.number).unwrap_or_default();
        row.with(advance)
    };
    Ok(rows.into_iter().map(receipt).collect())
}

/// The waivers of suspended profit of a facility, in order.
pub(super) async fn waivers(tx: &mut ReadTx, facility: FacilityId) -> Result<Vec<Waiver>> {
    let rows = tx.sql(WAIVERS).bind(facility).all::<WaiverRow>().await?;
    Ok(rows.into_iter().map(Waiver::from).collect())
}
