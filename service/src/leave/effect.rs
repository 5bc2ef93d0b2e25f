//! The effect of an approval on the balance, for the person who decides.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use shared::error::Result;
use shared::id::StaffId;
use shared::leave::balance::BalanceEffect;
use shared::leave::period::YearDays;
use shared::leave::request::LeaveRequest;
use shared::leave::status::LeaveAction;

use super::Accounts;
use super::repo::request::RequestRow;
use crate::transaction::ReadTx;

/// The dates on which the employment of the requesters was confirmed.
pub(super) struct Confirmations(HashMap<StaffId, Option<NaiveDate>>);

impl Confirmations {
    pub(super) fn of(rows: &[RequestRow]) -> Self {
        Self(rows.iter().map(|row| (row.staff_id, row.employment_confirmed_at)).collect())
    }
}

/// Adds the effect of an approval on the balances to the requests that the caller may approve: two
/// statements, none if there is nothing to approve.
pub(super) async fn add_effects(
    tx: &mut ReadTx,
    requests: &mut [LeaveRequest],
    confirmations: &Confirmations,
) -> Result<()> {
    let is_decided =
        |request: &&mut LeaveRequest| request.allowed_actions.contains(&LeaveAction::Approve);
    let mut waiting: Vec<_> = requests.iter_mut().filter(is_decided).collect();
    let staff: HashSet<_> = waiting.iter().map(|request| request.staff_id).collect();
    let years = waiting.iter().flat_map(|request| &request.days_by_year).map(|it| it.year);
    let (Some(first), Some(last)) = (years.clone().min(), years.max()) else {
        return Ok(());
    };
    let accounts = Accounts::load_of(tx, staff, (first, last)).await?;
    for request in &mut waiting {
        let confirmed_at = confirmations.0.get(&request.staff_id).copied().flatten();
        let effect = |wanted: YearDays| {
            let person = (request.staff_id, confirmed_at);
            let balance = accounts.balance_of(person, request.leave_type, wanted.year);
            BalanceEffect::of(&balance, wanted)
        };
        request.balance_effect = request.days_by_year.iter().copied().filter_map(effect).collect();
    }
    Ok(())
}
