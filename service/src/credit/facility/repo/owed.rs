//! Amounts that facilities owe on a day, summed over their unpaid lines.

use std::collections::HashMap;

use chrono::NaiveDate;
use shared::credit::schedule::ExtraPayment;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::id::FacilityId;
use shared::money::Money;

use super::FacilityRow;
use crate::transaction::ReadTx;
use database::{Result, Row, statements};

statements! {
    OWED = "WITH given (facility_id) AS (VALUES {rows: UUID})
        SELECT l.facility_id,
            CAST(SUM(CASE WHEN l.payment_date < $2 THEN l.principal_portion - l.principal_paid
                + l.profit_portion - l.profit_paid ELSE 0 END) AS BIGINT) AS arrears,
            CAST(SUM(CASE WHEN l.payment_date <= $3 THEN l.profit_portion - l.profit_paid ELSE 0
                END) AS BIGINT) AS profit_due,
            CAST(SUM(l.profit_portion - l.profit_paid) AS BIGINT) AS profit
        FROM given CROSS JOIN schedule_lines l
        WHERE l.organization_id = $1 AND l.facility_id = given.facility_id
            AND l.status IN ('pending', 'partial', 'overdue')
        GROUP BY l.facility_id";
    /// The first line that a payment changed without paying any of it is the first whose balance it
    /// lowered.
    EXTRA_PAYMENTS = "SELECT MIN(l.period) - 1 AS after_period, p.payment_date,
            p.extra_amount AS amount
        FROM payments p CROSS JOIN payment_lines l
        WHERE l.organization_id = p.organization_id AND l.payment_id = p.id
            AND p.organization_id = $1 AND p.facility_id = $2 AND p.reversed_at IS NULL
            AND p.extra_amount > 0 AND l.principal_applied = 0 AND l.profit_applied = 0
        GROUP BY p.number, p.payment_date, p.extra_amount
        ORDER BY p.number";
}

/// The amounts that a facility owes on a day.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::credit) struct Owed {
    /// Principal and profit of lines that are late.
    pub(in crate::credit) arrears: Money,
    /// Unpaid profit of lines due by that day.
    profit_due: Money,
    /// Unpaid profit of all lines.
    profit: Money,
}

impl Owed {
    /// Profit that is owed regardless of payments ahead of time: all of a murabaha, whose price is
    /// fixed, and the rent of lines due by the day.
    fn profit_earned(self, row: &FacilityRow) -> Money {
        match row.product_type {
            ProductType::Murabaha => self.profit,
            ProductType::Ijarah | ProductType::DiminishingMusharakah => self.profit_due,
        }
    }

    /// The total owed on the day.
    pub(in crate::credit) fn total(self, row: &FacilityRow) -> Money {
        if !row.status.is_live() {
            return Money::ZERO;
        }
        row.outstanding_principal.plus(self.profit_earned(row)).unwrap_or_default()
    }

    /// Profit that is suspended on the day.
    pub(in crate::credit) fn suspended(self, row: &FacilityRow) -> Money {
        if row.status == FacilityStatus::NonAccrual { self.profit_earned(row) } else { Money::ZERO }
    }
}

#[derive(Debug, database::FromRow)]
struct OwedRow {
    facility_id: FacilityId,
    arrears: Money,
    profit_due: Money,
    profit: Money,
}

#[derive(Debug, database::FromRow)]
struct ExtraRow {
    #[sqlx(try_from = "i64")]
    after_period: u32,
    payment_date: NaiveDate,
    amount: Money,
}

/// The amounts owed by the live facilities among these: one statement, none if no facility is live.
/// A line that fell due before `late_before` is late.
pub(in crate::credit) async fn owed(
    tx: &mut ReadTx,
    (today, late_before): (NaiveDate, NaiveDate),
    rows: &[FacilityRow],
) -> Result<HashMap<FacilityId, Owed>> {
    let live: Vec<_> = rows.iter().filter(|it| it.status.is_live()).map(|it| it.id).collect();
    if live.is_empty() {
        return Ok(HashMap::new());
    }
    let found = tx.sql(OWED).bind(late_before).bind(today).rows(live, Row::bind);
    let found: Vec<OwedRow> = found.all().await?;
    let owed = found.into_iter().map(|OwedRow { facility_id, arrears, profit_due, profit }| {
        (facility_id, Owed { arrears, profit_due, profit })
    });
    Ok(owed.collect())
}

/// The payments of a facility that retired principal early and were not reversed, in order.
pub(in crate::credit) async fn extra_payments(
    tx: &mut ReadTx,
    facility: FacilityId,
) -> Result<Vec<ExtraPayment>> {
    let rows: Vec<ExtraRow> = tx.sql(EXTRA_PAYMENTS).bind(facility).all().await?;
    let extra = rows.into_iter().map(|ExtraRow { after_period, payment_date, amount }| {
        ExtraPayment { after_period, payment_date, amount }
    });
    Ok(extra.collect())
}
