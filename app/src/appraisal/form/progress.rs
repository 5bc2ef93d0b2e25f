//! The progress of the form: its stages, and the actions available to the reader.

use super::label::people_at;
use chrono::{DateTime, Utc};
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::stage::Stage;
use shared::appraisal::{Action, Refusal, Relation, ReviewStage, Status};

/// The progress of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepState {
    /// Signed off at this time.
    Done(DateTime<Utc>),
    /// The current stage, since this time.
    Current(Option<DateTime<Utc>>),
    /// Not reached yet.
    Ahead,
}

/// One stage of the stepper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub stage: Stage,
    /// The names of the people at the stage; empty for HR until one of them has acted.
    pub people: Vec<String>,
    pub state: StepState,
    /// True at the managing director's stage if the subject acts or acted there.
    pub is_subject: bool,
}

/// The stages of the form, in order.
pub fn steps(detail: &AppraisalDetail) -> Vec<Step> {
    let stages = [
        Stage::Subject,
        Stage::LineManager,
        Stage::DepartmentHead,
        Stage::ManagingDirector,
        Stage::HumanResources,
    ];
    let passed = stages.into_iter().filter(|stage| {
        !matches!(stage, Stage::DepartmentHead) || detail.department_head.is_some()
    });
    passed.map(|stage| step(detail, stage)).collect()
}

fn step(detail: &AppraisalDetail, stage: Stage) -> Step {
    let review = detail.reviews.iter().find(|review| review.stage == stage_of(stage));
    let state = match review {
        Some(review) => StepState::Done(review.created_at),
        None if detail.status.stage() == Some(stage) => StepState::Current(detail.waiting_since),
        None => StepState::Ahead,
    };
    let people = match review {
        Some(review) => vec![review.actor_name.clone()],
        None => people_at(detail, stage),
    };
    let at_stage = |id| match review {
        Some(review) => review.actor_staff_id == id,
        None => detail.managing_directors.iter().any(|director| director.id == id),
    };
    let is_subject = matches!(stage, Stage::ManagingDirector) && at_stage(detail.staff_id);
    Step { stage, people, state, is_subject }
}

const fn stage_of(stage: Stage) -> ReviewStage {
    match stage {
        Stage::Subject => ReviewStage::SelfAssessment,
        Stage::LineManager => ReviewStage::LineManager,
        Stage::DepartmentHead => ReviewStage::DeptHead,
        Stage::ManagingDirector => ReviewStage::Md,
        Stage::HumanResources => ReviewStage::Hr,
    }
}

/// The reason why an action that the page shows is not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnavailableReason {
    /// The form is still at this earlier stage.
    NotYet(Stage),
    /// The subject may not finalize their own appraisal.
    SelfFinalize,
}

/// An action that the page shows to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionView {
    pub action: Action,
    /// The reason why the action is not available now, if it is not.
    pub unavailable: Option<UnavailableReason>,
}

/// The sign-offs that the page shows: those of the user that are open or still ahead.
///
/// Those of the subject and the line manager are shown only while they are open, because at other
/// times there is nothing to fill in.
pub fn visible_actions(relation: Relation, status: Status) -> Vec<ActionView> {
    let sign_offs = [
        Action::SubmitSelf,
        Action::SubmitReview,
        Action::ApproveDeptHead,
        Action::ApproveMd,
        Action::Finalize,
    ];
    sign_offs.into_iter().filter_map(|action| action_view(action, relation, status)).collect()
}

fn action_view(action: Action, relation: Relation, status: Status) -> Option<ActionView> {
    let unavailable = match action.permit(relation, status) {
        Ok(()) => None,
        Err(Refusal::NoRelation | Refusal::NotYourStage | Refusal::OwnHrFields) => return None,
        Err(Refusal::SelfFinalize) if matches!(status, Status::Finalized) => return None,
        Err(Refusal::SelfFinalize) => Some(UnavailableReason::SelfFinalize),
        Err(Refusal::WrongStage) => Some(UnavailableReason::NotYet(ahead(action, status)?)),
    };
    Some(ActionView { action, unavailable })
}

/// The stage that holds the form, if the action belongs to a later stage and is shown in advance.
fn ahead(action: Action, status: Status) -> Option<Stage> {
    let is_ahead = match action {
        Action::ApproveDeptHead => matches!(status, Status::PendingSelf | Status::PendingLm),
        Action::ApproveMd => {
            matches!(status, Status::PendingSelf | Status::PendingLm | Status::PendingDeptHead)
        }
        Action::Finalize => !matches!(status, Status::Finalized),
        Action::SaveSelf
        | Action::SubmitSelf
        | Action::SaveReview
        | Action::SubmitReview
        | Action::SaveHr => false,
    };
    if is_ahead { status.stage() } else { None }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, NOBODY};
    use super::*;

    #[test]
    fn the_department_head_has_a_step_only_when_there_is_one() {
        let mut detail = sample::detail();
        assert_eq!(steps(&detail).len(), 5);
        detail.department_head = None;
        assert_eq!(steps(&detail).len(), 4);
    }

    #[test]
    fn a_step_says_who_signed_and_who_is_waited_for() {
        let mut detail = sample::detail();
        detail.status = Status::PendingLm;
        detail.reviews = vec![sample::review(ReviewStage::SelfAssessment, detail.staff_id)];
        let steps = steps(&detail);
        assert!(matches!(steps[0].state, StepState::Done(_)));
        assert!(matches!(steps[1].state, StepState::Current(_)));
        assert_eq!(steps[2].state, StepState::Ahead);
        assert_eq!(steps[1].people, [detail.line_manager.name]);
    }

    #[test]
    fn it_is_said_when_the_managing_director_is_the_subject() {
        let mut detail = sample::detail();
        detail.staff_id = detail.managing_directors[0].id;
        assert!(steps(&detail)[3].is_subject);
        let signed_by_another = sample::review(ReviewStage::Md, detail.line_manager.id);
        detail.reviews = vec![signed_by_another];
        assert!(!steps(&detail)[3].is_subject);
    }

    #[test]
    fn an_action_that_is_not_available_yet_names_the_current_stage() {
        let head = Relation { department_head: true, ..NOBODY };
        let expected = ActionView {
            action: Action::ApproveDeptHead,
            unavailable: Some(UnavailableReason::NotYet(Stage::LineManager)),
        };
        assert_eq!(visible_actions(head, Status::PendingLm), [expected]);
        assert_eq!(visible_actions(head, Status::PendingDeptHead)[0].unavailable, None);
        assert_eq!(visible_actions(head, Status::PendingMd), []);
    }

    #[test]
    fn nobody_finalizes_their_own_appraisal() {
        let relation = Relation { subject: true, human_resources: true, ..NOBODY };
        let actions_at = |status| visible_actions(relation, status).last().copied();
        let unavailable = Some(UnavailableReason::SelfFinalize);
        let expected = Some(ActionView { action: Action::Finalize, unavailable });
        assert_eq!(actions_at(Status::PendingHr), expected);
        assert_eq!(visible_actions(relation, Status::Finalized), []);
    }
}
