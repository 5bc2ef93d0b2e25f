//! A facility as a caller sees it today, with its lateness and the allowed actions.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use shared::credit::ageing::days_past_due;
use shared::credit::approval::Makers;
use shared::credit::facility::{Asset, Facility, FacilityAction, FacilityQuery};
use shared::credit::schedule::Percent;
use shared::credit::vocabulary::{AgeingBucket, FacilityStatus, ProductType};
use shared::error::Result;
use shared::id::FacilityId;
use shared::organization::Organization;

use super::repo::{self, FacilityRow, Filter, Owed};
use crate::caller::Caller;
use crate::context::Context;
use crate::organization;
use crate::transaction::ReadTx;

/// The reader of facilities, the time, and the policies that apply.
#[derive(Debug)]
pub(in crate::credit) struct View<'c> {
    caller: &'c Caller,
    today: NaiveDate,
    organization: Organization,
}

impl<'c> View<'c> {
    /// The caller's view as of today: one statement.
    pub(in crate::credit) async fn new(
        tx: &mut ReadTx,
        context: &Context,
        caller: &'c Caller,
    ) -> Result<Self> {
        let organization = organization::find(tx).await?;
        Ok(Self { caller, today: context.today(caller.time_zone()), organization })
    }

    /// Days after the due date before a line counts as late.
    pub(in crate::credit) fn grace_days(&self) -> u32 {
        u32::try_from(self.organization.grace_days).unwrap_or_default()
    }

    /// Days past due from which income recognition may be stopped.
    pub(in crate::credit) fn non_accrual_days(&self) -> u32 {
        u32::try_from(self.organization.non_accrual_days).unwrap_or_default()
    }

    /// The filter of the caller's query.
    pub(in crate::credit) fn filter<'q>(&self, query: &'q FacilityQuery) -> Filter<'q> {
        let filter = Filter::new(query, self.today, self.grace_days());
        if query.mine { filter.made_by(self.caller.staff()) } else { filter }
    }

    /// The facility as the caller sees it.
    pub(in crate::credit) async fn facility(
        &self,
        tx: &mut ReadTx,
        row: FacilityRow,
    ) -> Result<Facility> {
        let owed = self.owed(tx, std::slice::from_ref(&row)).await?;
        Ok(self.shown(row, &owed))
    }

    /// Facilities as the caller sees them: one statement.
    pub(in crate::credit) async fn facilities(
        &self,
        tx: &mut ReadTx,
        rows: Vec<FacilityRow>,
    ) -> Result<Vec<Facility>> {
        let owed = self.owed(tx, &rows).await?;
        Ok(rows.into_iter().map(|row| self.shown(row, &owed)).collect())
    }

    async fn owed(
        &self,
        tx: &mut ReadTx,
        rows: &[FacilityRow],
    ) -> Result<HashMap<FacilityId, Owed>> {
        let late_before = self.today.checked_sub_days(Days::new(self.grace_days().into()));
        let days = (self.today, late_before.unwrap_or(self.today));
        Ok(repo::owed(tx, days, rows).await?)
    }

    fn shown(&self, row: FacilityRow, owed: &HashMap<FacilityId, Owed>) -> Facility {
        let owed = owed.get(&row.id).copied().unwrap_or_default();
        let (asset_status, provider_share) = (row.asset_status_now(), row.provider_share());
        let days_past_due = days_past_due(row.oldest_due_date, self.today, self.grace_days());
        Facility {
            allowed_actions: self.allowed_actions(&row),
            total_owed: owed.total(&row),
            arrears: owed.arrears,
            profit_suspended: owed.suspended(&row),
            next_due: row.next_due(),
            days_past_due,
            bucket: AgeingBucket::of(days_past_due),
            non_accrual: row.status == FacilityStatus::NonAccrual,
            non_accrual_eligible: row.status.accrues()
                && row.outstanding_principal.is_positive()
                && days_past_due > 0
                && days_past_due >= self.non_accrual_days(),
            facility_ref: row.facility_ref,
            customer_id: row.customer_id,
            customer_name: row.customer_name,
            product_type: row.product_type,
            schedule_method: row.schedule_method,
            asset_cost: row.asset_cost,
            down_payment: row.down_payment,
            facility_amount: row.facility_amount,
            rate: row.rate,
            term_periods: row.term_periods,
            periods_per_year: row.periods_per_year,
            fixed_total_profit: row.fixed_total_profit,
            instalment_rounding: row.instalment_rounding,
            asset: Asset { description: row.asset_description, cost: Some(row.asset_cost) },
            status: row.status,
            asset_status,
            provider_ownership_pct: provider_share,
            customer_ownership_pct: provider_share.map(Percent::rest),
            asset_document_ref: row.asset_document_ref,
            transfer_document_ref: row.transfer_document_ref,
            outstanding_principal: row.outstanding_principal,
            non_accrual_since: row.non_accrual_since,
            non_accrual_reason: row.non_accrual_reason,
            created_by_id: row.created_by_id,
            reviewed_by_id: row.reviewed_by_id,
            approved_by_id: row.approved_by_id,
            rejection_reason: row.rejection_reason,
            withdrawal_reason: row.withdrawal_reason,
            origination_journal_id: row.origination_journal_id,
            activated_at: row.activated_at,
            settled_at: row.settled_at,
            schedule_version: row.schedule_version,
            revision: row.revision,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }

    /// The actions that the caller may perform on the facility now: by permission, status,
    /// separation of duties, asset, principal, arrears, and payments.
    fn allowed_actions(&self, row: &FacilityRow) -> Vec<FacilityAction> {
        let allowed = FacilityAction::ALL.iter().copied().filter(|action| {
            action.is_open_in(row.status)
                && self.caller.may(action.permission(row.status))
                && self.is_timely(*action, row)
        });
        allowed.collect()
    }

    fn is_timely(&self, action: FacilityAction, row: &FacilityRow) -> bool {
        match action {
            FacilityAction::Approve => self.require_another_person(row).is_ok(),
            FacilityAction::Withdraw => row.created_by_id == self.caller.staff(),
            FacilityAction::AssetOwned => !row.is_asset_owned(),
            FacilityAction::Activate => row.is_asset_owned(),
            FacilityAction::NonAccrual => row.outstanding_principal.is_positive(),
            FacilityAction::ReversePayment => row.has_payment,
            FacilityAction::ResumeAccrual => {
                days_past_due(row.next_due_date, self.today, self.grace_days()) == 0
            }
            FacilityAction::RecordPayment => {
                row.status.accrues() || row.outstanding_principal.is_positive()
            }
            FacilityAction::WaiveProfit => {
                row.outstanding_principal.is_zero()
                    && row.received_by_id != Some(self.caller.staff())
            }
            FacilityAction::TransferOwnership => {
                row.product_type == ProductType::Ijarah && row.ownership_transferred_at.is_none()
            }
            FacilityAction::Review | FacilityAction::Reject | FacilityAction::Overdue => true,
        }
    }

    /// Errors: 403 `MAKER_CHECKER` for a caller whose earlier action on the facility excludes them.
    pub(super) fn require_another_person(&self, row: &FacilityRow) -> Result<()> {
        let makers = Makers { created_by: row.created_by_id, reviewed_by: row.reviewed_by_id };
        let is_separate = self.organization.separate_shariah_approver;
        makers.require_another_person(self.caller.staff(), is_separate)
    }
}
