use super::*;
use crate::error::Error;
use crate::event::{EventData, FacilityEventData};
use crate::id::{EventId, OrganizationId};
use uuid::Uuid;

fn input(url: &str, types: &[EventType]) -> WebhookInput {
    WebhookInput { url: url.to_owned(), types: types.to_vec() }
}

fn fields(refused: Error) -> Vec<(String, FieldCode)> {
    let errors = refused.problem().errors.clone();
    errors.into_iter().map(|it| (it.field, it.code)).collect()
}

#[test]
fn webhooks_send_leave_and_credit_and_never_appraisals() {
    let sent: Vec<_> = webhook_types().collect();
    for event_type in EventType::ALL {
        let is_of_appraisals = event_type.as_str().starts_with("appraisal.");
        assert_eq!(sent.contains(event_type), !is_of_appraisals, "{event_type}");
    }
}

#[test]
fn types_are_put_in_order_and_those_of_appraisals_are_refused() {
    let types = [EventType::PaymentRecorded, EventType::LeaveRejected, EventType::PaymentRecorded];
    let checked = input(" https://erp.example/hooks ", &types).check(false).unwrap();
    assert_eq!(checked.types, [EventType::LeaveRejected, EventType::PaymentRecorded]);
    assert_eq!(checked.url, "https://erp.example/hooks");
    let types = [EventType::LeaveRejected, EventType::AppraisalFinalized];
    let refused = input("http://erp.example", &types).check(false).unwrap_err();
    let expected =
        [("url".to_owned(), FieldCode::Invalid), ("types[1]".to_owned(), FieldCode::NotAllowed)];
    assert_eq!(fields(refused), expected);
    let patch = WebhookPatch { types: Some(types.to_vec()), ..WebhookPatch::default() };
    assert_eq!(fields(patch.check(false).unwrap_err())[0].1, FieldCode::NotAllowed);
}

#[test]
fn a_body_has_the_form_of_standard_webhooks_around_the_event_of_the_feed() {
    let data = EventData::from(FacilityEventData::new(
        "CF-20260131-AB12",
        None,
        crate::credit::vocabulary::FacilityStatus::Active,
    ));
    let (entity_type, entity_id) = data.entity();
    let event = Event {
        id: EventId(Uuid::from_u128(1)),
        event_type: EventType::FacilityActivated.into(),
        occurred_at: "2026-01-31T09:00:00Z".parse().unwrap(),
        organization_id: OrganizationId(Uuid::from_u128(2)),
        entity_type: entity_type.into(),
        entity_id,
        data: data.into(),
    };
    let body = serde_json::to_value(WebhookPayload::from(&event)).unwrap();
    assert_eq!(body["type"], "credit.facility.activated");
    assert_eq!(body["timestamp"], "2026-01-31T09:00:00Z");
    assert_eq!(body["data"], serde_json::to_value(&event).unwrap());
    assert_eq!(body.as_object().unwrap().len(), 3);
}
