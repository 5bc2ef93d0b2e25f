//! Reversal of the latest payment of a facility.

use chrono::NaiveDate;
use shared::audit::AuditAction;
use shared::credit::facility::FacilityAction;
use shared::credit::journal::FacilityEventType;
use shared::credit::payment::{Payment, ReasonInput};
use shared::credit::preview::ReversalPreview;
use shared::credit::schedule::Line;
use shared::credit::servicing::Position;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::{Code, Error, Result};
use shared::event::EventType;
use shared::id::{JournalId, PaymentId};
use shared::permission::Permission;

use super::Payments;
use super::repo::{self, LineBefore, PaymentRow};
use super::with_payment;
use crate::act::{Act, WriteTx};
use crate::caller::Caller;
use crate::clock::local_date;
use crate::context::Context;
use crate::credit::facility::{Facilities, repo as facility};
use crate::credit::live::{FacilityState, Live};
use crate::credit::timeline::{self, Event};
use crate::credit::{entry, journal, waiver};

impl Payments<'_> {
    /// Reverses the latest payment that was not reversed: a contra journal, and the lines, the
    /// status and the version as they were before it, or as later days have changed them. The
    /// payment stays in the list. A waiver of suspended profit that followed it is reversed first,
    /// and an asset that was transferred to the customer returns to the provider. Needs
    /// `credit:approve`.
    ///
    /// The contra journal has the value date of the payment, so that the books of every day exclude
    /// it, and the actual receipt can be recorded on its own day. In a closed period the books stay
    /// unchanged: the contra journal has the first open day.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE` for any payment except the latest that
    /// was not reversed; 400 for a blank reason; 409 `PERIOD_CLOSED` while the first open day is in
    /// the future.
    pub async fn reverse(
        &self,
        caller: &Caller,
        reference: &str,
        id: PaymentId,
        input: ReasonInput,
    ) -> Result<Payment> {
        let caller = caller.require(Permission::CreditApprove)?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("payment.reverse", &(reference, id, &input)).await? {
            return Ok(first);
        }
        let (payment, _) = self.reverse_within(&mut act, (reference, id), input).await?;
        act.respond(payment).await
    }

    /// The effect of reversing a payment: the reversal, rolled back. Needs `credit:approve`.
    ///
    /// Errors: those of `reverse`, except for idempotency keys, which it ignores.
    pub async fn preview_reversal(
        &self,
        caller: &Caller,
        reference: &str,
        id: PaymentId,
        input: ReasonInput,
    ) -> Result<ReversalPreview> {
        let caller = caller.require(Permission::CreditApprove)?;
        let mut act = self.0.act(caller).await?;
        let (payment, contra_of_waiver) =
            self.reverse_within(&mut act, (reference, id), input).await?;
        let journals = payment.reversal_journal_id.into_iter().chain(contra_of_waiver);
        let journal = journal::posted(&mut act, journals).await?;
        let facility = Facilities(self.0).read(&mut act, &caller, reference).await?;
        act.roll_back();
        Ok(ReversalPreview { applied_to: payment.applied_to, journal, facility })
    }

    /// Reverses the payment; returns it with the contra journal of a waiver that followed it.
    async fn reverse_within(
        &self,
        act: &mut Act<'_>,
        (reference, id): (&str, PaymentId),
        input: ReasonInput,
    ) -> Result<(Payment, Option<JournalId>)> {
        let live = Live::locked_at(act, reference, input.revision).await?;
        live.require(FacilityAction::ReversePayment)?;
        let row = repo::find(act, live.row.id, id).await?;
        let mut row = row.ok_or_else(|| Error::not_found("Payment"))?;
        let latest = repo::latest(act, live.row.id).await?;
        require_latest(&row, latest)?;
        let reason = input.check()?;

        let (caller, today) = (act.caller(), act.today());
        let posting = live.posting(caller, row.payment_date);
        let contra = journal::reverse(act, self.0, &posting, row.journal_id, today).await?;
        row.reversal_journal_id = Some(contra.journal);
        row.reversed_at = Some(act.now());
        row.reversal_reason = Some(reason);
        repo::reverse(act, &row, (caller.staff(), contra.value_date)).await?;
        let waiver = waiver::undo(act, self.0, caller, &live).await?;
        let before = repo::lines_before(act, id).await?;
        let days = (local_date(row.created_at, caller.time_zone()), today);
        let after = restored(&live, waiver.lines, &row, &before, days);
        live.save(act, self.0, &after).await?;
        return_asset(act, self.0, caller, &live, &after).await?;
        self.record_reversal_events(act, &live, &row).await?;
        let payment = repo::read(act, row).await?;
        let event = live.event(Some(caller.staff()), after.status);
        let event = with_payment(event, &payment, contra.journal);
        act.event(EventType::PaymentReversed, event).await?;
        Ok((payment, waiver.contra))
    }

    /// Writes the timeline and the audit entry.
    async fn record_reversal_events(
        &self,
        act: &mut Act<'_>,
        live: &Live,
        row: &PaymentRow,
    ) -> Result<()> {
        let event = Event {
            text: row.reversal_reason.as_deref(),
            journal: row.reversal_journal_id,
            ..Event::by(act.caller().staff(), FacilityEventType::PaymentReversed)
        };
        timeline::record(act, self.0, live.row.id, event).await?;
        let fields = &["reversedAt", "reversalReason"];
        act.audit(entry(AuditAction::PaymentReversed, &live.row.facility_ref, fields)).await
    }
}

/// Returns the asset to its previous owner, if the payment had transferred it to the customer.
async fn return_asset(
    tx: &mut WriteTx,
    context: &Context,
    caller: &Caller,
    live: &Live,
    after: &FacilityState,
) -> Result<()> {
    let id = live.row.id;
    let was_transferred = match live.row.product_type {
        ProductType::Murabaha => false,
        ProductType::Ijarah => live.row.ownership_transferred_at.is_some(),
        ProductType::DiminishingMusharakah => {
            live.row.outstanding_principal.is_zero() && after.outstanding_principal().is_positive()
        }
    };
    if !was_transferred {
        return Ok(());
    }
    facility::return_title(tx, id).await?;
    let event = Event::by(caller.staff(), FacilityEventType::OwnershipReturned);
    timeline::record(tx, context, id, event).await
}

/// Errors: 409 `WRONG_STATE` unless it is the latest payment that was not reversed.
fn require_latest(row: &PaymentRow, latest: Option<PaymentId>) -> Result<()> {
    let message = if row.reversed_at.is_some() {
        "The payment has already been reversed."
    } else if latest != Some(row.id) {
        "Only the latest payment can be reversed. Reverse later payments first."
    } else {
        return Ok(());
    };
    Err(Error::conflict(Code::WrongState, message))
}

/// The state of the facility without the payment. The results of evaluations and of an approver's
/// decisions since then stay; a settlement is undone. On the day of the payment that is exactly the
/// state before it, even if a line was late without a mark. On later days, and if accrual was
/// resumed since, the current date determines lateness.
fn restored(
    live: &Live,
    lines: Vec<Line>,
    row: &PaymentRow,
    before: &[LineBefore],
    (recorded_on, today): (NaiveDate, NaiveDate),
) -> FacilityState {
    let mut position = Position { lines, ..live.position.clone() };
    for was in before {
        if let Some(line) = position.lines.iter_mut().find(|line| line.period == was.period) {
            was.restore(line);
        }
    }
    let is_resumed = live.row.status.accrues() && !row.status_before.accrues();
    position.status = match live.row.status {
        FacilityStatus::NonAccrual => FacilityStatus::NonAccrual,
        FacilityStatus::Active | FacilityStatus::Overdue if is_resumed => FacilityStatus::Active,
        FacilityStatus::Active
        | FacilityStatus::Overdue
        | FacilityStatus::Settled
        | FacilityStatus::Draft
        | FacilityStatus::PendingReview
        | FacilityStatus::ShariahReview
        | FacilityStatus::Approved
        | FacilityStatus::Rejected
        | FacilityStatus::Withdrawn => row.status_before,
    };
    if is_resumed || recorded_on < today {
        (position.status, position.lines) = live.mark(&position, today, today);
    }
    let mut after = FacilityState::new(live, position.status, position.lines);
    if after.status == FacilityStatus::Active && after.has_late_line() {
        after.status = FacilityStatus::Overdue;
    }
    after.schedule_version = row.schedule_version_before;
    after
}
