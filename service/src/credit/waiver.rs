//! Waiver of suspended profit, which settles a facility whose principal is received.

pub(in crate::credit) mod repo;

use shared::audit::AuditAction;
use shared::credit::facility::{Facility, FacilityAction};
use shared::credit::journal::FacilityEventType;
use shared::credit::payment::ReasonInput;
use shared::credit::schedule::Line;
use shared::credit::servicing::waive;
use shared::error::{Code, Error, Result};
use shared::event::{EventType, FacilityEventData};
use shared::id::{FacilityId, JournalId};
use shared::permission::Permission;

use super::facility::Facilities;
use super::live::{FacilityState, Live};
use super::timeline::{self, Event};
use super::{closed_period, journal};
use crate::caller::Caller;
use crate::context::Context;
use crate::transaction::WriteTx;
use repo::{WaivedLine, WaiverRow};

impl Facilities<'_> {
    /// Waives the suspended profit of a facility whose principal is received, and settles it. Needs
    /// `credit:approve`.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE` unless it is on non-accrual and owes no
    /// principal; 403 `MAKER_CHECKER` for the person who recorded the latest payment; 400 for a
    /// blank reason; 422 `ACCOUNT_UNMAPPED`; 409 `PERIOD_CLOSED` while today is closed.
    pub async fn waive_profit(
        &self,
        caller: &Caller,
        reference: &str,
        input: ReasonInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditApprove)?;
        let today = self.0.today(caller.time_zone());
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("facility.waive_profit", &(reference, &input)).await? {
            return Ok(first);
        }
        let live = Live::locked_at(&mut act, reference, input.revision).await?;
        live.require(FacilityAction::WaiveProfit)?;
        let waiver = waive(&live.position)?;
        require_another_cashier(&live, &caller)?;
        let reason = input.check()?;

        let journal_id = if waiver.legs.is_empty() {
            // Reports count the waiver on its day even if nothing is posted.
            closed_period::share(&mut act).await?.require_open(today)?;
            None
        } else {
            let posting = live.posting(&caller, today);
            Some(journal::post(&mut act, self.0, &posting, &waiver.legs).await?)
        };
        let row = WaiverRow {
            id: self.0.id(),
            amount: waiver.waived,
            reason: reason.clone(),
            waived_on: today,
            journal_id,
        };
        repo::add(&mut act, live.row.id, &row).await?;
        let lines = waived_lines(&live.position.lines, &waiver.lines);
        repo::add_lines(&mut act, row.id, &lines).await?;
        let mut after = FacilityState::new(&live, waiver.status, waiver.lines);
        after.settlement = waiver.settlement.map(|settlement_type| (settlement_type, today));
        live.save(&mut act, self.0, &after).await?;
        self.record_waiver_events(&mut act, &caller, &live, &row).await?;
        let data = FacilityEventData {
            amount: Some(row.amount),
            journal_id: row.journal_id,
            ..live.event(Some(caller.staff()), after.status)
        };
        act.event(EventType::FacilityProfitWaived, data).await?;
        let fields = &["status", "profitSuspended", "reason"];
        self.finish(act, (&live, AuditAction::FacilityProfitWaived, fields)).await
    }

    async fn record_waiver_events(
        &self,
        tx: &mut WriteTx,
        caller: &Caller,
        live: &Live,
        row: &WaiverRow,
    ) -> Result<()> {
        let text = format!("{}: {}", row.amount, row.reason);
        let by = |event_type| Event::by(caller.staff(), event_type);
        let waived = Event {
            text: Some(&text),
            journal: row.journal_id,
            ..by(FacilityEventType::ProfitWaived)
        };
        for event in [waived, by(FacilityEventType::Settled)] {
            timeline::record(tx, self.0, live.row.id, event).await?;
        }
        Ok(())
    }
}

/// Errors: 403 `MAKER_CHECKER` for the person who recorded the latest payment.
fn require_another_cashier(live: &Live, caller: &Caller) -> Result<()> {
    if live.row.received_by_id != Some(caller.staff()) {
        return Ok(());
    }
    let message = "You recorded the latest payment; a different approver must waive the profit.";
    Err(Error::forbidden(Code::MakerChecker, message))
}

/// The lines that a waiver closed, with the waived amounts.
fn waived_lines(before: &[Line], after: &[Line]) -> Vec<WaivedLine> {
    let closed = before.iter().zip(after).filter(|(was, is)| was != is);
    closed
        .map(|(was, is)| WaivedLine {
            period: was.period,
            amount: is.profit_waived.minus(was.profit_waived).unwrap_or_default(),
            status_before: was.status,
        })
        .collect()
}

/// The state of a facility without its waiver.
#[derive(Clone, Debug)]
pub(in crate::credit) struct Undone {
    /// The lines as they were before the waiver.
    pub(in crate::credit) lines: Vec<Line>,
    /// The contra journal; none if the waiver had posted nothing.
    pub(in crate::credit) contra: Option<JournalId>,
}

/// Reverses the waiver of a facility, if there is one, before the payment that it followed is
/// reversed: its journal by a contra journal, and the waived amounts of the lines.
pub(in crate::credit) async fn undo(
    tx: &mut WriteTx,
    context: &Context,
    caller: &Caller,
    live: &Live,
) -> Result<Undone> {
    let today = context.today(caller.time_zone());
    let mut lines = live.position.lines.clone();
    let Some(waiver) = repo::in_effect(tx, live.row.id).await? else {
        return Ok(Undone { lines, contra: None });
    };
    for waived in repo::lines(tx, waiver.id).await? {
        if let Some(line) = lines.iter_mut().find(|line| line.period == waived.period) {
            waived.restore(line);
        }
    }
    let contra = match waiver.journal_id {
        Some(journal_id) => {
            let posting = live.posting(caller, waiver.waived_on);
            let contra = journal::reverse(tx, context, &posting, journal_id, today).await?;
            Some(contra.journal)
        }
        None => None,
    };
    repo::reverse(tx, waiver.id, context.now(), contra).await?;
    record_undone(tx, context, (caller, live.row.id), (&waiver, contra)).await?;
    Ok(Undone { lines, contra })
}

async fn record_undone(
    tx: &mut WriteTx,
    context: &Context,
    (caller, facility): (&Caller, FacilityId),
    (waiver, journal): (&WaiverRow, Option<JournalId>),
) -> Result<()> {
    let amount = waiver.amount.to_string();
    let event = Event {
        text: Some(&amount),
        journal,
        ..Event::by(caller.staff(), FacilityEventType::ProfitWaiverReversed)
    };
    timeline::record(tx, context, facility, event).await
}
