//! The receipt for one of the customer's payments.

use leptos::prelude::*;

use super::portal_receipt;
use crate::credit::receipt_page;

/// The page at `/portal/facilities/:reference/receipts/:id`.
#[component]
pub fn PortalReceiptPage() -> impl IntoView {
    receipt_page(|facility| format!("/portal/facilities/{facility}"), portal_receipt)
}
