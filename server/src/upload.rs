//! The upload of an import from the form of the page: its bytes are stored unchanged.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use http::HeaderMap;
use http::header::ACCEPT;
use service::Service;
use shared::error::{Code, Error};
use shared::permission::Permission;

use crate::error::{Answer, ApiError};
use crate::extract::Caller;
use crate::state::AppState;
use axum::Json;

/// The address that receives the form.
pub const PATH: &str = app::people::UPLOAD_PATH;

/// The page of the form.
const PAGE: &str = "/people/import";

pub fn routes() -> Router<AppState> {
    Router::new().route(PATH, post(upload))
}

/// Stores the file, or else the pasted rows, and redirects a browser to its columns. A refusal
/// redirects back to the form, with the code of the reason.
async fn upload(
    State(service): State<Service>,
    caller: Result<Caller, ApiError>,
    headers: HeaderMap,
    form: Result<Multipart, MultipartRejection>,
) -> Response {
    let is_browser = headers
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    let stored = async {
        let Caller(caller) = caller?;
        caller.require(Permission::StaffManage)?;
        let form = form.map_err(|_| unreadable())?;
        Ok::<_, ApiError>(service.staff().upload(&caller, &content(form).await?).await?)
    };
    match stored.await {
        Ok(id) if is_browser => Redirect::to(&format!("{PAGE}?upload={id}")).into_response(),
        Ok(id) => Json(id).into_response(),
        Err(ApiError(error)) if is_browser => {
            let detail = error.problem().errors.first();
            let fault = detail.map_or(error.code().as_str(), |detail| detail.code.as_str());
            Redirect::to(&format!("{PAGE}?refused={fault}")).into_response()
        }
        Err(error) => error.into_response(),
    }
}

/// The file, or the text if no file was chosen. A browser sends an empty file in that case.
async fn content(mut form: Multipart) -> Answer<Bytes> {
    let (mut file, mut text) = (Bytes::new(), Bytes::new());
    while let Some(field) = form.next_field().await.map_err(|_| unreadable())? {
        let part = match field.name() {
            Some("file") => &mut file,
            Some("text") => &mut text,
            _ => continue,
        };
        *part = field.bytes().await.map_err(|_| unreadable())?;
    }
    Ok(if file.is_empty() { text } else { file })
}

fn unreadable() -> ApiError {
    let message = "The form cannot be read. Send it again.";
    ApiError(Error::invalid(Code::ValidationFailed, message))
}
