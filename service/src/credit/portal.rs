//! A customer's own facilities from their activation on, read-only.

use chrono::{Days, NaiveDate};
use shared::credit::ageing::days_past_due;
use shared::credit::facility::{FacilityQuery, FacilitySchedule};
use shared::credit::payment::Payment;
use shared::credit::portal::{PortalFacility, PortalPayment, PortalStatement};
use shared::credit::schedule::Percent;
use shared::credit::vocabulary::FacilityStatus;
use shared::error::{Error, Result};
use shared::page::{Page, PageRequest};

use super::facility::repo::{self, FacilityRow, Filter, Owed};
use super::facility::shown_lines;
use super::payment::repo::{self as payments, PaymentFilter};
use crate::organization;
use crate::portal::{Portal, PortalCaller};
use crate::transaction::ReadTx;

/// The statuses in which a customer sees a facility.
const VISIBLE: [FacilityStatus; 4] = [
    FacilityStatus::Active,
    FacilityStatus::Overdue,
    FacilityStatus::NonAccrual,
    FacilityStatus::Settled,
];

impl Portal<'_> {
    /// A page of the caller's facilities, newest first.
    ///
    /// Errors: 403 while the sign-in is not complete.
    pub async fn facilities(
        &self,
        caller: &PortalCaller,
        page: PageRequest,
    ) -> Result<Page<PortalFacility>> {
        caller.require_ready()?;
        let query = FacilityQuery {
            status: VISIBLE.to_vec(),
            customer_id: Some(caller.customer()),
            ..FacilityQuery::default()
        };
        let mut tx = self.0.read_within(caller.organization()).await?;
        let grace_days = grace_days(&mut tx).await?;
        let today = self.0.today(caller.time_zone());
        let filter = Filter::new(&query, today, grace_days);
        let total = repo::count(&mut tx, &filter).await?;
        let rows = repo::page(&mut tx, &filter, &page).await?;
        let next = page.next_cursor(&rows, total, |row| repo::cursor(row, &filter));
        let shown = shown(&mut tx, (today, grace_days), rows).await?;
        Ok(Page::new(shown, &page, total, next))
    }

    /// One of the caller's facilities.
    ///
    /// Errors: 403 while the sign-in is not complete; 404, also for another customer's facility and
    /// for one that is not live yet.
    pub async fn facility(
        &self,
        caller: &PortalCaller,
        facility_ref: &str,
    ) -> Result<PortalFacility> {
        let mut tx = self.0.read_within(caller.organization()).await?;
        let row = own(&mut tx, caller, facility_ref).await?;
        let grace_days = grace_days(&mut tx).await?;
        let days = (self.0.today(caller.time_zone()), grace_days);
        let mut shown = shown(&mut tx, days, vec![row]).await?;
        shown.pop().ok_or_else(|| Error::not_found("Facility"))
    }

    /// The schedule of one of the caller's facilities.
    ///
    /// Errors: those of `facility`.
    pub async fn schedule(
        &self,
        caller: &PortalCaller,
        facility_ref: &str,
    ) -> Result<FacilitySchedule> {
        let mut tx = self.0.read_within(caller.organization()).await?;
        let row = own(&mut tx, caller, facility_ref).await?;
        let lines = shown_lines(&mut tx, &row).await?;
        Ok(FacilitySchedule { facility_ref: row.facility_ref, lines })
    }

    /// A page of the payments on one of the caller's facilities that were not reversed, latest
    /// first.
    ///
    /// Errors: those of `facility`.
    pub async fn payments(
        &self,
        caller: &PortalCaller,
        facility_ref: &str,
        page: PageRequest,
    ) -> Result<Page<PortalPayment>> {
        let mut tx = self.0.read_within(caller.organization()).await?;
        let id = own(&mut tx, caller, facility_ref).await?.id;
        let payments = payments::page(&mut tx, id, PaymentFilter::NotReversed, &page).await?;
        Ok(payments.map(received))
    }

    /// One of the caller's facilities with its schedule and a page of its payments.
    ///
    /// Errors: those of `facility`.
    pub async fn statement(
        &self,
        caller: &PortalCaller,
        facility_ref: &str,
        page: PageRequest,
    ) -> Result<PortalStatement> {
        Ok(PortalStatement {
            facility: self.facility(caller, facility_ref).await?,
            lines: self.schedule(caller, facility_ref).await?.lines,
            payments: self.payments(caller, facility_ref, page).await?,
        })
    }
}

/// The caller's facility with that reference, from its activation on.
///
/// Errors: 403 while the sign-in is not complete; 404.
pub(super) async fn own(
    tx: &mut ReadTx,
    caller: &PortalCaller,
    facility_ref: &str,
) -> Result<FacilityRow> {
    caller.require_ready()?;
    let row = repo::find(tx, facility_ref).await?;
    row.filter(|row| row.customer_id == caller.customer() && VISIBLE.contains(&row.status))
        .ok_or_else(|| Error::not_found("Facility"))
}

async fn grace_days(tx: &mut ReadTx) -> Result<u32> {
    let found = organization::repo::find(tx).await?;
    let days = found.ok_or_else(|| Error::not_found("Organization"))?.grace_days;
    Ok(u32::try_from(days).unwrap_or_default())
}

/// Facilities as shown to their customer today.
async fn shown(
    tx: &mut ReadTx,
    (today, grace_days): (NaiveDate, u32),
    rows: Vec<FacilityRow>,
) -> Result<Vec<PortalFacility>> {
    let late_before = today.checked_sub_days(Days::new(grace_days.into())).unwrap_or(today);
    let owed = repo::owed(tx, (today, late_before), &rows).await?;
    let shown = rows.into_iter().map(|row| {
        let owed = owed.get(&row.id).copied().unwrap_or_default();
        let days = days_past_due(row.oldest_due_date, today, grace_days);
        portal_facility(row, owed, days)
    });
    Ok(shown.collect())
}

/// The status of a facility as shown to its customer. Non-accrual is internal to the provider.
const fn status_for_customer(status: FacilityStatus) -> FacilityStatus {
    match status {
        FacilityStatus::NonAccrual => FacilityStatus::Overdue,
        FacilityStatus::Draft
        | FacilityStatus::PendingReview
        | FacilityStatus::ShariahReview
        | FacilityStatus::Approved
        | FacilityStatus::Rejected
        | FacilityStatus::Withdrawn
        | FacilityStatus::Active
        | FacilityStatus::Overdue
        | FacilityStatus::Settled => status,
    }
}

fn portal_facility(row: FacilityRow, owed: Owed, days_past_due: u32) -> PortalFacility {
    let provider_share = row.provider_share();
    PortalFacility {
        days_past_due,
        total_owed: owed.total(&row),
        arrears: owed.arrears,
        provider_ownership_pct: provider_share,
        customer_ownership_pct: provider_share.map(Percent::rest),
        next_due: row.next_due(),
        facility_ref: row.facility_ref,
        product_type: row.product_type,
        asset_description: row.asset_description,
        asset_cost: row.asset_cost,
        facility_amount: row.facility_amount,
        outstanding_principal: row.outstanding_principal,
        status: status_for_customer(row.status),
        activated_at: row.activated_at,
        settled_at: row.settled_at,
    }
}

fn received(payment: Payment) -> PortalPayment {
    PortalPayment {
        payment_id: payment.payment_id,
        amount: payment.amount,
        payment_date: payment.payment_date,
        reference: payment.reference,
        same_reference: payment.same_reference,
        applied_to: payment.applied_to,
    }
}
