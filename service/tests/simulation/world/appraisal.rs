//! Acts on appraisals, on the service.

use serde_json::Number;
use service::Caller;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::initiation::InitiationInput;
use shared::appraisal::save::{
    ApprovalInput, FinalizeInput, NarrativeInput, ReviewInput, ReviewItemInput, SelfInput,
    SelfItemInput,
};
use shared::appraisal::{NarrativeSection, Outcome, ReviewType};
use shared::error::Result;
use shared::patch::Patch;

use super::{House, Response, World};
use crate::simulation::act::{AppraisalAct, Form};
use crate::simulation::model::appraisal::score;

impl World {
    pub(super) async fn start_appraisal(
        &self,
        house: &House,
        caller: &Caller,
        form: Form,
    ) -> Result<Response> {
        let (probationary, annual) = (ReviewType::Probationary, ReviewType::Annual);
        let input = InitiationInput {
            staff_id: house.caller(form.subject).staff(),
            review_type: if form.is_probationary { probationary } else { annual },
            period_from: "2026-07-01".parse().unwrap(),
            period_to: "2026-12-31".parse().unwrap(),
            role_category: form.category,
            is_manager_role: form.is_manager,
        };
        let started = self.service.appraisals().initiate(caller, input).await?;
        Ok(Response::Appraisal(started.id, started.status))
    }

    pub(super) async fn act_on_appraisal(
        &self,
        house: &House,
        caller: &Caller,
        (number, act): (u32, AppraisalAct),
    ) -> Result<Response> {
        use AppraisalAct as A;
        let (appraisals, id) = (self.service.appraisals(), house.appraisals[&number]);
        let form = appraisals.detail(house.reader(), id).await?;
        let detail = match act {
            A::SaveSelf => appraisals.save_self(caller, id, self_scores(&form)).await,
            A::SubmitSelf => appraisals.submit_self(caller, id).await,
            A::SaveReview { scores } => {
                appraisals.save_review(caller, id, review(&form, scores)).await
            }
            A::SubmitReview => appraisals.submit_review(caller, id).await,
            A::ApproveAsHead => {
                appraisals.approve_dept_head(caller, id, ApprovalInput::default()).await
            }
            A::ApproveAsDirector => {
                appraisals.approve_md(caller, id, ApprovalInput::default()).await
            }
            A::Finalize { confirms } => {
                let outcome = confirms.then_some(Outcome::Confirm);
                appraisals.finalize(caller, id, FinalizeInput { outcome }).await
            }
        };
        detail.map(|detail| Response::Appraisal(detail.id, detail.status))
    }
}

/// A self score for every row, and an answer to every question of the subject.
fn self_scores(form: &AppraisalDetail) -> SelfInput {
    let items = form.items.iter().map(|item| SelfItemInput {
        id: item.id,
        self_score: Patch::Value(Number::from(4)),
        actual_achievement: Patch::Absent,
    });
    let asked = form.narratives.iter().filter(|it| it.section == NarrativeSection::SelfAssessment);
    let narratives = asked.map(|it| NarrativeInput {
        question_key: it.question_key.clone(),
        answer: Patch::Value("As planned".to_owned()),
    });
    let (items, narratives) = (items.collect(), narratives.collect());
    SelfInput { items, narratives, revision: None }
}

/// The scores of the line manager for every row.
fn review(form: &AppraisalDetail, seed: u64) -> ReviewInput {
    let items = form.items.iter().enumerate().map(|(row, item)| {
        let score = score(seed, row);
        let decimal = format!("{}.{:04}", score / 10_000, score % 10_000);
        ReviewItemInput {
            id: item.id,
            supervisor_score: Patch::Value(decimal.parse().unwrap()),
            supervisor_comment: Patch::Absent,
        }
    });
    ReviewInput { items: items.collect(), ..ReviewInput::default() }
}
