//! Receipts for payments, for staff and for the customer.

use shared::credit::receipt::Receipt;
use shared::error::{Error, Result};
use shared::id::PaymentId;
use shared::permission::Permission;

use super::facility::repo::FacilityRow;
use super::payment::Payments;
use super::payment::repo as payments;
use super::{facility, portal};
use crate::caller::Caller;
use crate::organization;
use crate::portal::{Portal, PortalCaller};
use crate::transaction::ReadTx;

impl Payments<'_> {
    /// The receipt for a payment, which says so if it was reversed. Needs `credit:view`.
    ///
    /// Errors: 404.
    pub async fn receipt(
        &self,
        caller: &Caller,
        facility_ref: &str,
        id: PaymentId,
    ) -> Result<Receipt> {
        let caller = caller.require(Permission::CreditView)?;
        let mut tx = self.0.read(caller).await?;
        let facility = facility::find(&mut tx, facility_ref).await?;
        read(&mut tx, facility, id).await
    }
}

impl Portal<'_> {
    /// The receipt for a payment on one of the caller's facilities.
    ///
    /// Errors: those of `facility`; 404 for a reversed payment, which customers do not see.
    pub async fn receipt(
        &self,
        caller: &PortalCaller,
        facility_ref: &str,
        id: PaymentId,
    ) -> Result<Receipt> {
        caller.require_ready()?;
        let mut tx = self.0.read_within(caller.organization()).await?;
        let facility = portal::own(&mut tx, caller, facility_ref).await?;
        let receipt = read(&mut tx, facility, id).await?;
        match receipt.reversed_at {
            None => Ok(receipt),
            Some(_) => Err(no_such_payment()),
        }
    }
}

async fn read(tx: &mut ReadTx, facility: FacilityRow, id: PaymentId) -> Result<Receipt> {
    let row = payments::find(tx, facility.id, id).await?.ok_or_else(no_such_payment)?;
    let number = u32::try_from(row.number).unwrap_or_default();
    let payment = payments::read(tx, row).await?;
    let organization = organization::find(tx).await?;
    Ok(Receipt {
        organization_name: organization.name,
        facility_ref: facility.facility_ref,
        product_type: facility.product_type,
        asset_description: facility.asset_description,
        customer_name: facility.customer_name,
        number,
        amount: payment.amount,
        payment_date: payment.payment_date,
        reference: payment.reference,
        early_settlement: payment.early_settlement,
        extra_amount: payment.extra_amount,
        applied_to: payment.applied_to,
        recorded_at: payment.created_at,
        reversed_at: payment.reversed_at,
    })
}

fn no_such_payment() -> Error {
    Error::not_found("Payment")
}
