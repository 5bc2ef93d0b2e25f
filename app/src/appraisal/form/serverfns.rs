//! The server functions of the form, one for each verb. They translate and decide nothing.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::appraisal::Part;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::explanation::ScoreExplanation;
use shared::appraisal::list::AppraisalSummary;
use shared::appraisal::save::{HrInput, ReviewInput, SelfInput};
use shared::id::AppraisalId;

use super::posted::PostedForm;
use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, caller_with_key, redirect_if_form, service};
use crate::wire::Json;

/// One appraisal and what the reader is to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AppraisalForm {
    /// The appraisal, as the reader may see it.
    pub detail: AppraisalDetail,
    /// The reader's relation to the appraisal.
    pub part: Part,
    /// Another appraisal where it is the reader's move.
    pub next: Option<AppraisalSummary>,
    /// The number of other appraisals that are pending for the reader.
    pub left: u64,
}

/// One appraisal.
#[server(name = ReadAppraisal, endpoint = "appraisal/detail", output = Json)]
pub async fn detail(id: AppraisalId) -> UiResult<AppraisalForm> {
    answer(
        async {
            let (service, caller) = (service()?, caller()?);
            let detail = service.appraisals().detail(&caller, id).await?;
            with_queue(&service, &caller, detail).await
        }
        .await,
    )
}

/// Saves the subject's changes.
#[server(name = SaveSelf, endpoint = "appraisal/save-self", input = Json, output = Json)]
pub async fn save_self(id: AppraisalId, input: SelfInput) -> UiResult<AppraisalDetail> {
    answer(async { service()?.appraisals().save_self(&caller()?, id, input).await }.await)
}

/// Saves the line manager's changes.
#[server(name = SaveReview, endpoint = "appraisal/save-review", input = Json, output = Json)]
pub async fn save_review(id: AppraisalId, input: ReviewInput) -> UiResult<AppraisalDetail> {
    answer(async { service()?.appraisals().save_review(&caller()?, id, input).await }.await)
}

/// Saves the changes of human resources.
#[server(name = SaveHr, endpoint = "appraisal/save-hr", input = Json, output = Json)]
pub async fn save_hr(id: AppraisalId, input: HrInput) -> UiResult<AppraisalDetail> {
    answer(async { service()?.appraisals().save_hr(&caller()?, id, input).await }.await)
}

/// Saves the subject's whole form, posted without JavaScript.
#[server(name = PostSelf, endpoint = "appraisal/post-self", output = Json)]
pub async fn post_self(
    id: AppraisalId,
    #[server(default)] form: PostedForm,
) -> UiResult<AppraisalDetail> {
    let saved = save_self(id, form.into_self_input()).await?;
    redirect_if_form(&format!("/appraisals/{id}?done=save_self"));
    Ok(saved)
}

/// Saves the line manager's whole form, posted without JavaScript.
#[server(name = PostReview, endpoint = "appraisal/post-review", output = Json)]
pub async fn post_review(
    id: AppraisalId,
    #[server(default)] form: PostedForm,
) -> UiResult<AppraisalDetail> {
    let saved = save_review(id, form.into_review_input()).await?;
    redirect_if_form(&format!("/appraisals/{id}?done=save_review"));
    Ok(saved)
}

/// Saves all fields of human resources, posted without JavaScript.
#[server(name = PostHr, endpoint = "appraisal/post-hr", output = Json)]
pub async fn post_hr(
    id: AppraisalId,
    #[server(default)] form: PostedForm,
) -> UiResult<AppraisalDetail> {
    let saved = save_hr(id, form.into_hr_input()).await?;
    redirect_if_form(&format!("/appraisals/{id}?done=save_hr"));
    Ok(saved)
}

/// Hands the form to the line manager; what was posted with it is saved first.
#[server(name = SubmitSelf, endpoint = "appraisal/submit-self", output = Json)]
pub async fn submit_self(
    id: AppraisalId,
    #[server(default)] form: PostedForm,
    #[server(default)] key: String,
) -> UiResult<AppraisalForm> {
    let submitted = async {
        let (service, caller) = (service()?, caller_with_key(&key)?);
        let appraisals = service.appraisals();
        if !form.is_empty() {
            let saved = appraisals.save_self(&caller, id, form.into_self_input()).await;
            unless_at_another_stage(saved)?;
        }
        let detail = appraisals.submit_self(&caller, id).await?;
        redirect_if_form(&format!("/appraisals/{id}?done=submit_self"));
        with_queue(&service, &caller, detail).await
    };
    answer(submitted.await)
}

/// Hands the form on from the line manager; what was posted with it is saved first.
#[server(name = SubmitReview, endpoint = "appraisal/submit-review", output = Json)]
pub async fn submit_review(
    id: AppraisalId,
    #[server(default)] form: PostedForm,
    #[server(default)] key: String,
) -> UiResult<AppraisalForm> {
    let submitted = async {
        let (service, caller) = (service()?, caller_with_key(&key)?);
        let appraisals = service.appraisals();
        if !form.is_empty() {
            let saved = appraisals.save_review(&caller, id, form.into_review_input()).await;
            unless_at_another_stage(saved)?;
        }
        let detail = appraisals.submit_review(&caller, id).await?;
        redirect_if_form(&format!("/appraisals/{id}?done=submit_review"));
        with_queue(&service, &caller, detail).await
    };
    answer(submitted.await)
}

/// Approves as department head.
#[server(name = ApproveDeptHead, endpoint = "appraisal/approve-dept-head", output = Json)]
pub async fn approve_dept_head(
    id: AppraisalId,
    comment: Option<String>,
) -> UiResult<AppraisalForm> {
    let approved = async {
        let (service, caller) = (service()?, caller()?);
        let input = shared::appraisal::save::ApprovalInput { comment };
        let detail = service.appraisals().approve_dept_head(&caller, id, input).await?;
        redirect_if_form(&format!("/appraisals/{id}?done=approve_dept_head"));
        with_queue(&service, &caller, detail).await
    };
    answer(approved.await)
}

/// Approves as managing director.
#[server(name = ApproveMd, endpoint = "appraisal/approve-md", output = Json)]
pub async fn approve_md(id: AppraisalId, comment: Option<String>) -> UiResult<AppraisalForm> {
    let approved = async {
        let (service, caller) = (service()?, caller()?);
        let input = shared::appraisal::save::ApprovalInput { comment };
        let detail = service.appraisals().approve_md(&caller, id, input).await?;
        redirect_if_form(&format!("/appraisals/{id}?done=approve_md"));
        with_queue(&service, &caller, detail).await
    };
    answer(approved.await)
}

/// Stamps the scores and closes the form.
#[server(name = Finalize, endpoint = "appraisal/finalize", output = Json)]
pub async fn finalize(
    id: AppraisalId,
    outcome: Option<shared::appraisal::Outcome>,
    #[server(default)] key: String,
) -> UiResult<AppraisalForm> {
    let finalized = async {
        let (service, caller) = (service()?, caller_with_key(&key)?);
        let input = shared::appraisal::save::FinalizeInput { outcome };
        let detail = service.appraisals().finalize(&caller, id, input).await?;
        redirect_if_form(&format!("/appraisals/{id}?done=finalize"));
        with_queue(&service, &caller, detail).await
    };
    answer(finalized.await)
}

/// The score with every step, computed by the server from what it has stored.
#[server(name = ReadScore, endpoint = "appraisal/score", output = Json)]
pub async fn score(id: AppraisalId) -> UiResult<ScoreExplanation> {
    answer(async { service()?.appraisals().score(&caller()?, id).await }.await)
}

/// A form that is submitted twice is saved at the next stage the second time. The submission that
/// follows decides between a repetition and an error.
#[cfg(feature = "ssr")]
fn unless_at_another_stage(saved: shared::Result<AppraisalDetail>) -> shared::Result<()> {
    match saved {
        Err(shared::Error::Invalid(problem)) if problem.code == shared::error::Code::WrongStage => {
            Ok(())
        }
        saved => saved.map(drop),
    }
}

/// Adds what the reader is to the appraisal, and what else waits for them.
#[cfg(feature = "ssr")]
async fn with_queue(
    service: &service::Service,
    caller: &service::Caller,
    detail: AppraisalDetail,
) -> shared::Result<AppraisalForm> {
    use shared::appraisal::list::{AppraisalQuery, Scope};
    use shared::permission::Permission;

    let part = Part {
        subject: detail.staff_id == caller.staff(),
        line_manager: detail.line_manager_staff_id == caller.staff(),
        department_head: detail.department_head_staff_id == Some(caller.staff()),
        managing_director: caller.is_managing_director(),
        human_resources: caller.may(Permission::AppraisalsHrManage),
    };
    let queue = service.appraisals().list(caller, AppraisalQuery::of(Scope::Queue)).await?;
    let is_in_queue = queue.data.iter().any(|other| other.id == detail.id);
    let left = queue.pagination.total.saturating_sub(u64::from(is_in_queue));
    let next = queue.data.into_iter().find(|other| other.id != detail.id);
    Ok(AppraisalForm { detail, part, next, left })
}
