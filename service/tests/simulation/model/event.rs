//! Events of the model: each record has its own in the order of its changes.

use shared::credit::vocabulary::FacilityStatus;
use shared::event::EventType;

use super::{Model, Organization};
use crate::simulation::act::{Act, AppraisalAct, FacilityAct, LeaveAct, Record};

/// An event: its type, and the status of the record after it.
pub(crate) type Event = (EventType, &'static str);

/// The state of a facility before an act.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    status: FacilityStatus,
    is_asset_owned: bool,
}

impl Organization {
    /// The status of a record; none if it does not exist.
    fn status(&self, record: Record) -> Option<&'static str> {
        match record {
            Record::Facility(number) => self.facilities.get(&number).map(|it| it.status.as_str()),
            Record::Leave(number) => self.requests.get(&number).map(|it| it.status.as_str()),
            Record::Appraisal(number) => self.appraisals.get(&number).map(|it| it.status.as_str()),
            Record::Template(_) | Record::Token(_) => None,
        }
    }

    /// The facility that an act is about to change.
    pub(super) fn before(&self, act: Act) -> Option<Before> {
        let Act::Facility(number, _) = act else { return None };
        let facility = self.facilities.get(&number)?;
        Some(Before { status: facility.status, is_asset_owned: facility.is_asset_owned })
    }

    /// Records the event of a successful act.
    pub(super) fn record_event(&mut self, act: Act, before: Option<Before>) {
        let (record, event_type) = match act {
            Act::CreateFacility(number, _) => {
                (Record::Facility(number), Some(EventType::FacilityCreated))
            }
            Act::Facility(number, act) => {
                let event_type = before.and_then(|it| self.event_of_facility(number, act, it));
                (Record::Facility(number), event_type)
            }
            Act::RequestLeave(number, ..) => {
                (Record::Leave(number), Some(EventType::LeaveRequested))
            }
            Act::Leave(number, act) => (Record::Leave(number), Some(event_of_leave(act))),
            Act::StartAppraisal(number, _) => {
                (Record::Appraisal(number), Some(EventType::AppraisalStarted))
            }
            Act::Appraisal(number, act) => (Record::Appraisal(number), event_of_appraisal(act)),
            _ => return,
        };
        if let (Some(event_type), Some(status)) = (event_type, self.status(record)) {
            self.events.entry(record).or_default().push((event_type, status));
        }
    }

    fn event_of_facility(&self, number: u32, act: FacilityAct, was: Before) -> Option<EventType> {
        use {EventType as E, FacilityAct as A};
        let is = &self.facilities[&number];
        Some(match act {
            A::Submit => E::FacilitySubmitted,
            A::Approve if is.status == FacilityStatus::ShariahReview => E::FacilityReviewed,
            A::Approve => E::FacilityApproved,
            A::Reject => E::FacilityRejected,
            A::Withdraw => E::FacilityWithdrawn,
            A::RecordOwnership if was.is_asset_owned => return None,
            A::RecordOwnership => E::FacilityAssetOwned,
            A::Activate => E::FacilityActivated,
            A::Pay { .. } | A::Settle { .. } => E::PaymentRecorded,
            A::Reverse(_) => E::PaymentReversed,
            A::Evaluate { .. } if was.status == is.status => return None,
            A::Evaluate { .. } => E::FacilityOverdueStatusChanged,
            A::StopAccrual => E::FacilityAccrualStopped,
            A::ResumeAccrual => E::FacilityAccrualResumed,
            A::WaiveProfit => E::FacilityProfitWaived,
            A::TransferTitle => E::FacilityOwnershipTransferred,
        })
    }

    /// Records that a facility is overdue, or no longer.
    pub(super) fn record_lateness(&mut self, number: u32) {
        let status = self.facilities[&number].status.as_str();
        let event = (EventType::FacilityOverdueStatusChanged, status);
        self.events.entry(Record::Facility(number)).or_default().push(event);
    }

    /// The number of events for webhooks: those of appraisals are personal.
    pub(crate) fn webhook_events(&self) -> usize {
        self.events.values().map(Vec::len).sum::<usize>() - self.appraisal_events()
    }

    /// The number of events of appraisals.
    fn appraisal_events(&self) -> usize {
        let of_appraisals = |record: &Record| matches!(record, Record::Appraisal(_));
        let events = self.events.iter().filter(|(record, _)| of_appraisals(record));
        events.map(|(_, events)| events.len()).sum()
    }
}

impl Model {
    /// Notifies the people whom events concern; returns the number of events.
    pub(super) fn dispatch(&mut self) -> usize {
        let events: usize = self.organizations.iter().map(Organization::appraisal_events).sum();
        let news = events - self.dispatched;
        self.dispatched = events;
        news
    }
}

const fn event_of_leave(act: LeaveAct) -> EventType {
    match act {
        LeaveAct::Approve => EventType::LeaveApproved,
        LeaveAct::Reject => EventType::LeaveRejected,
        LeaveAct::Cancel => EventType::LeaveCancelled,
        LeaveAct::Resubmit => EventType::LeaveResubmitted,
    }
}

/// Saves are not events.
const fn event_of_appraisal(act: AppraisalAct) -> Option<EventType> {
    match act {
        AppraisalAct::SaveSelf | AppraisalAct::SaveReview { .. } => None,
        AppraisalAct::SubmitSelf
        | AppraisalAct::SubmitReview
        | AppraisalAct::ApproveAsHead
        | AppraisalAct::ApproveAsDirector => Some(EventType::AppraisalStageAdvanced),
        AppraisalAct::Finalize { .. } => Some(EventType::AppraisalFinalized),
    }
}
