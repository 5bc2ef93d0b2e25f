//! SQL of payments.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::payment::{AppliedTo, EarlierPayment, Payment};
use shared::credit::schedule::{Line, Percent};
use shared::credit::servicing::Applied;
use shared::credit::vocabulary::{FacilityStatus, LineStatus};
use shared::error::Result;
use shared::id::{FacilityId, JournalId, PaymentId, StaffId};
use shared::money::Money;
use shared::page::cursor::{self, start_descending};
use shared::page::{Page, PageRequest};

use crate::page::bind_page;
use crate::transaction::{ReadTx, WriteTx};
use database::{Row, statements};

statements! {
    COUNT = "SELECT COUNT(*) FROM payments WHERE organization_id = $1 AND facility_id = $2
        AND ($3 OR reversed_at IS NULL)";
    PAGE = "SELECT * FROM payment_details WHERE organization_id = $1 AND facility_id = $2
            AND ($3 OR reversed_at IS NULL) AND (number, id) < ($4, $5)
        ORDER BY number DESC, id DESC LIMIT $6 OFFSET $7";
    FIND = "SELECT * FROM payment_details
        WHERE organization_id = $1 AND facility_id = $2 AND id = $3";
    /// The latest payment that was not reversed.
    LATEST = "SELECT id FROM payments
        WHERE organization_id = $1 AND facility_id = $2 AND reversed_at IS NULL
        ORDER BY number DESC LIMIT 1";
    SAME_REFERENCE = "SELECT amount, payment_date FROM payments
        WHERE organization_id = $1 AND facility_id = $2 AND reversed_at IS NULL
            AND reference = $3 AND reference <> ''
        ORDER BY number DESC LIMIT 1";
    APPLIED = "WITH given (payment_id) AS (VALUES {rows: UUID})
        SELECT l.payment_id, l.period, l.status_after, l.principal_applied, l.profit_applied
        FROM given CROSS JOIN payment_lines l
        WHERE l.organization_id = $1 AND l.payment_id = given.payment_id
            AND l.principal_applied + l.profit_applied > 0
        ORDER BY l.payment_id, l.period";
    BEFORE = "SELECT period, beginning_balance_before, principal_portion_before,
            profit_portion_before, ending_balance_before, provider_ownership_before,
            status_before, principal_paid_before, profit_paid_before, profit_waived_before
        FROM payment_lines WHERE organization_id = $1 AND payment_id = $2 ORDER BY period";
    ADD = "INSERT INTO payments (organization_id, id, facility_id, number, amount, payment_date,
            reference, early_settlement, extra_payment, extra_amount, principal, profit,
            profit_waived, journal_id, status_before, schedule_version_before, created_at,
            created_by_id, oldest_due_date)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
            $19)";
    ADD_LINES = "INSERT INTO payment_lines (organization_id, payment_id, period,
            principal_applied, profit_applied, status_after, beginning_balance_before,
            principal_portion_before, profit_portion_before, ending_balance_before,
            provider_ownership_before, status_before, principal_paid_before, profit_paid_before,
            profit_waived_before)
        VALUES {rows: UUID, UUID, BIGINT, BIGINT, BIGINT, TEXT, BIGINT, BIGINT, BIGINT, BIGINT,
            BIGINT, TEXT, BIGINT, BIGINT, BIGINT}";
    REVERSE = "UPDATE payments SET reversed_at = $3, reversed_by_id = $4,
            reversal_journal_id = $5, reversal_reason = $6, reversed_on = $7
        WHERE organization_id = $1 AND id = $2 AND reversed_at IS NULL";

    /// Reads the facility as it was before the reversal.
    KEEP_SETTLEMENT = "INSERT INTO reversed_settlements (organization_id, payment_id, facility_id,
            settled_on, reversed_on)
        SELECT f.organization_id, p.id, f.id, f.settled_on, p.reversed_on
        FROM payments p
        JOIN facilities f ON f.organization_id = p.organization_id AND f.id = p.facility_id
        WHERE p.organization_id = $1 AND p.id = $2 AND f.settled_on IS NOT NULL";
}

/// A payment, as stored.
#[derive(Clone, Debug, database::FromRow)]
pub(in crate::credit) struct PaymentRow {
    pub(super) id: PaymentId,
    pub(super) facility_id: FacilityId,
    pub(in crate::credit) number: i64,
    pub(super) amount: Money,
    pub(super) payment_date: NaiveDate,
    pub(super) reference: String,
    pub(super) early_settlement: bool,
    pub(super) extra_payment: bool,
    pub(super) extra_amount: Money,
    pub(super) principal: Money,
    pub(super) profit: Money,
    pub(super) profit_waived: Money,
    pub(super) journal_id: JournalId,
    pub(super) status_before: FacilityStatus,
    #[sqlx(try_from = "i64")]
    pub(super) schedule_version_before: u32,
    pub(super) created_at: DateTime<Utc>,
    pub(super) reversed_at: Option<DateTime<Utc>>,
    pub(super) reversal_journal_id: Option<JournalId>,
    pub(super) reversal_reason: Option<String>,
    pub(super) earlier_amount: Option<Money>,
    pub(super) earlier_date: Option<NaiveDate>,
}

impl PaymentRow {
    /// The earlier payment with the same reference, while neither is reversed.
    fn same_reference(&self) -> Option<EarlierPayment> {
        if self.reversed_at.is_some() {
            return None;
        }
        let earlier = self.earlier_amount.zip(self.earlier_date);
        earlier.map(|(amount, payment_date)| EarlierPayment { amount, payment_date })
    }

    pub(super) fn with(self, applied_to: Vec<AppliedTo>) -> Payment {
        let same_reference = self.same_reference();
        Payment {
            same_reference,
            payment_id: self.id,
            amount: self.amount,
            payment_date: self.payment_date,
            reference: self.reference,
            early_settlement: self.early_settlement,
            extra_payment: self.extra_payment,
            extra_amount: self.extra_amount,
            applied_to,
            principal: self.principal,
            profit: self.profit,
            profit_waived: self.profit_waived,
            journal_entry_id: self.journal_id,
            reversed_at: self.reversed_at,
            reversal_journal_id: self.reversal_journal_id,
            reversal_reason: self.reversal_reason,
            created_at: self.created_at,
        }
    }
}

#[derive(Debug, database::FromRow)]
struct AppliedRow {
    payment_id: PaymentId,
    #[sqlx(try_from = "i64")]
    period: u32,
    status_after: LineStatus,
    principal_applied: Money,
    profit_applied: Money,
}

/// A line before a payment.
#[derive(Debug, database::FromRow)]
pub(super) struct LineBefore {
    #[sqlx(try_from = "i64")]
    pub(super) period: u32,
    beginning_balance_before: Money,
    principal_portion_before: Money,
    profit_portion_before: Money,
    ending_balance_before: Money,
    provider_ownership_before: Percent,
    status_before: LineStatus,
    principal_paid_before: Money,
    profit_paid_before: Money,
    profit_waived_before: Money,
}

impl LineBefore {
    /// Restores the line; marks that were set since then stay.
    pub(super) fn restore(&self, line: &mut Line) {
        line.beginning_balance = self.beginning_balance_before;
        line.principal_portion = self.principal_portion_before;
        line.profit_portion = self.profit_portion_before;
        line.ending_balance = self.ending_balance_before;
        line.provider_ownership = self.provider_ownership_before;
        if line.status != LineStatus::Overdue {
            line.status = self.status_before;
        }
        line.principal_paid = self.principal_paid_before;
        line.profit_paid = self.profit_paid_before;
        line.profit_waived = self.profit_waived_before;
    }
}

/// A line that a payment changes: before, after, and the applied amounts.
#[derive(Clone, Debug)]
pub(super) struct TouchedLine {
    pub(super) before: Line,
    pub(super) after: Line,
    pub(super) applied: Option<Applied>,
}

/// A selection of payments of a facility.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::credit) enum PaymentFilter {
    /// Including reversed payments.
    All,
    /// Payments that were not reversed.
    NotReversed,
}

async fn count(tx: &mut ReadTx, facility: FacilityId, filter: PaymentFilter) -> Result<u64> {
    let count = tx.sql(COUNT).bind(facility).bind(filter == PaymentFilter::All);
    let count: i64 = count.scalar().await?;
    Ok(u64::try_from(count).unwrap_or_default())
}

/// The latest payment of a facility that was not reversed and has this reference, unless that is
/// blank.
pub(super) async fn find_by_reference(
    tx: &mut ReadTx,
    facility: FacilityId,
    reference: &str,
) -> Result<Option<EarlierPayment>> {
    let row = tx.sql(SAME_REFERENCE).bind(facility).bind(reference);
    let row: Option<(Money, NaiveDate)> = row.optional().await?;
    Ok(row.map(|(amount, payment_date)| EarlierPayment { amount, payment_date }))
}

/// A page of the payments of a facility, latest first.
pub(in crate::credit) async fn page(
    tx: &mut ReadTx,
    facility: FacilityId,
    filter: PaymentFilter,
    page: &PageRequest,
) -> Result<Page<Payment>> {
    let total = count(tx, facility, filter).await?;
    let rows = tx.sql(PAGE).bind(facility).bind(filter == PaymentFilter::All);
    let rows: Vec<PaymentRow> = bind_page(rows, page, start_descending::<i64>())?.all().await?;
    let next = page.next_cursor(&rows, total, |row| cursor::write(&row.number, row.id.0));
    let mut applied = applied(tx, rows.iter().map(|row| row.id)).await?;
    let payment = |row: PaymentRow| {
        let applied = applied.remove(&row.id).unwrap_or_default();
        row.with(applied)
    };
    Ok(Page::new(rows.into_iter().map(payment).collect(), page, total, next))
}

pub(in crate::credit) async fn find(
    tx: &mut ReadTx,
    facility: FacilityId,
    id: PaymentId,
) -> Result<Option<PaymentRow>> {
    Ok(tx.sql(FIND).bind(facility).bind(id).optional().await?)
}

/// The payment as returned by the API.
pub(in crate::credit) async fn read(tx: &mut ReadTx, row: PaymentRow) -> Result<Payment> {
    let mut applied = applied(tx, [row.id]).await?;
    let applied = applied.remove(&row.id).unwrap_or_default();
    Ok(row.with(applied))
}

pub(super) async fn latest(tx: &mut ReadTx, facility: FacilityId) -> Result<Option<PaymentId>> {
    let row = tx.sql(LATEST).bind(facility).optional::<(PaymentId,)>().await?;
    Ok(row.map(|(id,)| id))
}

/// The amounts that payments applied to lines.
async fn applied(
    tx: &mut ReadTx,
    payments: impl IntoIterator<Item = PaymentId>,
) -> Result<HashMap<PaymentId, Vec<AppliedTo>>> {
    let rows = tx.sql(APPLIED).rows(payments, Row::bind);
    let mut applied: HashMap<_, Vec<AppliedTo>> = HashMap::new();
    for row in rows.all::<AppliedRow>().await? {
        let paid_amount = row.principal_applied.plus(row.profit_applied).unwrap_or_default();
        let line = AppliedTo { period: row.period, status: row.status_after, paid_amount };
        applied.entry(row.payment_id).or_default().push(line);
    }
    Ok(applied)
}

/// The lines that a payment changed, in their state before it.
pub(super) async fn lines_before(tx: &mut ReadTx, payment: PaymentId) -> Result<Vec<LineBefore>> {
    Ok(tx.sql(BEFORE).bind(payment).all().await?)
}

pub(super) async fn add(
    tx: &mut WriteTx,
    payment: &PaymentRow,
    by: StaffId,
    touched: &[TouchedLine],
) -> Result<()> {
    let oldest_due_date = touched.iter().map(|line| line.before.payment_date).min();
    tx.sql(ADD)
        .bind(payment.id)
        .bind(payment.facility_id)
        .bind(payment.number)
        .bind(payment.amount)
        .bind(payment.payment_date)
        .bind(&payment.reference)
        .bind(payment.early_settlement)
        .bind(payment.extra_payment)
        .bind(payment.extra_amount)
        .bind(payment.principal)
        .bind(payment.profit)
        .bind(payment.profit_waived)
        .bind(payment.journal_id)
        .bind(payment.status_before)
        .bind(i64::from(payment.schedule_version_before))
        .bind(payment.created_at)
        .bind(by)
        .bind(oldest_due_date)
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn add_lines(
    tx: &mut WriteTx,
    payment: PaymentId,
    lines: &[TouchedLine],
) -> Result<()> {
    tx.insert(ADD_LINES, lines, |row, TouchedLine { before, after, applied }| {
        row.bind(payment)
            .bind(i64::from(before.period))
            .bind(applied.map_or(Money::ZERO, |it| it.principal))
            .bind(applied.map_or(Money::ZERO, |it| it.profit))
            .bind(applied.map_or(after.status, |it| it.status))
            .bind(before.beginning_balance)
            .bind(before.principal_portion)
            .bind(before.profit_portion)
            .bind(before.ending_balance)
            .bind(before.provider_ownership)
            .bind(before.status)
            .bind(before.principal_paid)
            .bind(before.profit_paid)
            .bind(before.profit_waived)
    })
    .execute()
    .await?;
    Ok(())
}

/// Marks a payment as reversed, with the value date of the reversal, and keeps the settlement that
/// ends with it.
pub(super) async fn reverse(
    tx: &mut WriteTx,
    payment: &PaymentRow,
    (by, on): (StaffId, NaiveDate),
) -> Result<()> {
    tx.sql(REVERSE)
        .bind(payment.id)
        .bind(payment.reversed_at)
        .bind(by)
        .bind(payment.reversal_journal_id)
        .bind(&payment.reversal_reason)
        .bind(on)
        .execute()
        .await?;
    tx.sql(KEEP_SETTLEMENT).bind(payment.id).execute().await?;
    Ok(())
}
