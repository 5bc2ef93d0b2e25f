//! The receipt for one of the customer's payments.

use leptos::prelude::*;

use super::portal_receipt;
use crate::credit::{receipt_sheet, requested_receipt};
use crate::ui::page::{NotFoundPage, found};

/// The page at `/portal/facilities/:reference/receipts/:payment`.
#[component]
pub fn PortalReceiptPage() -> impl IntoView {
    let (facility, payment) = requested_receipt();
    let Some(payment) = payment else { return NotFoundPage().into_any() };
    let address = format!("/portal/facilities/{facility}");
    found(portal_receipt(facility, payment), move |receipt| receipt_sheet(address, receipt))
        .into_any()
}
