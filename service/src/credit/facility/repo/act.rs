//! The columns of a facility that each action writes.

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::facility::FacilityInput;
use shared::credit::facility::NextDue;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::Terms;
use shared::credit::vocabulary::{AssetStatus, FacilityStatus, InstalmentRounding, Presentation};
use shared::id::{CustomerId, FacilityId, JournalId, StaffId};

use crate::act::{Act, ReadTx, WriteTx};
use crate::search::facility_details;
use database::{Result, statements};

statements! {
    CIRCUMSTANCES = "SELECT currency, instalment_rounding,
            (SELECT COUNT(*) FROM customers
                WHERE customers.organization_id = $1 AND customers.id = $2) AS customers
        FROM organizations WHERE id = $1";
    ADD = "INSERT INTO facilities (organization_id, id, facility_ref, customer_id, product_type,
            schedule_method, asset_cost, down_payment, facility_amount, rate, term_periods,
            periods_per_year, fixed_total_profit, asset_description, status, asset_status,
            schedule_start, schedule_version, outstanding_principal, created_by_id, created_at,
            updated_at, details_folded, instalment_rounding, instalment_unit)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 1, $9,
            $18, $19, $19, $20, $21, $22)
        ON CONFLICT (organization_id, facility_ref) DO NOTHING";
    SUBMIT = "UPDATE facilities SET status = 'pending_review', updated_at = $3,
            revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
    PASS_REVIEW = "UPDATE facilities SET status = 'shariah_review', reviewed_by_id = $4,
            reviewed_at = $3, updated_at = $3, revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
    PASS_SHARIAH_REVIEW = "UPDATE facilities SET status = 'approved', approved_by_id = $4,
            approved_at = $3, updated_at = $3, revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
    REJECT = "UPDATE facilities SET status = 'rejected', rejected_by_id = $4, rejected_at = $3,
            rejection_reason = $5, updated_at = $3, revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
    WITHDRAW = "UPDATE facilities SET status = 'withdrawn', withdrawn_by_id = $4,
            withdrawn_at = $3, withdrawal_reason = $5, updated_at = $3, revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
    OWN_ASSET = "UPDATE facilities SET asset_status = $5, asset_document_ref = $6,
            asset_owned_at = $3, asset_owned_by_id = $4, updated_at = $3,
            revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
    TRANSFER_TITLE = "UPDATE facilities SET ownership_transferred_at = $3,
            ownership_transferred_by_id = $4, transfer_document_ref = $5, updated_at = $3,
            revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
    RETURN_TITLE = "UPDATE facilities SET ownership_transferred_at = NULL,
            ownership_transferred_by_id = NULL, transfer_document_ref = NULL,
            revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
    ACTIVATE = "UPDATE facilities SET status = $5, activated_at = $3, activated_by_id = $4,
            activated_on = $6, schedule_start = $6, presentation = $7, origination_journal_id = $8,
            oldest_due_date = $9, next_due_date = $9, next_due_amount = $10, updated_at = $3,
            revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
}

/// A facility to be written.
#[derive(Clone, Copy, Debug)]
pub(in crate::credit) struct NewFacility<'f> {
    pub(in crate::credit) id: FacilityId,
    pub(in crate::credit) input: &'f FacilityInput,
    pub(in crate::credit) rounding: InstalmentRounding,
    pub(in crate::credit) terms: Terms,
    /// The date from which due dates count.
    pub(in crate::credit) start: NaiveDate,
    pub(in crate::credit) created_by: StaffId,
}

/// The columns that the activation writes.
#[derive(Clone, Copy, Debug)]
pub(in crate::credit) struct Activation {
    pub(in crate::credit) status: FacilityStatus,
    pub(in crate::credit) on: NaiveDate,
    pub(in crate::credit) presentation: Presentation,
    pub(in crate::credit) journal: JournalId,
    pub(in crate::credit) next_due: Option<NextDue>,
}

/// The data that a new facility depends on, in addition to its input.
#[derive(Debug, database::FromRow)]
pub(in crate::credit) struct CreationCircumstances {
    currency: String,
    pub(in crate::credit) instalment_rounding: InstalmentRounding,
    customers: i64,
}

impl CreationCircumstances {
    /// Returns true if the organization has the customer.
    pub(in crate::credit) fn has_customer(&self) -> bool {
        self.customers > 0
    }

    /// The unit of the instalments.
    pub(in crate::credit) fn instalment_unit(&self) -> InstalmentUnit {
        InstalmentUnit::of(self.instalment_rounding, &self.currency)
    }
}

/// The settings of the organization for a new facility of this customer.
pub(in crate::credit) async fn circumstances(
    tx: &mut ReadTx,
    customer: CustomerId,
) -> Result<CreationCircumstances> {
    tx.sql(CIRCUMSTANCES).bind(customer).one().await
}

/// Writes a draft; false, with nothing written, when its reference is in use.
pub(in crate::credit) async fn add(
    tx: &mut WriteTx,
    facility_ref: &str,
    new: &NewFacility<'_>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let terms = new.terms;
    let statement = tx.sql(ADD).bind(new.id).bind(facility_ref);
    let added = statement
        .bind(new.input.customer_id)
        .bind(terms.product_type)
        .bind(terms.schedule_method)
        .bind(terms.asset_cost)
        .bind(new.input.down_payment)
        .bind(terms.facility_amount)
        .bind(terms.rate)
        .bind(i64::from(terms.term_periods))
        .bind(i64::from(terms.periods_per_year))
        .bind(terms.fixed_total_profit)
        .bind(&new.input.asset.description)
        .bind(FacilityStatus::Draft)
        .bind(AssetStatus::None)
        .bind(new.start)
        .bind(new.created_by)
        .bind(now)
        .bind(facility_details(facility_ref, &new.input.asset.description))
        .bind(new.rounding)
        .bind(terms.unit)
        .execute()
        .await?;
    Ok(added > 0)
}

pub(in crate::credit) async fn submit(
    tx: &mut WriteTx,
    facility: FacilityId,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(SUBMIT).bind(facility).bind(now).execute().await?;
    Ok(())
}

pub(in crate::credit) async fn pass_review(act: &mut Act<'_>, facility: FacilityId) -> Result<()> {
    let (actor, now) = act.stamp();
    let statement = act.sql(PASS_REVIEW).bind(facility);
    statement.bind(now).bind(actor).execute().await?;
    Ok(())
}

pub(in crate::credit) async fn pass_shariah_review(
    act: &mut Act<'_>,
    facility: FacilityId,
) -> Result<()> {
    let (actor, now) = act.stamp();
    let statement = act.sql(PASS_SHARIAH_REVIEW).bind(facility);
    statement.bind(now).bind(actor).execute().await?;
    Ok(())
}

pub(in crate::credit) async fn reject(
    act: &mut Act<'_>,
    facility: FacilityId,
    reason: &str,
) -> Result<()> {
    let (actor, now) = act.stamp();
    let statement = act.sql(REJECT).bind(facility).bind(now).bind(actor);
    statement.bind(reason).execute().await?;
    Ok(())
}

pub(in crate::credit) async fn withdraw(
    act: &mut Act<'_>,
    facility: FacilityId,
    reason: &str,
) -> Result<()> {
    let (actor, now) = act.stamp();
    let statement = act.sql(WITHDRAW).bind(facility).bind(now).bind(actor);
    statement.bind(reason).execute().await?;
    Ok(())
}

pub(in crate::credit) async fn own_asset(
    act: &mut Act<'_>,
    facility: FacilityId,
    (asset_status, document_ref): (AssetStatus, Option<&str>),
) -> Result<()> {
    let (actor, now) = act.stamp();
    let statement = act.sql(OWN_ASSET).bind(facility).bind(now).bind(actor);
    statement.bind(asset_status).bind(document_ref).execute().await?;
    Ok(())
}

pub(in crate::credit) async fn activate(
    act: &mut Act<'_>,
    facility: FacilityId,
    activation: &Activation,
) -> Result<()> {
    let (actor, now) = act.stamp();
    let statement = act.sql(ACTIVATE).bind(facility).bind(now).bind(actor);
    statement
        .bind(activation.status)
        .bind(activation.on)
        .bind(activation.presentation)
        .bind(activation.journal)
        .bind(activation.next_due.map(|due| due.date))
        .bind(activation.next_due.map(|due| due.amount))
        .execute()
        .await?;
    Ok(())
}

/// Records the transfer of a leased asset's title to the customer.
pub(in crate::credit) async fn transfer_title(
    act: &mut Act<'_>,
    facility: FacilityId,
    document_ref: &str,
) -> Result<()> {
    let (by, at) = act.stamp();
    let statement = act.sql(TRANSFER_TITLE).bind(facility).bind(at).bind(by);
    statement.bind(document_ref).execute().await?;
    Ok(())
}

/// Reverses the transfer of a leased asset's title.
pub(in crate::credit) async fn return_title(tx: &mut WriteTx, facility: FacilityId) -> Result<()> {
    tx.sql(RETURN_TITLE).bind(facility).execute().await?;
    Ok(())
}
