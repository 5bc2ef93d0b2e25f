//! The server functions of the form, one for each action. They only translate.

use leptos::prelude::*;
#[cfg(feature = "ssr")]
use service::{Caller, Service};
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::explanation::ScoreExplanation;
use shared::appraisal::form::AppraisalForm;
use shared::appraisal::save::{HrInput, ReviewInput, SelfInput};
#[cfg(feature = "ssr")]
use shared::appraisal::{Action, Status};
use shared::id::AppraisalId;

use super::posted::PostedForm;
use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, caller_with_key, redirect_if_form, service};
use crate::wire::Json;

/// Reads one appraisal.
#[server(name = ReadAppraisal, endpoint = "appraisal/detail", output = Json)]
pub async fn detail(id: AppraisalId) -> UiResult<AppraisalForm> {
    answer(async { service()?.appraisals().form(&caller()?, id).await }.await)
}

/// The last finalized appraisal before this one, for its reviewers; `None` for its subject and for
/// a finalized appraisal.
#[cfg(feature = "ssr")]
pub async fn previous(form: &AppraisalForm) -> UiResult<Option<AppraisalDetail>> {
    if form.relation.subject || form.detail.status == Status::Finalized {
        return Ok(None);
    }
    answer(async { service()?.appraisals().previous(&caller()?, &form.detail).await }.await)
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

/// Saves the changes of HR.
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
    redirect_if_done(id, Action::SaveSelf);
    Ok(saved)
}

/// Saves the line manager's whole form, posted without JavaScript.
#[server(name = PostReview, endpoint = "appraisal/post-review", output = Json)]
pub async fn post_review(
    id: AppraisalId,
    #[server(default)] form: PostedForm,
) -> UiResult<AppraisalDetail> {
    let saved = save_review(id, form.into_review_input()).await?;
    redirect_if_done(id, Action::SaveReview);
    Ok(saved)
}

/// Saves all HR fields, posted without JavaScript.
#[server(name = PostHr, endpoint = "appraisal/post-hr", output = Json)]
pub async fn post_hr(
    id: AppraisalId,
    #[server(default)] form: PostedForm,
) -> UiResult<AppraisalDetail> {
    let saved = save_hr(id, form.into_hr_input()).await?;
    redirect_if_done(id, Action::SaveHr);
    Ok(saved)
}

/// Submits the form to the line manager, with the posted fields.
#[server(name = SubmitSelf, endpoint = "appraisal/submit-self", output = Json)]
pub async fn submit_self(
    id: AppraisalId,
    #[server(default)] form: PostedForm,
    #[server(default)] key: String,
) -> UiResult<AppraisalForm> {
    let submitted = async {
        let (service, caller) = (service()?, caller_with_key(&key)?);
        let appraisals = service.appraisals();
        let detail = if form.is_empty() {
            appraisals.submit_self(&caller, id).await?
        } else {
            let input = form.into_self_input();
            appraisals.save_and_submit_self(&caller, id, input).await?
        };
        done(&service, &caller, detail, Action::SubmitSelf).await
    };
    answer(submitted.await)
}

/// Submits the review of the line manager, with the posted fields.
#[server(name = SubmitReview, endpoint = "appraisal/submit-review", output = Json)]
pub async fn submit_review(
    id: AppraisalId,
    #[server(default)] form: PostedForm,
    #[server(default)] key: String,
) -> UiResult<AppraisalForm> {
    let submitted = async {
        let (service, caller) = (service()?, caller_with_key(&key)?);
        let appraisals = service.appraisals();
        let detail = if form.is_empty() {
            appraisals.submit_review(&caller, id).await?
        } else {
            let input = form.into_review_input();
            appraisals.save_and_submit_review(&caller, id, input).await?
        };
        done(&service, &caller, detail, Action::SubmitReview).await
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
        done(&service, &caller, detail, Action::ApproveDeptHead).await
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
        done(&service, &caller, detail, Action::ApproveMd).await
    };
    answer(approved.await)
}

/// Makes the scores final and closes the form.
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
        done(&service, &caller, detail, Action::Finalize).await
    };
    answer(finalized.await)
}

/// The score with every step, computed by the server from the stored ratings.
#[server(name = ReadScore, endpoint = "appraisal/score", output = Json)]
pub async fn score(id: AppraisalId) -> UiResult<ScoreExplanation> {
    answer(async { service()?.appraisals().score(&caller()?, id).await }.await)
}

#[cfg(feature = "ssr")]
async fn done(
    service: &Service,
    caller: &Caller,
    detail: AppraisalDetail,
    action: Action,
) -> shared::Result<AppraisalForm> {
    redirect_if_done(detail.id, action);
    service.appraisals().form_of(caller, detail).await
}

/// Redirects a form without JavaScript to the page that confirms the action.
#[cfg(feature = "ssr")]
fn redirect_if_done(id: AppraisalId, action: Action) {
    redirect_if_form(&format!("/appraisals/{id}?done={action}"));
}
