//! SQL of facilities and of their schedules.

mod act;
mod line;
mod list;
mod owed;
mod waiting;

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::facility::NextDue;
use shared::credit::rate::Rate;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::{Line, Percent, Terms};
use shared::credit::servicing::Position;
use shared::credit::vocabulary::{
    AssetStatus, FacilityStatus, InstalmentRounding, Presentation, ProductType, ScheduleMethod,
    SettlementType,
};
use shared::error::{Code, Error};
use shared::id::{CustomerId, FacilityId, JournalId, StaffId};
use shared::money::Money;

use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

pub(in crate::credit) use act::{
    Activation, NewFacility, activate, add, circumstances, own_asset, pass_review,
    pass_shariah_review, reject, return_title, submit, transfer_title, withdraw,
};
pub(in crate::credit) use line::{add_lines, read_lines, write_lines};
pub(in crate::credit) use list::{Filter, count, cursor, page};
pub(in crate::credit) use owed::{Owed, extra_payments, owed};
pub(in crate::credit) use waiting::waiting;

statements! {
    FIND = "SELECT * FROM facility_details WHERE organization_id = $1 AND facility_ref = $2";
    LOCK = "UPDATE facilities SET updated_at = updated_at
        WHERE organization_id = $1 AND facility_ref = $2";
    SAVE_SERVICED = "UPDATE facilities SET status = $3, outstanding_principal = $4,
            next_due_date = $5, next_due_amount = $6, schedule_version = $7, settled_at = $8,
            settled_on = $9, settlement_type = $10, updated_at = $11, oldest_due_date = $12,
            revision = revision + 1
        WHERE organization_id = $1 AND id = $2";
}

/// One facility, as stored, with the name of its customer.
#[derive(Clone, Debug, database::FromRow)]
pub(in crate::credit) struct FacilityRow {
    pub(in crate::credit) id: FacilityId,
    pub(in crate::credit) facility_ref: String,
    pub(in crate::credit) customer_id: CustomerId,
    pub(in crate::credit) customer_name: String,
    pub(in crate::credit) product_type: ProductType,
    pub(in crate::credit) schedule_method: ScheduleMethod,
    pub(in crate::credit) asset_cost: Money,
    pub(in crate::credit) down_payment: Money,
    pub(in crate::credit) facility_amount: Money,
    pub(in crate::credit) rate: Option<Rate>,
    #[sqlx(try_from = "i64")]
    pub(in crate::credit) term_periods: u32,
    #[sqlx(try_from = "i64")]
    pub(in crate::credit) periods_per_year: u32,
    pub(in crate::credit) fixed_total_profit: Option<Money>,
    pub(in crate::credit) instalment_rounding: InstalmentRounding,
    pub(in crate::credit) instalment_unit: InstalmentUnit,
    pub(in crate::credit) asset_description: String,
    pub(in crate::credit) status: FacilityStatus,
    pub(in crate::credit) asset_status: AssetStatus,
    pub(in crate::credit) asset_document_ref: Option<String>,
    #[sqlx(try_from = "i64")]
    pub(in crate::credit) schedule_version: u32,
    pub(in crate::credit) outstanding_principal: Money,
    /// The due date of the oldest unpaid line, which determines the lateness of the facility.
    pub(in crate::credit) oldest_due_date: Option<NaiveDate>,
    /// The date of the next amount to pay: of the oldest unpaid line or, on non-accrual, of the
    /// next unpaid principal.
    pub(in crate::credit) next_due_date: Option<NaiveDate>,
    pub(in crate::credit) next_due_amount: Option<Money>,
    pub(in crate::credit) created_by_id: StaffId,
    pub(in crate::credit) reviewed_by_id: Option<StaffId>,
    pub(in crate::credit) approved_by_id: Option<StaffId>,
    pub(in crate::credit) rejection_reason: Option<String>,
    pub(in crate::credit) withdrawal_reason: Option<String>,
    pub(in crate::credit) presentation: Option<Presentation>,
    pub(in crate::credit) revision: i64,
    pub(in crate::credit) activated_at: Option<DateTime<Utc>>,
    pub(in crate::credit) activated_on: Option<NaiveDate>,
    pub(in crate::credit) origination_journal_id: Option<JournalId>,
    pub(in crate::credit) non_accrual_since: Option<NaiveDate>,
    pub(in crate::credit) non_accrual_reason: Option<String>,
    pub(in crate::credit) settled_at: Option<DateTime<Utc>>,
    /// The time when the title of a leased asset was transferred to the customer.
    pub(in crate::credit) ownership_transferred_at: Option<DateTime<Utc>>,
    pub(in crate::credit) transfer_document_ref: Option<String>,
    pub(in crate::credit) created_at: DateTime<Utc>,
    pub(in crate::credit) updated_at: DateTime<Utc>,
    /// On non-accrual: the person who recorded the latest payment that was not reversed.
    pub(in crate::credit) received_by_id: Option<StaffId>,
    /// True if there is a payment that could be reversed.
    pub(in crate::credit) has_payment: bool,
}

impl FacilityRow {
    /// Errors: 409 `STALE_REVISION` when the facility has changed since the revision that the
    /// caller has seen.
    pub(in crate::credit) fn require_revision(
        &self,
        seen: Option<i64>,
    ) -> shared::error::Result<()> {
        if seen.is_none_or(|seen| seen == self.revision) {
            return Ok(());
        }
        Err(Error::conflict(
            Code::StaleRevision,
            "Someone else changed this facility. Refresh and check it before you try again.",
        ))
    }

    /// The current owner of the asset.
    pub(in crate::credit) fn asset_status_now(&self) -> AssetStatus {
        if self.activated_at.is_none() {
            return self.asset_status;
        }
        let is_transferred = self.ownership_transferred_at.is_some();
        let (product, outstanding) = (self.product_type, self.outstanding_principal);
        self.asset_status.after_activation(product, outstanding, is_transferred)
    }

    /// The provider's current share of the asset; none while neither provider nor customer owns it.
    pub(in crate::credit) fn provider_share(&self) -> Option<Percent> {
        self.asset_status_now().provider_share(self.asset_cost, self.outstanding_principal)
    }

    /// Returns true if the asset has the status that the product requires.
    pub(in crate::credit) fn is_asset_owned(&self) -> bool {
        self.product_type.may_finance(self.asset_status)
    }

    /// The terms of its schedule.
    pub(in crate::credit) fn terms(&self) -> Terms {
        Terms {
            product_type: self.product_type,
            schedule_method: self.schedule_method,
            asset_cost: self.asset_cost,
            facility_amount: self.facility_amount,
            rate: self.rate,
            fixed_total_profit: self.fixed_total_profit,
            term_periods: self.term_periods,
            periods_per_year: self.periods_per_year,
            unit: self.instalment_unit,
        }
    }

    /// The position of the facility with these lines.
    pub(in crate::credit) fn position(&self, lines: Vec<Line>) -> Position {
        Position {
            terms: self.terms(),
            presentation: self.presentation.unwrap_or(Presentation::Net),
            status: self.status,
            lines,
        }
    }

    /// The next amount to pay.
    pub(in crate::credit) fn next_due(&self) -> Option<NextDue> {
        Some(NextDue { date: self.next_due_date?, amount: self.next_due_amount? })
    }
}

/// The settlement of a facility.
#[derive(Clone, Copy, Debug)]
pub(in crate::credit) struct Settlement {
    pub(in crate::credit) at: DateTime<Utc>,
    pub(in crate::credit) on: NaiveDate,
    pub(in crate::credit) settlement_type: SettlementType,
}

/// The columns of a facility that servicing changes.
#[derive(Clone, Copy, Debug)]
pub(in crate::credit) struct ServicedColumns {
    pub(in crate::credit) status: FacilityStatus,
    pub(in crate::credit) outstanding_principal: Money,
    /// None before activation and after settlement.
    pub(in crate::credit) oldest_due_date: Option<NaiveDate>,
    /// The same, and none once all principal is received on non-accrual.
    pub(in crate::credit) next_due: Option<NextDue>,
    pub(in crate::credit) schedule_version: u32,
    /// Present exactly when the status is settled.
    pub(in crate::credit) settlement: Option<Settlement>,
}

/// One facility by its reference.
pub(in crate::credit) async fn find(
    tx: &mut ReadTx,
    facility_ref: &str,
) -> Result<Option<FacilityRow>> {
    tx.sql(FIND).bind(facility_ref).optional().await
}

/// Loads and locks a facility until the end of the transaction.
pub(in crate::credit) async fn lock(
    tx: &mut WriteTx,
    facility_ref: &str,
) -> Result<Option<FacilityRow>> {
    tx.sql(LOCK).bind(facility_ref).execute().await?;
    find(tx, facility_ref).await
}

/// Writes the state of a live facility.
pub(in crate::credit) async fn save_serviced(
    tx: &mut WriteTx,
    facility: FacilityId,
    columns: &ServicedColumns,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(SAVE_SERVICED)
        .bind(facility)
        .bind(columns.status)
        .bind(columns.outstanding_principal)
        .bind(columns.next_due.map(|due| due.date))
        .bind(columns.next_due.map(|due| due.amount))
        .bind(i64::from(columns.schedule_version))
        .bind(columns.settlement.map(|settlement| settlement.at))
        .bind(columns.settlement.map(|settlement| settlement.on))
        .bind(columns.settlement.map(|settlement| settlement.settlement_type))
        .bind(now)
        .bind(columns.oldest_due_date)
        .execute()
        .await?;
    Ok(())
}
