//! An appraisal for tests.

use chrono::{DateTime, Utc};
use shared::appraisal::detail::{AppraisalDetail, Review};
use shared::appraisal::{ReviewAction, ReviewStage};
use shared::id::StaffId;

/// Two rows and two questions, with the subject.
pub fn detail() -> AppraisalDetail {
    let json = include_str!("sample.json");
    serde_json::from_str(json).expect("the sample is an appraisal")
}

/// A sign-off of a stage by somebody.
pub fn review(stage: ReviewStage, actor_staff_id: StaffId) -> Review {
    Review {
        id: "018f3a52-0000-7000-8000-0000000000f1".parse().expect("an id"),
        stage,
        actor_staff_id,
        actor_name: "Sara Khan".to_owned(),
        action: ReviewAction::Approved,
        comment: None,
        created_at: DateTime::<Utc>::UNIX_EPOCH,
    }
}
