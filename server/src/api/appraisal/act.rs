//! Actions on appraisals by stage.

use axum::extract::State;
use service::Service;
use shared::appraisal::Action;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::save::{ApprovalInput, FinalizeInput, HrInput, ReviewInput, SelfInput};
use shared::id::AppraisalId;
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::document::Refusals;
use crate::api::needs::Needs;
use crate::api::repeatable::Repeatable;
use crate::error::{Answer, ApiError};
use crate::extract::{self, Caller, Id, NoBody};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(save_self))
        .routes(routes!(submit_self).repeatable())
        .routes(routes!(save_review))
        .routes(routes!(submit_review).repeatable())
        .routes(routes!(approve_dept_head).repeatable())
        .routes(routes!(approve_md).repeatable())
        .routes(routes!(save_hr).needs(&[Permission::AppraisalsHrManage]))
        .routes(routes!(finalize).needs(&[Permission::AppraisalsHrManage]).repeatable())
}

/// A body whose refusal is delayed until the caller is checked.
type Body<T> = Result<extract::Json<T>, ApiError>;

/// The parsed body. If it cannot be parsed, refusals that do not depend on the body take
/// precedence.
async fn taken<T>(
    service: &Service,
    caller: &service::Caller,
    id: AppraisalId,
    action: Action,
    body: Body<T>,
) -> Answer<T> {
    match body {
        Ok(extract::Json(input)) => Ok(input),
        Err(refusal) => {
            service.appraisals().permit(caller, id, action).await?;
            Err(refusal)
        }
    }
}

/// Save scores, achievements and answers of the subject. Only fields that are sent change.
#[utoipa::path(patch, path = "/api/staff/appraisals/{id}/self", tag = "Appraisal stages",
    params(("id" = AppraisalId, Path)),
    request_body = SelfInput,
    responses((status = 200, body = AppraisalDetail), Refusals))]
async fn save_self(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
    body: Body<SelfInput>,
) -> Answer<Json<AppraisalDetail>> {
    let input = taken(&service, &caller, id, Action::SaveSelf, body).await?;
    Ok(Json(service.appraisals().save_self(&caller, id, input).await?))
}

/// Submit the form to the line manager.
#[utoipa::path(post, path = "/api/staff/appraisals/{id}/self/submit", tag = "Appraisal stages",
    params(("id" = AppraisalId, Path)),
    responses((status = 200, body = AppraisalDetail), Refusals))]
async fn submit_self(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
    body: Body<NoBody>,
) -> Answer<Json<AppraisalDetail>> {
    let NoBody {} = taken(&service, &caller, id, Action::SubmitSelf, body).await?;
    Ok(Json(service.appraisals().submit_self(&caller, id).await?))
}

/// Save scores, comments, answers and plans of the line manager. Only fields that are sent change;
/// a plan that is sent replaces the whole plan of its kind.
#[utoipa::path(patch, path = "/api/staff/appraisals/{id}/review", tag = "Appraisal stages",
    params(("id" = AppraisalId, Path)),
    request_body = ReviewInput,
    responses((status = 200, body = AppraisalDetail), Refusals))]
async fn save_review(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
    body: Body<ReviewInput>,
) -> Answer<Json<AppraisalDetail>> {
    let input = taken(&service, &caller, id, Action::SaveReview, body).await?;
    Ok(Json(service.appraisals().save_review(&caller, id, input).await?))
}

/// Submit the line manager's review.
#[utoipa::path(post, path = "/api/staff/appraisals/{id}/review/submit", tag = "Appraisal stages",
    params(("id" = AppraisalId, Path)),
    responses((status = 200, body = AppraisalDetail), Refusals))]
async fn submit_review(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
    body: Body<NoBody>,
) -> Answer<Json<AppraisalDetail>> {
    let NoBody {} = taken(&service, &caller, id, Action::SubmitReview, body).await?;
    Ok(Json(service.appraisals().submit_review(&caller, id).await?))
}

/// Approve as department head.
#[utoipa::path(post, path = "/api/staff/appraisals/{id}/dept-head/approve",
    tag = "Appraisal stages", params(("id" = AppraisalId, Path)),
    request_body = Option<ApprovalInput>,
    responses((status = 200, body = AppraisalDetail), Refusals))]
async fn approve_dept_head(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
    body: Body<ApprovalInput>,
) -> Answer<Json<AppraisalDetail>> {
    let input = taken(&service, &caller, id, Action::ApproveDeptHead, body).await?;
    Ok(Json(service.appraisals().approve_dept_head(&caller, id, input).await?))
}

/// Approve as managing director.
#[utoipa::path(post, path = "/api/staff/appraisals/{id}/md/approve", tag = "Appraisal stages",
    params(("id" = AppraisalId, Path)),
    request_body = Option<ApprovalInput>,
    responses((status = 200, body = AppraisalDetail), Refusals))]
async fn approve_md(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
    body: Body<ApprovalInput>,
) -> Answer<Json<AppraisalDetail>> {
    let input = taken(&service, &caller, id, Action::ApproveMd, body).await?;
    Ok(Json(service.appraisals().approve_md(&caller, id, input).await?))
}

/// Save the six fields that only human resources sees. Needs `appraisals:hr_manage`.
#[utoipa::path(patch, path = "/api/staff/appraisals/{id}/hr", tag = "Appraisal stages",
    params(("id" = AppraisalId, Path)),
    request_body = HrInput,
    responses((status = 200, body = AppraisalDetail), Refusals))]
async fn save_hr(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
    body: Body<HrInput>,
) -> Answer<Json<AppraisalDetail>> {
    let input = taken(&service, &caller, id, Action::SaveHr, body).await?;
    Ok(Json(service.appraisals().save_hr(&caller, id, input).await?))
}

/// Stamp the scores and close the form; a probationary one confirms the employment. Needs
/// `appraisals:hr_manage`.
#[utoipa::path(post, path = "/api/staff/appraisals/{id}/finalize", tag = "Appraisal stages",
    params(("id" = AppraisalId, Path)),
    request_body = Option<FinalizeInput>,
    responses((status = 200, body = AppraisalDetail), Refusals))]
async fn finalize(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
    body: Body<FinalizeInput>,
) -> Answer<Json<AppraisalDetail>> {
    let input = taken(&service, &caller, id, Action::Finalize, body).await?;
    Ok(Json(service.appraisals().finalize(&caller, id, input).await?))
}
