//! Export of facilities.

use shared::credit::facility::{Facility, FacilityQuery};
use shared::error::Result;
use shared::page::PageRequest;
use shared::permission::Permission;

use super::{Facilities, View, repo};
use crate::caller::Caller;
use crate::spreadsheet;

const HEADER: [&str; 21] = [
    "facilityRef",
    "customer",
    "productType",
    "status",
    "asset",
    "assetStatus",
    "providerOwnershipPct",
    "customerOwnershipPct",
    "assetCost",
    "downPayment",
    "facilityAmount",
    "outstandingPrincipal",
    "totalOwed",
    "arrears",
    "profitSuspended",
    "nextDueDate",
    "nextDueAmount",
    "daysPastDue",
    "termPeriods",
    "createdAt",
    "activatedAt",
];

impl Facilities<'_> {
    /// Every facility that matches the filters as CSV, in the requested order; the page is ignored.
    /// Needs `credit:view`.
    ///
    /// Errors: 400 for an overlong text.
    pub async fn export(&self, caller: &Caller, query: FacilityQuery) -> Result<String> {
        let caller = caller.require(Permission::CreditView)?;
        query.check()?;
        let all = PageRequest::new(1, u32::MAX);
        let mut tx = self.0.read_on_replica(caller).await?;
        let view = View::new(&mut tx, self.0, &caller).await?;
        let filter = view.filter(&query);
        let rows = repo::page(&mut tx, &filter, &all).await?;
        let facilities = view.facilities(&mut tx, rows).await?;
        Ok(spreadsheet::write(&HEADER, facilities.into_iter().map(cells)))
    }
}

fn cells(facility: Facility) -> [String; 21] {
    let due = facility.next_due;
    [
        facility.facility_ref,
        facility.customer_name,
        facility.product_type.to_string(),
        facility.status.to_string(),
        facility.asset.description,
        facility.asset_status.to_string(),
        facility.provider_ownership_pct.map(|it| it.to_string()).unwrap_or_default(),
        facility.customer_ownership_pct.map(|it| it.to_string()).unwrap_or_default(),
        facility.asset_cost.to_string(),
        facility.down_payment.to_string(),
        facility.facility_amount.to_string(),
        facility.outstanding_principal.to_string(),
        facility.total_owed.to_string(),
        facility.arrears.to_string(),
        facility.profit_suspended.to_string(),
        due.map(|due| due.date.to_string()).unwrap_or_default(),
        due.map(|due| due.amount.to_string()).unwrap_or_default(),
        facility.days_past_due.to_string(),
        facility.term_periods.to_string(),
        facility.created_at.to_rfc3339(),
        facility.activated_at.map(|at| at.to_rfc3339()).unwrap_or_default(),
    ]
}
