//! A sample appraisal for tests.

use chrono::{DateTime, Utc};
use shared::appraisal::detail::{AppraisalDetail, Review};
use shared::appraisal::{Action, Relation, ReviewAction, ReviewStage, Status};
use shared::credit::vocabulary::InstalmentRounding;
use shared::id::StaffId;

use crate::session::Me;
use shared::appraisal::form::AppraisalForm;

/// The relation of a person who has none.
pub const NOBODY: Relation = Relation {
    subject: false,
    line_manager: false,
    department_head: false,
    managing_director: false,
    human_resources: false,
};

/// An appraisal at the self-assessment, with two rows and two questions.
pub fn detail() -> AppraisalDetail {
    let json = include_str!("sample.json");
    serde_json::from_str(json).expect("the sample is an appraisal")
}

/// A sign-off of a stage by a member of staff.
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

/// The signed-in user of a test page.
pub fn reader(id: StaffId) -> Me {
    Me {
        id,
        organization_id: "018f3a52-0000-7000-8000-0000000000f0".parse().expect("an id"),
        organization_name: "Amanah".to_owned(),
        time_zone: "UTC".to_owned(),
        currency: "USD".to_owned(),
        instalment_rounding: InstalmentRounding::None,
        name: "Reader".to_owned(),
        email: "reader@example.com".to_owned(),
        role: "employee".to_owned(),
        permissions: Vec::new(),
        department_id: None,
        employment_confirmed_at: None,
        password_change_required: false,
        mfa_enabled: false,
        recovery_codes_remaining: None,
    }
}

/// The form as a user with this part receives it in this status.
pub fn form(relation: Relation, status: Status) -> AppraisalForm {
    let mut detail = detail();
    detail.status = status;
    detail.allowed_actions = Action::allowed(relation, status);
    AppraisalForm { detail: detail.for_reader(relation), relation, next: None, left: 0 }
}
