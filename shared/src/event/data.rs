//! The data of events.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::EventEntity;
use crate::appraisal::{Outcome, Status};
use crate::credit::vocabulary::FacilityStatus;
use crate::extensible::Extensible;
use crate::id::{AppraisalId, JournalId, LeaveRequestId, PaymentId, StaffId};
use crate::leave::LeaveType;
use crate::leave::days::Days;
use crate::leave::status::LeaveStatus;
use crate::money::Money;

/// The data of an event, by the kind of its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum EventData {
    /// Of an appraisal.
    Appraisal(AppraisalEventData),
    /// Of a leave request.
    Leave(LeaveEventData),
    /// Of a facility.
    Facility(FacilityEventData),
}

/// The data of an event as it was stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum StoredEventData {
    /// Data of this version.
    Known(EventData),
    /// Data that a later version has stored, for readers who know it.
    Unknown(Value),
}

/// An appraisal after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AppraisalEventData {
    /// The appraisal.
    pub appraisal_id: AppraisalId,
    /// The subject.
    pub staff_id: StaffId,
    /// The person who made the change.
    pub actor_id: StaffId,
    /// The status.
    pub status: Status,
    /// The outcome, on `appraisal.finalized` of a probationary appraisal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// A leave request after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeaveEventData {
    /// The request.
    pub leave_request_id: LeaveRequestId,
    /// The requester.
    pub staff_id: StaffId,
    /// The person who made the change.
    pub actor_id: StaffId,
    /// The type of leave.
    pub leave_type: LeaveType,
    /// The first day.
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// Only the afternoon of the first day.
    pub start_half: bool,
    /// Only the morning of the last day.
    pub end_half: bool,
    /// The working days.
    pub days: Days,
    /// The status.
    pub status: LeaveStatus,
}

/// A facility after a change, with the amount and the journal of a posting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FacilityEventData {
    /// The reference of the facility.
    pub facility_ref: String,
    /// The person who made the change; none for the service itself.
    pub actor_id: Option<StaffId>,
    /// The status.
    pub status: FacilityStatus,
    /// The financed amount on creation and activation, the amount of a payment, or the waived
    /// profit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Money>,
    /// The payment that was recorded or reversed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_id: Option<PaymentId>,
    /// The value date of the payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_date: Option<NaiveDate>,
    /// The journal that the change has posted; for a reversal the contra journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journal_id: Option<JournalId>,
}

impl FacilityEventData {
    /// The data of a change that posts nothing.
    pub fn new(facility_ref: &str, actor_id: Option<StaffId>, status: FacilityStatus) -> Self {
        Self {
            facility_ref: facility_ref.to_owned(),
            actor_id,
            status,
            amount: None,
            payment_id: None,
            payment_date: None,
            journal_id: None,
        }
    }
}

impl EventData {
    /// The record: its kind, and its id or reference.
    pub fn entity(&self) -> (EventEntity, String) {
        match self {
            Self::Appraisal(data) => (EventEntity::Appraisal, data.appraisal_id.to_string()),
            Self::Leave(data) => (EventEntity::LeaveRequest, data.leave_request_id.to_string()),
            Self::Facility(data) => (EventEntity::Facility, data.facility_ref.clone()),
        }
    }

    /// Parses the JSON of an event of such a record.
    ///
    /// Errors: those of `serde_json`, for any other text.
    pub fn parse(entity: EventEntity, text: &str) -> serde_json::Result<Self> {
        match entity {
            EventEntity::Appraisal => serde_json::from_str(text).map(Self::Appraisal),
            EventEntity::LeaveRequest => serde_json::from_str(text).map(Self::Leave),
            EventEntity::Facility => serde_json::from_str(text).map(Self::Facility),
        }
    }
}

impl StoredEventData {
    /// Parses the JSON of an event.
    ///
    /// Errors: those of `serde_json`, for a text that is not JSON.
    pub fn parse(entity: &Extensible<EventEntity>, text: &str) -> serde_json::Result<Self> {
        match entity.known().map(|entity| EventData::parse(entity, text)) {
            Some(Ok(data)) => Ok(Self::Known(data)),
            Some(Err(_)) | None => serde_json::from_str(text).map(Self::Unknown),
        }
    }
}

impl From<EventData> for StoredEventData {
    fn from(data: EventData) -> Self {
        Self::Known(data)
    }
}

impl From<AppraisalEventData> for EventData {
    fn from(data: AppraisalEventData) -> Self {
        Self::Appraisal(data)
    }
}

impl From<LeaveEventData> for EventData {
    fn from(data: LeaveEventData) -> Self {
        Self::Leave(data)
    }
}

impl From<FacilityEventData> for EventData {
    fn from(data: FacilityEventData) -> Self {
        Self::Facility(data)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn all() -> [EventData; 3] {
        let staff = StaffId(Uuid::from_u128(1));
        let appraisal = AppraisalEventData {
            appraisal_id: AppraisalId(Uuid::from_u128(2)),
            staff_id: staff,
            actor_id: staff,
            status: Status::Finalized,
            outcome: Some(Outcome::ALL[0]),
        };
        let leave = LeaveEventData {
            leave_request_id: LeaveRequestId(Uuid::from_u128(3)),
            staff_id: staff,
            actor_id: staff,
            leave_type: LeaveType::Casual,
            start_date: NaiveDate::default(),
            end_date: NaiveDate::default(),
            start_half: true,
            end_half: false,
            days: Days::HALF,
            status: LeaveStatus::Pending,
        };
        let facility = FacilityEventData {
            amount: "20.5".parse().ok(),
            ..FacilityEventData::new("CF-20260131-AB12", None, FacilityStatus::Active)
        };
        [appraisal.into(), leave.into(), facility.into()]
    }

    #[test]
    fn data_reads_back_from_its_text() {
        for data in all() {
            let text = serde_json::to_string(&data).unwrap();
            assert_eq!(EventData::parse(data.entity().0, &text).unwrap(), data);
        }
    }

    #[test]
    fn data_of_a_later_version_is_passed_on_as_it_was_stored() {
        let text = r#"{"customerId":7}"#;
        for entity in ["customer", "facility"] {
            let data = StoredEventData::parse(&Extensible::of(entity), text).unwrap();
            assert!(matches!(data, StoredEventData::Unknown(_)), "{data:?}");
            assert_eq!(serde_json::to_string(&data).unwrap(), text);
        }
        assert!(StoredEventData::parse(&EventEntity::Facility.into(), "{").is_err());
    }

    #[test]
    fn members_without_a_value_are_left_out_except_the_actor() {
        let [_, _, facility] = all();
        let text = serde_json::to_string(&facility).unwrap();
        let first = r#"{"facilityRef":"CF-20260131-AB12","actorId":null,"#;
        assert_eq!(text, format!(r#"{first}"status":"active","amount":"20.5000"}}"#));
    }
}
