//! The effect of a payment, computed before anything is written.

use chrono::NaiveDate;
use shared::credit::facility::FacilityAction;
use shared::credit::payment::{AppliedTo, PaymentInput};
use shared::credit::schedule::Line;
use shared::credit::servicing::{
    Allocation, BackDatedSettlement, Position, back_dated, receive, settle,
};
use shared::credit::vocabulary::FacilityStatus;
use shared::error::{Code, Error, Result};
use shared::money::Money;
use shared::permission::Permission;

use super::repo::TouchedLine;
use crate::caller::Caller;
use crate::credit::live::{FacilityState, Live};

/// The effect of a payment.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) input: PaymentInput,
    pub(super) allocation: Allocation,
    pub(super) after: FacilityState,
    /// The effect of the chosen date, where a due date has passed since then.
    pub(super) back_dated: Option<BackDatedSettlement>,
}

impl Decision {
    /// Errors: 409 `WRONG_STATE`, 400 for the input and its day, 409 `PAYMENT_OUT_OF_ORDER`, 422
    /// `AMOUNT_NOT_ACCEPTED`.
    pub(super) fn of(live: &Live, input: PaymentInput, today: NaiveDate) -> Result<Self> {
        live.require(FacilityAction::RecordPayment)?;
        let input = input.check()?;
        let date = input.payment_date;
        live.require_day("paymentDate", date, today)?;
        live.require_order(date)?;
        let back_dated =
            if input.early_settlement { back_dated(&live.position, date, today)? } else { None };
        let allocation = if input.early_settlement {
            settle(&live.position, input.amount, date)?
        } else {
            receive(&live.position, input.amount, date, live.circumstances.grace_days)?
        };
        let after = state_after(live, &allocation, (date, today));
        Ok(Self { input, allocation, after, back_dated })
    }

    /// Errors: 403 for a settlement that is dated before a due date that has passed, without
    /// `credit:approve`: the chosen date waives rent that is due today.
    pub(super) fn require_approval(&self, caller: &Caller) -> Result<()> {
        let Some(BackDatedSettlement { total_today, less }) = self.back_dated else {
            return Ok(());
        };
        if caller.may(Permission::CreditApprove) {
            return Ok(());
        }
        let date = self.input.payment_date;
        let message = format!(
            "A due date has passed since {date}: settling at that date also requires \
             credit:approve. The settlement amount today is {total_today}, {less} more."
        );
        Err(Error::forbidden(Code::Forbidden, message))
    }

    pub(super) fn applied_to(&self) -> Vec<AppliedTo> {
        let applied = self.allocation.applied.iter().map(|it| AppliedTo {
            period: it.period,
            status: it.status,
            paid_amount: it.paid_amount(),
        });
        applied.collect()
    }

    pub(super) fn profit(&self) -> Money {
        let profit = self.allocation.applied.iter().map(|it| it.profit);
        Money::total(profit).unwrap_or_default()
    }

    /// The part of the payment that is not profit.
    pub(super) fn principal(&self) -> Money {
        self.input.amount.minus(self.profit()).unwrap_or_default()
    }

    /// The changed lines, with the amounts applied to them.
    pub(super) fn touched(&self, before: &[Line]) -> Vec<TouchedLine> {
        let changed = before.iter().zip(&self.allocation.lines).filter(|(was, is)| was != is);
        let applied = |line: &Line| {
            self.allocation.applied.iter().find(|it| it.period == line.period).copied()
        };
        changed
            .map(|(was, is)| TouchedLine {
                before: was.clone(),
                after: is.clone(),
                applied: applied(was),
            })
            .collect()
    }
}

/// The state of the facility after the payment; recalculated lines start a new version. A receipt
/// of an earlier day clears no line that is late today.
fn state_after(
    live: &Live,
    allocation: &Allocation,
    (date, today): (NaiveDate, NaiveDate),
) -> FacilityState {
    let mut after = FacilityState::new(live, allocation.status, allocation.lines.clone());
    let is_cleared =
        live.row.status == FacilityStatus::Overdue && after.status == FacilityStatus::Active;
    if is_cleared && date < today {
        let position = live.position.clone();
        let position = Position { lines: after.lines.clone(), ..position };
        (after.status, _) = live.mark(&position, today, today);
    }
    let is_restated = live.position.lines.iter().zip(&allocation.lines).any(|(was, is)| {
        was.beginning_balance != is.beginning_balance
            || was.principal_portion != is.principal_portion
            || was.profit_portion != is.profit_portion
    });
    if is_restated {
        after.schedule_version = live.row.schedule_version.saturating_add(1);
    }
    after.settlement = allocation.settlement.map(|settlement_type| (settlement_type, date));
    after
}
