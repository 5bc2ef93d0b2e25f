//! Uploads from forms of pages, an import and a logo: their bytes are stored unchanged.

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
/// The page with the form of the logo.
const LOGO_PAGE: &str = "/organization";

pub fn routes() -> Router<AppState> {
    Router::new().route(PATH, post(upload)).route(app::people::LOGO_UPLOAD_PATH, post(upload_logo))
}

/// Stores the file, or else the pasted rows, and redirects a browser to its columns.
async fn upload(
    State(service): State<Service>,
    caller: Result<Caller, ApiError>,
    headers: HeaderMap,
    form: Result<Multipart, MultipartRejection>,
) -> Response {
    let stored = async {
        let Caller(caller) = caller?;
        caller.require(Permission::StaffManage)?;
        let form = form.map_err(|_| unreadable())?;
        Ok::<_, ApiError>(service.staff().upload(&caller, &content(form).await?).await?)
    };
    match stored.await {
        Ok(id) if is_browser(&headers) => {
            Redirect::to(&format!("{PAGE}?upload={id}")).into_response()
        }
        Ok(id) => Json(id).into_response(),
        Err(error) => refused(error, &headers, PAGE),
    }
}

/// Stores the file as the logo of the organization, and redirects a browser to the page.
async fn upload_logo(
    State(service): State<Service>,
    caller: Result<Caller, ApiError>,
    headers: HeaderMap,
    form: Result<Multipart, MultipartRejection>,
) -> Response {
    let stored = async {
        let Caller(caller) = caller?;
        caller.require(Permission::OrgManage)?;
        let form = form.map_err(|_| unreadable())?;
        let file = content(form).await?;
        Ok::<_, ApiError>(service.organizations().set_logo(&caller, &file).await?)
    };
    match stored.await {
        Ok(_) if is_browser(&headers) => Redirect::to(LOGO_PAGE).into_response(),
        Ok(organization) => Json(organization).into_response(),
        Err(error) => refused(error, &headers, LOGO_PAGE),
    }
}

fn is_browser(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

/// A refusal redirects a browser back to the form, with the code of the reason.
fn refused(ApiError(error): ApiError, headers: &HeaderMap, page: &str) -> Response {
    if !is_browser(headers) {
        return ApiError(error).into_response();
    }
    let detail = error.problem().errors.first();
    let fault = detail.map_or(error.code().as_str(), |detail| detail.code.as_str());
    Redirect::to(&format!("{page}?refused={fault}")).into_response()
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
