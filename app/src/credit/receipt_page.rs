//! The receipt for a payment, for staff.

use leptos::prelude::*;

use super::payment_receipt;
use super::receipt_sheet::receipt_page;

/// The page at `/credit/:reference/receipts/:id`.
#[component]
pub fn ReceiptPage() -> impl IntoView {
    receipt_page(|facility| format!("/credit/{facility}/payments"), payment_receipt)
}
