//! The calendar feed: approved leave for calendar programs, which know only its secret address.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use service::Service;
use shared::error::Error;
use shared::leave::calendar_feed::EXTENSION;

use crate::error::{Answer, ApiError};
use crate::state::AppState;

pub fn routes() -> Router<AppState> {
    Router::new().route("/calendar/{file}", get(calendar))
}

async fn calendar(State(service): State<Service>, Path(file): Path<String>) -> Answer<Response> {
    let unknown = || ApiError(Error::not_found("Calendar feed"));
    let token = file.strip_suffix(EXTENSION).ok_or_else(unknown)?;
    let text = service.leave().calendar_of_feed(token).await?;
    let headers =
        [(CONTENT_TYPE, "text/calendar; charset=utf-8"), (CACHE_CONTROL, "private, no-cache")];
    Ok((headers, text).into_response())
}
