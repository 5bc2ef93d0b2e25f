//! SQL of the Shariah rules that the service monitors.

use chrono::{DateTime, Utc};
use shared::credit::report::{ComplianceException, ProfitWaiver};
use shared::credit::vocabulary::ComplianceRule;
use shared::error::Result;
use shared::money::Money;
use shared::total::Total;

use crate::credit::total::total;
use crate::transaction::ReadTx;
use database::statements;

statements! {
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
        JOIN income_entries e ON e.organization_id = p.organization_id
            AND e.journal_id = p.journal_id
        WHERE p.organization_id = $1 AND p.status_before = 'non_accrual'
            AND p.reversed_at IS NULL");
    EARNED = "SELECT DISTINCT f.facility_ref
        FROM payments p
        JOIN facilities f ON f.organization_id = p.organization_id AND f.id = p.facility_id
        JOIN income_entries e ON e.organization_id = p.organization_id
            AND e.journal_id = p.journal_id
        WHERE p.organization_id = $1 AND p.status_before = 'non_accrual'
            AND p.reversed_at IS NULL
        ORDER BY f.facility_ref LIMIT 100";
    UNDOCUMENTED = "SELECT facility_ref FROM facilities
        WHERE organization_id = $1 AND origination_journal_id IS NOT NULL
            AND COALESCE(asset_document_ref, '') = ''
        ORDER BY facility_ref LIMIT 100";
    MAKER_ACTIVATED = "SELECT facility_ref FROM facilities
        WHERE organization_id = $1 AND origination_journal_id IS NOT NULL
            AND (asset_owned_by_id = created_by_id OR activated_by_id = created_by_id)
        ORDER BY facility_ref LIMIT 100";
    REVERSED_BY_RECORDER = "SELECT DISTINCT f.facility_ref
        FROM payments p
        JOIN facilities f ON f.organization_id = p.organization_id AND f.id = p.facility_id
        WHERE p.organization_id = $1 AND p.reversed_at IS NOT NULL
            AND p.reversed_by_id = p.created_by_id
        ORDER BY f.facility_ref LIMIT 100";
    WITHOUT_SHARE = "SELECT facility_ref FROM facilities
        WHERE organization_id = $1 AND origination_journal_id IS NOT NULL
            AND product_type = 'diminishing_musharakah' AND down_payment = 0
        ORDER BY facility_ref LIMIT 100";
    WAIVERS = "SELECT f.facility_ref, w.amount, s.name AS actor_name, w.reason, w.waived_at AS at
        FROM profit_waivers w
        JOIN facilities f ON f.organization_id = w.organization_id AND f.id = w.facility_id
        JOIN staff s ON s.organization_id = w.organization_id AND s.id = w.waived_by_id
        WHERE w.organization_id = $1 AND w.reversed_at IS NULL
        ORDER BY w.waived_at DESC, w.id LIMIT 100";
}

/// The number of facilities that comply with the rules.
#[derive(Debug, database::FromRow)]
pub(in crate::credit::report) struct Counts {
    pub(in crate::credit::report) total: i64,
    pub(in crate::credit::report) compliant: i64,
    pub(in crate::credit::report) same_person: i64,
}

pub(in crate::credit::report) async fn compliance(tx: &mut ReadTx) -> Result<Counts> {
    Ok(tx.sql(COMPLIANCE).one().await?)
}

/// Facilities that violate a rule, with the rule; at most a hundred for each.
pub(in crate::credit::report) async fn exceptions(
    tx: &mut ReadTx,
) -> Result<Vec<ComplianceException>> {
    let mut found = Vec::new();
    for rule in ComplianceRule::ALL {
        let (statement, text) = match rule {
            ComplianceRule::AssetOwned => (NOT_OWNED, "Activated before ownership was recorded."),
            ComplianceRule::SeparateHands => {
                (SAME_PERSON, "Same user performed more than one approval step.")
            }
            ComplianceRule::NoIncomeOnNonAccrual => {
                (EARNED, "Income recognised while on non-accrual.")
            }
            ComplianceRule::OwnershipDocumented => {
                (UNDOCUMENTED, "Activated without an ownership document.")
            }
            ComplianceRule::MakerNotActivator => (
                MAKER_ACTIVATED,
                "The maker also recorded asset ownership or activated the facility.",
            ),
            ComplianceRule::ReversalByAnother => {
                (REVERSED_BY_RECORDER, "Payment reversed by the user who recorded it.")
            }
            ComplianceRule::CustomerShare => {
                (WITHOUT_SHARE, "The customer had no initial share in the asset.")
            }
        };
        let references: Vec<String> = tx.sql(statement).scalars().await?;
        found.extend(references.into_iter().map(|facility_ref| ComplianceException {
            facility_ref,
            rule: *rule,
            text: text.to_owned(),
        }));
    }
    Ok(found)
}

/// Income of payments received on non-accrual that were not reversed.
pub(in crate::credit::report) async fn income_while_non_accrual(tx: &mut ReadTx) -> Result<Total> {
    Ok(tx.sql(NON_ACCRUAL_INCOME).scalar().await?)
}

#[derive(Debug, database::FromRow)]
struct WaiverRow {
    facility_ref: String,
    amount: Money,
    actor_name: String,
    reason: String,
    at: DateTime<Utc>,
}

/// Waivers of suspended profit, latest first; at most a hundred.
pub(in crate::credit::report) async fn waivers(tx: &mut ReadTx) -> Result<Vec<ProfitWaiver>> {
    let rows: Vec<WaiverRow> = tx.sql(WAIVERS).all().await?;
    let waivers = rows.into_iter().map(|row| {
        let WaiverRow { facility_ref, amount, actor_name, reason, at } = row;
        ProfitWaiver { facility_ref, amount, actor_name, reason, at }
    });
    Ok(waivers.collect())
}
