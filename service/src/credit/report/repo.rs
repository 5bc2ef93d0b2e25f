//! SQL of reports. Nothing here asks for one facility at a time.

mod past;

use chrono::NaiveDate;
use shared::credit::report::ComplianceException;
use shared::credit::vocabulary::{ComplianceRule, ProductType};
use shared::error::Result;
use shared::id::OrganizationId;
use shared::total::Total;

use super::Group;
use crate::credit::total::total;
use crate::database::{Tx, statements};
pub(super) use past::past;

/// What an entry adds to the principal that is owed.
macro_rules! principal {
    () => {
        "CASE e.event_type WHEN 'origination' THEN e.amount
            WHEN 'installment_principal' THEN -e.amount WHEN 'extra_payment' THEN -e.amount
            WHEN 'early_settlement_principal' THEN -e.amount
            WHEN 'non_accrual_receipt' THEN -e.amount ELSE 0 END"
    };
}

statements! {
    GRACE_DAYS = "SELECT grace_days FROM organizations WHERE id = $1";

    /// By the kept columns; the oldest unpaid due date says how late a facility is.
    PRESENT = concat!("SELECT product_type, status, bucket, COUNT(*) AS count, ",
            total!("facility_amount"), " AS facility_amount, ",
            total!("outstanding_principal"), " AS outstanding_principal,
            '0:0' AS overdue_amount, ",
            total!("unearned_profit"), " AS unearned_profit
        FROM (SELECT product_type, status, facility_amount, outstanding_principal,
                COALESCE(fixed_total_profit, 0) AS unearned_profit,
                CAST(CASE WHEN next_due_date IS NULL OR next_due_date >= $2 THEN 0
                    WHEN next_due_date >= $3 THEN 1 WHEN next_due_date >= $4 THEN 2
                    WHEN next_due_date >= $5 THEN 3 WHEN next_due_date >= $6 THEN 4
                    WHEN next_due_date >= $7 THEN 5 ELSE 6 END AS BIGINT) AS bucket
            FROM facilities
            WHERE organization_id = $1
                AND status IN ('active', 'overdue', 'non_accrual', 'settled')) AS live
        GROUP BY product_type, status, bucket");
    OVERDUE = concat!("SELECT f.product_type, f.status, CAST(0 AS BIGINT) AS bucket,
            CAST(0 AS BIGINT) AS count, '0:0' AS facility_amount, '0:0' AS outstanding_principal, ",
            total!("l.principal_portion - l.principal_paid + l.profit_portion - l.profit_paid"),
            " AS overdue_amount, '0:0' AS unearned_profit
        FROM schedule_lines l
        JOIN facilities f ON f.organization_id = l.organization_id AND f.id = l.facility_id
        WHERE l.organization_id = $1 AND l.payment_date < $2
            AND l.status IN ('pending', 'partial', 'overdue')
            AND f.status IN ('active', 'overdue', 'non_accrual')
        GROUP BY f.product_type, f.status");

    /// What has been earned, or given up, of the price of murabahas.
    PRICED = concat!("SELECT f.product_type, f.status, CAST(0 AS BIGINT) AS bucket,
            CAST(0 AS BIGINT) AS count, '0:0' AS facility_amount, '0:0' AS outstanding_principal,
            '0:0' AS overdue_amount, ",
            total!("-(p.profit + p.profit_waived)"), " AS unearned_profit
        FROM facilities f CROSS JOIN payments p
        WHERE p.organization_id = f.organization_id AND p.facility_id = f.id
            AND f.organization_id = $1 AND f.product_type = 'murabaha'
            AND f.origination_journal_id IS NOT NULL AND p.reversed_at IS NULL
        GROUP BY f.product_type, f.status");

    // SQLite takes a CROSS JOIN in the order in which it is written; left to itself it would begin
    // with the larger table.

    /// Everything counts once, and what was undone is then taken off twice: the entries need not
    /// be asked one by one which journal they belong to.
    LEDGER = concat!("SELECT ", total!(principal!()), "
        FROM journal_entries e WHERE e.organization_id = $1");
    UNDONE = concat!("SELECT ", total!(principal!()), "
        FROM journals j CROSS JOIN journal_entries e
        WHERE e.organization_id = j.organization_id AND e.journal_id = j.id
            AND j.organization_id = $1 AND j.reversal_of_id IS NOT NULL");
    SINCE = concat!("SELECT ", total!(concat!(
            "CASE WHEN j.reversal_of_id IS NULL THEN 1 ELSE -1 END * ", principal!())), "
        FROM journals j CROSS JOIN journal_entries e
        WHERE e.organization_id = j.organization_id AND e.journal_id = j.id
            AND j.organization_id = $1 AND j.value_date > $2");

    /// A murabaha shown gross earns when its deferred profit is recognised, the others when the
    /// profit is received.
    RECOGNISED = concat!("SELECT f.product_type,
            SUBSTR(CAST(j.value_date AS TEXT), 1, 7) AS month, ",
            total!("CASE WHEN j.reversal_of_id IS NULL THEN e.amount ELSE -e.amount END"),
            " AS amount
        FROM journals j
        JOIN journal_entries e ON e.organization_id = j.organization_id AND e.journal_id = j.id
        JOIN facilities f ON f.organization_id = j.organization_id AND f.id = j.facility_id
        WHERE j.organization_id = $1 AND j.value_date >= $2 AND j.value_date <= $3
            AND (e.event_type = 'profit_recognition'
                OR (e.event_type IN ('installment_profit', 'early_settlement_profit')
                    AND COALESCE(f.presentation, 'net') <> 'gross'))
        GROUP BY f.product_type, SUBSTR(CAST(j.value_date AS TEXT), 1, 7)");
    WAIVED = concat!("SELECT f.product_type, SUBSTR(CAST(p.payment_date AS TEXT), 1, 7) AS month, ",
            total!("p.profit_waived"), " AS amount
        FROM payments p
        JOIN facilities f ON f.organization_id = p.organization_id AND f.id = p.facility_id
        WHERE p.organization_id = $1 AND p.profit_waived > 0 AND p.reversed_at IS NULL
            AND p.payment_date >= $2 AND p.payment_date <= $3
        GROUP BY f.product_type, SUBSTR(CAST(p.payment_date AS TEXT), 1, 7)");
    /// By due date, whenever the facility went on non-accrual: what was unpaid then stays unbooked
    /// as well.
    SUSPENDED = concat!("SELECT f.product_type,
            SUBSTR(CAST(l.payment_date AS TEXT), 1, 7) AS month, ",
            total!("l.profit_portion - l.profit_paid"), " AS amount
        FROM facilities f
        JOIN schedule_lines l ON l.organization_id = f.organization_id AND l.facility_id = f.id
        WHERE f.organization_id = $1 AND f.status = 'non_accrual'
            AND l.payment_date >= $2 AND l.payment_date <= $3
            AND l.status IN ('pending', 'partial', 'overdue')
            AND l.profit_portion > l.profit_paid
        GROUP BY f.product_type, SUBSTR(CAST(l.payment_date AS TEXT), 1, 7)");

    /// Nothing falls due any more once a facility is settled. Profit that a settlement gave up is
    /// still in the portion of its line; what an extra payment gave up is not.
    DUE = concat!("SELECT SUBSTR(CAST(l.payment_date AS TEXT), 1, 7) AS month, ",
            total!("l.principal_portion + CASE WHEN l.status IN ('paid', 'waived')
                THEN l.profit_paid ELSE l.profit_portion END"), " AS amount
        FROM schedule_lines l
        JOIN facilities f ON f.organization_id = l.organization_id AND f.id = l.facility_id
        WHERE l.organization_id = $1 AND l.payment_date >= $2 AND l.payment_date <= $3
            AND f.status IN ('active', 'overdue', 'non_accrual', 'settled')
            AND (f.settled_on IS NULL OR l.payment_date <= f.settled_on)
        GROUP BY SUBSTR(CAST(l.payment_date AS TEXT), 1, 7)");
    RECEIVED = concat!("SELECT SUBSTR(CAST(p.payment_date AS TEXT), 1, 7) AS month, ",
            total!("p.amount"), " AS amount
        FROM payments p
        WHERE p.organization_id = $1 AND p.reversed_at IS NULL
            AND p.payment_date >= $2 AND p.payment_date <= $3
        GROUP BY SUBSTR(CAST(p.payment_date AS TEXT), 1, 7)");

    COMPLIANCE = "SELECT
            CAST(COALESCE(SUM(CASE WHEN origination_journal_id IS NOT NULL THEN 1 ELSE 0 END), 0)
                AS BIGINT) AS total,
            CAST(COALESCE(SUM(CASE WHEN origination_journal_id IS NOT NULL
                    AND asset_owned_at IS NOT NULL AND asset_owned_at <= activated_at
                THEN 1 ELSE 0 END), 0) AS BIGINT) AS compliant,
            CAST(COALESCE(SUM(CASE WHEN reviewed_by_id = created_by_id
                    OR approved_by_id = created_by_id OR approved_by_id = reviewed_by_id
                THEN 1 ELSE 0 END), 0) AS BIGINT) AS same_person
        FROM facilities WHERE organization_id = $1";
    NOT_OWNED = "SELECT facility_ref FROM facilities
        WHERE organization_id = $1 AND origination_journal_id IS NOT NULL
            AND (asset_owned_at IS NULL OR asset_owned_at > activated_at)
        ORDER BY facility_ref LIMIT 100";
    SAME_PERSON = "SELECT facility_ref FROM facilities
        WHERE organization_id = $1 AND (reviewed_by_id = created_by_id
            OR approved_by_id = created_by_id OR approved_by_id = reviewed_by_id)
        ORDER BY facility_ref LIMIT 100";
    NON_ACCRUAL_INCOME = concat!("SELECT ", total!("e.amount"), "
        FROM payments p
        JOIN journal_entries e ON e.organization_id = p.organization_id
            AND e.journal_id = p.journal_id
        WHERE p.organization_id = $1 AND p.status_before = 'non_accrual'
            AND p.reversed_at IS NULL AND e.event_type IN
                ('installment_profit', 'early_settlement_profit', 'profit_recognition')");
    EARNED = "SELECT DISTINCT f.facility_ref
        FROM payments p
        JOIN facilities f ON f.organization_id = p.organization_id AND f.id = p.facility_id
        JOIN journal_entries e ON e.organization_id = p.organization_id
            AND e.journal_id = p.journal_id
        WHERE p.organization_id = $1 AND p.status_before = 'non_accrual'
            AND p.reversed_at IS NULL AND e.event_type IN
                ('installment_profit', 'early_settlement_profit', 'profit_recognition')
        ORDER BY f.facility_ref LIMIT 100";
}

/// The days that part what is late, and how late.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boundaries {
    pub(super) as_of: NaiveDate,
    /// An unpaid line that fell due before this day is late.
    pub(super) late_before: NaiveDate,
    /// The first days of each age, from the youngest on.
    pub(super) ages: [NaiveDate; 5],
}

/// What an amount of an income report is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Income {
    Recognised,
    Waived,
    Suspended,
}

/// An amount of a product in a month.
#[derive(Debug, crate::database::Record)]
pub(super) struct Amount {
    pub(super) product_type: ProductType,
    pub(super) month: String,
    pub(super) amount: Total,
}

/// An amount of a month.
#[derive(Debug, crate::database::Record)]
pub(super) struct MonthAmount {
    pub(super) month: String,
    pub(super) amount: Total,
}

/// How many facilities keep the rules.
#[derive(Debug, crate::database::Record)]
pub(super) struct Counts {
    pub(super) total: i64,
    pub(super) compliant: i64,
    pub(super) same_person: i64,
}

/// Days after the due date before a line counts as late.
pub(super) async fn grace_days(tx: &mut Tx, organization: OrganizationId) -> Result<i64> {
    Ok(tx.sql(GRACE_DAYS).bind(organization).scalar().await?)
}

/// Facilities as they stand, and what is late of them.
pub(super) async fn present(
    tx: &mut Tx,
    organization: OrganizationId,
    days: Boundaries,
) -> Result<Vec<Group>> {
    let mut present = tx.sql(PRESENT).bind(organization).bind(days.late_before);
    for day in days.ages {
        present = present.bind(day);
    }
    let mut groups: Vec<Group> = present.all().await?;
    groups.extend(tx.sql(OVERDUE).bind(organization).bind(days.late_before).all::<Group>().await?);
    groups.extend(tx.sql(PRICED).bind(organization).all::<Group>().await?);
    Ok(groups)
}

/// Originations less principal received, by the journals.
pub(super) async fn ledger(tx: &mut Tx, organization: OrganizationId) -> Result<Total> {
    let posted: Total = tx.sql(LEDGER).bind(organization).scalar().await?;
    let undone: Total = tx.sql(UNDONE).bind(organization).scalar().await?;
    Ok(posted - undone - undone)
}

/// The same by the journals up to a day: all of them, less those since.
pub(super) async fn past_ledger(
    tx: &mut Tx,
    organization: OrganizationId,
    as_of: NaiveDate,
) -> Result<Total> {
    let since: Total = tx.sql(SINCE).bind(organization).bind(as_of).scalar().await?;
    Ok(ledger(tx, organization).await? - since)
}

/// Income that was booked, less what was undone.
pub(super) async fn recognised(
    tx: &mut Tx,
    organization: OrganizationId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<Amount>> {
    Ok(tx.sql(RECOGNISED).bind(organization).bind(from).bind(to).all().await?)
}

/// Profit and rent that payments made void, less what was undone.
pub(super) async fn waived(
    tx: &mut Tx,
    organization: OrganizationId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<Amount>> {
    Ok(tx.sql(WAIVED).bind(organization).bind(from).bind(to).all().await?)
}

/// Profit and rent that fell due of facilities on non-accrual, and was not received.
pub(super) async fn suspended(
    tx: &mut Tx,
    organization: OrganizationId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<Amount>> {
    Ok(tx.sql(SUSPENDED).bind(organization).bind(from).bind(to).all().await?)
}

/// What fell due by its schedule.
pub(super) async fn due(
    tx: &mut Tx,
    organization: OrganizationId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<MonthAmount>> {
    Ok(tx.sql(DUE).bind(organization).bind(from).bind(to).all().await?)
}

/// What was received, less what was undone.
pub(super) async fn received(
    tx: &mut Tx,
    organization: OrganizationId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<MonthAmount>> {
    Ok(tx.sql(RECEIVED).bind(organization).bind(from).bind(to).all().await?)
}

pub(super) async fn compliance(tx: &mut Tx, organization: OrganizationId) -> Result<Counts> {
    Ok(tx.sql(COMPLIANCE).bind(organization).one().await?)
}

/// Facilities that break a rule, with the rule; at most a hundred for each.
pub(super) async fn exceptions(
    tx: &mut Tx,
    organization: OrganizationId,
) -> Result<Vec<ComplianceException>> {
    let mut found = Vec::new();
    for rule in ComplianceRule::ALL {
        let (statement, text) = match rule {
            ComplianceRule::AssetOwned => {
                (NOT_OWNED, "It came to life before the house owned the asset.")
            }
            ComplianceRule::SeparateHands => {
                (SAME_PERSON, "One person took more than one step of its approval.")
            }
            ComplianceRule::NoIncomeOnNonAccrual => {
                (EARNED, "Income was booked while it was on non-accrual.")
            }
        };
        let references: Vec<String> = tx.sql(statement).bind(organization).scalars().await?;
        found.extend(references.into_iter().map(|facility_ref| ComplianceException {
            facility_ref,
            rule: *rule,
            text: text.to_owned(),
        }));
    }
    Ok(found)
}

/// Income of payments that were received on non-accrual and stand.
pub(super) async fn income_while_non_accrual(
    tx: &mut Tx,
    organization: OrganizationId,
) -> Result<Total> {
    Ok(tx.sql(NON_ACCRUAL_INCOME).bind(organization).scalar().await?)
}
