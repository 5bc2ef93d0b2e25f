//! The receipt for a payment, for staff.

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use shared::id::PaymentId;

use super::payment_receipt;
use super::receipt_sheet::receipt_sheet;
use crate::ui::page::{NotFoundPage, found};

/// The page at `/credit/:reference/receipts/:payment`.
#[component]
pub fn ReceiptPage() -> impl IntoView {
    let (facility, payment) = requested_receipt();
    let Some(payment) = payment else { return NotFoundPage().into_any() };
    let address = format!("/credit/{facility}/payments");
    found(payment_receipt(facility, payment), move |receipt| receipt_sheet(address, receipt))
        .into_any()
}

/// The facility and the payment in the address; no payment for an invalid id.
pub(crate) fn requested_receipt() -> (String, Option<PaymentId>) {
    let parameters = use_params_map().get_untracked();
    let payment = parameters.get("payment").and_then(|text| text.parse().ok());
    (parameters.get("reference").unwrap_or_default(), payment)
}
