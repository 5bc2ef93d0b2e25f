//! Appraisals, from initiation to confirmation.

mod analytics;
mod budget;
mod events;
mod finalization;
mod initiation;
mod initiation_batch;
mod lists;
mod paper;
mod races;
mod saves;
mod sign_off;
mod stuck;
mod visibility;

use serde_json::Number;
use service::Caller;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::initiation::InitiationInput;
use shared::appraisal::save::{
    ApprovalInput, FinalizeInput, NarrativeInput, ReviewInput, ReviewItemInput, SelfInput,
    SelfItemInput,
};
use shared::appraisal::{NarrativeSection, Outcome, ReviewType, RoleCategory, Status};
use shared::error::{Code, Error};
use shared::id::StaffId;
use shared::patch::Patch;

use crate::support::{World, run_sql};

pub(crate) fn terms(staff_id: StaffId) -> InitiationInput {
    InitiationInput {
        staff_id,
        review_type: ReviewType::Probationary,
        period_from: "2026-05-01".parse().unwrap(),
        period_to: "2026-10-31".parse().unwrap(),
        role_category: RoleCategory::Other,
        is_manager_role: false,
    }
}

pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

pub(crate) fn fields<T: std::fmt::Debug>(result: Result<T, Error>) -> Vec<String> {
    let error = result.unwrap_err();
    error.problem().errors.iter().map(|it| it.field.clone()).collect()
}

/// Self scores of 4 on every row and a text for every self question.
pub(crate) fn full_self(detail: &AppraisalDetail) -> SelfInput {
    let items = detail.items.iter().map(|item| SelfItemInput {
        id: item.id,
        self_score: Patch::Value(Number::from(4)),
        actual_achievement: Patch::Value(format!("Did {}", item.label)),
    });
    SelfInput {
        items: items.collect(),
        narratives: answers(detail, NarrativeSection::SelfAssessment),
        revision: None,
    }
}

pub(crate) fn answers(detail: &AppraisalDetail, section: NarrativeSection) -> Vec<NarrativeInput> {
    let asked = detail.narratives.iter().filter(|it| it.section == section);
    asked
        .map(|it| NarrativeInput {
            question_key: it.question_key.clone(),
            answer: Patch::Value(format!("On {}", it.question_key)),
        })
        .collect()
}

/// Supervisor scores of 3 on every row.
pub(crate) fn full_review(detail: &AppraisalDetail) -> ReviewInput {
    let items = detail.items.iter().map(|item| ReviewItemInput {
        id: item.id,
        supervisor_score: Patch::Value(Number::from(3)),
        supervisor_comment: Patch::Value("Solid.".to_owned()),
    });
    ReviewInput {
        items: items.collect(),
        narratives: answers(detail, NarrativeSection::SupervisorAssessment),
        ..ReviewInput::default()
    }
}

pub(crate) const CONFIRM: FinalizeInput = FinalizeInput { outcome: Some(Outcome::Confirm) };

impl World {
    /// A probationary appraisal of a person, started by HR.
    pub(crate) async fn initiate(&self, staff: StaffId) -> Result<AppraisalDetail, Error> {
        self.service.appraisals().initiate(&self.hr, terms(staff)).await
    }

    /// A new probationary appraisal of the employee.
    pub(crate) async fn initiated(&self) -> AppraisalDetail {
        self.initiate(self.employee.staff()).await.unwrap()
    }

    /// Gives a person another line manager, even one that creates a reporting loop.
    pub(crate) async fn set_line_manager(&self, staff: &Caller, manager: &Caller) {
        run_sql!(
            self.db,
            "UPDATE staff SET line_manager_id = $3 WHERE organization_id = $1 AND id = $2",
            self.organization,
            staff.staff(),
            manager.staff()
        );
    }

    /// Removes the line manager and the department of the employee.
    pub(crate) async fn leave_employee_without_reviewer(&self) {
        run_sql!(
            self.db,
            "UPDATE staff SET line_manager_id = NULL, department_id = NULL
                WHERE organization_id = $1 AND id = $2",
            self.organization,
            self.employee.staff()
        );
    }

    /// A probationary appraisal of the employee, advanced to the status.
    pub(crate) async fn at(&self, status: Status) -> AppraisalDetail {
        let mut detail = self.initiated().await;
        while detail.status != status {
            detail = self.move_on(&detail).await;
        }
        detail
    }

    /// The next sign-off, by the reviewer of the current stage.
    pub(crate) async fn move_on(&self, detail: &AppraisalDetail) -> AppraisalDetail {
        let (appraisals, id) = (self.service.appraisals(), detail.id);
        let nothing = ApprovalInput::default;
        let moved = match detail.status {
            Status::PendingSelf => {
                appraisals.save_self(&self.employee, id, full_self(detail)).await.unwrap();
                appraisals.submit_self(&self.employee, id).await
            }
            Status::PendingLm => {
                appraisals.save_review(&self.manager, id, full_review(detail)).await.unwrap();
                appraisals.submit_review(&self.manager, id).await
            }
            Status::PendingDeptHead => {
                appraisals.approve_dept_head(&self.head, id, nothing()).await
            }
            Status::PendingMd => appraisals.approve_md(&self.md, id, nothing()).await,
            Status::PendingHr => appraisals.finalize(&self.hr, id, CONFIRM).await,
            Status::Draft | Status::Finalized => panic!("nothing follows {}", detail.status),
        };
        moved.unwrap()
    }

    /// The appraisal as HR sees it now.
    pub(crate) async fn seen_by_hr(&self, detail: &AppraisalDetail) -> AppraisalDetail {
        self.service.appraisals().detail(&self.hr, detail.id).await.unwrap()
    }
}
