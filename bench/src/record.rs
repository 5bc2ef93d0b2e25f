//! Records the statements of a request by running its use case once in this process. Writes are
//! rolled back, so that the bare handler can repeat them with the same ids.

use anyhow::{Context, Result, bail};
use bytes::Bytes;
use hyper::StatusCode;
use serde::de::DeserializeOwned;
use service::caller::RequestContext;
use service::{Caller, Service};
use shared::appraisal::list::{AppraisalQuery, Scope};
use shared::credit::facility::FacilityQuery;
use shared::id::AppraisalId;

use crate::bare::Recorded;
use crate::load::Call;
use crate::recorder::Recorder;
use crate::target::Route;

/// Runs the use case of a request.
pub async fn recorded(
    service: &Service,
    recorder: &Recorder,
    route: Route,
    call: &Call,
) -> Result<Recorded> {
    let use_case = Box::pin(async {
        let token = call.token.as_deref().context("the request has no token")?;
        let sessions = service.sessions();
        let caller = sessions.authenticate(token, RequestContext::default()).await?;
        answer(service, &caller, route, call).await
    });
    let (answer, steps) = recorder.record(use_case).await;
    let (status, body) = answer.with_context(|| format!("{} {}", call.method, call.path))?;
    Ok(Recorded { steps, status, body: Bytes::from(body) })
}

async fn answer(
    service: &Service,
    caller: &Caller,
    route: Route,
    call: &Call,
) -> Result<(StatusCode, Vec<u8>)> {
    let (appraisals, facilities) = (service.appraisals(), service.facilities());
    let body = match route {
        Route::Queue => json(appraisals.list(caller, AppraisalQuery::of(Scope::Queue)).await?),
        Route::List => json(appraisals.list(caller, AppraisalQuery::of(Scope::All)).await?),
        Route::Detail => json(appraisals.detail(caller, appraisal(call)?).await?),
        Route::FacilityList => json(facilities.list(caller, FacilityQuery::default()).await?),
        Route::FacilityDetail => json(facilities.find(caller, part(call, 4)?).await?),
        Route::Save => json(appraisals.save_self(caller, appraisal(call)?, input(call)?).await?),
        Route::Submit => json(appraisals.submit_self(caller, appraisal(call)?).await?),
        Route::LeaveRequest => json(service.leave().request(caller, input(call)?).await?),
        Route::Payment => {
            let (facility, input) = (part(call, 4)?, input(call)?);
            json(service.payments().record(caller, facility, input).await?)
        }
    };
    let is_new = matches!(route, Route::LeaveRequest | Route::Payment);
    Ok((if is_new { StatusCode::CREATED } else { StatusCode::OK }, body?))
}

fn json(answer: impl serde::Serialize) -> Result<Vec<u8>> {
    Ok(serde_json::to_vec(&answer)?)
}

fn input<T: DeserializeOwned>(call: &Call) -> Result<T> {
    Ok(serde_json::from_str(call.body.as_deref().context("the request has no body")?)?)
}

fn appraisal(call: &Call) -> Result<AppraisalId> {
    Ok(part(call, 4)?.parse::<uuid::Uuid>().map(AppraisalId)?)
}

/// A segment of the path: the second one of `/api/staff/…` is `staff`.
fn part(call: &Call, place: usize) -> Result<&str> {
    let path = call.path.split('?').next().unwrap_or_default();
    let Some(part) = path.split('/').nth(place) else { bail!("{path} is too short") };
    Ok(part)
}
