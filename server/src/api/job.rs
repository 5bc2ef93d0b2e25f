//! Scheduled jobs.

use axum::extract::State;
use service::Service;
use shared::Error;
use shared::job::{Job, JobStatus};
use shared::page::Listing;
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{Caller, Key};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::OrgManage]))
        .routes(routes!(run).needs(&[Permission::OrgManage]))
}

/// The scheduled jobs, the last run and the next run of each. Needs `org:manage`.
#[utoipa::path(get, path = "/api/jobs", tag = "Jobs",
    responses((status = 200, body = Listing<JobStatus>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Listing<JobStatus>>> {
    Ok(Json(Listing { data: service.jobs().list(&caller).await? }))
}

/// Run a job now, and respond when it has ended. Jobs are idempotent, so that a repeated run
/// changes nothing. While the job is running: 409 `JOB_RUNNING`. Needs `org:manage`.
#[utoipa::path(post, path = "/api/jobs/{name}/run", tag = "Jobs",
    params(("name" = Job, Path)),
    responses((status = 200, body = JobStatus), Refusals))]
async fn run(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(name): Key,
) -> Answer<Json<JobStatus>> {
    let job: Job = name.parse().map_err(|_| Error::not_found("Job"))?;
    Ok(Json(service.jobs().run_now(&caller, job).await?))
}
