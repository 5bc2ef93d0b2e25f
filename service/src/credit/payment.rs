//! Payments: a receipt on a facility is applied to its lines and posted to the ledger in one
//! transaction.

mod decide;
pub(in crate::credit) mod repo;
mod reverse;

use shared::audit::AuditAction;
use shared::credit::journal::FacilityEventType;
use shared::credit::payment::{EarlierPayment, Payment, PaymentInput};
use shared::credit::preview::PaymentPreview;
use shared::credit::servicing::BackDatedSettlement;
use shared::credit::vocabulary::FacilityStatus;
use shared::error::{Error, Result};
use shared::event::{EventType, FacilityEventData};
use shared::id::{JournalId, PaymentId};
use shared::page::{Page, PageRequest};
use shared::permission::Permission;

use super::facility::Facilities;
use super::live::Live;
use super::timeline::{self, Event};
use super::{entry, facility, journal};
use crate::act::{Act, WriteTx};
use crate::caller::Caller;
use crate::context::use_cases;
use decide::Decision;
use repo::{PaymentFilter, PaymentRow};

use_cases! {
    /// Payments.
    Payments, payments
}

impl Payments<'_> {
    /// A page of the payments of a facility, latest first. Needs `credit:view`.
    ///
    /// Errors: 404.
    pub async fn list(
        &self,
        caller: &Caller,
        reference: &str,
        page: PageRequest,
    ) -> Result<Page<Payment>> {
        let caller = caller.require(Permission::CreditView)?;
        let mut tx = self.0.read(caller).await?;
        let facility = facility::repo::find(&mut tx, reference).await?;
        let id = facility.ok_or_else(|| Error::not_found("Facility"))?.id;
        repo::page(&mut tx, id, PaymentFilter::All, &page).await
    }

    /// Records a payment, with its lines, its journal and the status of the facility, in one
    /// transaction. Needs `credit:record_payment`. A repeated idempotency key returns the first
    /// response.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE` unless the facility is live; 400 for a
    /// day in the future or before activation; 409 `PAYMENT_OUT_OF_ORDER` for a day before the
    /// latest receipt; 422 `AMOUNT_NOT_ACCEPTED` naming the accepted amount; 403 for a settlement
    /// dated before a due date that has passed, without `credit:approve`; 422 `ACCOUNT_UNMAPPED`
    /// naming every gap; 409 `PERIOD_CLOSED` for a day in a closed period; 409
    /// `IDEMPOTENCY_KEY_REUSED`. Nothing is written then.
    pub async fn record(
        &self,
        caller: &Caller,
        reference: &str,
        input: PaymentInput,
    ) -> Result<Payment> {
        let caller = caller.require(Permission::CreditRecordPayment)?;
        let mut act = self.0.act(caller).await?;
        let live = Live::locked(&mut act, reference).await?;
        if let Some(first) = act.repeated("payment.record", &(reference, &input)).await? {
            return Ok(first);
        }
        let (payment, _) = self.record_within(&mut act, &live, input).await?;
        act.respond(payment).await
    }

    /// The effect of recording a payment: the recording, rolled back. Needs
    /// `credit:record_payment`.
    ///
    /// Errors: those of `record`, except for idempotency keys, which it ignores.
    pub async fn preview(
        &self,
        caller: &Caller,
        reference: &str,
        input: PaymentInput,
    ) -> Result<PaymentPreview> {
        let caller = caller.require(Permission::CreditRecordPayment)?;
        let mut act = self.0.act(caller).await?;
        let live = Live::locked(&mut act, reference).await?;
        let (payment, back_dated) = self.record_within(&mut act, &live, input).await?;
        let journal = journal::posted(&mut act, [payment.journal_entry_id]).await?;
        let facility = Facilities(self.0).read(&mut act, &caller, reference).await?;
        act.roll_back();
        Ok(PaymentPreview {
            amount: payment.amount,
            payment_date: payment.payment_date,
            early_settlement: payment.early_settlement,
            extra_payment: payment.extra_payment,
            extra_amount: payment.extra_amount,
            applied_to: payment.applied_to,
            principal: payment.principal,
            profit: payment.profit,
            profit_waived: payment.profit_waived,
            journal,
            facility,
            same_reference: payment.same_reference,
            back_dated,
        })
    }

    async fn record_within(
        &self,
        act: &mut Act<'_>,
        live: &Live,
        input: PaymentInput,
    ) -> Result<(Payment, Option<BackDatedSettlement>)> {
        let caller = act.caller();
        live.row.require_revision(input.revision)?;
        let decision = Decision::of(live, input, act.today())?;
        decision.require_approval(caller)?;
        let payment = self.post(act, live, &decision).await?;
        let event = live.event(Some(caller.staff()), decision.after.status);
        let event = with_payment(event, &payment, payment.journal_entry_id);
        act.event(EventType::PaymentRecorded, event).await?;
        Ok((payment, decision.back_dated))
    }

    async fn post(&self, act: &mut Act<'_>, live: &Live, decision: &Decision) -> Result<Payment> {
        let caller = act.caller();
        let posting = live.posting(caller, decision.input.payment_date);
        let legs = &decision.allocation.legs;
        let journal = journal::post(act, self.0, &posting, legs).await?;
        let reference = &decision.input.reference;
        let earlier = repo::find_by_reference(act, live.row.id, reference).await?;
        let row = self.row(live, decision, journal, earlier);
        let touched = decision.touched(&live.position.lines);
        repo::add(act, &row, caller.staff(), &touched).await?;
        repo::add_lines(act, row.id, &touched).await?;
        live.save(act, self.0, &decision.after).await?;
        self.record_timeline(act, caller, live, decision, journal).await?;
        act.audit(entry(AuditAction::PaymentRecorded, &live.row.facility_ref, RECORDED)).await?;
        Ok(row.with(decision.applied_to()))
    }

    fn row(
        &self,
        live: &Live,
        decision: &Decision,
        journal_id: JournalId,
        earlier: Option<EarlierPayment>,
    ) -> PaymentRow {
        let Decision { input, allocation, .. } = decision;
        PaymentRow {
            id: PaymentId(self.0.id()),
            facility_id: live.row.id,
            number: live.circumstances.payments.saturating_add(1),
            amount: input.amount,
            payment_date: input.payment_date,
            reference: input.reference.clone(),
            early_settlement: input.early_settlement,
            extra_payment: allocation.is_extra,
            extra_amount: allocation.extra,
            principal: decision.principal(),
            profit: decision.profit(),
            profit_waived: allocation.waived,
            journal_id,
            status_before: live.row.status,
            schedule_version_before: live.row.schedule_version,
            created_at: self.0.now(),
            reversed_at: None,
            reversal_journal_id: None,
            reversal_reason: None,
            earlier_amount: earlier.map(|it| it.amount),
            earlier_date: earlier.map(|it| it.payment_date),
        }
    }

    /// Records the payment and its consequences in the timeline.
    async fn record_timeline(
        &self,
        tx: &mut WriteTx,
        caller: &Caller,
        live: &Live,
        decision: &Decision,
        journal: JournalId,
    ) -> Result<()> {
        let by = |event_type| Event::by(caller.staff(), event_type);
        let amount = decision.input.amount.to_string();
        let mut events = vec![Event {
            text: Some(&amount),
            journal: Some(journal),
            ..by(FacilityEventType::PaymentReceived)
        }];
        match (live.row.status, decision.after.status) {
            (_, FacilityStatus::Settled) => events.push(by(FacilityEventType::Settled)),
            (FacilityStatus::Overdue, FacilityStatus::Active) => {
                events.push(by(FacilityEventType::ArrearsCleared));
            }
            (_, _) => {}
        }
        if live.buys_last_unit(&decision.after) {
            events.push(by(FacilityEventType::OwnershipTransferred));
        }
        for event in events {
            timeline::record(tx, self.0, live.row.id, event).await?;
        }
        Ok(())
    }
}

/// The event of a payment, with the journal that was posted.
fn with_payment(
    event: FacilityEventData,
    payment: &Payment,
    journal: JournalId,
) -> FacilityEventData {
    FacilityEventData {
        amount: Some(payment.amount),
        payment_id: Some(payment.payment_id),
        payment_date: Some(payment.payment_date),
        journal_id: Some(journal),
        ..event
    }
}

/// The fields that the audit entry of a payment names.
const RECORDED: &[&str] = &["amount", "paymentDate", "reference", "earlySettlement"];
