//! A facility for servicing: with its lines, the policies and its payments so far.

mod repo;

use chrono::NaiveDate;
use shared::credit::facility::{FacilityAction, NextDue};
use shared::credit::schedule::Line;
use shared::credit::servicing::{
    Evaluation, Position, mark, next_due, outstanding_principal, resume,
};
use shared::credit::vocabulary::{FacilityStatus, LineStatus, ProductType, SettlementType};
use shared::error::{Accepted, Code, Error, FieldCode, FieldError, Result};
use shared::event::FacilityEventData;
use shared::id::StaffId;
use shared::money::Money;

use super::facility::repo as facility;
use super::facility::repo::FacilityRow;
use super::journal::Posting;
use crate::caller::Caller;
use crate::context::Context;
use crate::transaction::{ReadTx, WriteTx};

use repo::Circumstances;
pub(crate) use repo::{DueFacility, due_for_evaluation};
pub(super) use repo::{regrade_lines, regraded, set_status};

/// A facility with all data that servicing actions depend on.
#[derive(Clone, Debug)]
pub(super) struct Live {
    pub(super) row: FacilityRow,
    pub(super) position: Position,
    pub(super) circumstances: Circumstances,
}

impl Live {
    /// Reads and locks a facility in the revision that the caller has seen.
    ///
    /// Errors: 404; 409 `STALE_REVISION` when it has changed since that revision.
    pub(super) async fn locked_at(
        tx: &mut WriteTx,
        reference: &str,
        seen: Option<i64>,
    ) -> Result<Self> {
        let live = Self::locked(tx, reference).await?;
        live.row.require_revision(seen)?;
        Ok(live)
    }

    /// Reads and locks a facility.
    ///
    /// Errors: 404.
    pub(super) async fn locked(tx: &mut WriteTx, reference: &str) -> Result<Self> {
        let row = facility::lock(tx, reference).await?;
        Self::with(tx, row).await
    }

    /// Reads a facility.
    ///
    /// Errors: 404.
    pub(super) async fn read(tx: &mut ReadTx, reference: &str) -> Result<Self> {
        let row = facility::find(tx, reference).await?;
        Self::with(tx, row).await
    }

    async fn with(tx: &mut ReadTx, row: Option<FacilityRow>) -> Result<Self> {
        let row = row.ok_or_else(|| Error::not_found("Facility"))?;
        let circumstances = repo::circumstances(tx, row.id).await?;
        let lines = facility::read_lines(tx, row.id).await?;
        Ok(Self { position: row.position(lines), row, circumstances })
    }

    /// The header of a journal of the facility, posted by the caller.
    pub(super) fn posting(&self, caller: &Caller, value_date: NaiveDate) -> Posting {
        Posting {
            facility: self.row.id,
            product_type: self.row.product_type,
            value_date,
            posted_by: caller.staff(),
        }
    }

    /// The event of a change by this person, or by the service itself, that leads to this status.
    pub(super) fn event(
        &self,
        actor: Option<StaffId>,
        status: FacilityStatus,
    ) -> FacilityEventData {
        FacilityEventData::new(&self.row.facility_ref, actor, status)
    }

    /// Errors: 409 `WRONG_STATE` if the status does not allow the action.
    pub(super) fn require(&self, action: FacilityAction) -> Result<()> {
        action.require_open(self.row.status)
    }

    /// Errors: 400 for a day in the future, or before activation.
    pub(super) fn require_day(&self, field: &str, day: NaiveDate, today: NaiveDate) -> Result<()> {
        require_not_future(field, day, today)?;
        self.require_activated(field, day)
    }

    /// Errors: 400 for a day before activation.
    pub(super) fn require_activated(&self, field: &str, day: NaiveDate) -> Result<()> {
        match self.row.activated_on {
            Some(activated_on) if day < activated_on => {
                let message = format!("The facility was activated on {activated_on}.");
                Err(out_of_range(field, message, Accepted::From(activated_on)))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Errors: 409 `PAYMENT_OUT_OF_ORDER` for a day before the latest receipt that was not
    /// reversed, and for a day before accrual was resumed: on non-accrual there is none.
    pub(super) fn require_order(&self, date: NaiveDate) -> Result<()> {
        let later = |day: &NaiveDate| date < *day;
        let (day, message) = if let Some(day) = self.circumstances.received_on.filter(later) {
            let message = format!(
                "The latest payment was received on {day}. Enter that date or a later one, or \
                 reverse that payment first."
            );
            (day, message)
        } else if let Some(day) = self.circumstances.resumed_on().filter(later) {
            let message = format!("Accrual resumed on {day}. Enter that date or a later one.");
            (day, message)
        } else {
            return Ok(());
        };
        let detail = FieldError::new("paymentDate", FieldCode::OutOfRange, message.clone());
        let details = vec![detail.with(Accepted::From(day))];
        Err(Error::conflict_with(Code::PaymentOutOfOrder, message, details))
    }

    /// The status and the lines of such a position with the lines marked that were late on a day; a
    /// line that is late today stays marked.
    pub(super) fn mark(
        &self,
        position: &Position,
        as_of: NaiveDate,
        today: NaiveDate,
    ) -> (FacilityStatus, Vec<Line>) {
        mark(position, as_of, today, self.circumstances.grace_days)
    }

    /// The evaluation of the facility on a day after accrual is resumed.
    ///
    /// Errors: 409 `WRONG_STATE` unless the facility is on non-accrual and the arrears are cleared.
    pub(super) fn resume(&self, as_of: NaiveDate) -> Result<Evaluation> {
        let Circumstances { grace_days, non_accrual_days, .. } = self.circumstances;
        resume(&self.position, as_of, grace_days, non_accrual_days)
    }

    /// Returns true if an action buys the last unit of a diminishing musharakah, which transfers
    /// the asset to the customer.
    pub(super) fn buys_last_unit(&self, after: &FacilityState) -> bool {
        self.row.product_type == ProductType::DiminishingMusharakah
            && self.row.outstanding_principal.is_positive()
            && after.outstanding_principal().is_zero()
    }

    /// Writes the changed lines and the new state of the facility.
    pub(super) async fn save(
        &self,
        tx: &mut WriteTx,
        context: &Context,
        after: &FacilityState,
    ) -> Result<()> {
        let (id, now) = (self.row.id, context.now());
        let changed = self.position.lines.iter().zip(&after.lines).filter(|(was, is)| was != is);
        facility::write_lines(tx, id, changed.map(|(_, is)| is)).await?;
        let columns = facility::ServicedColumns {
            status: after.status,
            outstanding_principal: after.outstanding_principal(),
            oldest_due_date: after.oldest_due_date(),
            next_due: after.next_due(),
            schedule_version: after.schedule_version,
            settlement: after.settlement.map(|(settlement_type, on)| facility::Settlement {
                at: now,
                on,
                settlement_type,
            }),
        };
        facility::save_serviced(tx, id, &columns, now).await?;
        repo::set_non_accrual(tx, id, &after.non_accrual).await
    }
}

/// Errors: 400 for a day in the future.
pub(super) fn require_not_future(field: &str, day: NaiveDate, today: NaiveDate) -> Result<()> {
    if day <= today {
        return Ok(());
    }
    Err(out_of_range(field, format!("Enter a date up to {today}."), Accepted::Until(today)))
}

/// 400 for a day out of range, naming one bound.
fn out_of_range(field: &str, message: String, accepted: Accepted) -> Error {
    Error::validation(vec![FieldError::new(field, FieldCode::OutOfRange, message).with(accepted)])
}

/// The state of a facility after an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FacilityState {
    pub(super) status: FacilityStatus,
    pub(super) lines: Vec<Line>,
    pub(super) schedule_version: u32,
    /// The kind and date of the settlement; present exactly when the status is settled.
    pub(super) settlement: Option<(SettlementType, NaiveDate)>,
    pub(super) non_accrual: NonAccrual,
}

/// The effect of an action on the non-accrual record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NonAccrual {
    /// It stays unchanged, also through a settlement, so that a reversal finds it.
    Keep,
    Begin {
        since: NaiveDate,
        reason: String,
    },
    End,
}

impl FacilityState {
    /// The state with these lines, and nothing else changed.
    pub(super) fn new(live: &Live, status: FacilityStatus, lines: Vec<Line>) -> Self {
        Self {
            status,
            lines,
            schedule_version: live.row.schedule_version,
            settlement: None,
            non_accrual: NonAccrual::Keep,
        }
    }

    pub(super) fn outstanding_principal(&self) -> Money {
        outstanding_principal(&self.lines)
    }

    /// The next amount to pay.
    pub(super) fn next_due(&self) -> Option<NextDue> {
        next_due(self.status, &self.lines)
    }

    /// The due date of the oldest unpaid line, which determines the lateness of the facility.
    fn oldest_due_date(&self) -> Option<NaiveDate> {
        self.lines.iter().find(|line| line.is_open()).map(|line| line.payment_date)
    }

    pub(super) fn has_late_line(&self) -> bool {
        self.lines.iter().any(|line| line.status == LineStatus::Overdue)
    }
}
