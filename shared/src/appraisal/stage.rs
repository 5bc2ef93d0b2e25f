//! The table of actions, reviewers and stages that the service enforces and the page shows.

use serde::{Deserialize, Serialize};

use super::vocabulary::{ReviewStage, Status};
use crate::error::{Code, Error};
use crate::permission::Permission;

text_enum! {
    /// An action on an appraisal.
    Action {
        /// Save the subject's part.
        SaveSelf = "save_self",
        /// Submit the form to the line manager.
        SubmitSelf = "submit_self",
        /// Save the line manager's part.
        SaveReview = "save_review",
        /// Submit the line manager's review.
        SubmitReview = "submit_review",
        /// Approve as department head.
        ApproveDeptHead = "approve_dept_head",
        /// Approve as managing director.
        ApproveMd = "approve_md",
        /// Save the fields that only human resources sees.
        SaveHr = "save_hr",
        /// Stamp the scores and close the form.
        Finalize = "finalize",
    }
}

/// A stage of the form, with the people who may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The subject.
    Subject,
    /// The line manager of the snapshot.
    LineManager,
    /// The department head of the snapshot.
    DepartmentHead,
    /// Every holder of the role of managing director.
    ManagingDirector,
    /// Every holder of `appraisals:hr_manage`.
    HumanResources,
}

/// The caller's relation to one appraisal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "five independent relations, each yes or no")]
pub struct Relation {
    /// The subject of the appraisal.
    pub subject: bool,
    /// The line manager of the snapshot.
    pub line_manager: bool,
    /// The department head of the snapshot.
    pub department_head: bool,
    /// Has the role of managing director.
    pub managing_director: bool,
    /// Holds `appraisals:hr_manage`.
    pub human_resources: bool,
}

/// The reason why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The caller has no relation to the appraisal: for them it does not exist.
    NoRelation,
    /// The caller belongs to another stage.
    NotYourStage,
    /// The caller belongs to the stage, but the form is at another one.
    WrongStage,
    /// The subject may not finalize their own appraisal.
    SelfFinalize,
    /// The subject may not write the fields of human resources in their own appraisal.
    OwnHrFields,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoRelation => Self::not_found("Appraisal"),
            Refusal::NotYourStage => {
                Self::forbidden(Code::NotYourDesk, "This step is assigned to someone else.")
            }
            Refusal::WrongStage => wrong_stage(),
            Refusal::SelfFinalize => Self::forbidden(
                Code::SelfFinalize,
                "Another HR user must finalize your own appraisal.",
            ),
            Refusal::OwnHrFields => Self::forbidden(
                Code::Forbidden,
                "Another HR user must fill in the HR section of your own appraisal.",
            ),
        }
    }
}

/// 400 `WRONG_STAGE`: the form is not, or no longer, at the stage of the action.
pub fn wrong_stage() -> Error {
    Error::invalid(
        Code::WrongStage,
        "This appraisal has moved to another stage. Refresh to continue.",
    )
}

impl Relation {
    /// Returns true if the caller has any relation to the appraisal.
    pub const fn any(self) -> bool {
        self.subject
            || self.line_manager
            || self.department_head
            || self.managing_director
            || self.human_resources
    }

    /// Returns true if the caller may act at the stage.
    pub const fn is_at(self, stage: Stage) -> bool {
        match stage {
            Stage::Subject => self.subject,
            Stage::LineManager => self.line_manager,
            Stage::DepartmentHead => self.department_head,
            Stage::ManagingDirector => self.managing_director,
            Stage::HumanResources => self.human_resources,
        }
    }
}

impl Action {
    /// The stage of the action.
    pub const fn stage(self) -> Stage {
        match self {
            Self::SaveSelf | Self::SubmitSelf => Stage::Subject,
            Self::SaveReview | Self::SubmitReview => Stage::LineManager,
            Self::ApproveDeptHead => Stage::DepartmentHead,
            Self::ApproveMd => Stage::ManagingDirector,
            Self::SaveHr | Self::Finalize => Stage::HumanResources,
        }
    }

    /// The permission that the action requires, regardless of the caller's relation to the
    /// appraisal.
    pub const fn permission(self) -> Permission {
        match self.stage() {
            Stage::Subject
            | Stage::LineManager
            | Stage::DepartmentHead
            | Stage::ManagingDirector => Permission::AppraisalsRespond,
            Stage::HumanResources => Permission::AppraisalsHrManage,
        }
    }

    /// True when the action is possible in the status.
    pub const fn is_open_in(self, status: Status) -> bool {
        match self {
            Self::SaveSelf | Self::SubmitSelf => matches!(status, Status::PendingSelf),
            Self::SaveReview | Self::SubmitReview => matches!(status, Status::PendingLm),
            Self::ApproveDeptHead => matches!(status, Status::PendingDeptHead),
            Self::ApproveMd => matches!(status, Status::PendingMd),
            Self::SaveHr => !matches!(status, Status::Finalized),
            Self::Finalize => matches!(status, Status::PendingHr),
        }
    }

    /// Checks whether the caller may act now.
    ///
    /// The checks run in this order: relation to the appraisal, stage of the caller, actions that
    /// are forbidden in one's own appraisal, status.
    pub fn permit(self, relation: Relation, status: Status) -> Result<(), Refusal> {
        if !relation.any() {
            return Err(Refusal::NoRelation);
        }
        if !relation.is_at(self.stage()) {
            return Err(Refusal::NotYourStage);
        }
        match self {
            Self::Finalize if relation.subject => return Err(Refusal::SelfFinalize),
            Self::SaveHr if relation.subject => return Err(Refusal::OwnHrFields),
            Self::SaveSelf
            | Self::SubmitSelf
            | Self::SaveReview
            | Self::SubmitReview
            | Self::ApproveDeptHead
            | Self::ApproveMd
            | Self::SaveHr
            | Self::Finalize => {}
        }
        if self.is_open_in(status) { Ok(()) } else { Err(Refusal::WrongStage) }
    }

    /// The actions that the caller may perform now, in the order of the stages.
    pub fn allowed(relation: Relation, status: Status) -> Vec<Self> {
        Self::ALL.iter().copied().filter(|action| action.permit(relation, status).is_ok()).collect()
    }
}

impl Status {
    /// The current stage of the form, if any.
    pub const fn stage(self) -> Option<Stage> {
        match self {
            Self::Draft | Self::Finalized => None,
            Self::PendingSelf => Some(Stage::Subject),
            Self::PendingLm => Some(Stage::LineManager),
            Self::PendingDeptHead => Some(Stage::DepartmentHead),
            Self::PendingMd => Some(Stage::ManagingDirector),
            Self::PendingHr => Some(Stage::HumanResources),
        }
    }

    /// The status after the current stage signs off; `None` at the end of the chain.
    pub const fn next(self, has_department_head: bool) -> Option<Self> {
        match self {
            Self::PendingSelf => Some(Self::PendingLm),
            Self::PendingLm if has_department_head => Some(Self::PendingDeptHead),
            Self::PendingLm | Self::PendingDeptHead => Some(Self::PendingMd),
            Self::PendingMd => Some(Self::PendingHr),
            Self::PendingHr => Some(Self::Finalized),
            Self::Draft | Self::Finalized => None,
        }
    }

    /// The name in the trail of the stage that signs off in this status.
    pub const fn review_stage(self) -> Option<ReviewStage> {
        match self {
            Self::Draft | Self::Finalized => None,
            Self::PendingSelf => Some(ReviewStage::SelfAssessment),
            Self::PendingLm => Some(ReviewStage::LineManager),
            Self::PendingDeptHead => Some(ReviewStage::DeptHead),
            Self::PendingMd => Some(ReviewStage::Md),
            Self::PendingHr => Some(ReviewStage::Hr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RELATIONS: [(&str, Relation); 7] = {
        const NONE: Relation = Relation {
            subject: false,
            line_manager: false,
            department_head: false,
            managing_director: false,
            human_resources: false,
        };
        [
            ("stranger", NONE),
            ("subject", Relation { subject: true, ..NONE }),
            ("line manager", Relation { line_manager: true, ..NONE }),
            ("department head", Relation { department_head: true, ..NONE }),
            ("managing director", Relation { managing_director: true, ..NONE }),
            ("hr", Relation { human_resources: true, ..NONE }),
            ("subject in hr", Relation { subject: true, human_resources: true, ..NONE }),
        ]
    };

    fn grid() -> String {
        let mut lines = Vec::new();
        for (who, relation) in RELATIONS {
            for status in Status::ALL {
                let cells: Vec<&str> = Action::ALL
                    .iter()
                    .map(|action| match action.permit(relation, *status) {
                        Ok(()) => "yes",
                        Err(Refusal::NoRelation) => "404",
                        Err(Refusal::NotYourStage) => "other",
                        Err(Refusal::WrongStage) => "stage",
                        Err(Refusal::SelfFinalize | Refusal::OwnHrFields) => "self",
                    })
                    .collect();
                lines.push(format!("{who:<18}{:<18}{}", status.as_str(), cells.join(" ")));
            }
        }
        lines.join("\n") + "\n"
    }

    #[test]
    fn the_grid_of_who_may_do_what_where_is_the_one_that_was_reviewed() {
        assert_eq!(grid(), include_str!("stage.grid.txt"), "\n{}", grid());
    }

    #[test]
    fn every_status_but_draft_is_reached_in_order_and_there_is_no_way_back() {
        let walk = |has_department_head| {
            let mut path = vec![Status::PendingSelf];
            while let Some(next) = path.last().and_then(|at| at.next(has_department_head)) {
                path.push(next);
            }
            path
        };
        assert_eq!(walk(true), Status::ALL[1..]);
        assert!(!walk(false).contains(&Status::PendingDeptHead));
    }

    #[test]
    fn draft_is_produced_by_no_transition() {
        for status in Status::ALL {
            for has_department_head in [true, false] {
                assert_ne!(status.next(has_department_head), Some(Status::Draft));
            }
        }
    }

    #[test]
    fn exactly_one_sign_off_is_open_in_each_pending_status() {
        use Action::{ApproveDeptHead, ApproveMd, Finalize, SubmitReview, SubmitSelf};
        for status in Status::ALL {
            let open = [SubmitSelf, SubmitReview, ApproveDeptHead, ApproveMd, Finalize]
                .into_iter()
                .filter(|action| action.is_open_in(*status))
                .count();
            assert_eq!(open, usize::from(status.stage().is_some()), "{status}");
        }
    }
}
