//! SQL of journals.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::journal::{Journal, JournalLine, JournalQuery, Sides, TrialBalanceRow};
use shared::credit::vocabulary::{CreditEvent, ProductType, Side};
use shared::error::Result;
use shared::id::{FacilityId, JournalId};
use shared::money::Money;
use shared::page::cursor::start_descending;
use shared::total::Total;

use super::{JournalEntry, Posting};
use crate::credit::total::total;
use crate::transaction::{ReadTx, WriteTx};
use database::{Row, Statement, statements};

statements! {
    MAPPINGS = "SELECT event_type, side, gl_account FROM account_mappings
        WHERE organization_id = $1 AND product_type = $2";
    ADD = "INSERT INTO journals (organization_id, id, facility_id, value_date, posted_at,
            posted_by_id, reversal_of_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    ADD_ENTRIES = "INSERT INTO journal_entries (organization_id, journal_id, position,
            product_type, event_type, debit_account, credit_account, amount)
        VALUES {rows: UUID, UUID, BIGINT, TEXT, TEXT, TEXT, TEXT, BIGINT}";
    ENTRIES = "SELECT e.event_type, e.debit_account, e.credit_account, e.amount,
            d.name AS debit_name, c.name AS credit_name
        FROM journal_entries e
        LEFT JOIN gl_accounts d ON d.organization_id = e.organization_id
            AND d.code = e.debit_account
        LEFT JOIN gl_accounts c ON c.organization_id = e.organization_id
            AND c.code = e.credit_account
        WHERE e.organization_id = $1 AND e.journal_id = $2 ORDER BY e.position";
    ENTRIES_OF = "WITH given (id) AS (VALUES {rows: UUID})
        SELECT e.journal_id, e.event_type, e.debit_account, e.credit_account, e.amount,
            d.name AS debit_name, c.name AS credit_name
        FROM given CROSS JOIN journal_entries e
        LEFT JOIN gl_accounts d ON d.organization_id = e.organization_id
            AND d.code = e.debit_account
        LEFT JOIN gl_accounts c ON c.organization_id = e.organization_id
            AND c.code = e.credit_account
        WHERE e.organization_id = $1 AND e.journal_id = given.id ORDER BY e.journal_id, e.position";
    COUNT (plan per value) = "SELECT COUNT(*) FROM journals j
        JOIN facilities f ON f.organization_id = j.organization_id AND f.id = j.facility_id
        WHERE j.organization_id = $1 AND ($2 IS NULL OR f.facility_ref = $2)
            AND ($3 IS NULL OR j.value_date >= $3) AND ($4 IS NULL OR j.value_date <= $4)";
    PAGE (plan per value) = "SELECT j.id, j.value_date, j.posted_at, f.facility_ref,
            j.reversal_of_id
        FROM journals j
        JOIN facilities f ON f.organization_id = j.organization_id AND f.id = j.facility_id
        WHERE j.organization_id = $1 AND ($2 IS NULL OR f.facility_ref = $2)
            AND ($3 IS NULL OR j.value_date >= $3) AND ($4 IS NULL OR j.value_date <= $4)
            AND (j.value_date, j.posted_at, j.id) < ($5, $6, $7)
        ORDER BY j.value_date DESC, j.posted_at DESC, j.id DESC LIMIT $8 OFFSET $9";
    OF_FACILITY = "SELECT j.id, j.value_date, j.posted_at, f.facility_ref, j.reversal_of_id
        FROM journals j
        JOIN facilities f ON f.organization_id = j.organization_id AND f.id = j.facility_id
        WHERE j.organization_id = $1 AND j.facility_id = $2
        ORDER BY j.value_date DESC, j.posted_at DESC, j.id DESC";
    BALANCES = concat!("SELECT gl_account, (SELECT name FROM gl_accounts
                WHERE organization_id = $1 AND code = gl_account) AS gl_account_name, ",
            total!("debit"), " AS debit, ",
            total!("credit"), " AS credit, ",
            total!("CASE WHEN value_date < $3 THEN debit ELSE 0 END"), " AS opening_debit, ",
            total!("CASE WHEN value_date < $3 THEN credit ELSE 0 END"), " AS opening_credit
        FROM (
            SELECT e.debit_account AS gl_account, e.amount AS debit, 0 AS credit, j.value_date
            FROM journal_entries e
            JOIN journals j ON j.organization_id = e.organization_id AND j.id = e.journal_id
            WHERE e.organization_id = $1 AND j.value_date <= $2
            UNION ALL
            SELECT e.credit_account AS gl_account, 0 AS debit, e.amount AS credit, j.value_date
            FROM journal_entries e
            JOIN journals j ON j.organization_id = e.organization_id AND j.id = e.journal_id
            WHERE e.organization_id = $1 AND j.value_date <= $2
        ) legs
        GROUP BY gl_account");
}

/// One place of the map of a product; the event may be unknown to the ledger.
#[derive(Debug, database::FromRow)]
pub(super) struct MappingRow {
    pub(super) event_type: String,
    pub(super) side: Side,
    pub(super) gl_account: String,
}

#[derive(Debug, database::FromRow)]
struct JournalRow {
    id: JournalId,
    value_date: NaiveDate,
    posted_at: DateTime<Utc>,
    facility_ref: String,
    reversal_of_id: Option<JournalId>,
}

#[derive(Debug, database::FromRow)]
struct EntryRow {
    event_type: CreditEvent,
    debit_account: String,
    credit_account: String,
    amount: Money,
    debit_name: Option<String>,
    credit_name: Option<String>,
}

impl EntryRow {
    /// Its two legs, the debit first.
    fn lines(self) -> [JournalLine; 2] {
        let leg = |gl_account, gl_account_name, debit, credit| JournalLine {
            event_type: self.event_type,
            gl_account,
            gl_account_name,
            debit,
            credit,
        };
        [
            leg(self.debit_account, self.debit_name, self.amount, Money::ZERO),
            leg(self.credit_account, self.credit_name, Money::ZERO, self.amount),
        ]
    }
}

#[derive(Debug, database::FromRow)]
struct EntryOfRow {
    journal_id: JournalId,
    #[sqlx(flatten)]
    entry: EntryRow,
}

#[derive(Debug, database::FromRow)]
struct BalanceRow {
    gl_account: String,
    gl_account_name: Option<String>,
    debit: Total,
    credit: Total,
    opening_debit: Total,
    opening_credit: Total,
}

impl From<BalanceRow> for TrialBalanceRow {
    fn from(row: BalanceRow) -> Self {
        let posted = Sides { debit: row.debit, credit: row.credit };
        let before = Sides { debit: row.opening_debit, credit: row.opening_credit };
        Self::new(row.gl_account, posted, before).named(row.gl_account_name)
    }
}

impl From<EntryRow> for JournalEntry {
    fn from(row: EntryRow) -> Self {
        let EntryRow { event_type: event, debit_account, credit_account, amount, .. } = row;
        Self { event, debit_account, credit_account, amount }
    }
}

impl JournalRow {
    fn with(self, lines: Vec<JournalLine>) -> Journal {
        Journal {
            id: self.id,
            date: self.value_date,
            posted_at: self.posted_at,
            facility_ref: self.facility_ref,
            lines,
            reversal_of: self.reversal_of_id,
        }
    }
}

/// The mappings of a product.
pub(super) async fn mappings(
    tx: &mut ReadTx,
    product_type: ProductType,
) -> Result<Vec<MappingRow>> {
    Ok(tx.sql(MAPPINGS).bind(product_type).all().await?)
}

pub(super) async fn add(
    tx: &mut WriteTx,
    (id, reversal_of): (JournalId, Option<JournalId>),
    posting: &Posting,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(ADD)
        .bind(id)
        .bind(posting.facility)
        .bind(posting.value_date)
        .bind(now)
        .bind(posting.posted_by)
        .bind(reversal_of)
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn add_entries(
    tx: &mut WriteTx,
    journal: JournalId,
    product_type: ProductType,
    entries: &[JournalEntry],
) -> Result<()> {
    tx.insert(ADD_ENTRIES, (1_i64..).zip(entries), |row, (position, entry)| {
        row.bind(journal)
            .bind(position)
            .bind(product_type)
            .bind(entry.event)
            .bind(&entry.debit_account)
            .bind(&entry.credit_account)
            .bind(entry.amount)
    })
    .execute()
    .await?;
    Ok(())
}

/// The entries of one journal, in order.
pub(super) async fn entries(tx: &mut ReadTx, journal: JournalId) -> Result<Vec<JournalEntry>> {
    let rows = tx.sql(ENTRIES).bind(journal).all::<EntryRow>().await?;
    Ok(rows.into_iter().map(JournalEntry::from).collect())
}

/// The legs of one journal, in order.
pub(super) async fn lines(tx: &mut ReadTx, journal: JournalId) -> Result<Vec<JournalLine>> {
    let rows = tx.sql(ENTRIES).bind(journal).all::<EntryRow>().await?;
    Ok(rows.into_iter().flat_map(EntryRow::lines).collect())
}

fn bind_filters<'t>(statement: Statement<'t>, query: &JournalQuery) -> Statement<'t> {
    statement.bind(&query.facility_ref).bind(query.from).bind(query.to)
}

pub(super) async fn count(tx: &mut ReadTx, query: &JournalQuery) -> Result<u64> {
    let count: i64 = bind_filters(tx.sql(COUNT), query).scalar().await?;
    Ok(u64::try_from(count).unwrap_or_default())
}

pub(super) async fn page(tx: &mut ReadTx, query: &JournalQuery) -> Result<Vec<Journal>> {
    let start = start_descending::<(NaiveDate, DateTime<Utc>)>();
    let ((value_date, posted_at), id) = query.page.position(start)?;
    let statement = bind_filters(tx.sql(PAGE), query).bind(value_date).bind(posted_at).bind(id);
    let statement = statement.bind(i64::from(query.page.limit)).bind(query.page.offset());
    let rows = statement.all().await?;
    with_lines(tx, rows).await
}

/// The journals of one facility, latest value date first: two statements.
pub(in crate::credit) async fn of_facility(
    tx: &mut ReadTx,
    facility: FacilityId,
) -> Result<Vec<Journal>> {
    let rows = tx.sql(OF_FACILITY).bind(facility).all().await?;
    with_lines(tx, rows).await
}

async fn with_lines(tx: &mut ReadTx, rows: Vec<JournalRow>) -> Result<Vec<Journal>> {
    let ids = rows.iter().map(|row| row.id);
    let entries = tx.sql(ENTRIES_OF).rows(ids, Row::bind);
    let mut lines: HashMap<JournalId, Vec<JournalLine>> = HashMap::new();
    for EntryOfRow { journal_id, entry } in entries.all().await? {
        lines.entry(journal_id).or_default().extend(entry.lines());
    }
    let journals = rows.into_iter().map(|row| {
        let lines = lines.remove(&row.id).unwrap_or_default();
        row.with(lines)
    });
    Ok(journals.collect())
}

/// Every account with postings up to a day, by code, with its balance before a first day.
pub(in crate::credit) async fn balances(
    tx: &mut ReadTx,
    from: Option<NaiveDate>,
    as_of: NaiveDate,
) -> Result<Vec<TrialBalanceRow>> {
    let rows = tx.sql(BALANCES).bind(as_of).bind(from).all::<BalanceRow>().await?;
    let mut rows: Vec<_> = rows.into_iter().map(TrialBalanceRow::from).collect();
    rows.sort_by(|one, other| one.gl_account.cmp(&other.gl_account));
    Ok(rows)
}
