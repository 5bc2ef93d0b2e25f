//! Events for integrators: the changes of an organization's records, in the order of a feed.
//!
//! An event contains ids, references, amounts, dates and statuses, and no text that a person has
//! written or that names one: an erasure of personal data need not touch it.

mod cursor;
mod data;

use chrono::{DateTime, Utc};
use serde::Serialize;

pub use cursor::EventCursor;
pub use data::{AppraisalEventData, EventData, FacilityEventData, LeaveEventData, StoredEventData};

use crate::extensible::Extensible;
use crate::id::{EventId, OrganizationId};

/// The default number of events in a response.
pub const DEFAULT_LIMIT: u32 = 100;
/// The maximum number of events in a response; a larger limit is reduced to it.
pub const LIMIT_CAP: u32 = 500;

text_enum! {
    /// The type of an event: for leave the audit action of the change, for credit the same after
    /// `credit.`.
    EventType {
        /// An appraisal was started.
        AppraisalStarted = "appraisal.started",
        /// An appraisal has reached another stage, except the last.
        AppraisalStageAdvanced = "appraisal.stage_advanced",
        /// An appraisal is final.
        AppraisalFinalized = "appraisal.finalized",
        /// Leave was requested.
        LeaveRequested = "leave.requested",
        /// A rejected or cancelled leave request was submitted again.
        LeaveResubmitted = "leave.resubmitted",
        /// A leave request was approved.
        LeaveApproved = "leave.approved",
        /// A leave request was rejected.
        LeaveRejected = "leave.rejected",
        /// A leave request was cancelled.
        LeaveCancelled = "leave.cancelled",
        /// A draft of a facility was created.
        FacilityCreated = "credit.facility.created",
        /// A facility was submitted for review.
        FacilitySubmitted = "credit.facility.submitted",
        /// A draft of a facility was withdrawn.
        FacilityWithdrawn = "credit.facility.withdrawn",
        /// A facility passed its review.
        FacilityReviewed = "credit.facility.reviewed",
        /// A facility got its Shariah approval.
        FacilityApproved = "credit.facility.approved",
        /// A facility was rejected.
        FacilityRejected = "credit.facility.rejected",
        /// The provider's ownership of the asset was recorded.
        FacilityAssetOwned = "credit.facility.asset_owned",
        /// A facility was activated.
        FacilityActivated = "credit.facility.activated",
        /// An evaluation found that a facility is overdue, or no longer.
        FacilityOverdueStatusChanged = "credit.facility.overdue_status_changed",
        /// A facility was placed on non-accrual.
        FacilityAccrualStopped = "credit.facility.accrual_stopped",
        /// A facility was returned to accrual.
        FacilityAccrualResumed = "credit.facility.accrual_resumed",
        /// The suspended profit of a facility was waived.
        FacilityProfitWaived = "credit.facility.profit_waived",
        /// The title of a leased asset was transferred to the customer.
        FacilityOwnershipTransferred = "credit.facility.ownership_transferred",
        /// A payment was recorded.
        PaymentRecorded = "credit.payment.recorded",
        /// A payment was reversed.
        PaymentReversed = "credit.payment.reversed",
    }
}

text_enum! {
    /// The kind of record that an event concerns; payments belong to their facility.
    EventEntity {
        /// An appraisal, by its id.
        Appraisal = "appraisal",
        /// A leave request, by its id.
        LeaveRequest = "leave_request",
        /// A facility, by its reference.
        Facility = "facility",
    }
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Its id: a reader that gets an event again recognizes it by this.
    pub id: EventId,
    /// The type.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "openapi", schema(value_type = EventType))]
    pub event_type: Extensible<EventType>,
    /// The time of the change.
    pub occurred_at: DateTime<Utc>,
    /// The organization.
    pub organization_id: OrganizationId,
    /// The kind of record.
    #[cfg_attr(feature = "openapi", schema(value_type = EventEntity))]
    pub entity_type: Extensible<EventEntity>,
    /// The record.
    pub entity_id: String,
    /// The record as the change left it.
    #[cfg_attr(feature = "openapi", schema(value_type = EventData))]
    pub data: StoredEventData,
}

/// The events after a cursor, in the order of the feed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EventPage {
    /// The events.
    pub data: Vec<Event>,
    /// The cursor after these events, and after those that the filter left out.
    pub next_cursor: EventCursor,
}

/// The query parameters of the feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventQuery {
    /// Only events after this cursor; by default from the first event on.
    pub after: Option<EventCursor>,
    /// Only events of these types; empty for all.
    pub types: Vec<EventType>,
    /// The maximum number of events, from 1 to 500.
    pub limit: u32,
}

impl Default for EventQuery {
    fn default() -> Self {
        Self { after: None, types: Vec::new(), limit: DEFAULT_LIMIT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::AuditAction;

    #[test]
    fn an_event_of_leave_or_credit_is_named_like_its_audit_action() {
        for event_type in EventType::ALL {
            let name = event_type.as_str();
            let action = name.strip_prefix("credit.").unwrap_or(name);
            let is_named_apart = matches!(
                event_type,
                EventType::AppraisalStarted
                    | EventType::AppraisalStageAdvanced
                    // Written only if the evaluation changes the status, and by the daily job too.
                    | EventType::FacilityOverdueStatusChanged
            );
            assert_eq!(action.parse::<AuditAction>().is_err(), is_named_apart, "{name}");
        }
    }
}
