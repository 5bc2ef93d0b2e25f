//! Waiver of suspended profit.

use chrono::NaiveDate;

use super::receipt::Receipt;
use super::{Allocation, Position};
use crate::credit::vocabulary::SettlementType;
use crate::error::{Code, Error, Result};
use crate::money::Money;

/// Waives the suspended profit of a facility whose principal is received, which settles it. In
/// gross presentation, a murabaha's profit is neither deferred nor receivable any more.
///
/// Errors: 409 `WRONG_STATE` unless the facility is on non-accrual and owes no principal.
pub fn waive(position: &Position) -> Result<Allocation> {
    if !position.is_non_accrual() {
        let message = format!("The facility is {}, not non_accrual.", position.status);
        return Err(Error::conflict(Code::WrongState, message));
    }
    if position.owes_principal() {
        let message = "All principal must be received before profit can be waived.";
        return Err(Error::conflict(Code::WrongState, message));
    }
    let mut receipt = Receipt::new(position, Money::ZERO);
    receipt.close();
    receipt.legs.release(position, receipt.waived);
    let mut allocation = receipt.finish(NaiveDate::MIN, 0);
    allocation.settlement = Some(SettlementType::Waived);
    Ok(allocation)
}
