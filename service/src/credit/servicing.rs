//! Servicing of live facilities, except payments: lateness, non-accrual, and the quote.

use chrono::{Days, NaiveDate};
use shared::audit::AuditAction;
use shared::credit::facility::{Facility, FacilityAction};
use shared::credit::journal::{FacilityEventType, check_day};
use shared::credit::payment::{AsOfInput, ReasonInput, SettlementQuote};
use shared::credit::servicing::quote;
use shared::credit::vocabulary::FacilityStatus;
use shared::error::Result;
use shared::event::{EventType, FacilityEventData};
use shared::id::{FacilityId, OrganizationId};
use shared::permission::Permission;

use super::entry;
use super::facility::Facilities;
use super::live::{self, FacilityState, Live, NonAccrual};
use super::timeline::{self, Event};
use crate::act::{Act, WriteTx};
use crate::caller::Caller;
use crate::context::Context;
use crate::event;

impl Facilities<'_> {
    /// The settlement amount of a facility on a day, by default today. Needs `credit:view`.
    ///
    /// Errors: 404; 409 `WRONG_STATE` unless it is live; 400 for a day before activation; 409
    /// `PAYMENT_OUT_OF_ORDER` for a day before the latest receipt.
    pub async fn settlement_quote(
        &self,
        caller: &Caller,
        reference: &str,
        as_of: Option<NaiveDate>,
    ) -> Result<SettlementQuote> {
        let caller = caller.require(Permission::CreditView)?;
        let as_of = as_of.unwrap_or_else(|| self.0.today(caller.time_zone()));
        let mut tx = self.0.read(caller).await?;
        let live = Live::read(&mut tx, reference).await?;
        live.require(FacilityAction::RecordPayment)?;
        check_day("asOf", as_of)?;
        live.require_activated("asOf", as_of)?;
        live.require_order(as_of)?;
        let quote = quote(&live.position, as_of)?;
        Ok(SettlementQuote { facility_ref: live.row.facility_ref, quote })
    }

    /// Evaluates whether a facility was late on a day, by default today, and marks it. A line that
    /// is late today stays marked for any day. Nothing is posted. Needs `credit:approve`.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE` unless it is live; 400 for a day in the
    /// future or before activation.
    pub async fn overdue(
        &self,
        caller: &Caller,
        reference: &str,
        input: AsOfInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditApprove)?;
        let today = self.0.today(caller.time_zone());
        let as_of = input.as_of.unwrap_or(today);
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("facility.evaluate", &(reference, &input)).await? {
            return Ok(first);
        }
        let live = Live::locked_at(&mut act, reference, input.revision).await?;
        live.require(FacilityAction::Overdue)?;
        live.require_day("asOf", as_of, today)?;
        evaluate(&mut act, self.0, &live, (as_of, today), Some(&caller)).await?;
        self.finish(act, (&live, AuditAction::FacilityEvaluated, &["status"])).await
    }

    /// Stops income recognition: from now on, receipts are applied to principal. Needs
    /// `credit:approve`.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE` unless it is active or overdue and owes
    /// principal; 400 for a blank reason.
    pub async fn stop_accrual(
        &self,
        caller: &Caller,
        reference: &str,
        input: ReasonInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditApprove)?;
        let since = self.0.today(caller.time_zone());
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("facility.stop_accrual", &(reference, &input)).await? {
            return Ok(first);
        }
        let live = Live::locked_at(&mut act, reference, input.revision).await?;
        live.require(FacilityAction::NonAccrual)?;
        live.position.require_principal()?;
        let reason = input.check()?;
        let lines = live.position.lines.clone();
        let mut after = FacilityState::new(&live, FacilityStatus::NonAccrual, lines);
        after.non_accrual = NonAccrual::Begin { since, reason: reason.clone() };
        live.save(&mut act, self.0, &after).await?;
        let event = Event::by(caller.staff(), FacilityEventType::NonAccrual);
        let event = Event { text: Some(&reason), ..event };
        timeline::record(&mut act, self.0, live.row.id, event).await?;
        let data = live.event(Some(caller.staff()), after.status);
        act.event(EventType::FacilityAccrualStopped, data).await?;
        let fields = &["status", "nonAccrualSince", "nonAccrualReason"];
        self.finish(act, (&live, AuditAction::FacilityAccrualStopped, fields)).await
    }

    /// Resumes income recognition, once the arrears are cleared. Needs `credit:approve`.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE` unless it is on non-accrual and no
    /// principal is late; 400 for a blank reason.
    pub async fn resume_accrual(
        &self,
        caller: &Caller,
        reference: &str,
        input: ReasonInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditApprove)?;
        let today = self.0.today(caller.time_zone());
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("facility.resume_accrual", &(reference, &input)).await? {
            return Ok(first);
        }
        let live = Live::locked_at(&mut act, reference, input.revision).await?;
        live.require(FacilityAction::ResumeAccrual)?;
        let found = live.resume(today)?;
        let reason = input.check()?;
        let mut after = FacilityState::new(&live, found.status, found.lines);
        after.non_accrual = NonAccrual::End;
        live.save(&mut act, self.0, &after).await?;
        let event = Event::by(caller.staff(), FacilityEventType::AccrualResumed);
        let event = Event { text: Some(&reason), ..event };
        timeline::record(&mut act, self.0, live.row.id, event).await?;
        let data = live.event(Some(caller.staff()), after.status);
        act.event(EventType::FacilityAccrualResumed, data).await?;
        let fields = &["status", "nonAccrualSince", "nonAccrualReason"];
        self.finish(act, (&live, AuditAction::FacilityAccrualResumed, fields)).await
    }
}

impl Facilities<'_> {
    /// Writes the audit entry and returns the facility, also for a repeated request.
    pub(super) async fn finish(
        &self,
        mut act: Act<'_>,
        (live, action, fields): (&Live, AuditAction, &[&str]),
    ) -> Result<Facility> {
        let reference = &live.row.facility_ref;
        act.audit(entry(action, reference, fields)).await?;
        let caller = act.caller();
        let facility = self.read(&mut act, caller, reference).await?;
        act.respond(facility).await
    }
}

/// Marks the lines that were late on a day; false when they are marked already.
async fn evaluate(
    tx: &mut WriteTx,
    context: &Context,
    live: &Live,
    (as_of, today): (NaiveDate, NaiveDate),
    caller: Option<&Caller>,
) -> Result<bool> {
    let (status, lines) = live.mark(&live.position, as_of, today);
    let was = live.row.status;
    if status == was && lines == live.position.lines {
        return Ok(false);
    }
    let after = FacilityState::new(live, status, lines);
    live.save(tx, context, &after).await?;
    let event_type = match (was, after.status) {
        (FacilityStatus::Active, FacilityStatus::Overdue) => FacilityEventType::BecameOverdue,
        (FacilityStatus::Overdue, FacilityStatus::Active) => FacilityEventType::ArrearsCleared,
        (_, _) => return Ok(true),
    };
    let actor = caller.map(Caller::staff);
    let event = Event { event_type, actor, text: None, journal: None };
    timeline::record(tx, context, live.row.id, event).await?;
    let data = live.event(actor, after.status).into();
    event::record(tx, context, EventType::FacilityOverdueStatusChanged, &data).await?;
    Ok(true)
}

/// The part of the daily job for one facility, in a transaction of its own; false when nothing had
/// to be done any more.
pub(crate) async fn evaluate_daily(
    context: &Context,
    organization: OrganizationId,
    reference: &str,
    today: NaiveDate,
) -> Result<bool> {
    let mut tx = context.begin_within(organization).await?;
    let live = Live::locked(&mut tx, reference).await?;
    if !live.row.status.is_live()
        || !evaluate(&mut tx, context, &live, (today, today), None).await?
    {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}

/// Re-evaluates lateness after a change of the grace days, in the same transaction: all lines of an
/// organization, the statuses of its facilities, and their timelines. The daily job computes the
/// same for one facility at a time.
pub(crate) async fn regrade(
    tx: &mut WriteTx,
    context: &Context,
    (today, grace_days): (NaiveDate, u32),
) -> Result<()> {
    let late_before = today.checked_sub_days(Days::new(grace_days.into())).unwrap_or(today);
    live::regrade_lines(tx, late_before).await?;
    let mut data = Vec::new();
    for (status, event_type) in [
        (FacilityStatus::Active, FacilityEventType::ArrearsCleared),
        (FacilityStatus::Overdue, FacilityEventType::BecameOverdue),
    ] {
        let changed = live::regraded(tx, status).await?;
        let ids: Vec<FacilityId> = changed.iter().map(|facility| facility.id).collect();
        live::set_status(tx, (status, context.now()), &ids).await?;
        let event = Event { event_type, actor: None, text: None, journal: None };
        timeline::record_of_each(tx, context, &ids, event).await?;
        let references = changed.iter().map(|facility| &facility.facility_ref);
        data.extend(references.map(|it| FacilityEventData::new(it, None, status).into()));
    }
    event::record_each(tx, context, EventType::FacilityOverdueStatusChanged, &data).await
}
